"""Patterns of questions by family, as colleagues ask.

{slot} is what is asked for ("the budget of the pilot"), {where} the project, {who} a person,
{day} or {when} a day, {doc} a document, {version} its version, {value} a value that the question
takes as given, {names} the things compared, {measure} what they are put in order of and {extent}
what is high or low of it, {other} a second slot, {points} how a difference of percentages is
counted; {is}, {was}, {has}, {does}, {it} and {them} go with the slot. A family has patterns of its
own for a kind of value where "what" does not suit it. Unanswerable questions use the very same
patterns, so that wording does not give them away.
"""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.sampling import choose

WHERE = (
    ("product", " in the {product} project"),
    ("product", " on {product}"),
    ("customer", " in the work for {customer}"),
    ("company", " at {company}"),
)
_WHOLE = (("", " on {product} at {company} for {customer}"),)  # where each name alone is shared
_CURRENT = (
    "What {is} {slot}{where}?",
    "Could you look up {slot}{where} for me?",
    "I need {slot}{where}. What {is} {it}?",
    "What do our records give for {slot}{where}?",
)
PATTERNS: Mapping[str, tuple[str, ...]] = {
    "current": _CURRENT,
    "current person": (
        "Who is {slot}{where}?",
        "Whose name do we have as {slot}{where}?",
        "I have to write to {slot}{where}. Who is that?",
    ),
    "current time": (
        *_CURRENT,
        "Which date or time do we have for {slot}{where}?",
    ),
    "applies": (
        "Our records do not agree on {slot}{where}. What holds now?",
        "I have come across more than one answer for {slot}{where}. Which one applies?",
        "Before I pass on {slot}{where}: what is the right one, after all corrections?",
        "Not every place shows the same for {slot}{where}. What should I go by?",
    ),
    "applies person": (
        "Our records do not agree on who is {slot}{where}. Whose name holds now?",
        "I have come across more than one name for {slot}{where}. Which one applies?",
    ),
    "now": (
        "After everything that was changed, what {is} {slot}{where}?",
        "What holds for {slot}{where} by the close of the period?",
        "What is the latest valid entry for {slot}{where}?",
    ),
    "now person": (
        "After everything that was changed, who is {slot}{where}?",
        "Who is {slot}{where} by the close of the period?",
        "Whose name is the latest valid one for {slot}{where}?",
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
        "Who was the first to put {slot}{where} right after a wrong value had gone out?",
        "Who first announced the correction of {slot}{where}?",
        "At some point {slot}{where} {was} given wrongly. Who was the first to correct that?",
    ),
    "difference": (
        "How far apart are {slot} and {other}{where}{points}?",
        "What is the difference between {slot} and {other}{where}{points}?",
        "By how much {does} {slot} differ from {other}{where}{points}?",
    ),
    "ratio": (
        "What do you get if you divide {slot} by {other}{where}? Two decimals, please.",
        "Please divide {slot} by {other}{where}. What comes out, to two decimals?",
        "What {is} {slot} as a multiple of {other}{where}, to two decimals?",
    ),
    "moved": (
        "By how much did the revision by {who}{when} move {slot}{where}{points}?",
        "How large was the step that {who} announced{when} for {slot}{where}{points}?",
        "When {who} revised {slot}{where}{when}, how big was the difference to what stood before"
        "{points}?",
    ),
    "highest": (
        "Among {names}, which has the highest {extent}{where}?",
        "Which of {names} comes out on top for {measure}{where}?",
    ),
    "highest two": (
        "Between {names}, which has the higher {extent}{where}?",
        "Which of {names} comes out on top for {measure}{where}?",
    ),
    "lowest": (
        "Among {names}, which has the lowest {extent}{where}?",
        "Which of {names} is at the bottom for {measure}{where}?",
    ),
    "lowest two": (
        "Between {names}, which has the lower {extent}{where}?",
        "Which of {names} comes out below the other for {measure}{where}?",
    ),
    "descending": (
        "Please put {names} in order of {measure}{where}, the highest first.",
        "Sort {names} by {measure}{where}, from high to low.",
    ),
    "claim_greater": (
        'A draft says: "{Slot}{where} {is} higher than {other}." {verdicts}',
        "Somebody wants to write that {slot} {is} above {other}{where}. {verdicts}",
    ),
    "claim_at_least": (
        "A colleague claims at least {value} for {slot}{where}. {verdicts}",
        'The draft reads: "{Slot}{where} {is} {value} or more." {verdicts}',
    ),
    "claim_is": (
        "One of the notes for the client says that {slot}{where} {is} {value}. {verdicts}",
        "Can we write that {slot}{where} {is} {value}? {verdicts}",
    ),
    "as_of": (
        "At the end of {day}, what {was} {slot}{where}?",
        "Going by the state at the close of {day}, what {was} {slot}{where}?",
        "Suppose somebody had asked on the evening of {day}: what {was} {slot}{where}?",
    ),
    "as_of person": (
        "At the end of {day}, who was {slot}{where}?",
        "Going by the state at the close of {day}, who was {slot}{where}?",
        "Suppose somebody had asked on the evening of {day}: who was {slot}{where}?",
    ),
    "before": (
        "What did we have for {slot}{where} right before {who} revised {them}{when}?",
        "Which entry for {slot}{where} did the update by {who}{when} replace?",
        "What was on record for {slot}{where} just before {who} announced a revision{when}?",
    ),
    "before person": (
        "Who was {slot}{where} right before {who} announced a change{when}?",
        "Which name as {slot}{where} did the update by {who}{when} replace?",
    ),
    "count": (
        "How many times {was} {slot}{where} revised after the first announcement?",
        "How many revisions of {slot}{where} were announced over the period?",
    ),
    "between_versions": (
        "By how much {does} {slot}{where} differ from version {earlier} to {version} of {doc}"
        "{points}?",
        "How far did {slot}{where} move from version {earlier} to version {version} of {doc}"
        "{points}?",
    ),
    "version": (
        "What does version {version} of {doc} give for {slot}{where}?",
        "Going by version {version} of {doc} alone, what {is} {slot}{where}?",
        "Which figure or entry does version {version} of {doc} show for {slot}{where}?",
    ),
}
VERDICTS = (
    "Do our records support this, contradict it, or not establish it?",
    "Is that supported, contradicted or not established by what we have?",
)


def phrased(seed: int, key: str, family: str, fields: Mapping[str, str]) -> str:
    """A question of a family; which pattern it takes hangs on seed and key alone."""
    sort = fields.get("sort", "")
    patterns = PATTERNS.get(f"{family} {sort}", PATTERNS[family])
    pattern = choose(seed, f"pattern {key}", patterns)
    verdicts = choose(seed, f"verdicts {key}", VERDICTS)
    shared = fields.get("ambiguous", "").split()
    places = tuple(item for item in WHERE if item[0] not in shared) or _WHOLE
    where = choose(seed, f"where {key}", places)[1].format(**fields)
    text = pattern.format(**{"verdicts": verdicts, **fields, "where": where})
    return text[:1].upper() + text[1:]
