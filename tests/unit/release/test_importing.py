"""Import: a release of ours and one of the public format become the values that a lake holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.gold_cases import write_release as write_foreign
from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.worksurface.release.importing import (
    Imported,
    artifacts,
    is_imported,
    read_release,
)
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.source.sets import FrozenSource
from worksurface_pipeline.worksurface.steps import LAYERS, ON_DEMAND, STEPS, before_agents
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks
from worksurface_pipeline.worksurface.values import VALUES

LINE = (
    '{"id": "a_1", "question": "Which files?", "persona": "Product Manager", "source_task_id": "5",'
    ' "required_surfaces": ["graph"], "gold_answer": ["a.csv"], "answer_type": "list",'
    ' "gold_evidence": [{"surface": "graph", "graph_query": {"node": "task_5",'
    ' "relation": "task_requires_file"}, "verified_complete_set": ["a.csv"]}]}\n'
)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    task, surfaces = world([], [shipments()], [document("depot.md", "The yard keeps 42 vans.")])
    found = verify_tasks(derive_candidates([task], surfaces, DerivationPolicy()), surfaces)
    folder = tmp_path_factory.mktemp("own") / "r"
    write_release(folder, "bench", found.tasks, [surfaces])
    return read_release(folder)


def _stored(release: Imported) -> dict[tuple[str, str], Stored]:
    return {(step, partition): value for step, partition, value in artifacts(release)}


def test_all_that_stands_before_a_sweep_is_there_in_its_class(own: Imported) -> None:
    stored = _stored(own)
    made = before_agents() - ON_DEMAND
    wanted = {name for job, names in LAYERS if job in made for name in names} - {"ballots"}
    assert {step for step, _ in stored} == wanted
    assert all(isinstance(value, VALUES[step]) for (step, _), value in stored.items())
    assert {partition for step, partition in stored if STEPS[step].layer == "persona"} == {
        "logistics_manager"
    }


def test_tasks_and_source_are_those_of_the_release(own: Imported) -> None:
    stored = _stored(own)
    benchmark, source = stored["benchmark", ""], stored["source_lock", ""]
    assert isinstance(benchmark, Benchmark)
    assert isinstance(source, FrozenSource)
    assert set(benchmark.tasks) == set(own.tasks)
    assert own.name == "bench 1.0.0"
    assert is_imported(source)
    assert not is_imported(None)
    assert [(task.task_id, task.persona) for task in source.tasks] == [("7", "logistics_manager")]


def test_a_foreign_release_comes_with_its_views(tmp_path: Path) -> None:
    write_foreign(tmp_path)
    (tmp_path / "tasks.jsonl").write_text(LINE, encoding="utf-8")
    release = read_release(tmp_path)
    assert release.surfaces["product_manager"].tables.records
    assert [task.id for task in release.tasks] == ["a_1"]


def test_a_persona_without_surfaces_has_empty_ones(tmp_path: Path) -> None:
    (tmp_path / "tasks.jsonl").write_text(LINE, encoding="utf-8")
    release = read_release(tmp_path)
    assert release.surfaces["product_manager"].tables.records == ()
    assert any("no profile" in line for line in release.remarks)


def test_the_digest_follows_the_contents(own: Imported) -> None:
    def digest(release: Imported) -> str:
        source = _stored(release)["source_lock", ""]
        assert isinstance(source, FrozenSource)
        return source.lock.tree_digest

    less = Imported(own.name, own.tasks[1:], own.surfaces, ())
    assert digest(own) == digest(own)
    assert digest(less) != digest(own)
