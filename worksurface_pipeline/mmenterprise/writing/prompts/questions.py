"""The question stage: a wording, the query that answers it, and the records that show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.schema.questions import QuestionType
from worksurface_pipeline.mmenterprise.writing.asking import Prompt
from worksurface_pipeline.mmenterprise.writing.prompts.shared import rules
from worksurface_pipeline.mmenterprise.writing.telling import Telling

VERSION = "writing-questions-3"
_TOKENS = 700
_TASK = (
    "Task: propose one question that a colleague would ask, of the kind `{kind}`: {definition}\n"
    "You do not answer it. You give the query that a program runs over its own ledger, and its"
    " result is the answer; and you cite the records that settle it.\n"
    "- The reader sees all records at the end of the period. A value that was corrected or changed"
    " is current in its last correction or change, not in its last mention.\n"
    "- One question, one answer, at most 300 characters, no id of a record or thing in it. It does"
    " not hold its answer.\n"
    "- It names each thing and its measure word for word, so that no other one fits. A revision is"
    " named by the given name of who made it; a day as in 9 March, and then it says at the end of"
    " that day; a version as in version 2 of the report. It names no day, version or person that"
    " the query does not need.\n"
    "- The reader has the records of several projects before him. What `shared` lists another one"
    " has as well: a question that uses any of it names one of `names_of_the_project`, too.\n"
    "- `slots` are ids of `things`; `event` is the id of the record that announces the revision;"
    " `at` is a day as in 2031-03-09; unused operands are empty strings.\n"
    "Operations:\n{operations}\n"
    'Form: {{"question": "...", "query": {{"operation": "...", "slots": ["..."], "at": "",'
    ' "event": "", "argument": ""}}, "cites": ["record id"]}}'
)
OPERATIONS = {
    "as_of": "the value of one slot; with `at` the one at the end of that day",
    "which_applies": "the right value of one slot on which records disagree",
    "before_revision": "what one slot was before the revision `event`",
    "who_stated": "who first gave one slot; with `argument` who first gave that value",
    "who_corrected": "who made the correction `event` of one slot",
    "difference": "how far two slots are apart, or by how much `event` moved one slot; of two"
    " percentages in percentage points",
    "ratio": "the first of two slots divided by the second, to two decimals; say divide A by B,"
    " or A as a multiple of B, never how many times",
    "ranking": "of two to four slots of one measure the thing that is `argument`: highest, lowest,"
    " or all in order: descending",
    "count_revisions": "how often one slot was revised",
    "stated_in": "what a version of a document says of one slot; `argument` is document@version",
    "holds": "whether a claim is supported, contradicted or not established (the question asks"
    " which of the three): `argument` greater for two slots, at_least:VALUE or is:VALUE for one",
}
DEFINITIONS: Mapping[QuestionType, tuple[str, tuple[str, ...]]] = {
    QuestionType.EXTRACTION: ("one value on which all records agree.", ("as_of",)),
    QuestionType.ATTRIBUTION: ("who did or said something.", ("who_stated", "who_corrected")),
    QuestionType.COMPUTATION: ("a difference or a ratio.", ("difference", "ratio")),
    QuestionType.COMPARISON: ("which of several, or their order.", ("ranking",)),
    QuestionType.INTERPRETATION: ("whether records support a claim.", ("holds",)),
    QuestionType.CROSS_SOURCE: (
        "what is right where records disagree after a correction that did not reach all of them.",
        ("which_applies", "stated_in", "difference", "ratio", "ranking"),
    ),
    QuestionType.TEMPORAL: (
        "an earlier state, by day, version or revision, or how something moved.",
        ("as_of", "before_revision", "count_revisions", "stated_in", "difference"),
    ),
}


class Thing(Frozen):
    """A slot as this stage shows it: no value."""

    id: str
    thing: str
    measure: str
    unit: str
    kind: str


class Shown(Frozen):
    """A record as this stage shows it; of a picture what can be seen in it."""

    id: str
    at: str
    author: str
    source: str
    document: str
    content: str


def question_prompt(
    telling: Telling,
    kind: QuestionType,
    things: Sequence[Thing],
    records: Sequence[Shown],
    existing: Sequence[str],
) -> Prompt:
    """Ask for one question of a type on some things."""
    definition, allowed = DEFINITIONS[kind]
    listed = "\n".join(f"- {name}: {OPERATIONS[name]}" for name in allowed)
    world = telling.own.world
    task = _TASK.format(kind=kind.value, definition=definition, operations=listed)
    data = {
        "company": world.company,
        "product": world.product,
        "customer": world.customer,
        "names_of_the_project": list(telling.telling),
        "shared": list(telling.shared),
        "ends": f"{world.ends:%Y-%m-%d %H:%M}",
        "things": list(things),
        "records": list(records),
        "existing_questions": list(existing),
    }
    return Prompt(
        version=VERSION, rules=rules(world, task), data=canonical_json(data), room=_TOKENS
    )
