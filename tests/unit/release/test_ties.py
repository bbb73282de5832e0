"""What agents are served is what the proofs prove, also where the digests were written anew."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedules.auditing import audit_path
from tests.unit.release.made import made, own_release, resealed
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.proposals.wording import strip_cues
from worksurface_pipeline.worksurface.release.importing import read_release
from worksurface_pipeline.worksurface.release.model import FORMER
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.schema.tasks import Derivation
from worksurface_pipeline.worksurface.tasks.build import content_id

Rows = list[dict[str, Any]]
SERVED, GOLD = "package/tasks.jsonl", "gold/tasks.jsonl"
UNTIED = "its id is not that of its question and proofs"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return own_release(tmp_path_factory.mktemp("written"))


@pytest.fixture
def release(written: Path, tmp_path: Path) -> Path:
    shutil.copytree(written, tmp_path / "r")
    return tmp_path / "r"


def rows_of(release: Path, name: str) -> Rows:
    lines = (release / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def write(release: Path, name: str, rows: Rows) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (release / name).write_text(text, encoding="utf-8")


def asked_else(rows: Rows) -> None:
    rows[0]["question"] += " Or not?"


def swapped(*fields: str) -> Callable[[Rows], object]:
    """The fields of two tasks of one family, each in the place of the other's."""

    def change(rows: Rows) -> None:
        kind = next(row["derivation"] for row in rows if family_size(rows, row) > 1)
        one, other = [row for row in rows if row["derivation"] == kind][:2]
        for field in fields:
            assert one[field] != other[field]
            one[field], other[field] = other[field], one[field]

    return change


def family_size(rows: Rows, row: dict[str, Any]) -> int:
    return sum(one["derivation"] == row["derivation"] for one in rows)


def served_again(release: Path, rows: Rows) -> None:
    """The served list as the gold list gives it."""
    asked = {row["id"]: {"question": row["question"]} for row in rows}
    served = [{**row, **asked.get(row["id"], {})} for row in rows_of(release, SERVED)]
    write(release, SERVED, served)


CHANGES = [
    pytest.param(SERVED, asked_else, "as its question, gold/tasks.jsonl gives", id="question"),
    pytest.param(
        SERVED, lambda rows: rows[0].update(persona="x"), "'x' as its persona", id="field"
    ),
    pytest.param(
        SERVED, lambda rows: rows[0].update(hint="22"), "gives nothing", id="a field more"
    ),
    pytest.param(SERVED, lambda rows: rows[0].pop("persona"), "has nothing", id="a field less"),
    pytest.param(SERVED, lambda rows: rows.pop(), "agents never see it", id="missing"),
    pytest.param(
        SERVED, lambda rows: rows.append({**rows[0], "id": "t_x"}), "'t_x' is not in", id="added"
    ),
    pytest.param(SERVED, lambda rows: rows.append(rows[0]), "a second task", id="twice"),
    pytest.param(SERVED, lambda rows: rows.append({"id": 5}), "it is no task", id="no task"),
    pytest.param(GOLD, asked_else, UNTIED, id="question of both"),
    pytest.param(GOLD, swapped("question"), UNTIED, id="questions swapped"),
    pytest.param(GOLD, swapped("gold_answer", "gold_evidence"), UNTIED, id="proofs swapped"),
    pytest.param(GOLD, lambda rows: rows[0].update(id="t_x"), UNTIED, id="id"),
    pytest.param(GOLD, lambda rows: rows.pop(), "were released", id="gold missing"),
]


@pytest.mark.parametrize(("name", "change", "said"), CHANGES)
def test_a_question_apart_from_its_proof_is_told_by_every_reader(
    release: Path, name: str, change: Callable[[Rows], object], said: str
) -> None:
    rows = rows_of(release, name)
    change(rows)
    write(release, name, rows)
    if name == GOLD:
        served_again(release, rows)
    resealed(release)
    report = verify_release(release)
    told = [*report.file_problems, *(one for item in report.task_problems for one in item.problems)]
    assert not report.is_sound
    assert any(said in one for one in told), told
    audited = audit_path(release, is_whole=False)
    assert any(said in one for one in audited.changed)
    assert audited.exit_code == 1
    with pytest.raises(PackageError, match="not as it was released"):
        read_release(release)


def test_ids_of_the_former_form_and_of_foreign_tasks_are_their_makers(
    release: Path, tmp_path: Path
) -> None:
    tasks, surfaces = made()
    foreign = [one.model_copy(update={"derivation": Derivation.FOREIGN}) for one in tasks]
    write_release(tmp_path / "foreign", "b", foreign, [surfaces])
    rows = rows_of(release, GOLD)
    asked_else(rows)
    write(release, GOLD, rows)
    served_again(release, rows)
    resealed(release, format=FORMER)
    for folder in (tmp_path / "foreign", release):
        said = [one for item in verify_release(folder).task_problems for one in item.problems]
        assert not any(UNTIED in one for one in said)


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        pytest.param("Quick one: {}", "", id="other words"),
        pytest.param("{} And 77?", "changes a file name, figure or quotation", id="a figure more"),
    ],
)
def test_a_task_worded_anew_keeps_its_id_and_its_figures(
    tmp_path: Path, question: str, problem: str
) -> None:
    tasks, surfaces = made()
    first = tasks[0]
    said = {"question": question.format(first.question), "original_question": first.question}
    again = first.model_copy(update=said)
    assert content_id(again) == first.id == content_id(strip_cues(first))
    write_release(tmp_path / "r", "b", [again, *tasks[1:]], [surfaces])
    report = verify_release(tmp_path / "r")
    found = [one for item in report.task_problems for one in item.problems]
    assert [one for one in found if "the wording is not" in one] == [
        one for one in found if problem and problem in one
    ]
    assert bool(problem) is any("the wording is not" in one for one in found)
