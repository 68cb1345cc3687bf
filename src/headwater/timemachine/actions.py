"""What to do now, by kind of cause: one sentence."""

from headwater.timemachine.evidence import Suspect
from headwater.timemachine.evidence import SuspectKind as K

NOTHING_FOUND = "No cause was found in the evidence: look at what sends no events, and at the first failure."
_SENTENCES: dict[K, str] = {
    K.SCHEMA_CHANGE: "Revert the schema change of {entity}, or update {jobs} to the new schema.",
    K.CODE_CHANGE: "Roll back the change of {entity}, or mend it, and run it again.",
    K.DATASET_DROPPED: "Restore {entity}, or point {jobs} to its replacement.",
    K.DATASET_RENAMED: "Give {entity} its old name back, as a view, or point {jobs} to the new one.",
    K.LINEAGE_CHANGE: "Check why the inputs of {entity} changed, and put back what they were.",
    K.WATERMARK_MOVE: "Set the watermark of {entity} to where it belongs and load the period again.",
    K.SIGNAL: "Follow up the message about {entity}: {says}.",
    K.SPAN_ERROR: "Look at what failed inside {entity} though it ended well, and load it again: {says}.",
    K.SPAN_FAILED: "Mend what stopped {entity}, run it again, then run what depends on it: {span}.",
    K.SPAN_SLOW: "Find out what slows {entity} down; what depends on it waits for its end: {span}.",
    K.RUN_FAILED: "Mend what stopped {entity}, run it again, then run what depends on it.",
    K.RUN_LATE: "Start {entity} now, or find out what holds it up, then run what depends on it.",
    K.RUN_LONG: "Find out what slows {entity} down; what depends on it waits for its end.",
    K.RUN_UNUSUAL: "Check what {entity} read and wrote, load it again, then run what depends on it.",
    K.PROFILE_UNUSUAL: "Check the values of {where} at their source, and load them once they are right.",
    K.ASSERTION_FAILED: "Check the data of {where} at its source, and load it again once the test passes.",
}


def action_for(suspect: Suspect, broken_jobs: int) -> str:
    jobs = {0: "its readers", 1: "the job that reads it"}.get(broken_jobs, f"{broken_jobs} jobs that read it")
    where = f"{suspect.entity.name}.{suspect.column}" if suspect.column else suspect.entity.name
    if suspect.kind is K.SCHEMA_CHANGE and suspect.schema is not None and suspect.column:
        return _schema_action(suspect, where, jobs)
    sentence = _SENTENCES[suspect.kind]
    span = suspect.span.says if suspect.span else ""
    return sentence.format(entity=suspect.entity.name, jobs=jobs, says=suspect.says, where=where, span=span)


def _schema_action(suspect: Suspect, where: str, jobs: str) -> str:
    change = suspect.schema
    assert change is not None
    if change.kind == "removed":
        return f"Restore the column {where}, or update {jobs} to a replacement."
    if change.kind == "renamed":
        return f"Give {where} its old name back, or update {jobs} to {change.new_name or 'the new name'}."
    if change.kind == "type_changed":
        old = f" {change.old_type}" if change.old_type else ""
        return f"Give {where} its type{old} back, or let {jobs} cast it."
    return _SENTENCES[K.SCHEMA_CHANGE].format(entity=where, jobs=jobs)
