"""One POST: what counts as taken, what may be tried again, and where it never goes."""

import time

import pytest

from headwater.worker.notifications.errors import DeliveryFailedError
from headwater.worker.notifications.sending import post
from tests.worker.notifications.receiver import receiving


def send(url: str, seconds: float = 2.0, private: bool = True) -> DeliveryFailedError | None:
    try:
        post(url, b'{"a": 1}', {"Idempotency-Key": "k"}, private=private, seconds=seconds)
    except DeliveryFailedError as error:
        return error
    return None


def test_what_is_taken_is_sent_once_with_its_key() -> None:
    with receiving() as receiver:
        assert send(receiver.url) is None
        ((headers, body, _),) = receiver.taken
    assert (headers["idempotency-key"], body) == ("k", {"a": 1})


@pytest.mark.parametrize(
    ("answer", "final"),
    [("500", False), ("garbage", False), ("cut", False), ("killed", False), ("404", True), ("moved", True)],
)
def test_a_bad_answer_is_an_error_that_says_whether_to_try_again(answer: str, final: bool) -> None:
    with receiving(answer) as receiver:
        error = send(receiver.url)
        assert (error is not None and error.final, receiver.asked) == (final, 1)


@pytest.mark.parametrize("answer", ["hang", "drip"])
def test_a_receiver_that_does_not_end_has_its_time(answer: str) -> None:
    with receiving(answer) as receiver:
        began = time.monotonic()
        error = send(receiver.url, seconds=0.5)
    assert error is not None
    assert not error.final
    # Far below the thirty seconds for which the receiver would go on.
    assert time.monotonic() - began < 10


def test_nothing_is_sent_into_private_networks_unless_allowed() -> None:
    with receiving() as receiver:
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"):
            error = send(f"http://{host}:{receiver.port}/", private=False)
            assert error is not None, host
        assert receiver.asked == 0


def test_a_name_is_checked_where_the_connection_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked: the address that was checked is the one that is used."""
    answers = iter(["93.184.216.34", "127.0.0.1"])
    asked: list[str] = []

    def look_up(host: str, port: int, **_more: object) -> list[object]:
        asked.append(host)
        return [(2, 1, 6, "", (next(answers), port))]

    connected: list[str] = []

    def connect(self: object, host: str, *_more: object) -> None:
        connected.append(host)
        raise OSError("no network in tests")

    monkeypatch.setattr("socket.getaddrinfo", look_up)
    monkeypatch.setattr("httpcore.SyncBackend.connect_tcp", connect)
    error = send("http://hooks.example/", private=False)
    assert error is not None
    assert (asked, connected) == (["hooks.example"], ["93.184.216.34"])


def test_errors_show_neither_address_nor_secret() -> None:
    for url in ("http://user:hunter2@127.0.0.1:1/s3cret", "ftp://s3cret", "http://s3cret.invalid/", "s3cret"):
        error = send(url)
        assert error is not None
        assert "s3cret" not in str(error)
        assert "hunter2" not in str(error)
