"""Incidents whose damage is done by an engine: jobs are run, and what is changed breaks what it breaks.

No rule here says what a cause does. Each incident is lived twice, with its cause and without it: what is bad
in the first life and not in the second, is of the cause. `python -m benchmarks.executed` prints the figures.
"""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from benchmarks.executed_world import FIRST_NIGHT, NIGHTS, House, Model, Nights, Plan, Source, random_house
from benchmarks.made_incidents import by_cause, outcomes_of
from headwater.model.ids import DatasetId
from headwater.simulator.changes import Change, Verdict
from headwater.timemachine.evidence import Alert, Entity, IncidentEvidence, Observation, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.explanation import ModelName
from headwater.timemachine.generator.incidents import LabelledIncident
from headwater.timemachine.lineage_view import LineageView, Link

SEEDS = range(900_000, 900_300)
UNRECORDED = 0.15
WINDOW = timedelta(days=3)
Cause = tuple[K, Entity, datetime, Suspect | None, Plan]
Make = Callable[[House, Random, datetime, str], Cause | None]


def _recorded(
    kind: K, entity: Entity, at: datetime, name: str, says: str, plan: Plan, **more: object
) -> Cause:
    return kind, entity, at, Suspect(name, kind, entity, at, says, **more), plan  # type: ignore[arg-type]


