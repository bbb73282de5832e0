"""Wordings spoiled: they ask something else than their query, or hold the answer."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.naming import day_name
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType


def only_slot(scene: Scene, item: MmQuestion) -> Slot | None:
    """The only slot that a question asks of."""
    slots = [scene.names.slots[key] for key in item.query.slots if key in scene.names.slots]
    return slots[0] if len(slots) == 1 == len(item.query.slots) else None


def another_thing(scene: Scene, item: MmQuestion, rng: Random) -> MmQuestion | None:
    """The wording names a neighbour; query and gold stay."""
    asked = only_slot(scene, item)
    if asked is None or asked.entity not in item.question:
        return None
    others = [
        slot.entity
        for slot in scene.told
        if slot.attribute == asked.attribute and slot.entity not in item.question
    ]
    if not others:
        return None
    text = item.question.replace(asked.entity, rng.choice(others))
    return item.model_copy(update={"question": text})


def another_moment(scene: Scene, item: MmQuestion, rng: Random) -> MmQuestion | None:
    """The wording names another day or version; query and gold stay."""
    starts, ends = scene.ledger.world.starts, scene.ledger.world.ends
    if item.query.at is not None:
        named = day_name(item.query.at)
        days = [starts + timedelta(days=number) for number in range((ends - starts).days + 1)]
        others = [day_name(day) for day in days if day_name(day) != named]
    elif item.query.operation == "stated_in":
        version = item.query.argument.rpartition("@")[2]
        named, others = f"version {version}", [f"version {int(version) + 1}"]
    else:
        return None
    text = item.question.replace(named, rng.choice(others))
    return item.model_copy(update={"question": text}) if text != item.question else None


def given_away(_scene: Scene, item: MmQuestion, _rng: Random) -> MmQuestion | None:
    """The wording holds the gold."""
    if item.answer_kind == "verdict" or item.query.operation in ("ranking", "count_revisions"):
        return None
    if item.type is QuestionType.UNANSWERABLE or not isinstance(item.gold, str):
        return None
    return item.model_copy(update={"question": f"{item.question} Is it {item.gold}?"})
