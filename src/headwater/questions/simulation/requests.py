"""What a simulation is asked: a dataset and one change, several, or a script."""

from typing import Annotated

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, StrictBool, StrictInt

from headwater.errors import BadParameterError
from headwater.model.nearest import nearest_names
from headwater.questions.parameters import storable
from headwater.simulator.ddl import read_ddl
from headwater.simulator.propagation import DEFAULT_HOPS
from headwater.simulator.proposals import ProposedChange, as_spelled, read_changes
from headwater.sql.dialects import NAMES, dialect_of
from headwater.sql.schemas import TableSchema

MOST_HOPS = 20
# What of a request is no part of a change.
OWN = {"asset", "hops", "ddl", "dialect", "model_sql", "old_sql"}
MOST_DDL = 1_000_000

Text = Annotated[str, AfterValidator(storable)]


def known_dialect(word: str) -> str:
    """A word that is no dialect would leave the text to be read as the namespace's, unsaid."""
    if dialect_of(word, ()) is None:
        near = nearest_names(word.lower(), list(NAMES))
        raise ValueError(f"`{word}` is no dialect that is known; perhaps {', '.join(near or sorted(NAMES))}")
    return word


Dialect = Annotated[Text, AfterValidator(known_dialect)]


class ChangeRequest(BaseModel):
    """One change of a dataset; which fields count depends on its type."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        use_attribute_docstrings=True,
        json_schema_extra={"examples": [{"change_type": "drop_column", "target": "amount_usd"}]},
    )

    change_type: Text | None = None
    """drop_column, rename_column, change_type, change_nullable, add_column, reorder_columns, drop_table or
    rename_table."""
    target: Text | None = None
    """The column."""
    new_name: Text | None = None
    """Of a rename."""
    new_type: Text | None = None
    """Of a change of type, or of an added column."""
    nullable: StrictBool | None = None
    """Whether the column may be null."""
    position: StrictInt | None = None
    """Of an added or moved column, from 1."""
    default: Text | None = None
    """Of an added column: what rows get that leave it out."""
    order: list[Text] | None = None
    """Of a reordering: all columns."""


class SimulationRequest(ChangeRequest):
    """A dataset, and what is to change of it: one change in the request itself, or several in `changes`."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"asset": "sales.orders", "change_type": "drop_column", "target": "amount_usd"}]
        }
    )

    asset: Text = Field(min_length=1, validation_alias=AliasChoices("asset", "entity_fqn"))
    """The dataset; with `model_sql` the job that makes it may be named instead."""
    changes: list[ChangeRequest] | None = None
    """Several changes, made one after the other; each an object with the fields of one:
    `change_type`, `target` and so on."""
    ddl: Annotated[Text, Field(max_length=MOST_DDL)] | None = None
    """A script that changes the dataset instead, such as `alter table … drop column …`."""
    model_sql: Annotated[Text, Field(min_length=1, max_length=MOST_DDL)] | None = None
    """The new SELECT of the view or job that makes the dataset instead, compared with the one it has now."""
    old_sql: Annotated[Text, Field(min_length=1, max_length=MOST_DDL)] | None = None
    """With `model_sql`: the present text. Default what the job that makes the dataset sent last."""
    dialect: Dialect | None = None
    """Of the script or model. Default that of the dataset's namespace."""
    hops: StrictInt = Field(default=DEFAULT_HOPS, ge=1, le=MOST_HOPS)
    """How far the change is followed through what is made from the dataset."""

    @property
    def is_model(self) -> bool:
        """Raises where something else is proposed as well."""
        if self.model_sql is None:
            if self.old_sql is not None:
                raise BadParameterError("old_sql", "goes with model_sql")
            return False
        if self.ddl is not None or self._has_changes:
            raise BadParameterError("model_sql", "give either a model, a script or changes")
        return True

    @property
    def _has_changes(self) -> bool:
        return bool(self.model_dump(exclude=OWN, exclude_none=True))

    def proposed(self, table: TableSchema, namespace: str) -> tuple[ProposedChange, ...]:
        """Raises, with the field's name, what can't be a change."""
        if self.ddl is not None:
            return self._of_script(self.ddl, table, namespace)
        return as_spelled(read_changes(self.model_dump(exclude=OWN, exclude_none=True), table.name), table)

    def _of_script(self, ddl: str, table: TableSchema, namespace: str) -> tuple[ProposedChange, ...]:
        if self._has_changes:
            raise BadParameterError("ddl", "give either a script or changes")
        dialect = dialect_of(self.dialect, (namespace,))
        found = read_ddl(ddl, dialect=dialect, schemas={table.name: table})
        # A script of which a part is not understood could break what the rest does not.
        if found.problems:
            raise BadParameterError("ddl", found.problems[0])
        if not found.changes:
            raise BadParameterError("ddl", f"changes nothing of `{table.name}`")
        return found.changes
