"""The map of everything: every dataset with the little that a dot shows, and which feeds which."""

from typing import Annotated

import numpy as np

from headwater.answers.lineage import GraphMap, MapDataset
from headwater.graph.dataset_links import dataset_links
from headwater.questions.parameters import AsOf, OfTeam
from headwater.questions.reading import Reading, instant_known
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import map_datasets

# What a browser still draws; and three edges for each of them.
DEFAULT_DATASETS, MAX_DATASETS, EDGES_EACH = 10_000, 100_000, 3

MapLimit = Annotated[
    int,
    Parameter(
        f"Maximum number of datasets, those seen last first. Default {DEFAULT_DATASETS}.",
        minimum=1,
        maximum=MAX_DATASETS,
    ),
]


@question("/graph/map", topic="graph")
def graph_map(
    reading: Reading, as_of: AsOf = None, limit: MapLimit = DEFAULT_DATASETS, team: OfTeam = None
) -> GraphMap:
    """Every dataset and which feeds which, small enough to be drawn at once: a map to find one's way."""
    of_team = known_team(reading.connection, team)
    found = map_datasets.newest(reading.connection, limit, of_team)
    total = map_datasets.count_all(reading.connection, of_team)
    graph = reading.graph
    links = dataset_links(graph, instant_known(graph, as_of), EDGES_EACH * limit)
    # Of the place of a dataset in the answer, by its number; -1 for those that are not in it.
    place = np.full(max(graph.size, 1 + max((row.id for row in found), default=0)), -1, np.int64)
    place[[row.id for row in found]] = np.arange(len(found))
    sources, targets = place[links.sources], place[links.targets]
    shown = (sources >= 0) & (targets >= 0)
    return GraphMap(
        as_of=as_of,
        position=reading.position,
        total=total,
        datasets=tuple(MapDataset(row.namespace, row.name, row.type, row.tier, row.owner) for row in found),
        sources=tuple(sources[shown].tolist()),
        targets=tuple(targets[shown].tolist()),
        edges_truncated=not links.complete,
    )
