"""From a draft to a question: two derivations that agree, evidence, no second reading, no leak."""

from __future__ import annotations

from collections.abc import Callable

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.mmenterprise.questions.ambiguity import ambiguities
from worksurface_pipeline.mmenterprise.questions.deciding import idle
from worksurface_pipeline.mmenterprise.questions.derivation import (
    NOT_ESTABLISHED,
    Gold,
    derived,
    parts_of,
)
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger, Origin
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, MmQuestion

Answer = Callable[[Ledger, LedgerQuery], "Gold | None"]
"""The query engine of the ledger: the gold is what it says."""
_ID_LENGTH = 12
_MAY_NAME_IT = frozenset({"ranking", "holds", "absent"})
"""Operations whose answer is one of the things that the question has to name."""

NO_CONFLICT = "no conflict decides it"
"""Of a sound question that is none of its type: nothing is wrong with its answer or evidence."""


class Refusal(Frozen):
    """A draft that became no question: `reason` is its group, `detail` what was found.

    `item` is the question that it would have become, "" for a gold where the ledger gives none.
    """

    text: str
    reason: str
    detail: str = ""
    item: MmQuestion | None = None


def checked(scene: Scene, draft: Draft, answer: Answer) -> MmQuestion | Refusal:
    """The question of an answerable draft, or why it is none."""
    gold = answer(scene.ledger, draft.query)
    read = derived(draft.query, scene.names.slots, scene.evidence)
    sets = () if read == NOT_ESTABLISHED else scene.evidence.of_parts(parts_of(draft.query))
    item = question(scene, draft, gold or "", sets)
    reason, detail = _fault(scene, draft, gold, read)
    if not reason and not sets and read != NOT_ESTABLISHED:
        reason = "no sufficient evidence within the bound"
    return Refusal(text=draft.text, reason=reason, detail=detail, item=item) if reason else item


def _fault(scene: Scene, draft: Draft, gold: Gold | None, read: Gold | None) -> tuple[str, str]:
    """Why a draft is refused, with what was found; "" where nothing is wrong."""
    if not gold or read is None:
        return "no answer", f"ledger {gold!r}, records {read!r}"
    if not is_same(gold, read):
        return "ledger and records differ", f"{gold!r} against {read!r}"
    why = idle(scene, draft, read)
    if why:
        return NO_CONFLICT, why
    doubts = ambiguities(scene, draft)
    if doubts:
        return "more than one reading", "; ".join(doubts)
    if is_given_away(draft.text, draft.query, draft.answer_kind, read):
        return "gives the answer away", str(read)
    return "", ""


def question(
    scene: Scene, draft: Draft, gold: Gold, sets: tuple[tuple[str, ...], ...] = ()
) -> MmQuestion:
    """The record of a draft that passed."""
    project = scene.ledger.world.project
    return MmQuestion(
        id="q" + digest_text(f"{project}\x00{draft.text}")[:_ID_LENGTH],
        project=project,
        type=draft.type,
        question=draft.text,
        answer_kind=draft.answer_kind,
        gold=gold,
        unit=draft.unit if draft.answer_kind == "number" else "",
        query=draft.query,
        evidence=sets[0] if sets else (),
        alternatives=sets,
        absence=draft.absence,
        triple=draft.fact,
        origin=_origin(scene, draft),
    )


def is_same(left: Gold, right: Gold) -> bool:
    """Whether two golds are one, whatever their case and the words of a verdict's key."""
    return _form(left) == _form(right)


def _form(gold: Gold) -> tuple[str, ...]:
    parts = (gold,) if isinstance(gold, str) else gold
    return tuple(normalise(part.replace("_", " ")) for part in parts)


def is_given_away(wording: str, query: LedgerQuery, answer_kind: str, gold: Gold) -> bool:
    """Whether a wording holds the answer: a value, a part of a name, a list in its order."""
    text = normalise(wording)
    if not isinstance(gold, str):
        places = [text.find(normalise(item)) for item in gold]
        return min(places) >= 0 and places == sorted(places)
    if query.operation in _MAY_NAME_IT or query.operation == "count_revisions":
        return False  # a choice among things named; a small number may stand in any name
    parts = [gold, *gold.split()] if answer_kind == "person" else [gold]
    return any(has_token(text, normalise(part)) for part in parts)


def _origin(scene: Scene, draft: Draft) -> str:
    """Invented where one operand is: nobody can know the answer from the seed alone."""
    slots = [scene.names.slots[key] for key in draft.query.slots if key in scene.names.slots]
    found = {slot.origin for slot in slots}
    for origin in (Origin.INVENTED, Origin.PROJECT, Origin.SEED):
        if origin in found:
            return origin.value
    return ""
