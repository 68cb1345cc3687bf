"""Who and what a change meets: users by their queries, owners to notify, jobs in the order to move them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from headwater.answers.simulation import DownstreamAsset
from headwater.documents.words import count
from headwater.questions.simulation.answer_parts import SHOWN_USERS
from headwater.questions.simulation.judgements import BREAKS
from headwater.simulator.judge import QueryVerdict
from headwater.simulator.propagation import TextVerdict
from headwater.simulator.runbook import AffectedReader
from headwater.store.queries.replayed_texts import IndexedText, TextJob, TextUses

SHOWN_EFFECTS = 3
SHOWN_ASSETS = 5


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text that was judged, who runs it and which jobs do."""

    text: IndexedText
    verdict: TextVerdict
    uses: TextUses | None
    jobs: Sequence[TextJob]

    @property
    def breaks(self) -> bool:
        return self.verdict.judgement.verdict in BREAKS

    @property
    def users(self) -> list[str]:
        return self.uses.names if self.uses and self.text.is_query else []

    @property
    def owners(self) -> list[str]:
        return [owner for job in self.jobs for owner in job.owners]


def last_read(texts: Iterable[PlacedText]) -> datetime | None:
    """When a person or a job last ran what does not stay as it is."""
    runs = [
        moment
        for one in texts
        if one.verdict.judgement.verdict is not QueryVerdict.SAFE
        for moment in (
            *([datetime.combine(one.uses.last_day, time(), UTC)] if one.uses else ()),
            *(job.last_seen for job in one.jobs),
        )
    ]
    return max(runs, default=None)


def to_notify(texts: Iterable[PlacedText], downstream: Iterable[DownstreamAsset]) -> list[AffectedReader]:
    """Owners of jobs whose texts break, people whose queries do, the most first; then owners downstream."""
    what: dict[str, Counter[str]] = {}
    owned: dict[str, list[str]] = {}
    for asset in downstream:
        for owner in asset.owners:
            owned.setdefault(owner, []).append(asset.node.name)
    for one in texts:
        if not one.breaks:
            continue
        judgement = one.verdict.judgement
        words = f"{judgement.verdict.replace('_', ' ')}: {judgement.says}"
        for name in dict.fromkeys([*one.users, *one.owners]):
            what.setdefault(name, Counter())[words] += 1
    names = {**what, **owned} if what else {}
    ranked = sorted(names, key=lambda name: (-what.get(name, Counter()).total(), name))
    return [
        AffectedReader(name, "; ".join(_reasons(what.get(name), owned.get(name, []))))
        for name in ranked[:SHOWN_USERS]
    ]


def _reasons(effects: Counter[str] | None, assets: Sequence[str]) -> Iterator[str]:
    if effects:
        yield _in_words(effects)
    if assets:
        more = f" and {len(assets) - SHOWN_ASSETS} more" if len(assets) > SHOWN_ASSETS else ""
        yield f"owns what is made from it: {', '.join(assets[:SHOWN_ASSETS])}{more}"


def _in_words(effects: Counter[str]) -> str:
    ranked = sorted(effects, key=lambda words: (-effects[words], words))
    listed = "; ".join(f"{effects[words]} {words}" for words in ranked[:SHOWN_EFFECTS])
    more = len(ranked) - SHOWN_EFFECTS
    rest = f"; and {count(more, 'more kind')}" if more > 0 else ""
    return f"{effects.total()} of their texts: {listed}{rest}"


def to_move(texts: Iterable[PlacedText]) -> list[str]:
    """Jobs whose texts break, each after those that make what it reads."""
    broken = [one for one in texts if one.breaks and one.jobs]
    makers: dict[int, set[str]] = {}
    for one in broken:
        for dataset in one.text.writes:
            makers.setdefault(dataset, set()).update(job.name for job in one.jobs)
    needs: dict[str, set[str]] = {}
    hops: dict[str, int] = {}
    for one in broken:
        before = {name for dataset in one.text.reads for name in makers.get(dataset, ())}
        for job in one.jobs:
            needs.setdefault(job.name, set()).update(before - {job.name})
            hops[job.name] = min(one.verdict.hop, hops.get(job.name, one.verdict.hop))
    return _in_order(needs, hops)


def _in_order(needs: dict[str, set[str]], hops: dict[str, int]) -> list[str]:
    """Nearest first; in a circle, which has no order, the nearest goes first as well."""
    left = sorted(needs, key=lambda name: (hops[name], name))
    done: dict[str, None] = {}
    while left:
        ready = [name for name in left if needs[name] <= done.keys()] or left[:1]
        done |= dict.fromkeys(ready)
        left = [name for name in left if name not in done]
    return list(done)
