"""Both families of solvers on the small persona, and that neither can see gold."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from tests.architecture.rules import GOLD_MODULES, GOLD_NAMES, Module, imports
from tests.unit.harness.doubles import FakeClock
from tests.unit.necessity.cases import CASES
from tests.unit.necessity.worlds import reacher
from worksurface_pipeline.harness.llm.offline_policy import count_usage, reply
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest
from worksurface_pipeline.worksurface import necessity
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.necessity.agent_solver import AgentSolver
from worksurface_pipeline.worksurface.necessity.solvers.base import ExposedTools
from worksurface_pipeline.worksurface.necessity.solvers.ranking import RankingSolver
from worksurface_pipeline.worksurface.necessity.solvers.templates import TemplateSolver
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.settings import Interface

FOLDER = Path(necessity.__file__).parent
BLIND = [
    *sorted((FOLDER / "solvers").glob("*.py")),
    FOLDER / "agent_solver.py",
    FOLDER / "null_agents.py",
]
BY_NAME = {case.name: case.task for case in CASES}
SOLVED = [
    ("a named document whose line no other has", 48, {"rule/templates", "rule/ranking"}),
    ("a named document whose line another version has", 21, {"rule/templates", "rule/ranking"}),
    ("the latest version, which names tell where they are shown", 35, {"rule/templates"}),
    (
        "the rows of a named sheet, of which others have other numbers",
        31,
        {"rule/templates", "rule/ranking"},
    ),
    ("a column that no other sheet has", 820.0, {"rule/templates", "rule/ranking"}),
    ("a constant that only a document tells", 20, {"rule/templates"}),
    (
        "what an output is made from, which no name shows",
        ["gates.txt", "terms_v2.md"],
        {"rule/templates", "rule/ranking"},
    ),
]


def _shown(value: object) -> str:
    """A name that does not depend on the order of a set."""
    return str(sorted(value) if isinstance(value, set) else value)[:40]


@pytest.mark.parametrize("path", BLIND, ids=lambda path: path.stem)
def test_solvers_and_null_agents_import_and_name_no_gold(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = Module(f"worksurface_pipeline.worksurface.necessity.{path.stem}", path, tree)
    named = {
        getattr(node, field, None) for node in ast.walk(tree) for field in ("attr", "id", "arg")
    }
    assert [name for name in imports(module) if any(gold in name for gold in GOLD_MODULES)] == []
    assert named & GOLD_NAMES == set()


@pytest.mark.parametrize("interface", list(Interface), ids=str)
@pytest.mark.parametrize(("name", "answer", "families"), SOLVED, ids=_shown)
def test_with_all_surfaces(
    name: str, answer: object, families: set[str], interface: Interface, tmp_path: Path
) -> None:
    public = BY_NAME[name].public()
    with reacher(interface, tmp_path) as (_, toolbox):
        solved = {
            solver.name
            for solver in (TemplateSolver(), RankingSolver())
            if json.loads(solver.answer(public, toolbox) or "null") == answer
        }
    assert solved >= families


def test_without_tools_there_is_no_answer(tmp_path: Path) -> None:
    with reacher(Interface.OPEN, tmp_path) as (_, toolbox):
        none = ExposedTools(toolbox, ())
        for case in CASES:
            assert TemplateSolver().answer(case.task.public(), none) is None
            assert RankingSolver().answer(case.task.public(), none) is None


def test_a_tool_of_another_surface_is_unknown(tmp_path: Path) -> None:
    with reacher(Interface.OPEN, tmp_path) as (_, toolbox):
        exposed = ExposedTools(toolbox, (Surface.RAG,))
        assert [spec.name for spec in exposed.specs] == ["kb_search"]
        assert exposed.call("table_list", {}).is_error
        assert not exposed.call("kb_search", {"query": "gate"}).is_error


class Keyword:
    """The embedded model as a client."""

    def complete(self, request: ModelRequest) -> ModelReply:
        text = reply(request.messages)
        usage = count_usage(request.messages, text)
        return ModelReply(text=text, usage=usage, model_returned="keyword", finish_reason="stop")


def test_a_model_judges_through_the_agent_loop(tmp_path: Path) -> None:
    solver = AgentSolver(
        Keyword(), ModelSettings(id="offline/keyword"), AgentCondition(), clock=FakeClock()
    )
    public = BY_NAME["a column that no other sheet has"].public()
    with reacher(Interface.OPEN, tmp_path) as (_, toolbox):
        assert solver.name == "offline/keyword"
        assert json.loads(solver.answer(public, toolbox) or "null") == 820
        without = ExposedTools(toolbox, ())
        assert solver.answer(public, without) in (None, '"INSUFFICIENT_EVIDENCE"')
