"""A source task of so many inputs that one observation of the graph does not hold them."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.necessity.worlds import GRAPH, ends, task
from tests.unit.tasks import builders
from worksurface_pipeline.worksurface.necessity.reach import Reacher
from worksurface_pipeline.worksurface.necessity.solvers.base import MemoToolbox
from worksurface_pipeline.worksurface.necessity.solvers.ranking import RankingSolver
from worksurface_pipeline.worksurface.necessity.solvers.templates import TemplateSolver
from worksurface_pipeline.worksurface.necessity.subsets import minimal_sets
from worksurface_pipeline.worksurface.necessity.world import World
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.tools.scope import scope_for
from worksurface_pipeline.worksurface.tools.toolbox import ScopeToolbox

NAMES = tuple(f"minutes_of_the_meeting_number_{number:03d}.md" for number in range(90))
SURFACES = builders.surfaces_of([builders.source_task([], list(NAMES))])
ASKED = task(
    "Which input files come with Task 7?",
    NAMES,
    ends("task_7", "task_requires_file", *(f"t7::{name}" for name in NAMES)),
    declared=(GRAPH,),
    kind=AnswerType.LIST,
    family=Derivation.REQUIRED_INPUTS,
)


@pytest.mark.parametrize("interface", list(Interface), ids=str)
def test_page_by_page_all_are_reached_and_listed(interface: Interface, tmp_path: Path) -> None:
    scope = scope_for(SURFACES, interface=interface)
    with closing(World(SURFACES)) as world, closing(ScopeToolbox(scope, tmp_path)) as whole:
        first = json.loads(whole.call("graph_neighbors", {"node": "task_7"}).text)
        reached = Reacher(world, interface, MemoToolbox(whole), {}).reached(ASKED)
        said = [
            json.loads(solver.answer(ASKED.public(), whole) or "null")
            for solver in (TemplateSolver(), RankingSolver())
        ]
    assert first["truncated"]
    assert minimal_sets(reached) == ((GRAPH,),)
    assert said == [list(NAMES), list(NAMES)]
