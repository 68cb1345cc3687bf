"""Counters and histograms: cumulative, few, and in Prometheus's words."""

from headwater.api.metrics import Counts, Metric, exposition, gauge


def test_a_request_falls_into_every_bucket_above_it() -> None:
    counts = Counts()
    counts.request("read", 200, 0.02)
    counts.request("read", 200, 99.0)
    text = exposition(counts.metrics())
    assert 'headwater_request_seconds_bucket{group="read",le="0.01"} 0.0' in text
    assert 'headwater_request_seconds_bucket{group="read",le="0.025"} 1.0' in text
    assert 'headwater_request_seconds_bucket{group="read",le="10.0"} 1.0' in text
    assert 'headwater_request_seconds_bucket{group="read",le="+Inf"} 2.0' in text
    assert 'headwater_request_seconds_sum{group="read"} 99.02' in text


def test_paths_make_no_labels() -> None:
    counts = Counts(frozenset({"/api/v1/lineage"}))
    assert counts.group("POST", "/api/v1/lineage/") == "ingest"
    assert counts.group("GET", "/api/v1/datasets/a/b") == "read"
    assert counts.group("DELETE", "/api/v1/datasets/a/b") == "write"


def test_what_is_not_known_has_no_value() -> None:
    assert exposition([gauge("x", "Help.", None)]) == "# HELP headwater_x Help.\n# TYPE headwater_x gauge\n"


def test_a_value_without_labels_has_no_braces() -> None:
    assert list(Metric("x", "gauge", "Help.", {"": 2.5}).lines())[-1] == "x 2.5"
