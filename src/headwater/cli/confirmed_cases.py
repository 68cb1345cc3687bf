"""`headwater backtest --confirmed`: both models, asked again about incidents whose cause people know."""

from typing import Literal

from headwater.answers.checks import LabelledCase
from headwater.answers.investigation import Investigation, RecordedChange
from headwater.cli.asking import gather, typed
from headwater.cli.backtest import print_figures
from headwater.cli.console import address, exit_on_error, print_note
from headwater.cli.running import connect
from headwater.client import Headwater, requests
from headwater.documents.words import count
from headwater.timemachine.backtest import Outcome, figures

MOST_CASES = 1000
ModelChoice = Literal["default", "baseline"]
MODELS: tuple[ModelChoice, ...] = ("default", "baseline")


def judge_confirmed(url: str | None) -> None:
    with exit_on_error(), connect(address(url)) as client:
        request = requests.list_labelled_cases()
        cases = typed(request, gather(client, request, MOST_CASES)).items
        outcomes = [_outcome(client, one, model) for one in cases for model in MODELS]
    if outcomes:
        print_figures(figures(outcomes))
    print_note(f"{count(len(cases), 'incident')} whose cause somebody confirmed or corrected")


def _outcome(client: Headwater, case: LabelledCase, model: ModelChoice) -> Outcome:
    asked = requests.investigate(asset=case.asset, at=case.at, lookback_days=case.lookback_days, model=model)
    found: Investigation = client.send(asked)
    ranked = [one.change for one in (*([found.cause] if found.cause else []), *found.alternatives)]
    behind = 1 if found.cause else 2
    rank = next((place for place, one in enumerate(ranked, behind) if _is_same(one, case.cause)), 0)
    return Outcome(
        seed=case.incident,
        model=model,
        kind=case.cause.kind,
        right=rank == 1,
        rank=rank,
        probability=found.confidence / 100,
        named=found.cause is not None,
        named_away=False,
    )


def _is_same(one: RecordedChange, truth: RecordedChange) -> bool:
    """What people describe in their own words is right where the place is."""
    if truth.kind == "other":
        return one.node.id == truth.node.id
    return (one.kind, one.node.id, one.at) == (truth.kind, truth.node.id, truth.at)
