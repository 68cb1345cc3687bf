"""What can be used of a facet that has a bad part: the part is named with the reason, and the rest is kept.

The usual way is msgspec's, which is fast and gives up at the first value that does not fit. This one is only
for facets on which it gave up: it goes down value by value. A bad element of a list or object is left out. A
bad field is left out if it may be null, else its whole element is.
"""

import json
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from headwater.facts.problem import PartProblem
from headwater.model.ids import json_type
from headwater.model.json_elements import integer_or_text, number_or_text

# Of one facet: more than this tell nothing new.
MAX_PROBLEMS = 50


class UnusableError(ValueError):
    """A value that does not fit its place, which has to be left out."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")
        self.where, self.reason = where, reason


def salvage(raw: bytes, shape: type[Any], where: str) -> tuple[Any, tuple[PartProblem, ...]]:
    """The facet in its shape, as far as it can be used (None if it can't), and what was left out."""
    parts = _Parts()
    try:
        document = json.loads(raw, parse_float=number_or_text, parse_int=integer_or_text)
        return parts.fitted(document, shape, where), parts.problems(where)
    except UnusableError as error:
        parts.leave_out(error)
    except (ValueError, RecursionError) as error:
        parts.leave_out(UnusableError(where, str(error)))
    return None, parts.problems(where)


class _Parts:
    """Collects what is left out on the way down."""

    def __init__(self) -> None:
        self._left_out: list[PartProblem] = []
        self._more = 0

    def problems(self, where: str) -> tuple[PartProblem, ...]:
        more = (PartProblem(where, f"{self._more} more parts can't be used"),) if self._more else ()
        return (*self._left_out, *more)

    def leave_out(self, error: UnusableError) -> None:
        if len(self._left_out) < MAX_PROBLEMS:
            self._left_out.append(PartProblem(error.where, error.reason))
        else:
            self._more += 1

    def fitted(self, value: Any, shape: Any, where: str) -> Any:
        origin = get_origin(shape)
        if origin in (Union, UnionType):
            [shape] = [one for one in get_args(shape) if one is not NoneType]
            return None if value is None else self.fitted(value, shape, where)
        if origin is list:
            return self._list(value, get_args(shape)[0], where)
        if origin is dict:
            return self._dict(value, get_args(shape), where)
        if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
            return self._struct(value, shape, where)
        return _converted(value, shape, where)

    def _list(self, value: Any, shape: Any, where: str) -> list[Any]:
        fitting = []
        for index, item in enumerate(_expect(value, list, where)):
            try:
                fitting.append(self.fitted(item, shape, f"{where}[{index}]"))
            except UnusableError as error:
                self.leave_out(error)
        return fitting

    def _dict(self, value: Any, shapes: tuple[Any, Any], where: str) -> dict[str, Any]:
        fitting = {}
        for key, item in _expect(value, dict, where).items():
            try:
                name = _converted(key, shapes[0], f"{where}.{key}")
                fitting[name] = self.fitted(item, shapes[1], f"{where}.{key}")
            except UnusableError as error:
                self.leave_out(error)
        return fitting

    def _struct(self, value: Any, shape: type[msgspec.Struct], where: str) -> msgspec.Struct:
        given = _expect(value, dict, where)
        fitting: dict[str, Any] = {}
        unfit: list[UnusableError] = []
        for field in msgspec.structs.fields(shape):
            place = f"{where}.{field.encode_name}"
            if field.encode_name not in given:
                if field.required:
                    raise UnusableError(place, "required")
                continue
            try:
                fitting[field.name] = self.fitted(given[field.encode_name], field.type, place)
            except UnusableError as error:
                if not _may_be_null(field.type):
                    raise
                unfit.append(error)
        try:
            struct = shape(**fitting)
        except ValueError as error:
            # What is missing now was there, and could not be used.
            raise next(iter(unfit), UnusableError(where, str(error))) from error
        for field_error in unfit:
            self.leave_out(field_error)
        return struct


def _expect(value: Any, kind: type[Any], where: str) -> Any:
    if not isinstance(value, kind):
        raise UnusableError(where, f"must be {json_type(kind())}, not {json_type(value)}")
    return value


def _converted(value: Any, shape: Any, where: str) -> Any:
    if isinstance(value, msgspec.Raw):
        raise UnusableError(where, "a number that is too large")
    try:
        return msgspec.convert(value, shape, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UnusableError(where, str(error)) from error


def _may_be_null(shape: Any) -> bool:
    return shape is Any or NoneType in get_args(shape)
