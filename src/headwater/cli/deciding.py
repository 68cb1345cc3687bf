"""`headwater decide-suggestions`: say of columns that look personal whether they are."""

from itertools import islice
from typing import Annotated

import typer

from headwater.cli.console import UrlOption

MOST_AT_ONCE = 10_000


def decide_suggestions(
    accept: Annotated[
        list[str], typer.Option("--accept", help="A column that is personal, as namespace/dataset#column.")
    ] = [],  # noqa: B006
    reject: Annotated[list[str], typer.Option("--reject", help="A column that is not.")] = [],  # noqa: B006
    accept_all: Annotated[
        bool, typer.Option("--accept-all", help="Accept all that are still suggested.")
    ] = False,
    reject_all: Annotated[
        bool, typer.Option("--reject-all", help="Reject all that are still suggested.")
    ] = False,
    rule: Annotated[str | None, typer.Option("--rule", help="With --…-all: only of this rule.")] = None,
    confidence: Annotated[
        float | None,
        typer.Option("--confidence", help="With --…-all: only those at least as certain.", min=0, max=1),
    ] = None,
    dataset: Annotated[
        str | None, typer.Option("--dataset", help="With --…-all: only columns of this dataset.")
    ] = None,
    url: UrlOption = None,
) -> None:
    """Say whether columns that look personal are: `headwater suggestions` lists them."""
    from headwater.cli.console import address, exit_on_error, print_note
    from headwater.cli.running import connect
    from headwater.client import requests
    from headwater.documents.words import count

    if accept_all and reject_all:
        raise typer.BadParameter("give one of --accept-all and --reject-all")
    with exit_on_error(), connect(address(url)) as client:
        if accept_all or reject_all:
            asked = requests.list_suggestions(
                state="suggested", rule=rule, confidence=confidence, dataset=dataset, limit=1000
            )
            items = (item for page in client.pages(asked) for item in page.items)
            found = [item.column.id.removeprefix("column:") for item in islice(items, MOST_AT_ONCE)]
            accept, reject = ([*accept, *found], reject) if accept_all else (accept, [*reject, *found])
        if not accept and not reject:
            print_note("nothing to decide")
            return
        done = client.send(requests.decide_suggestions(accept=accept, reject=reject))
    where = count(done.datasets, "dataset")
    print_note(f"accepted {done.accepted}, rejected {done.rejected}, in {where}")
