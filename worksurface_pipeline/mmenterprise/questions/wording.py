"""Patterns of questions by family, as colleagues ask.

{slot} is what is asked for ("the budget of the pilot"), {where} the project, {who} a person,
{day} or {when} a day, {doc} a document, {version} its version, {value} a value that the question
takes as given, {names} the things compared, {other} a second slot. Unanswerable questions use the
very same patterns, so that wording does not give them away.
"""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.sampling import choose

WHERE = (
    " in the {product} project",
    " on {product}",
    " in the work for {customer}",
    " at {company}",
)
_CURRENT = (
    "What is {slot}{where}?",
    "Could you look up {slot}{where} for me?",
    "I need {slot}{where}. What is it?",
    "What do our records give for {slot}{where}?",
)
PATTERNS: Mapping[str, tuple[str, ...]] = {
    "current": _CURRENT,
    "current_person": (
        "Who is {slot}{where}?",
        "Whose name do we have as {slot}{where}?",
        "I have to write to {slot}{where}. Who is that?",
    ),
    "current_time": (
        *_CURRENT,
        "Which date or time do we have for {slot}{where}?",
    ),
    "applies": (
        "Our records do not agree on {slot}{where}. What holds now?",
        "I have come across more than one answer for {slot}{where}. Which one applies?",
        "Before I pass on {slot}{where}: what is the right one, after all corrections?",
        "Not every place shows the same for {slot}{where}. What should I go by?",
    ),
    "now": (
        "After everything that was changed, what is {slot}{where}?",
        "Where has {slot}{where} ended up by the close of the period?",
        "What is the latest valid state of {slot}{where}?",
    ),
    "first": (
        "Who was the first to report {slot}{where}?",
        "Who brought up {slot}{where} first?",
        "From whom did we first hear {slot}{where}?",
    ),
    "first_value": (
        "Who first gave {slot}{where} as {value}?",
        "{value} was once named as {slot}{where}. Who named it first?",
        "Who was the first to put down {value} for {slot}{where}?",
    ),
    "corrector": (
        "Who was the first to put {slot}{where} right after it had been given wrongly?",
        "Who first announced the correction of {slot}{where}?",
        "At some point {slot}{where} was given wrongly. Who was the first to correct it?",
    ),
    "difference": (
        "How far apart are {slot} and {other}{where}?",
        "What is the difference between {slot} and {other}{where}?",
        "By how much do {slot} and {other}{where} differ?",
    ),
    "ratio": (
        "What do you get if you divide {slot} by {other}{where}? Two decimals, please.",
        "How many times {other} is {slot}{where}, to two decimals?",
    ),
    "moved": (
        "By how much did {who} move {slot}{where} with the revision{when}?",
        "How large was the step that {who} announced{when} for {slot}{where}?",
        "When {who} revised {slot}{where}{when}, how big was the difference to what stood before?",
    ),
    "highest": (
        "Among {names}, which has the highest {attribute}{where}?",
        "Which of {names} comes out on top for {attribute}{where}?",
    ),
    "lowest": (
        "Among {names}, which has the lowest {attribute}{where}?",
        "Which of {names} is at the bottom for {attribute}{where}?",
    ),
    "descending": (
        "Please put {names} in order of {attribute}{where}, the highest first.",
        "Sort {names} by {attribute}{where}, from high to low.",
    ),
    "claim_greater": (
        'A draft says: "{Slot}{where} is higher than {other}." {verdicts}',
        "Somebody wants to write that {slot} is above {other}{where}. {verdicts}",
    ),
    "claim_at_least": (
        "A colleague claims that {slot}{where} reaches at least {value}. {verdicts}",
        'The draft reads: "{Slot}{where} is {value} or more." {verdicts}',
    ),
    "claim_is": (
        "One of the notes for the client says that {slot}{where} is {value}. {verdicts}",
        "Can we write that {slot}{where} is {value}? {verdicts}",
    ),
    "as_of": (
        "At the end of {day}, what was {slot}{where}?",
        "Going by the state at the close of {day}, what was {slot}{where}?",
        "Suppose somebody had asked on the evening of {day}: what was {slot}{where}?",
    ),
    "as_of_person": (
        "At the end of {day}, who was {slot}{where}?",
        "Going by the state at the close of {day}, who was {slot}{where}?",
    ),
    "before": (
        "What did we have for {slot}{where} right before {who} revised it{when}?",
        "Which state of {slot}{where} did the update by {who}{when} replace?",
        "Just before {who} announced a new one{when}, what was on record for {slot}{where}?",
    ),
    "count": (
        "How many times was {slot}{where} revised after it was first given?",
        "How often did {slot}{where} change over the period?",
    ),
    "between_versions": (
        "By how much does {slot}{where} differ between versions {earlier} and {version} of {doc}?",
        "How far did {slot}{where} move from version {earlier} to version {version} of {doc}?",
    ),
    "version": (
        "What does version {version} of {doc} give for {slot}{where}?",
        "Going by version {version} of {doc} alone, what is {slot}{where}?",
        "Which figure or entry does version {version} of {doc} show for {slot}{where}?",
    ),
}
VERDICTS = (
    "Do our records support this, contradict it, or not establish it?",
    "Is that supported, contradicted or not established by what we have?",
)


def phrased(seed: int, key: str, family: str, fields: Mapping[str, str]) -> str:
    """A question of a family; which pattern it takes hangs on seed and key alone."""
    pattern = choose(seed, f"pattern {key}", PATTERNS[family])
    verdicts = choose(seed, f"verdicts {key}", VERDICTS)
    where = choose(seed, f"where {key}", WHERE).format(**fields)
    text = pattern.format(**{"verdicts": verdicts, **fields, "where": where})
    return text[:1].upper() + text[1:]
