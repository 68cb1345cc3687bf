"""What people declare in the catalog: attributes, labels of columns, and edges that live one by one."""

from typing import Any

import pytest

from headwater.store.queries import arcs
from tests.builders import dataset, dataset_event, job_event, run_event, schema
from tests.pipeline.conftest import World
from tests.pipeline.random_events import declared_edge

pytestmark = pytest.mark.spark

EDGES = """
select source.name || coalesce('#' || nullif(source.field, ''), ''),
       target.name || coalesce('#' || nullif(target.field, ''), ''), edges.kind, flows
from edge_spans
join edges on edges.id = edge_id
join nodes as source on source.id = source_id
join nodes as target on target.id = target_id
where alive_to = 'infinity'
order by 1, 2, 3
"""
READS, WRITES, FEEDS, COLUMN, INDIRECT, TO_DATASET = range(6)


def asset(**told: Any) -> dict[str, Any]:
    return {"headwater_asset": {"type": "table", **told}}


def edges(*told: dict[str, Any]) -> dict[str, Any]:
    return {"headwater_edges": {"edges": list(told)}}


def alive(world: World) -> list[tuple[Any, ...]]:
    return world.rows(EDGES)


def test_a_persons_word_goes_before_a_producers_later_one(world: World) -> None:
    world.take(
        [dataset_event("t", 1, **asset(description="ours", owner="kira", tier="Tier 1", tags=["gold"]))],
        [
            dataset_event(
                "t",
                2,
                documentation={"description": "theirs"},
                ownership={"owners": [{"name": "sam"}]},
                tags={"tags": [{"key": "raw"}]},
            )
        ],
    )

    query = "select description, owners, tier, tags, type from nodes where name = 't' and kind = 'dataset'"
    assert world.rows(query) == [("ours", ["kira", "sam"], "1", ["gold", "raw"], "table")]


def test_labels_of_columns_come_from_tags_and_the_catalog_goes_first(world: World) -> None:
    tags = [
        {"key": "classification", "value": "Internal", "field": "email"},
        {"key": "pii", "field": "phone"},
    ]
    world.take(
        [dataset_event("t", 1, tags={"tags": tags})],
        [dataset_event("t", 2, **asset(columns=[{"name": "email", "classification": "restricted"}]))],
        [dataset_event("t", 3, tags={"tags": [*tags, {"key": "sensitive", "field": "email"}]})],
    )

    labels = "select field, classification, pii, l.tags from column_labels l join nodes on id = column_id"
    assert sorted(world.rows(labels)) == [
        ("email", "restricted", None, ["classification:Internal", "sensitive"]),
        ("phone", None, True, ["pii"]),
    ]


def test_a_label_that_is_no_longer_told_goes(world: World) -> None:
    world.take(
        [dataset_event("t", 1, **asset(columns=[{"name": "email", "is_pii": True}]))],
        [dataset_event("t", 2, **asset(columns=[{"name": "email"}]))],
    )

    assert world.rows("select * from column_labels") == []


def test_declared_edges_add_up(world: World) -> None:
    world.take(
        [dataset_event("daily", 1, **edges(declared_edge("orders#id", "daily#id")))],
        [dataset_event("daily", 2, **edges(declared_edge("orders#email", "daily#who", "filter")))],
    )

    assert alive(world) == [
        ("orders", "daily", FEEDS, True),
        ("orders#email", "daily#who", INDIRECT, True),
        ("orders#id", "daily#id", COLUMN, True),
    ]


def test_the_same_edge_again_replaces_the_last_word_on_it(world: World) -> None:
    world.take(
        [dataset_event("daily", 1, **edges(declared_edge("orders#id", "daily#id")))],
        [dataset_event("daily", 2, **edges(declared_edge("orders#id", "daily#id", "join", confidence=0.4)))],
    )

    assert alive(world) == [
        ("orders", "daily", FEEDS, True),
        ("orders#id", "daily#id", INDIRECT, True),
    ]
    assert world.rows("select distinct confidence from edges where kind = edge_kind('column_indirect')") == [
        (pytest.approx(0.4),)
    ]


def test_an_edge_can_be_taken_back(world: World) -> None:
    world.take(
        [dataset_event("daily", 1, **edges(declared_edge("orders", "daily")))],
        [dataset_event("daily", 2, **edges(declared_edge("orders", "daily", removed=True)))],
    )

    assert alive(world) == []


def test_two_edges_of_one_pipeline_do_not_cross(world: World) -> None:
    world.take(
        [
            dataset_event("b", 1, **edges(declared_edge("a", "b", pipeline="load"))),
            dataset_event("d", 2, **edges(declared_edge("c", "d", pipeline="load"))),
        ]
    )

    assert [row for row in alive(world) if row[2] == WRITES] == [
        ("load", "b", WRITES, False),
        ("load", "d", WRITES, False),
    ]
    assert [row[:2] for row in alive(world) if row[2] == FEEDS] == [("a", "b"), ("c", "d")]


def test_a_declared_edge_says_nothing_against_what_a_run_shows(world: World) -> None:
    world.take(
        [run_event("r1", "COMPLETE", 1, job="load", inputs=("a", "c"), outputs=("b",))],
        [dataset_event("b", 2, **edges(declared_edge("a", "b", pipeline="load")))],
    )

    written = [row for row in alive(world) if row[2] == WRITES]
    assert ("load", "b", WRITES, True) in written


def test_a_column_that_feeds_an_asset_as_a_whole(world: World) -> None:
    world.take([dataset_event("board", 1, **edges(declared_edge("orders#email", "board")))])

    assert ("orders#email", "board", TO_DATASET, True) in alive(world)


