"""What a model is shown to propose a question on: some things and the records that tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.mmenterprise.questions.drafts import Scene, is_figure
from worksurface_pipeline.mmenterprise.questions.kinship import measure_of
from worksurface_pipeline.mmenterprise.records.wording import label, printed
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.questions import QuestionType
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.writing.prompts.questions import (
    DEFINITIONS,
    Shown,
    Thing,
)

_MOST_THINGS = 4
_MOST_RECORDS = 40
_LONGEST = 600  # characters of a record: its values stand in the first lines
_SEVERAL = (
    QuestionType.COMPUTATION,
    QuestionType.COMPARISON,
    QuestionType.INTERPRETATION,
    QuestionType.CROSS_SOURCE,
)


@dataclass(frozen=True)
class Packet:
    """The things and records of one asking."""

    type: QuestionType
    slots: tuple[Slot, ...]
    things: tuple[Thing, ...]
    records: tuple[Shown, ...]


def packets(scene: Scene, count: int) -> Iterator[Packet]:
    """So many packets, the types in turn, each on another thing as long as there are any."""
    queues = {kind: _anchors(scene, kind) for kind in DEFINITIONS}
    made = 0
    while made < count and any(queues.values()):
        for kind, queue in queues.items():
            if queue and made < count:
                yield _packet(scene, kind, queue.pop(0))
                made += 1


def _anchors(scene: Scene, kind: QuestionType) -> list[Slot]:
    """Slots that questions of a type are asked of, drawn by hash."""
    pools = {
        QuestionType.CROSS_SOURCE: scene.disputed,
        QuestionType.TEMPORAL: (*scene.disputed, *scene.moving),
    }
    pool = {slot.id: slot for slot in pools.get(kind, scene.steady)}
    if kind in _SEVERAL and kind is not QuestionType.CROSS_SOURCE:
        pool = {key: slot for key, slot in pool.items() if len(_group(scene, slot)) > 1}
    return sorted(pool.values(), key=lambda slot: hash_unit(scene.seed, f"{kind} {slot.id}"))


def _packet(scene: Scene, kind: QuestionType, anchor: Slot) -> Packet:
    slots = _group(scene, anchor) if kind in _SEVERAL else (anchor,)
    return Packet(
        type=kind,
        slots=slots,
        things=tuple(_thing(slot) for slot in slots),
        records=tuple(_records(scene, slots)),
    )


def _group(scene: Scene, anchor: Slot) -> tuple[Slot, ...]:
    """A slot with some others of its measure, if it is a figure."""
    alike = [
        slot
        for slot in scene.told
        if slot.id != anchor.id
        and measure_of(slot) == measure_of(anchor)
        and is_figure(scene.current(slot.id))
    ]
    return (
        (anchor, *alike[: _MOST_THINGS - 1]) if is_figure(scene.current(anchor.id)) else (anchor,)
    )


def _thing(slot: Slot) -> Thing:
    return Thing(
        id=slot.id, thing=slot.entity, measure=slot.attribute, unit=slot.unit, kind=slot.kind
    )


def _records(scene: Scene, slots: Sequence[Slot]) -> Iterator[Shown]:
    """All records that tell of the slots, in order of time."""
    told = {item.unit: item for slot in slots for item in scene.corpus.of(slot.id)}
    units = sorted((scene.corpus.units[key] for key in told), key=lambda unit: (unit.at, unit.id))
    for unit in units[:_MOST_RECORDS]:
        reading = told[unit.id]
        document = f"{reading.document}@{reading.version}" if reading.document else ""
        yield Shown(
            id=unit.id,
            at=f"{unit.at:%Y-%m-%d %H:%M}",
            author=unit.author,
            source=unit.source,
            document=document,
            content=_content(scene, unit, slots),
        )


def _content(scene: Scene, unit: Unit, slots: Sequence[Slot]) -> str:
    """The text of a record; of a picture what it shows of the slots."""
    if not unit.is_visual:
        return unit.text[:_LONGEST]
    by_id = {slot.id: slot for slot in slots}
    shown = [
        f"{label(by_id[item.slot])}: {printed(by_id[item.slot], item.value)}"
        for item in unit.statements
        if item.slot in by_id
    ]
    return "\n".join([unit.text, "It shows:", *shown])
