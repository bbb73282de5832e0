"""What may leave for which endpoint: by setting, scope and surface."""

from __future__ import annotations

import pytest

from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.leaving import (
    FileInReach,
    Leaving,
    add_leaving,
    endpoint_of,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.settings import Condition, Scope
from worksurface_pipeline.worksurface.sweep import SweepItem

FILES = (
    FileInReach(task_id="1", filename="a.md", surfaces=("graph", "rag")),
    FileInReach(task_id="1", filename="a.csv", surfaces=("graph", "table")),
    FileInReach(task_id="1", filename="a.png", surfaces=("graph",)),
    FileInReach(task_id="2", filename="b.md", surfaces=("graph", "rag")),
)


def item(*required: str, evidence: str = "") -> SweepItem:
    public = PublicTask(
        id="q1", question="?", answer_type=AnswerType.NUMBER, source_task="1", persona="p"
    )
    return SweepItem(public=public, required=required, evidence=evidence)


@pytest.mark.parametrize(
    ("key", "one", "contents", "names"),
    [
        pytest.param("S1", item("rag"), "", "", id="no-tools"),
        pytest.param("S2", item("table"), "a.md b.md", "", id="documents"),
        pytest.param("S3", item("rag"), "a.csv a.md b.md", "a.png", id="any-route"),
        pytest.param("S4", item("rag"), "a.csv a.md b.md", "a.png", id="all"),
        pytest.param("S5", item("table"), "a.csv", "", id="required-table"),
        pytest.param("S5", item("graph"), "", "a.csv a.md a.png b.md", id="required-graph"),
        pytest.param("S6", item("table"), "a.csv a.md b.md", "a.png", id="hint-over-all"),
        pytest.param("S7", item("table", evidence="x"), "a.csv", "", id="evidence"),
        pytest.param(
            "S5-table", item("rag", "table"), "a.md b.md", "", id="a-required-one-taken-away"
        ),
    ],
)
def test_a_setting_decides_what_is_in_reach(
    key: str, one: SweepItem, contents: str, names: str
) -> None:
    found = Leaving("here")
    add_leaving(found, setting(key), Condition(), [one], lambda persona: FILES)
    assert found.questions == {"q1"}
    assert " ".join(sorted(name for _, name in found.contents)) == contents
    assert " ".join(sorted(name for _, name in found.names)) == names


def test_the_scope_of_a_task_keeps_the_files_of_others_here() -> None:
    found = Leaving("here")
    condition = Condition(scope=Scope.TASK)
    add_leaving(found, setting("S4"), condition, [item("rag")], lambda persona: FILES)
    assert {task for task, _ in found.contents | found.names} == {"1"}


@pytest.mark.parametrize(
    ("model", "endpoint"),
    [
        (ModelSettings(id="m", api_base="https://key@host.example:8443/v1"), "host.example:8443"),
        (ModelSettings(id="openai/gpt"), "the own endpoint of openai"),
        (ModelSettings(id="m", route="anthropic/c"), "the own endpoint of anthropic"),
        (ModelSettings(id="agent/mine"), "wherever agent/mine sends it"),
    ],
    ids=["address", "provider", "route", "own-agent"],
)
def test_the_endpoint_of_a_model(model: ModelSettings, endpoint: str) -> None:
    assert endpoint_of(model) == endpoint
