"""No question calls its project by a name that another project of the corpus has, too."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.unit.mmenterprise.records.rendered import project
from worksurface_pipeline.mmenterprise.questions.drafted import draft_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.naming import place_names
from worksurface_pipeline.mmenterprise.schema.units import UnitSet

TOTAL = 30
CASES = [
    pytest.param(("customer",), id="customer"),
    pytest.param(("product", "company"), id="product and company"),
    pytest.param(("product", "customer", "company"), id="all"),
]


def _scenes(shared: tuple[str, ...]) -> Mapping[str, Scene]:
    """A project, and another one of which nothing is known but its names."""
    ledger, records = project()
    mine = Scene(ledger, records.unit_set(), 5)
    names = {
        key: place_names(ledger)[key] if key in shared else f"Other {key}"
        for key in ("product", "customer", "company")
    }
    world = ledger.world.model_copy(update={**names, "project": "other"})
    other = ledger.model_copy(update={"world": world, "slots": (), "events": (), "states": ()})
    return {"mine": mine, "other": Scene(other, UnitSet(), 5)}


@pytest.mark.parametrize("shared", CASES)
def test_shared_names_alone_name_nothing(shared: tuple[str, ...]) -> None:
    scenes = _scenes(shared)
    names = place_names(scenes["mine"].ledger)
    texts = [item.question for item in draft_questions(scenes, "mine", TOTAL).questions]
    assert len(texts) > TOTAL / 2
    if len(shared) == len(names):
        assert all(all(name in text for name in names.values()) for text in texts)
    else:
        assert not [text for text in texts for key in shared if names[key] in text]


def test_without_another_project_every_name_serves() -> None:
    scenes = {"mine": _scenes(())["mine"]}
    names = place_names(scenes["mine"].ledger)
    texts = [item.question for item in draft_questions(scenes, "mine", TOTAL).questions]
    assert all(any(name in text for text in texts) for name in names.values())
