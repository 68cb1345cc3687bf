"""An event's outline: who and when, with every facet still undecoded.

Facets repeat from run to run. Left as raw bytes they serve as the key under which their meaning is
cached, and most are never decoded twice.
"""

from msgspec import Raw, Struct
from msgspec.json import Decoder

from headwater.model.ids import DatasetId, JobId, run_uuid
from headwater.model.naming import normal_namespace

Facets = dict[str, bytes]


class _Run(Struct):
    runId: str  # noqa: N815 (their word)
    facets: dict[str, Raw] | None = None


class _Job(Struct):
    namespace: str
    name: str
    facets: dict[str, Raw] | None = None


class _Dataset(Struct):
    namespace: str
    name: str
    facets: dict[str, Raw] | None = None
    inputFacets: dict[str, Raw] | None = None  # noqa: N815
    outputFacets: dict[str, Raw] | None = None  # noqa: N815


class _Outline(Struct):
    """Each part is decoded only if this kind of event has a use for it; others may hold anything."""

    eventType: Raw = Raw(b"null")  # noqa: N815
    run: Raw = Raw(b"null")
    job: Raw = Raw(b"null")
    dataset: Raw = Raw(b"null")
    inputs: Raw = Raw(b"null")
    outputs: Raw = Raw(b"null")


class Mention(Struct, frozen=True):
    """A dataset as one event mentions it; `direction` is input, output or static."""

    dataset: DatasetId
    direction: str
    where: str
    facets: Facets
    io_facets: Facets


class Envelope(Struct, frozen=True):
    event_type: str
    run: str | None
    job: JobId | None
    run_facets: Facets
    job_facets: Facets
    mentions: tuple[Mention, ...]
    declares: bool

    @property
    def is_static(self) -> bool:
        return self.run is None


_outline = Decoder(_Outline)
_type = Decoder(str | None)
_run = Decoder(_Run | None)
_job = Decoder(_Job)
_dataset = Decoder(_Dataset)
_datasets = Decoder(list[_Dataset] | None)


def open_envelope(body: str) -> Envelope:
    # PostgreSQL's text and JSON hold every character but NUL; the log keeps the body as it came.
    event = _outline.decode(body.replace("\\u0000", "\\ufffd") if "\\u0000" in body else body)
    run = _run.decode(event.run)
    # The run decides: an event with both a run and a dataset is a run event.
    if run is None and bytes(event.dataset) != b"null":
        return _of_dataset(_dataset.decode(event.dataset))
    return _of_job(event, run, _job.decode(event.job))


def dataset_id(namespace: str, name: str) -> DatasetId:
    # Only namespaces of datasets are addresses with several spellings; a job's is taken as it came.
    return DatasetId(normal_namespace(namespace), name)


def _of_job(event: _Outline, run: _Run | None, job: _Job) -> Envelope:
    job_facets = _facets(job.facets)
    inputs, outputs = _datasets.decode(event.inputs), _datasets.decode(event.outputs)
    return Envelope(
        event_type=(_type.decode(event.eventType) or "OTHER").upper() if run else "OTHER",
        run=run_uuid(run.runId).hex if run else None,
        job=JobId(job.namespace, job.name),
        run_facets=_facets(run.facets) if run else {},
        job_facets=job_facets,
        mentions=(
            *(_mention(one, "input", index) for index, one in enumerate(inputs or ())),
            *(_mention(one, "output", index) for index, one in enumerate(outputs or ())),
        ),
        # A static event without inputs, outputs or lineage says nothing of edges, so it erases none.
        declares=inputs is not None or outputs is not None or "lineage" in job_facets,
    )


def _of_dataset(dataset: _Dataset) -> Envelope:
    mention = Mention(
        dataset_id(dataset.namespace, dataset.name), "static", "dataset", _facets(dataset.facets), {}
    )
    declares = bool(mention.facets.keys() & {"lineage", "columnLineage"})
    return Envelope("OTHER", None, None, {}, {}, (mention,), declares)


def _mention(dataset: _Dataset, direction: str, index: int) -> Mention:
    return Mention(
        dataset=dataset_id(dataset.namespace, dataset.name),
        direction=direction,
        where=f"{direction}s[{index}]",
        facets=_facets(dataset.facets),
        io_facets=_facets(dataset.inputFacets if direction == "input" else dataset.outputFacets),
    )


def _facets(facets: dict[str, Raw] | None) -> Facets:
    """Facets by name, without the nulls that some producers send."""
    plain = {name: bytes(raw) for name, raw in (facets or {}).items()}
    return {name: raw for name, raw in plain.items() if raw != b"null"}
