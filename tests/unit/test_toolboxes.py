"""Toolboxes of scopes: one for each scope, a persona loaded once, and room for so many records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from resources import toolboxes
from resources.toolboxes import SurfaceParts, Toolboxes, stored_parts
from resources.workbench import open_workbench
from tests.faults.killed_sweep import stored_world
from tests.unit.tools.builders import PERSONA
from worksurface_pipeline.kernel.lake import Lake
from worksurface_pipeline.worksurface.settings import Condition, Scope
from worksurface_pipeline.worksurface.surfaces.bundle import scope_digest

BY_TASK = Condition(scope=Scope.TASK)


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return open_workbench(stored_world(tmp_path / "world", "http://127.0.0.1:1/v1")).lake


@pytest.fixture
def parts(lake: Lake) -> SurfaceParts:
    return stored_parts(lake, (PERSONA,))


@pytest.fixture
def boxes() -> Iterator[Toolboxes]:
    made = Toolboxes()
    yield made
    made.close()


@pytest.mark.parametrize(
    ("condition", "distinct"),
    [
        pytest.param(Condition(), 1, id="a persona"),
        pytest.param(BY_TASK, 2, id="source tasks"),
    ],
)
def test_one_toolbox_a_scope_and_one_load_a_persona(
    boxes: Toolboxes,
    parts: SurfaceParts,
    tmp_path: Path,
    condition: Condition,
    distinct: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loads: list[str] = []
    load = SurfaceParts.of

    def counted(self: SurfaceParts, persona: str) -> object:
        loads.append(persona)
        return load(self, persona)

    monkeypatch.setattr(SurfaceParts, "of", counted)
    got = [boxes.get(parts, PERSONA, task, condition, tmp_path) for task in ("1", "2", "1", "2")]
    assert len(set(map(id, got))) == distinct
    assert got[0] is got[2]
    assert loads == [PERSONA]


@pytest.mark.parametrize(
    ("records", "least", "kept"),
    [
        pytest.param(400_000, 2, True, id="room for all"),
        pytest.param(1, 2, True, id="the last two stay whatever their size"),
        pytest.param(1, 1, False, id="no room for two"),
    ],
)
def test_the_scope_used_longest_ago_makes_room(
    boxes: Toolboxes,
    parts: SurfaceParts,
    tmp_path: Path,
    records: int,
    least: int,
    kept: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(toolboxes, "_RECORDS_AT_ONCE", records)
    monkeypatch.setattr(toolboxes, "_LEAST_OPEN", least)
    first = boxes.get(parts, PERSONA, "1", BY_TASK, tmp_path)
    boxes.get(parts, PERSONA, "2", BY_TASK, tmp_path)
    assert (boxes.get(parts, PERSONA, "1", BY_TASK, tmp_path) is first) == kept


@pytest.mark.parametrize("task", [None, "1", "2"])
def test_artifacts_alone_give_the_same_digest(parts: SurfaceParts, task: str | None) -> None:
    whole = parts.bundles.get(PERSONA)
    assert scope_digest(parts.artifacts(PERSONA), task) == scope_digest(whole, task)
