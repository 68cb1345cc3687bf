"""Every error Headwater raises on purpose: a code, the facts, and a hint on what to do next.

HeadwaterError
├── BadInputError             what a client sent can't be used; names the field
│   ├── NotJsonError          the body is not JSON
│   ├── TooLargeError         the body is over the limit
│   ├── TooManyEventsError    a batch of more events than the limit
│   ├── BadEncodingError      a Content-Encoding we don't speak, or a body that isn't what it says
│   ├── BadEventError         an event without a usable identity
│   ├── BadQueryError         a query of a log with a field that can't be used
│   ├── BadSignalError        a signal with a field that can't be used
│   ├── BadAssertionError     a test result with a field that can't be used
│   ├── BadParameterError     a query parameter or option
│   │   └── UnknownParameterError   one that the route does not have; names the nearest
│   ├── QuotaSpentError       an event or span beyond the day's quota of a team that refuses more
│   ├── NameTakenError         a name that something else has already
│   └── BadCursorError        a cursor we didn't hand out
├── NotFoundError
│   ├── EntityNotFoundError   no dataset, job or column of that name; lists the nearest
│   ├── RunNotFoundError
│   ├── TraceNotFoundError
│   ├── QueryNotFoundError
│   ├── KeyNotFoundError
│   ├── AccessRequestNotFoundError
│   ├── TeamNotFoundError
│   ├── EventNotFoundError
│   └── IncidentNotFoundError
├── AmbiguousNameError        a name that several entities answer to; lists them
├── UnauthenticatedError      a request without a good key, where one is needed
├── TooManyRequestsError      more reads with one key than the limit
├── ForbiddenError
│   ├── ScopeMissingError     the key may not do this; names the scope
│   ├── NotYourTeamError      an event for a namespace that no team of the key owns
│   ├── BoundToTeamsError     the key is bound to teams, and this concerns all of them
│   ├── NoRightsError         signed in, and in no group that may do anything here
│   ├── ForeignHostError      asked by a name that this server does not go by
│   └── ForeignOriginError    a web page of another site writes
├── ConflictError             what is asked for does not fit the present state; nothing was changed
├── NotReadyError
│   ├── OverloadedError       ask again in a moment
│   │   └── TeamTooFastError  more events a second than the team may send
│   ├── StoreUnavailableError the database can't be reached, or can't write
│   ├── LakeUnreachableError  the object store of the lake can't be reached
│   ├── NotYetVisibleError    the pipeline has not reached the wanted position in time
│   └── TooSlowError          the store did not answer in the time that a request has
├── SlowRequestError          a body that did not arrive in time
├── SetupError                the machine lacks something; says what to install or set
├── ClosureTooLargeError      (graph/analytics/closure_size.py) an export over the caller's own limit
├── DeliveryFailedError       (worker/notifications/errors.py) a message to people that did not arrive
├── PrivateAddressError       (worker/notifications/errors.py) its receiver is within a private network
├── HeadwaterClientError      (client/errors.py) what the Python client raises; has a tree of its own
└── RebuildFailedError        (cli/rebuild.py) the old rows are still served
"""

from collections.abc import Sequence


class HeadwaterError(Exception):
    """The root; `code` is stable and documented, `hint` says what to do next."""

    code = "error"
    hint = "see docs/reference/errors.md"


class BadInputError(HeadwaterError):
    code = "bad-input"
    hint = "correct the named field and send again"

    def __init__(self, field: str, reason: str) -> None:
        # Some faults are of the body as a whole, which has no field.
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


class NotJsonError(BadInputError):
    code = "not-json"
    hint = "send one JSON object, UTF-8 encoded"

    def __init__(self, reason: str) -> None:
        super().__init__("", f"the body is not JSON: {reason}")


class TooLargeError(BadInputError):
    code = "too-large"
    hint = "send less at once, or raise HEADWATER_MAX_BODY_BYTES"

    def __init__(self, limit: int) -> None:
        super().__init__("", f"the body is larger than {limit} bytes (after decompression)")
        self.limit = limit


class TooManyEventsError(BadInputError):
    code = "too-many-events"
    hint = "send them in several batches"

    def __init__(self, limit: int) -> None:
        super().__init__("", f"a batch holds at most {limit} events")
        self.limit = limit


class BadEncodingError(BadInputError):
    code = "bad-encoding"
    hint = "use Content-Encoding: gzip, or none"


