"""A release verifies from its folder alone, and nothing of it changes within a version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.release.model import Challenge, ChallengeStatus
from worksurface_pipeline.worksurface.release.read import (
    read_challenges,
    read_gold,
    read_manifest,
)
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TableEvidence
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

TEXT = "The northern depot handles most parcels and keeps 42 vans on its yard. No more is known."
PROFILE = "package/resources/profiles/logistics_manager"


@pytest.fixture(scope="module")
def made() -> tuple[tuple[AtomicTask, ...], Surfaces]:
    """Verified tasks and their surfaces."""
    task, surfaces = world([], [shipments()], [document("depot.md", TEXT)])
    found = derive_candidates([task], surfaces, DerivationPolicy())
    return verify_tasks(found, surfaces).tasks, surfaces


Made = tuple[tuple[AtomicTask, ...], Surfaces]


def test_a_release_verifies_and_scores_one(made: Made, tmp_path: Path) -> None:
    tasks, surfaces = made
    manifest = write_release(tmp_path / "r", "b", tasks, [surfaces])
    report = verify_release(tmp_path / "r")
    assert (manifest.version, manifest.tasks) == ("1.0.0", len(tasks))
    assert report.is_sound, report
    assert (tmp_path / "r" / PROFILE / "tables" / "registry.json").is_file()
    assert (tmp_path / "r" / PROFILE / "graph" / "surface_graph.json").is_file()
    assert (tmp_path / "r" / PROFILE / "kb_docs" / "t7__depot.md").read_text() == TEXT


def test_equal_content_gives_equal_bytes(made: Made, tmp_path: Path) -> None:
    tasks, surfaces = made
    write_release(tmp_path / "a", "b", tasks, [surfaces])
    write_release(tmp_path / "c", "b", tasks[::-1], [surfaces])
    one, two = (
        {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.*")}
        for root in (tmp_path / "a", tmp_path / "c")
    )
    assert one == two


def test_a_dropped_table_fails_and_names_the_tasks(made: Made, tmp_path: Path) -> None:
    tasks, surfaces = made
    write_release(tmp_path / "r", "b", tasks, [surfaces])
    (tmp_path / "r" / PROFILE / "tables" / "t7__shipments.parquet").unlink()
    report = verify_release(tmp_path / "r")
    reading = {
        task.id
        for task in tasks
        if any(isinstance(item, TableEvidence) for item in task.gold_evidence)
    }
    assert reading
    assert report.score < 1.0
    assert not report.is_sound
    assert reading <= {item.task for item in report.task_problems}


DAMAGE = [
    pytest.param(f"{PROFILE}/kb_docs/t7__depot.md", "Other words.", id="document"),
    pytest.param(f"{PROFILE}/graph/surface_graph.json", None, id="graph-gone"),
    pytest.param(f"{PROFILE}/tables/registry.json", None, id="registry-gone"),
    pytest.param(f"{PROFILE}/kb_docs.jsonl", None, id="documents-gone"),
]


@pytest.mark.parametrize(("path", "content"), DAMAGE)
def test_damage_is_named(made: Made, tmp_path: Path, path: str, content: str | None) -> None:
    write_release(tmp_path / "r", "b", made[0], [made[1]])
    place = tmp_path / "r" / path
    place.unlink()
    if content is not None:
        place.write_text(content)
    report = verify_release(tmp_path / "r")
    assert not report.is_sound
    assert any(path in problem for problem in report.file_problems)
    assert report.task_problems


def test_a_changed_gold_is_found(made: Made, tmp_path: Path) -> None:
    write_release(tmp_path / "r", "b", made[0], [made[1]])
    gold = tmp_path / "r" / "gold" / "tasks.jsonl"
    rows = [json.loads(line) for line in gold.read_text().splitlines()]
    chosen = next(row for row in rows if row["answer_type"] == "number")
    chosen["gold_answer"] += 1
    gold.write_text("\n".join(json.dumps(row) for row in rows))
    report = verify_release(tmp_path / "r")
    assert chosen["id"] in {item.task for item in report.task_problems}
    assert report.score < 1.0


def test_no_gold_in_the_served_package(made: Made, tmp_path: Path) -> None:
    write_release(tmp_path / "r", "b", made[0], [made[1]])
    served = (tmp_path / "r" / "package" / "tasks.jsonl").read_text()
    keys = {key for line in served.splitlines() for key in json.loads(line)}
    assert keys == {"id", "question", "answer_type", "source_task", "persona"}
    assert not list((tmp_path / "r" / "package").rglob("*gold*"))


def test_a_challenge_takes_effect_in_a_new_version_alone(made: Made, tmp_path: Path) -> None:
    tasks, surfaces = made
    old = tmp_path / "old"
    write_release(old, "b", tasks, [surfaces])
    before = (old / "gold" / "tasks.jsonl").read_bytes()
    disputed = Challenge(
        version="1.0.0", task=tasks[0].id, claim="ambiguous", status=ChallengeStatus.ACCEPTED
    )
    still_open = Challenge(version="1.0.0", task=tasks[1].id, claim="wrong")
    new = write_release(
        tmp_path / "new", "b", tasks, [surfaces], previous=old, challenges=[disputed, still_open]
    )
    assert (old / "gold" / "tasks.jsonl").read_bytes() == before
    assert new.version == "2.0.0"
    assert new.previous_content == read_manifest(old).content
    assert [(item.task, item.kind, item.reason) for item in new.changes] == [
        (tasks[0].id, "removed", "challenge: ambiguous")
    ]
    assert {task.id for task in read_gold(tmp_path / "new")} == {task.id for task in tasks[1:]}


def test_versions_follow_the_changes(made: Made, tmp_path: Path) -> None:
    tasks, surfaces = made
    write_release(tmp_path / "a", "b", tasks[1:], [surfaces])
    added = write_release(tmp_path / "b", "b", tasks, [surfaces], previous=tmp_path / "a")
    noted = [tasks[0].model_copy(update={"notes": "read again"}), *tasks[1:]]
    patched = write_release(tmp_path / "c", "b", noted, [surfaces], previous=tmp_path / "b")
    assert (added.version, patched.version) == ("1.1.0", "1.1.1")


def test_nothing_is_overwritten_and_nothing_released_twice(made: Made, tmp_path: Path) -> None:
    tasks, surfaces = made
    write_release(tmp_path / "a", "b", tasks, [surfaces])
    with pytest.raises(PackageError, match="never overwritten"):
        write_release(tmp_path / "a", "b", tasks[1:], [surfaces])
    with pytest.raises(PackageError, match="Nothing changed"):
        write_release(tmp_path / "c", "b", tasks, [surfaces], previous=tmp_path / "a")


def test_a_challenge_file_names_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "challenges.jsonl"
    path.write_text('{"version": "1.0.0", "task": "t", "claim": "x"}\n{"version": "1.0.0"}\n')
    with pytest.raises(PackageError, match="line 2, task"):
        read_challenges(path)
