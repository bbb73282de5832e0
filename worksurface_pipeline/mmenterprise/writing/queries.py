"""From a query that a model wrote to a draft that the rules know, so that all their checks hold.

What can be asked is what the rules would ask, and beside that any two or more things of one
measure, and claims on a steady figure. The wording alone is the model's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from functools import cached_property

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.mmenterprise.questions.build import drafts_of
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene, evening, is_figure
from worksurface_pipeline.mmenterprise.questions.kinship import measure_of
from worksurface_pipeline.mmenterprise.questions.reasoning import compared, reckoned
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, QuestionType
from worksurface_pipeline.mmenterprise.writing.prompts.questions import DEFINITIONS

_MOST_RANKED = 4
_CLAIMS = {"at_least": "claim_at_least", "is": "claim_is"}


class WrittenQuery(Frozen):
    """A query as a model writes it: days without a time, events by the record that tells them."""

    operation: str
    slots: tuple[str, ...]
    at: str = ""
    event: str = ""
    argument: str = ""


class Asks:
    """What can be asked in a scene."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    @cached_property
    def _by_rule(self) -> dict[str, list[Draft]]:
        """Drafts by query; a claim on what nobody recorded needs all projects and is left out."""
        found: dict[str, list[Draft]] = {}
        for draft in drafts_of(self._scene):
            if "entity" not in draft.fields:
                found.setdefault(draft.key, []).append(draft)
        return found

    def draft(self, kind: QuestionType, written: WrittenQuery) -> Draft | str:
        """The draft that a query asks for, or why it asks for nothing: a sentence."""
        allowed = DEFINITIONS[kind][1]
        if written.operation not in allowed:
            return f"operation must be one of {', '.join(allowed)}"
        query = self._query(written)
        if isinstance(query, str):
            return query
        drafts = self._by_rule.get(query.model_dump_json(), [])
        for draft in (*drafts, *self._composed(kind, query)):
            if draft.type is kind and set(draft.query.slots) == set(query.slots):
                return replace(draft, fact="")
        return (
            f"nothing of the kind {kind.value} can be asked so: see what records say of the slots,"
            " whether they agree, and which record announces a revision"
        )

    def _query(self, written: WrittenQuery) -> LedgerQuery | str:
        unknown = [key for key in written.slots if key not in self._scene.names.slots]
        if unknown or not written.slots:
            return f"slots must be ids of things, not {list(written.slots)!r}"
        event = ""
        if written.event:
            unit = self._scene.corpus.units.get(written.event)
            if unit is None or not unit.events:
                return f"event must be the id of a record, not {written.event[:60]!r}"
            event = min(unit.events)
        try:
            at = evening(_midnight(written.at)) if written.at else None
        except ValueError:
            return f"at must be a day as in 2031-03-09, not {written.at[:60]!r}"
        return LedgerQuery(
            operation=written.operation,
            slots=written.slots,
            at=at,
            event=event,
            argument=written.argument,
        )

    def _composed(self, kind: QuestionType, query: LedgerQuery) -> Iterator[Draft]:
        """Questions on things of one measure that the rules would not have put together."""
        slots = [self._scene.names.slots[key] for key in query.slots]
        if query.at or query.event or not self._is_told(slots):
            return
        if query.operation in ("difference", "ratio") and len(slots) == 2:
            found = list(reckoned(self._scene, kind, *slots)) if _is_one(slots) else []
            yield from (item for item in found if item.query == query)
        elif query.operation == "ranking" and 2 <= len(slots) <= _MOST_RANKED:
            found = list(compared(self._scene, kind, slots)) if _is_one(slots) else []
            yield from (item for item in found if item.query.argument == query.argument)
        elif query.operation == "holds":
            yield from self._claims(query, slots)

    def _claims(self, query: LedgerQuery, slots: Sequence[Slot]) -> Iterator[Draft]:
        """Claims of two figures of one measure, or of one figure against a value."""
        sort, _, value = query.argument.partition(":")
        kind = QuestionType.INTERPRETATION
        if query.argument == "greater" and len(slots) == 2 and _is_one(slots):
            yield self._scene.draft(kind, "claim_greater", "verdict", query)
        elif sort in _CLAIMS and is_figure(value) and len(slots) == 1:
            words = {"value": f"{value} {slots[0].unit}".strip()}
            yield self._scene.draft(kind, _CLAIMS[sort], "verdict", query, **words)

    def _is_told(self, slots: Sequence[Slot]) -> bool:
        """Whether records give a figure for each of several different slots."""
        values = [self._scene.current(slot.id) for slot in slots]
        return all(map(is_figure, values)) and len({slot.id for slot in slots}) == len(slots)


def _midnight(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), time())


def _is_one(slots: Sequence[Slot]) -> bool:
    """Whether all are of one measure."""
    return len({measure_of(slot) for slot in slots}) == 1
