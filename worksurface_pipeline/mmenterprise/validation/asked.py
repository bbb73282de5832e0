"""Whether a wording asks what its query asks: every operand that tells it from others is named.

It ties a text to the ledger: a question reworded by anybody has to name the same things, people,
days, versions and values as before, or the ledger can say nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.questions.absent import ON, REVISER
from worksurface_pipeline.mmenterprise.questions.ambiguity import ambiguities, words
from worksurface_pipeline.mmenterprise.questions.conflicts import VERSIONED
from worksurface_pipeline.mmenterprise.questions.division import divides
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.questions.naming import day_name
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, MmQuestion

_MOST_CHARACTERS = 400  # of a question: what is longer is no question that anybody asks
_OPERANDS = 2  # of a ratio
_NAMED_ACTS = frozenset({"before_revision", "difference"})
"""Operations whose event is named in the question."""


def unnamed(scene: Scene, question: MmQuestion) -> tuple[str, ...]:
    """What the query hangs on and the wording does not name; also a wording out of all measure."""
    text = normalise(question.question)
    found = [
        item
        for item in _operands(scene, question.query)
        if not (has_token(text, normalise(item)) or words(item) <= words(question.question))
    ]
    found += _direction(scene, question)
    if len(question.question) > _MOST_CHARACTERS:
        found.append(f"a question within {_MOST_CHARACTERS} characters")
    return tuple(found)


def _direction(scene: Scene, question: MmQuestion) -> Iterator[str]:
    """Of a ratio the wording has to say which of the two is divided by which."""
    slots = [scene.names.slots.get(key) for key in question.query.slots]
    known = [slot for slot in slots if slot is not None]
    is_ratio = question.query.operation == "ratio" and len(known) == _OPERANDS
    if is_ratio and not divides(question.question, known[0], known[1]):
        yield "which of the two is divided by the other"


def second_readings(scene: Scene, question: MmQuestion) -> tuple[str, ...]:
    """What else in the ledger the wording may mean, as sentences."""
    return ambiguities(scene, _draft(scene, question))


def _draft(scene: Scene, question: MmQuestion) -> Draft:
    """The question as the check of drafts sees it; who and when are named if the text has them."""
    fields: dict[str, str] = {}
    event = scene.names.events.get(question.query.event)
    if event is not None and question.query.operation in _NAMED_ACTS:
        who, day = scene.names.person(event.actor), day_name(event.at)
        if has_token(normalise(question.question), normalise(who)):
            fields = {"who": who, "when": day if day in question.question else ""}
    return Draft(question.type, "", fields, question.question, question.answer_kind, question.query)


def _operands(scene: Scene, query: LedgerQuery) -> Iterator[str]:
    """What the wording has to name, as texts."""
    for key in query.slots:
        slot = scene.names.slots.get(key)
        yield key.replace(" / ", " ") if slot is None else f"{slot.entity} {slot.attribute}"
    if query.at is not None:
        yield day_name(query.at)
    if query.operation in _NAMED_ACTS and query.event:
        yield from _act(scene, query)
    yield from _argument(scene, query)


def _act(scene: Scene, query: LedgerQuery) -> Iterator[str]:
    """A version of a document by its number, any other act by who did it."""
    event = scene.names.events[query.event]
    places = {channel.id: channel.place for channel in scene.ledger.world.channels}
    is_version = bool(event.document) and places.get(event.channel) in VERSIONED
    yield str(event.version) if is_version else scene.names.person(event.actor)


def _argument(scene: Scene, query: LedgerQuery) -> Iterator[str]:
    operation, argument = query.operation, query.argument
    if operation == "absent":
        yield from _premise(scene, argument)
    elif operation == "stated_in":
        yield from _version(scene, argument)
    elif operation == "holds" and ":" in argument:
        yield argument.partition(":")[2]
    elif operation == "who_stated" and argument:
        yield argument


def _premise(scene: Scene, argument: str) -> Iterator[str]:
    """What an unanswerable question supposes: a person, a day, a version, a value, a thing."""
    if argument.startswith(REVISER):
        person = argument.removeprefix(REVISER)
        known = {item.id for item in scene.ledger.world.people}
        yield from [scene.names.person(person)] if person in known else []
    elif argument.startswith(ON):
        yield day_name(date.fromisoformat(argument.removeprefix(ON)))
    elif "@" in argument:
        yield from _version(scene, argument)
    elif argument:
        yield argument.replace(" | ", " ")


def _version(scene: Scene, argument: str) -> Iterator[str]:
    document, _, version = argument.rpartition("@")
    yield from (scene.names.document(document), version)