class BadEventError(BadInputError):
    code = "bad-event"
    hint = "an event needs eventTime, and a run, job or dataset that can be named"


class QuotaSpentError(BadInputError):
    code = "quota-spent"
    hint = "raise the team's quota, or set its `over_quota` to `mark`, and send again"

    def __init__(self, team: str, quota: int, unit: str = "events") -> None:
        super().__init__("team", f"`{team}` has sent its {quota:,} {unit} of this day (UTC)")


class BadQueryError(BadInputError):
    code = "bad-query"
    hint = "a query needs `sql` and `time`; docs/guides/queries.md lists the other fields"


class BadSignalError(BadInputError):
    code = "bad-signal"
    hint = "a signal needs `entity`, `time` and `text`; docs/guides/investigate.md lists the other fields"


class BadAssertionError(BadInputError):
    code = "bad-assertion"
    hint = "a test result needs `entity`, `name`, `time` and `success`; see docs/guides/investigate.md"


class BadParameterError(BadInputError):
    code = "bad-parameter"
    hint = "see /docs for what the parameter takes"


class UnknownParameterError(BadParameterError):
    code = "unknown-parameter"
    hint = "correct the name or leave it out; /docs lists the parameters of each route"

    def __init__(self, field: str, nearest: Sequence[str] = ()) -> None:
        suggestion = f"; did you mean `{nearest[0]}`?" if nearest else ""
        super().__init__(field, f"no parameter of this route{suggestion}")
        self.nearest = tuple(nearest)


class BadCursorError(BadInputError):
    code = "bad-cursor"
    hint = "use `next_cursor` of the previous page as it is, with the same filters"

    def __init__(self, field: str = "cursor") -> None:
        super().__init__(field, "not a cursor that this endpoint handed out")


class NameTakenError(BadInputError):
    code = "name-taken"
    hint = "choose another name, or change what has this one"

    def __init__(self, name: str) -> None:
        super().__init__("name", f"`{name}` is taken already")


class NotFoundError(HeadwaterError):
    code = "not-found"
    hint = "check the identifier"


class EntityNotFoundError(NotFoundError):
    code = "entity-not-found"
    hint = "use one of the nearest names, or find it with GET /api/v1/search?q="

    def __init__(self, kind: str, name: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(f"no {kind} named `{name}`")
        self.name = name
        self.nearest = tuple(nearest)


class RunNotFoundError(NotFoundError):
    code = "run-not-found"
    hint = "list runs with GET /api/v1/runs"

    def __init__(self, run_id: str) -> None:
        super().__init__(f"no run `{run_id}`")
        self.run_id = run_id


class TraceNotFoundError(NotFoundError):
    code = "trace-not-found"
    hint = "list the traces of the last days; a new one can be opened after some seconds"

    def __init__(self, trace_id: str) -> None:
        super().__init__(f"no trace with the id `{trace_id}`")


class QueryNotFoundError(NotFoundError):
    code = "query-not-found"
    hint = "list queries with GET /api/v1/queries"

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"no query with the fingerprint `{fingerprint}`")


class KeyNotFoundError(NotFoundError):
    code = "key-not-found"
    hint = "list keys with GET /api/v1/keys"

    def __init__(self, key_id: str) -> None:
        super().__init__(f"no key `{key_id}`")


class TeamNotFoundError(NotFoundError):
    code = "team-not-found"
    hint = "list teams with GET /api/v1/teams"

    def __init__(self, name: str, nearest: Sequence[str] = ()) -> None:
        super().__init__(f"no team named `{name}`")
        self.name = name
        self.nearest = tuple(nearest)


class EventNotFoundError(NotFoundError):
    code = "event-not-found"
    hint = "list a run's events with GET /api/atlas/v2/openlineage/runs/{runId}"

    def __init__(self, event_id: str) -> None:
        super().__init__("Event not found")
        self.event_id = event_id


class IncidentNotFoundError(NotFoundError):
    code = "incident-not-found"
    hint = "list incidents with GET /api/v1/incidents"

    def __init__(self, number: int) -> None:
        super().__init__(f"no incident `{number}`")


class AmbiguousNameError(HeadwaterError):
    code = "ambiguous-name"
    hint = "give the full name, as `namespace/name`"

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        # The list of candidates is cut, so that their number is the least there can be.
        super().__init__(f"`{name}` could be {len(candidates)} or more different entities")
        self.name = name
        self.candidates = tuple(candidates)


