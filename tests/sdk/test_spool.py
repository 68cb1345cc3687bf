"""The queue on disk: in order, bounded, shared by processes, and harmless when the disk is not."""

from pathlib import Path

from headwater_sdk.batches import Batch, make_batch
from headwater_sdk.spool import Spool

URL = "http://h"


def batch(text: str) -> Batch:
    return make_batch("lineage", [f'"{text}"'], "my-team")


def test_batches_come_back_in_the_order_in_which_they_were_made(tmp_path: Path) -> None:
    spool, made = Spool(tmp_path, 10_000, URL), [batch(text) for text in "abc"]
    for one in (made[1], made[2], made[0]):
        assert spool.add(one)
    for expected in made:
        found = spool.oldest()
        assert found == expected
        spool.remove(expected)
    assert spool.oldest() is None


def test_another_process_finds_what_was_left(tmp_path: Path) -> None:
    left = batch("a")
    Spool(tmp_path, 10_000, URL).add(left)
    assert Spool(tmp_path, 10_000, URL).oldest() == left
    assert Spool(tmp_path, 10_000, "http://other").oldest() is None


def test_what_another_process_has_sent_is_passed_over(tmp_path: Path) -> None:
    first, second = Spool(tmp_path, 10_000, URL), Spool(tmp_path, 10_000, URL)
    made = [batch("a"), batch("b")]
    for one in made:
        first.add(one)
    assert second.oldest() == made[0]
    first.remove(made[0])
    assert second.oldest() == made[1]


def test_it_takes_no_more_than_its_limit(tmp_path: Path) -> None:
    one = batch("a")
    spool = Spool(tmp_path, len(one.body) + 1, URL)
    assert spool.add(one)
    assert not spool.add(batch("b"))
    spool.remove(one)
    assert spool.add(batch("c"))


def test_room_that_another_process_made_is_used(tmp_path: Path) -> None:
    one = batch("a")
    first, second = Spool(tmp_path, len(one.body) + 1, URL), Spool(tmp_path, len(one.body) + 1, URL)
    first.add(one)
    second.oldest()
    first.remove(one)
    assert second.add(batch("b"))


def test_a_folder_that_can_not_be_made_has_no_room(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    spool = Spool(tmp_path / "file", 10_000, URL)
    assert not spool.add(batch("a"))
    assert spool.oldest() is None


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    spool = Spool(tmp_path, 10_000, URL)
    spool.add(batch("a"))
    [folder] = tmp_path.iterdir()
    (folder / "notes.txt").write_text("mine")
    assert Spool(tmp_path, 10_000, URL).events == 1
    assert (folder / "notes.txt").read_text() == "mine"


def test_without_a_folder_nothing_is_kept() -> None:
    assert not Spool(None, 10_000, URL).add(batch("a"))
