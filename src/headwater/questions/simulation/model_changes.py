"""A changed model: the new text of a view or job, compared with the one it has now."""

from collections.abc import Iterable
from dataclasses import dataclass

from headwater.answers.simulation import ModelDifference
from headwater.errors import AmbiguousNameError, BadParameterError, EntityNotFoundError
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.simulation.gathering import current_schema, schemas_of_datasets
from headwater.simulator.meanings import ChangedMeaning
from headwater.simulator.models import ModelComparison, compare_models, is_model
from headwater.simulator.proposals import ProposedChange
from headwater.simulator.runbook import ChangedText
from headwater.sql.dialects import dialect_of
from headwater.sql.fingerprint import fingerprint, mask_literals
from headwater.sql.references import references
from headwater.sql.schemas import TableSchema
from headwater.store.queries import models, nodes
from headwater.store.queries.models import ModelText
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

MOST_MAKERS = 50
# Of one text.
MOST_TABLES = 500
MASKED = "'?'"


@dataclass(frozen=True, slots=True)
class ChangedModel:
    """What differs between the text that makes a dataset and the one that is to."""

    comparison: ModelComparison
    changes: tuple[ProposedChange, ...]
    meaning: ChangedMeaning
    job: str | None
    """Whose text was compared; None where the request gave it."""
    old: str
    new: str
    dialect: str | None
    masked: bool
    """Literals were not compared, as those of the old text were not kept."""

    def answer(self) -> ModelDifference:
        found = self.comparison
        return ModelDifference(
            added=found.added,
            removed=found.removed,
            changed=found.changed,
            rows=found.rows,
            compared_with=self.job,
            literals_compared=not self.masked,
        )

    def released(self, dataset: NodeName) -> ChangedText:
        return ChangedText(self.job or str(dataset), tuple(self.meaning.in_words(dataset.name)))

    def replaces(self, text: str) -> bool:
        """Whether a text is the old one, which is no longer run."""
        return fingerprint(text, self.dialect) == fingerprint(self.old, self.dialect)


def model_dataset(connection: Connection, name: str) -> tuple[NodeName, NodeName | None]:
    """The dataset, and the job where that was named."""
    node = resolve.entity(connection, name, resolve.ANY, field="asset")
    if node.kind == NodeKind.DATASET:
        return node, None
    written = models.written(connection, nodes.members(connection, node.id), MOST_MAKERS)
    if len(written) != 1:
        names = ", ".join(str(one) for one in nodes.names(connection, written).values()) or "none is known"
        raise BadParameterError("asset", f"name the dataset that `{node}` makes: {names}")
    return nodes.names(connection, written)[written[0]], node


def changed_model(
    connection: Connection,
    dataset: NodeName,
    job: NodeName | None,
    new: str,
    old: str | None,
    stated: str | None,
) -> ChangedModel:
    """Raises, with the field's name, what can't be compared."""
    namespace_dialect = dialect_of(stated, (dataset.namespace,))
    known = (
        _known(connection, dataset, job, namespace_dialect)
        if old is None
        else ModelText("", "", old, stated, masked=False)
    )
    dialect = dialect_of(stated or known.dialect, (dataset.namespace,))
    masked = known.masked or MASKED in known.text
    texts = [mask_literals(text, dialect) if masked else text for text in (known.text, new)]
    target = TableSchema(dataset.name, current_schema(connection, dataset))
    schemas = _schemas(connection, dataset, texts, dialect)
    found = compare_models(*texts, dialect=dialect, schemas=schemas, target=target)
    changes, meaning = found.schema_changes(target), found.meaning()
    if not changes and not meaning:
        raise BadParameterError("model_sql", f"changes nothing of `{dataset.name}`: it means what it meant")
    return ChangedModel(
        found, changes, meaning, known.job if old is None else None, known.text, new, dialect, masked
    )


def _known(connection: Connection, dataset: NodeName, job: NodeName | None, dialect: str | None) -> ModelText:
    members = nodes.members(connection, dataset.id)
    jobs = nodes.members(connection, job.id) if job else None
    found = models.model_texts(connection, members, jobs, MOST_MAKERS)
    fitting = [one for one in found if is_model(one.text, dialect_of(one.dialect, ()) or dialect)]
    if not fitting:
        why = "no SQL is known that makes" if not found else "no single query is known that makes"
        raise BadParameterError("old_sql", f"{why} `{dataset}`: give its present text as old_sql")
    if len({one.text for one in fitting}) > 1:
        names = ", ".join(one.job for one in fitting)
        raise BadParameterError(
            "asset", f"several jobs make `{dataset}`: name one as asset, or give old_sql: {names}"
        )
    return fitting[0]


def _schemas(
    connection: Connection, dataset: NodeName, texts: Iterable[str], dialect: str | None
) -> dict[str, TableSchema]:
    """Of the tables that the texts name, as far as they are known."""
    names = {name for text in texts for name in references(text, dialect=dialect).tables}
    found = {}
    for name in sorted(names)[:MOST_TABLES]:
        node = _table(connection, dataset.namespace, name)
        if node is not None:
            found[node.id] = node
    return schemas_of_datasets(connection, found, dataset)


def _table(connection: Connection, namespace: str, name: str) -> NodeName | None:
    """A table of a text: in the namespace of the model if it is there."""
    for spelled in (f"{namespace}/{name}", name):
        try:
            return resolve.entity(connection, spelled, resolve.DATASET)
        except (EntityNotFoundError, AmbiguousNameError, BadParameterError):
            continue
    return None