class ForbiddenError(HeadwaterError):
    code = "forbidden"


class ScopeMissingError(ForbiddenError):
    code = "scope-missing"
    hint = "ask an admin for a key with this scope"

    def __init__(self, scope: str) -> None:
        super().__init__(f"this key lacks the scope `{scope}`")


class NotYourTeamError(ForbiddenError):
    code = "not-your-team"
    hint = "write to namespaces of your own teams, or ask an admin for another key"

    def __init__(self, namespace: str) -> None:
        super().__init__(f"this key may not write to the namespace `{namespace[:200]}`")


class BoundToTeamsError(ForbiddenError):
    code = "bound-to-teams"
    hint = "ask with a key or session that is not bound to teams"


class NoRightsError(ForbiddenError):
    code = "no-rights"
    hint = "ask an admin to name one of your groups in HEADWATER_OIDC_GROUPS_FILE"

    def __init__(self) -> None:
        super().__init__("none of your groups may do anything here")


class UnauthenticatedError(HeadwaterError):
    code = "unauthenticated"
    hint = "send an API key as `Authorization: Bearer …`; for commands set HEADWATER_TOKEN"

    def __init__(self, message: str = "this server needs an API key") -> None:
        super().__init__(message)


class TooManyRequestsError(HeadwaterError):
    code = "too-many-requests"
    hint = "ask again after the seconds in Retry-After"

    def __init__(self, retry_after: int, why: str = "more requests with this key than it may send") -> None:
        super().__init__(why)
        self.retry_after = retry_after  # seconds


class ForeignHostError(ForbiddenError):
    code = "foreign-host"
    hint = "use the server's own address, or add the name to HEADWATER_ALLOWED_HOSTS"

    def __init__(self, host: str) -> None:
        # A header is the client's to choose: not all of it is repeated.
        super().__init__(f"this server does not answer to the name `{host[:200]}`")


class ForeignOriginError(ForbiddenError):
    code = "foreign-origin"
    hint = "add the page's origin to HEADWATER_CORS_ORIGINS if it may write here"

    def __init__(self, origin: str) -> None:
        super().__init__(f"pages of `{origin[:200]}` may not write here")


class AccessRequestNotFoundError(NotFoundError):
    code = "access-request-not-found"
    hint = "`headwater access-requests` and `headwater access-grants` list them"

    def __init__(self, what: str, number: int) -> None:
        super().__init__(f"no {what} has the number {number}")


class ConflictError(HeadwaterError):
    code = "conflict"
    hint = "read the present state, then decide again"


class NotReadyError(HeadwaterError):
    code = "not-ready"
    hint = "try again in a moment"

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message)
        # Seconds, for the header `Retry-After`.
        self.retry_after = retry_after


class OverloadedError(NotReadyError):
    code = "overloaded"


class TeamTooFastError(OverloadedError):
    code = "team-too-fast"
    hint = "send again after the seconds in Retry-After, or raise what the team may send a second"

    def __init__(self, team: str, seconds: int) -> None:
        super().__init__(
            f"the team `{team}` sends faster than it may; nothing of this request was taken", seconds
        )


class StoreUnavailableError(NotReadyError):
    code = "store-unavailable"
    hint = "send again in a moment; if it lasts, check PostgreSQL and its disk: see GET /api/v1/health"


class LakeUnreachableError(NotReadyError):
    code = "lake-unreachable"
    hint = "check HEADWATER_LAKE_URL, the store and the variables with its credentials: `headwater doctor`"

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(f"the lake at {address} can't be reached: {reason}")


class NotYetVisibleError(NotReadyError):
    code = "not-yet-visible"
    hint = "the pipeline is behind: see GET /api/v1/pipeline, then ask again"


class TooSlowError(NotReadyError):
    code = "too-slow"
    hint = "ask for less (a smaller depth or page), or again when the server has less to do"


class SlowRequestError(HeadwaterError):
    code = "slow-request"
    hint = "send the whole body at once, or in smaller requests"

    def __init__(self) -> None:
        super().__init__("the body did not arrive in time; nothing was taken")


class SetupError(HeadwaterError):
    code = "setup"
    hint = "run `headwater doctor`"

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        if hint:
            self.hint = hint
