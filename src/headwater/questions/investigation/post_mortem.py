"""An investigation as the first page of a post-mortem."""

from typing import Annotated, Literal

from headwater.answers.documents import WrittenDocument
from headwater.documents import document, post_mortem
from headwater.documents.written import written
from headwater.questions.investigation.investigate import (
    DEFAULT_DAYS,
    Alerted,
    AlertTime,
    FailedRun,
    LookbackDays,
    Model,
    investigate,
)
from headwater.questions.parameters import Column
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question

PostMortemFormat = Annotated[
    Literal["markdown", "html"], Parameter("`markdown` or `html`. Default `markdown`.")
]


@question("/investigations/post-mortem", topic="investigations")
def write_post_mortem(
    reading: Reading,
    asset: Alerted = None,
    at: AlertTime = None,
    lookback_days: LookbackDays = DEFAULT_DAYS,
    column: Column = None,
    run: FailedRun = None,
    model: Model = "default",
    file_format: PostMortemFormat = "markdown",
) -> WrittenDocument:
    """What was found of an alert, as a document: cause, alternatives, timeline, damage, recovery plan.

    Takes the parameters of `/investigations`. `text` holds the file.
    """
    made = post_mortem.post_mortem(investigate(reading, asset, at, lookback_days, column, run, model))
    text = document.html(made) if file_format == "html" else document.markdown(made)
    return written(made.title, file_format, text)
