"""The pipeline's state, in words that tell nothing of the server's inside."""

from headwater.questions.operations.status import reason_of

FAILURE = """[STREAM_FAILED] Query [id = 1] terminated with exception: Traceback (most recent call last):
  File "/opt/venv/lib/python3.11/site-packages/py4j/clientserver.py", line 617, in _call_proxy
    return_value = getattr(self.pool[obj_id], method)(*params)
psycopg.errors.ProgramLimitExceeded: index row requires 10016 bytes, maximum size is 8191
"""


def test_the_last_error_has_neither_stack_nor_paths() -> None:
    assert (
        reason_of(FAILURE)
        == "psycopg.errors.ProgramLimitExceeded: index row requires 10016 bytes, maximum size is 8191"
    )


def test_paths_are_left_out_and_plain_words_stay() -> None:
    assert reason_of("DiskFull: could not write /var/lib/headwater/x.db: no space") == (
        "DiskFull: could not write …: no space"
    )
    assert reason_of("the stream ended") == "the stream ended"


def test_the_state_that_spark_prints_below_its_message_is_left_out() -> None:
    printed = "Python worker failed to connect back.\n=== Streaming Query ===\nIdentifier: publish [id = 1]\n"
    assert reason_of(printed) == "Python worker failed to connect back."
