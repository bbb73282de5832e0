"""Whether the wording of a question fits anything else that the ledger holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.schema.ledger import Slot

_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_EMPTY = frozenset(["the", "a", "an", "of", "for", "in", "on", "at", "to", "and"])


def words(*texts: str) -> frozenset[str]:
    """The words that carry meaning, in one form."""
    found = _WORD.findall(normalise(" ".join(texts)))
    return frozenset(found) - _EMPTY


def rivals(slot: Slot, slots: Iterable[Slot]) -> tuple[str, ...]:
    """Other slots that the mention of this one fits as well: they have all of its words."""
    wanted = words(slot.entity, slot.attribute)
    return tuple(
        other.id
        for other in slots
        if other.id != slot.id and wanted <= words(other.entity, other.attribute)
    )


def ambiguities(scene: Scene, draft: Draft) -> tuple[str, ...]:
    """What else the wording may mean: sentences, none for a question that is clear."""
    return tuple(_found(scene, draft))


def _found(scene: Scene, draft: Draft) -> Iterator[str]:
    by_id = scene.names.slots
    for key in draft.query.slots:
        if key in by_id:
            for rival in rivals(by_id[key], scene.ledger.slots):
                yield f"{scene.names.slot(key)} may also be {scene.names.slot(rival)}"
    yield from _people(scene, draft)
    yield from _levels(scene, draft, by_id)


def _people(scene: Scene, draft: Draft) -> Iterator[str]:
    """A revision is named by who made it: nobody may have made another of the same slot."""
    if not draft.query.event or "who" not in draft.fields:
        return
    event = scene.names.events[draft.query.event]
    acts = scene.acts_of(draft.query.slots[0], event.actor)
    if draft.fields["when"]:
        acts = frozenset(act for act in acts if act[1] == event.at.date())
    values = {value for value, _ in acts}
    if len(values) > 1:
        yield f"{draft.fields['who']} gave {len(values)} revisions of it"


def _levels(scene: Scene, draft: Draft, by_id: Mapping[str, Slot]) -> Iterator[str]:
    """Things compared by name need names of their own."""
    if draft.query.operation == "ranking":
        entities = [normalise(by_id[key].entity) for key in draft.query.slots]
        if len(set(entities)) < len(entities):
            yield "two of the things compared have one name"
