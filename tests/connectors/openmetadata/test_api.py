"""The calls of OpenMetadata: patient with a busy server, clear about tokens, rights and wrong addresses."""

import httpx
import pytest

from headwater.connectors.openmetadata import OpenMetadataOptions, connector
from headwater.connectors.openmetadata.api import TRIES, OpenMetadataApi
from headwater.errors import BadInputError, NotReadyError
from tests.connectors.openmetadata.fake_server import TOKEN, FakeOpenMetadata


def api(catalog: FakeOpenMetadata, token: str = TOKEN, waited: list[float] | None = None) -> OpenMetadataApi:
    return OpenMetadataApi(catalog.url, token, pause=(waited if waited is not None else []).append)


def test_lists_are_read_to_their_last_page(catalog: FakeOpenMetadata) -> None:
    assert [one["name"] for one in api(catalog).pages("/tables")] == ["orders", "revenue_daily"]


def test_an_expired_token_says_where_to_take_a_new_one(catalog: FakeOpenMetadata) -> None:
    with pytest.raises(BadInputError, match=r"/api/v1/tables: the token is missing, wrong or expired: take"):
        list(api(catalog, "old").pages("/tables"))


def test_a_missing_permission_names_the_call(catalog: FakeOpenMetadata) -> None:
    catalog.forbidden.add("/queries")
    with pytest.raises(BadInputError, match=r"/api/v1/queries: the token lacks a permission"):
        list(api(catalog).pages("/queries"))


def test_a_busy_server_is_asked_again_after_a_while(catalog: FakeOpenMetadata) -> None:
    waited: list[float] = []
    catalog.refusals = [429, 503]
    assert len(list(api(catalog, waited=waited).pages("/tables"))) == 2
    assert waited == [0.5, 1.0]


def test_a_limit_is_kept_for_as_long_as_the_server_asks(catalog: FakeOpenMetadata) -> None:
    waited: list[float] = []
    catalog.refusals, catalog.retry_after = [429, 429], "7"
    api(catalog, waited=waited).get("/tables", limit=1)
    assert waited == [7.0, 7.0]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("[1, 2]", "the answer is no page of a list"),
        ("null", "the answer is no page of a list"),
        ('{"data": {"id": 1}}', "the answer is no page of a list"),
        ('{"data": [], "paging": 7}', "the answer is no page of a list"),
        ("[" * 100_000, "the answer is nested too deep"),
        ("<html>", "the answer is not JSON"),
    ],
)
def test_what_is_no_answer_of_a_catalog_is_said_so(body: str, reason: str) -> None:
    transport = httpx.MockTransport(lambda _request: httpx.Response(200, text=body))
    asked = OpenMetadataApi("http://catalog", TOKEN, transport=transport)
    with pytest.raises(BadInputError, match=f"/api/v1/tables: {reason}"):
        list(asked.pages("/tables"))


def test_a_history_is_read_to_its_beginning(
    catalog: FakeOpenMetadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = "/pipelines/shopflow_airflow.revenue_etl_pipeline/status"
    monkeypatch.setattr("headwater.connectors.openmetadata.api.HISTORY_ROWS", 4)
    assert api(catalog).history(place) == catalog.answers[place]["history"]
    assert len(catalog.asked) == 4


def test_a_server_that_stays_busy_is_left(catalog: FakeOpenMetadata) -> None:
    catalog.refusals = [503] * TRIES
    with pytest.raises(NotReadyError, match="still answers 503 after 5 tries"):
        api(catalog).get("/tables")


def test_nobody_at_the_address_is_said_so() -> None:
    with pytest.raises(NotReadyError, match=r"no answer from http://127\.0\.0\.1:1"):
        OpenMetadataApi("http://127.0.0.1:1", None, pause=lambda seconds: None).get("/tables")


def test_a_page_that_leads_to_itself_ends_the_run(catalog: FakeOpenMetadata) -> None:
    catalog.answers["/tables"] = {"data": [], "paging": {"after": "x"}}
    with pytest.raises(BadInputError, match="a page leads to itself"):
        list(api(catalog).pages("/tables"))


@pytest.mark.parametrize("url", ["localhost:8585", "ftp://x", "http://", "http://x:port"])
def test_an_address_that_is_none_is_named(url: str) -> None:
    with pytest.raises(BadInputError, match="url: must be an address"):
        connector(OpenMetadataOptions(url))