def test_a_pipeline_at_the_end_of_an_edge_reads(world: World) -> None:
    told = declared_edge("orders", "x")
    told["target"] = {"namespace": "tests", "name": "load", "kind": "job"}
    world.take([job_event("load", 1, facets=edges(told))])

    assert alive(world) == [("orders", "load", READS, True)]


def test_a_hash_in_a_declared_transformation_lowers_the_class(world: World) -> None:
    hashed = declared_edge("orders#email", "daily#who", "calculation", transformation="sha256(email)")
    masked = declared_edge("orders#name", "daily#name", "calculation", transformation="mask(name)")
    world.take([dataset_event("daily", 1, **edges(hashed, masked))])

    rows = world.rows("select description, effect from edges where kind = edge_kind('column') order by 1")
    assert rows == [("mask(name)", 3), ("sha256(email)", 2)]


def test_a_dropped_asset_stops_connecting(world: World) -> None:
    drop = {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
    world.take(
        [dataset_event("daily", 1, **edges(declared_edge("orders#id", "daily#id")))],
        [dataset_event("orders", 2, **drop)],
    )

    assert alive(world) == []


def test_a_schema_from_the_catalog_is_a_version_like_any_other(world: World) -> None:
    world.take(
        [dataset_event("t", 1, schema=schema("id int"))],
        [dataset_event("t", 2, schema=schema("id int", "email text"), **asset())],
        [run_event("r1", "COMPLETE", 3, inputs=(dataset("t", schema=schema("id int", "email text")),))],
    )

    assert world.rows("select count(*) from schema_versions") == [(2,)]


WORDS = "select description, owners, tier, tags, type from nodes where name = 't' and kind = 'dataset'"
LABELS = "select field, classification, pii from column_labels join nodes on id = column_id"
EMAIL = {"name": "email", "is_pii": True, "classification": "restricted"}


def test_a_field_that_is_not_told_again_stays_whatever_order_events_come_in(world: World) -> None:
    world.take(
        [dataset_event("t", 3, **asset(owner="sam"))],
        [dataset_event("t", 1, **asset(owner="kira", tier="1", description="ours", columns=[EMAIL]))],
        [dataset_event("t", 2, **asset(tags=["silver"]))],
    )

    assert world.rows(WORDS) == [("ours", ["sam"], "1", ["silver"], "table")]
    assert world.rows(LABELS) == [("email", "restricted", True)]


def test_an_empty_value_takes_back_what_was_declared_and_the_producers_word_shows_again(world: World) -> None:
    everything = asset(owner="kira", tier="1", description="ours", tags=["gold"], columns=[EMAIL])
    nothing = asset(owner="", tier="", description="", tags=[], columns=[])
    world.take(
        [dataset_event("t", 1, documentation={"description": "theirs"})],
        [dataset_event("t", 2, **everything)],
        [dataset_event("t", 3, **nothing)],
    )

    assert world.rows(WORDS) == [("theirs", [], None, [], "table")]
    assert world.rows(LABELS) == []


def test_a_deleted_declaration_takes_all_of_it_back(world: World) -> None:
    world.take(
        [dataset_event("t", 1, **asset(owner="kira", columns=[EMAIL]))],
        [dataset_event("t", 2, headwater_asset={"_deleted": True})],
    )

    assert world.rows(WORDS) == [(None, [], None, [], None)]
    assert world.rows(LABELS) == []


def test_a_pipeline_is_described_field_by_field_too(world: World) -> None:
    world.take(
        [job_event("load", 1, facets={"headwater_asset": {"type": "pipeline", "owner": "kira"}})],
        [job_event("load", 2, facets={"headwater_asset": {"type": "pipeline", "tier": "2"}})],
    )

    assert world.rows("select owners, tier from nodes where kind = 'job'") == [(["kira"], "2")]


def test_a_label_of_no_shape_we_know_is_set_aside(world: World) -> None:
    world.take([dataset_event("t", 1, **asset(columns=[{"name": "email", "is_pii": "perhaps"}]))])

    [(part,)] = world.rows("select part from quarantine")
    assert part == "dataset.facets.headwater_asset.columns[0].is_pii"
    assert world.rows(LABELS) == []


def test_an_edge_of_a_dataset_as_a_whole_is_told_apart_from_what_columns_draw(world: World) -> None:
    world.take(
        [dataset_event("t", 1, **edges(declared_edge("raw", "t")))],
        [dataset_event("t", 2, **edges(declared_edge("raw#id", "t#id")))],
    )

    nodes = arcs.nodes(world.connection)
    found = arcs.arcs(world.connection, nodes)
    assert sorted(zip(found.kind.tolist(), found.whole.tolist(), strict=True)) == [
        (FEEDS, False),
        (FEEDS, True),
        (COLUMN, False),
    ]


def test_a_domain_is_what_a_person_says_and_else_what_a_tag_says(world: World) -> None:
    tagged = {"tags": [{"key": "Domain", "value": "sales"}, {"key": "domain", "value": "x", "field": "id"}]}
    domain = "select domain from nodes where name = 't' and kind = 'dataset'"
    world.take([dataset_event("t", 1, tags=tagged)])
    assert world.rows(domain) == [("sales",)]
    world.take([dataset_event("t", 2, **asset(domain="finance"))])
    assert world.rows(domain) == [("finance",)]
    world.take([dataset_event("t", 3, **asset(domain=""))])
    assert world.rows(domain) == [("sales",)]