def schema_change(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    source = random.choice(house.sources)
    column = random.choice(source.fields[1:])
    how = random.choice(["removed", "renamed", "type_changed"])
    act = {
        "removed": f"alter table {source.name} drop column {column}",
        "renamed": f"alter table {source.name} rename column {column} to {column}_new",
        "type_changed": f"alter table {source.name} alter {column} type varchar using 'EUR ' || {column}",
    }[how]
    to = f"{column}_new" if how == "renamed" else None
    change = Change(how, column, Verdict.BREAKING, how, to, "int", "varchar" if "type" in how else "int")
    plan = Plan([(at, act)])
    if how == "type_changed":
        loaded = (
            source.name,
            (at, lambda text: f"select * replace ('EUR ' || {column} as {column}) from ({text})"),
        )
        plan.arrivals[loaded[0]] = loaded[1]
    entity = house.id(source.name)
    return _recorded(K.SCHEMA_CHANGE, entity, at, name, f"{how} {column}", plan, column=column, schema=change)


def gone(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    source = random.choice(house.sources)
    dropped = random.random() < 0.5
    act = f"drop table {source.name}" if dropped else f"alter table {source.name} rename to {source.name}_old"
    kind = K.DATASET_DROPPED if dropped else K.DATASET_RENAMED
    return _recorded(kind, house.id(source.name), at, name, "gone", Plan([(at, act)]))


def code_change(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    model = random.choice(house.models)
    made = [to for _, _, to in model.uses if to != "k"] or ["k"]
    column = random.choice(made)
    text = random.choice(
        [
            f"select * exclude ({column}), null as {column} from ({model.text})",
            f"select * from ({model.text}) where k % 3 = 0",
            f"select * from ({model.text}) union all select * from ({model.text})",
            model.text.replace("select ", f"select {column}_net, ", 1),
            model.text.replace(" from ", " frm ", 1),
            f"select * from ({model.text}) where {column} > 1000000",
            f"select *, fx_rate(1) as rate from ({model.text})",
        ]
    )
    return _code(model, at, name, text)


def _code(model: Model, at: datetime, name: str, text: str) -> Cause:
    plan = Plan(texts={model.job: (at, text)})
    return _recorded(
        K.CODE_CHANGE, model.job, at, name, "ran another text", plan, text=text, text_before=model.text
    )


def left_out(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    """A model no longer reads its second table."""
    joined = [one for one in house.models if len(one.inputs) > 1 and " group by " not in one.text]
    if not joined:
        return None
    model = random.choice(joined)
    picked = ", ".join(
        f"t0.{one} as {to}" if table == model.inputs[0] else f"null as {to}" for table, one, to in model.uses
    )
    plan = Plan(texts={model.job: (at, f"select {picked} from {model.inputs[0]} t0")})
    return _recorded(K.LINEAGE_CHANGE, model.job, at, name, f"ceased to read {model.inputs[1]}", plan)


def moved_watermark(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    fed = [one for one in house.sources if one.fed_by]
    if not fed:
        return None
    source = random.choice(fed)
    twist = random.choice([lambda text: f"{text} limit 5", lambda text: f"{text} union all {text}"])
    assert source.fed_by
    plan = Plan(arrivals={source.name: (at, twist)})
    return _recorded(K.WATERMARK_MOVE, source.fed_by, at, name, "the watermark moved", plan)


def _wrong(source: Source, random: Random, at: datetime) -> Plan:
    column = random.choice(source.fields[1:])
    twist = random.choice(
        [
            lambda text: f"select * replace (null as {column}) from ({text})",
            lambda text: f"select * from ({text}) limit 8",
            lambda text: (
                f"select * replace (case when k % 2 = 0 then {column} end as {column}) from ({text})"
            ),
        ]
    )
    return Plan(arrivals={source.name: (at, twist)})


def told(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    source = random.choice(house.sources)
    says = random.choice(["export of the partner is incomplete", "outage at the vendor, data is missing"])
    plan = _wrong(source, random, at)
    return _recorded(K.SIGNAL, house.id(source.name), at, name, says, plan, message=says)


def wrong_values(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    """Nobody says so: the first to see it is a test or a profile of the source, or the job that fills it."""
    source = random.choice(house.sources)
    return K.PROFILE_UNUSUAL, house.id(source.name), at, None, _wrong(source, random, at)


def bad_run(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    jobs = [one.job for one in house.models] + [one.fed_by for one in house.sources if one.fed_by]
    job = random.choice(jobs)
    how, kind = random.choice([("fail", K.RUN_FAILED), ("fail", K.RUN_FAILED), ("skip", K.RUN_LATE)])
    words = random.choice(
        ["OutOfMemoryError: unable to create native thread", "Exit code 137", "connection timed out",
         "403 Client Error: Forbidden for url", "Disk quota exceeded", ""]
    )  # fmt: skip
    return kind, job, at, None, Plan(ends={job: (at, how, words)})


MAKE: tuple[Make, ...] = (
    schema_change,
    schema_change,
    gone,
    code_change,
    code_change,
    left_out,
    moved_watermark,
    told,
    wrong_values,
    bad_run,
    bad_run,
)


def harmless(house: House, random: Random, at: datetime, name: str) -> Cause | None:
    """A change that is carried out as well, and breaks what it breaks: mostly nothing."""
    source, model = random.choice(house.sources), random.choice(house.models)
    used = {column for one in house.models for table, column, _ in one.uses if table == source.name}
    unused = [one for one in source.fields if one not in used]
    if random.random() < 0.4:
        return _code(model, at, name, f"{model.text} -- reviewed")
    if unused and random.random() < 0.6:
        change = Change("removed", unused[0], Verdict.BREAKING, "removed")
        act = Plan([(at, f"alter table {source.name} drop column {unused[0]}")])
        entity = house.id(source.name)
        return _recorded(K.SCHEMA_CHANGE, entity, at, name, "removed", act, column=unused[0], schema=change)
    says = random.choice(["who owns this?", "documented the columns", "will be moved next quarter"])
    return _recorded(K.SIGNAL, house.id(source.name), at, name, says, Plan(), message=says)


def incident(seed: int) -> LabelledIncident:
    """The same seed gives the same incident."""
    random = Random(f"executed {seed}")
    while True:
        found = _attempt(seed, random)
        if found is not None:
            return found


def _attempt(seed: int, random: Random) -> LabelledIncident | None:
    house = random_house(random.getrandbits(32))
    at = FIRST_NIGHT + timedelta(days=NIGHTS - random.uniform(1.2, 2.9))
    cause = random.choice(MAKE)(house, random, at, "true")
    if cause is None:
        return None
    others = [
        harmless(house, random, at + timedelta(hours=random.uniform(-30, 20)), f"other-{number}")
        for number in range(random.choice([0, 1, 2, 3]))
    ]
    kept = [one for one in others if one is not None]
    usual = Plan()
    for one in kept:
        usual = usual.joined(one[4])
    lived = Nights(house, cause[4].joined(usual)).live()
    usually_bad = [one for one in Nights(house, usual).live().seen if not one.healthy]
    without, useless = {one.id for one in usually_bad}, _useless(usually_bad)
    seen = [one for one in lived.seen if (one.entity, one.name) not in useless]
    caused = [one for one in seen if not one.healthy and one.id not in without]
    return _labelled(seed, random, house, cause, kept, seen, caused)


def _useless(bad: list[Observation]) -> set[tuple[Entity, str]]:
    """Tests that fail night after night: nobody keeps those."""
    failed = Counter((one.entity, one.name) for one in bad if one.name)
    return {test for test, times in failed.items() if times > 2}


def _labelled(
    seed: int,
    random: Random,
    house: House,
    cause: Cause,
    others: list[Cause],
    seen: list[Observation],
    caused: list[Observation],
) -> LabelledIncident | None:
    kind, entity, _, suspect, _ = cause
    places = {entity, *(source.fed_by for source in house.sources if house.id(source.name) == entity)}
    apart = [one for one in caused if one.entity not in places]
    if not apart:
        return None
    noticed = random.choice(apart)
    alert = Alert(
        noticed.entity, noticed.time + timedelta(minutes=30), noticed.time - WINDOW, None, noticed.run
    )
    own = {one.id for one in caused if one.entity in places and one.time <= alert.at}
    hidden = random.random() < UNRECORDED
    truth = set() if hidden else {suspect.id} if suspect else own
    if not hidden and not truth:
        return None
    unseen = own | {one.id for one in seen if one.entity in places} if hidden and suspect is None else set()
    observations = tuple(one for one in seen if one.time <= alert.at and one.id not in unseen)
    suspects = [one[3] for one in others if one[3] and one[2] <= alert.at]
    suspects += [suspect] if suspect and not hidden else []
    lineage = _lineage(house, random)
    label = "unrecorded" if hidden else kind.value
    above = _upstream(lineage, alert.entity)
    away = frozenset(one.id for one in suspects if one.entity not in above)
    evidence = IncidentEvidence(observations, tuple(suspects))
    return LabelledIncident(seed, label, alert, evidence, lineage, frozenset(truth), away, {})


def _upstream(lineage: LineageView, entity: Entity) -> set[Entity]:
    """With what is beside it: a change of a table may break the job that writes it."""
    found, waiting = {entity}, [entity]
    while waiting:
        one = waiting.pop()
        for link in lineage.links:
            if link.target == one and link.source not in found:
                found.add(link.source)
                waiting.append(link.source)
    written = {link.target for link in lineage.links if link.source in found}
    return found | {one for one in written if isinstance(one, DatasetId)}


def _lineage(house: House, random: Random) -> LineageView:
    stated = random.random() < 0.6
    links = [Link(one.fed_by, house.id(one.name)) for one in house.sources if one.fed_by]
    for model in house.models:
        out = house.id(model.name)
        links += [Link(house.id(one), model.job) for one in model.inputs] + [Link(model.job, out)]
        if stated:
            links += [Link(house.id(one), out, column, to, model.job) for one, column, to in model.uses]
            links += [Link(house.id(one), out) for one in model.inputs]
    return LineageView(tuple(links))


def run(seeds: range = SEEDS) -> str:
    outcomes = outcomes_of(incident, seeds)
    away = sum(one.named_away for one in outcomes if one.model == ModelName.DEFAULT)
    return f"{by_cause(outcomes)}\nA change without a path was named {away} times."


if __name__ == "__main__":
    print(run())
