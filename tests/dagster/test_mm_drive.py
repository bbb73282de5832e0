"""Wing two driven: once for all of these tests, and again on copies that are changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from schedules.mm_verifying import verify_mm
from tests.dagster.mm_projects import SEEDS, MmProject, make_mm_project
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements
from worksurface_pipeline.mmenterprise.steps import STEPS

CELL = "offline/reader|10@lexical"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[MmProject, str]]:
    """A project on which everything ran once, and what that run printed."""
    before = dict(os.environ)
    project = make_mm_project(tmp_path_factory.mktemp("mm"))
    is_ok, text = project.drive()
    assert is_ok, text
    yield project, text
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def copy(built: tuple[MmProject, str], tmp_path: Path) -> MmProject:
    return built[0].copied(tmp_path / "copy")


def _computed(before: MmProject, after: dict[tuple[str, str], tuple[str, str]]) -> set[str]:
    """Places that were stored from another state than before."""
    old = before.stored()
    return {f"{step}[{key}]" for (step, key), now in after.items() if old.get((step, key)) != now}


def test_everything_is_stored_and_the_report_is_where_it_says(
    built: tuple[MmProject, str],
) -> None:
    project, text = built
    assert {step for step, _ in project.stored()} == set(STEPS)
    report = Path(text.rsplit("Report: ", 1)[1].strip())
    assert report.is_file()
    assert (project.folder / "lake" / project.bench.id) in report.parents


def test_every_question_is_answered_and_judged(built: tuple[MmProject, str]) -> None:
    lake = built[0].bench.lake
    answers, judgements = lake.current("mm_answers", CELL), lake.current("mm_judgements", CELL)
    assert answers is not None
    assert judgements is not None
    given, judged = lake.load(answers, Answers).answers, lake.load(judgements, Judgements).judged
    assert {item.question for item in given} == {item.question for item in judged}
    assert {item.project for item in given} == set(SEEDS)
    assert any(item.is_right for item in judged)


def test_every_gold_follows_from_its_ledger(built: tuple[MmProject, str]) -> None:
    assert verify_mm(built[0].bench).problems == ()


def test_a_second_drive_computes_nothing(built: tuple[MmProject, str]) -> None:
    project, _ = built
    before = project.stored()
    is_ok, text = project.drive()
    assert is_ok
    assert "nothing was computed again" in text
    assert project.stored() == before


def test_a_changed_seed_runs_its_own_project_again_and_equal_bytes_end_the_change(
    built: tuple[MmProject, str], copy: MmProject
) -> None:
    """Its content is as before, so that what is made of it again has to be so by the byte."""
    with copy.seed("survey").open("ab") as stream:
        stream.write(b"\n% a remark\n")
    is_ok, text = copy.drive(projects=("survey",))
    assert is_ok, text
    own = {f"mm_{name}[survey]" for name in ("seed_bundle", "ledger", "records")}
    assert _computed(built[0], copy.stored()) >= own
    others = _computed(built[0], copy.stored()) - own
    assert others <= {f"mm_{name}[]" for name in ("seeds", "tables", "figures", "report")}
    for name in ("mm_ledger", "mm_records"):
        assert copy.stored()[name, "survey"][0] == built[0].stored()[name, "survey"][0]


@pytest.mark.parametrize("is_there", [True, False], ids=["broken", "absent"])
def test_a_bad_seed_fails_its_project_alone(copy: MmProject, is_there: bool) -> None:
    (copy.folder / "seeds" / "seeds.toml").write_text(
        "".join(f'[[seed]]\nfile = "{name}.pdf"\n' for name in SEEDS), encoding="utf-8"
    )
    if is_there:
        copy.seed("survey").write_bytes(b"no PDF at all")
    else:
        copy.seed("survey").unlink()
    is_ok, text = copy.drive(until="mm_workspace")
    assert not is_ok
    assert "mm_workspace[survey]: FAILED" in text
    assert "survey.pdf" in text.split("FAILED", 1)[1]
    plan = copy.bench.plan()
    records = next(item for item in STEPS["mm_corpus"].inputs if item.step == "mm_records")
    assert plan.keys_of(records, "") == ("policy_report",)
    assert not plan.lacks_input(STEPS["mm_questions"], "policy_report", ())
    assert plan.lacks_input(STEPS["mm_questions"], "survey", ())
