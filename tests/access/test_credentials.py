"""Where a request carries its key; an address is no such place."""

import base64

import pytest

from headwater.access.credentials import presented_key, session_cookie


@pytest.mark.parametrize(
    ("headers", "key"),
    [
        ({"authorization": "Bearer hw_1"}, "hw_1"),
        ({"authorization": "bearer  hw_1 "}, "hw_1"),
        ({"authorization": f"Basic {base64.b64encode(b'admin:hw_1').decode()}"}, "hw_1"),
        ({"authorization": f"Basic {base64.b64encode(b'no colon').decode()}"}, None),
        ({"authorization": "Basic ***"}, None),
        ({"authorization": "Digest hw_1"}, None),
        ({"x-api-key": "hw_1"}, "hw_1"),
        ({"api-key": "hw_1"}, "hw_1"),
        ({}, None),
    ],
)
def test_a_key_is_found_where_clients_put_it(headers: dict[str, str], key: str | None) -> None:
    assert presented_key(headers) == key


def test_a_session_is_found_among_other_cookies() -> None:
    assert session_cookie({"cookie": "a=1; headwater_session=xyz; b=2"}) == "xyz"
    assert session_cookie({"cookie": "not_headwater_session=xyz"}) is None
