"""Wing two driven: once for all of these tests, and again on copies that are changed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from typer.testing import CliRunner

from assets.expectations import Verdict
from assets.publishing import NIGHT_TAG
from resources.mm_lake_io import MmWorkbenchResource
from schedules.mm_cleaning import collect_mm
from schedules.mm_labelling import plan_label_sheets
from schedules.mm_nightly import nightly_mm_sweep
from schedules.mm_verifying import verify_mm
from tests.dagster.mm_projects import SEEDS, MmProject
from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint, refusal
from worksurface_pipeline.cli_mm import app
from worksurface_pipeline.mmenterprise.judging.label_sheets import DECIDED, OPEN
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements
from worksurface_pipeline.mmenterprise.steps import STEPS, WITHOUT_DEMAND

CELL = "offline/reader|10@lexical"
MODELS = """
[sweep]
models = ["openai/alpha"]
[judge]
model = "openai/omega"
twice = 0.0
[[models]]
id = "openai/alpha"
family = "alpha"
api_base = "{base}"
attempts = 1
[[models]]
id = "openai/omega"
family = "omega"
api_base = "{base}"
"""


@pytest.fixture(scope="session")
def built(mm_built: tuple[MmProject, str]) -> tuple[MmProject, str]:
    """The project of wing two, which everything ran on once."""
    return mm_built


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
    made = {step for step, _ in project.stored()}
    assert made == {name for _, names in WITHOUT_DEMAND for name in names}
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


def test_checks_were_taken_and_pass(built: tuple[MmProject, str]) -> None:
    folder = Path(built[0].bench.lake.path("side/checks"))
    found = {
        path.parent.name: Verdict.model_validate_json(path.read_bytes())
        for path in sorted(folder.glob("*/*.json"))
    }
    found.pop("mm_record_checks")  # what it finds is proved over many seeds, where records are
    assert set(found) == {"mm_records", "mm_validation", "mm_benchmark", "mm_corpus"}
    assert {name: item.failed for name, item in found.items() if not item.passed} == {}


def test_a_second_drive_computes_nothing(built: tuple[MmProject, str]) -> None:
    project, _ = built
    before = project.stored()
    is_ok, text = project.drive()
    assert is_ok
    assert "nothing was computed again" in text
    assert project.stored() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("status", "--all"), "mm_answers        1           0      0"),
        (("verify",), "all are as stored"),
        (("gc", "--dry-run"), "Nothing is there to remove"),
        (("run",), "nothing was computed again"),
    ],
    ids=lambda item: item[0] if isinstance(item, tuple) else "",
)
def test_commands_say_how_it_stands(
    built: tuple[MmProject, str], words: tuple[str, ...], said: str
) -> None:
    settings = str(built[0].folder / "mmenterprise.toml")
    result = CliRunner().invoke(app, [*words, "--settings", settings])
    assert result.exit_code == 0, result.output
    assert said in result.output


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
    said: list[str] = []
    collect_mm(copy.bench, False, said.append)
    assert "1 x an earlier attempt of mm_records" in "\n".join(said)
    assert "nothing was computed again" in copy.drive()[1]


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


DENIAL = "Nobody corrected that value."


def test_a_model_and_a_judge_are_asked_once_and_what_failed_again(copy: MmProject) -> None:
    """The first question ends in an error; a run that retries asks for that one alone."""
    asked: Counter[str] = Counter()

    def plan(body: Mapping[str, Any], _number: int) -> HttpAnswer:
        model = str(body["model"]).rpartition("/")[2]
        asked[model] += 1
        if model == "omega":
            return chat('{"correct": false, "reason": "It denies what the records hold."}')
        if asked[model] == 1:
            return refusal(500, "not now")
        is_plain = asked[model] % 2 == 0  # exact matching decides these, and no others
        return chat(json.dumps({"answer": "Not recorded." if is_plain else DENIAL}))

    with fake_endpoint(plan) as endpoint:
        path = copy.folder / "mmenterprise.toml"
        path.write_text(path.read_text("utf-8") + MODELS.format(base=endpoint.base), "utf-8")
        is_ok, text = copy.drive(until="mm_judge")
        assert is_ok
        assert "mm_answers: 1 of" in text
        questions = asked["alpha"]
        assert asked["omega"] > 0
        assert copy.drive(until="mm_judge", retry_errors=True)[0]
        assert asked["alpha"] == questions + 1
        before = dict(asked)
        is_ok, text = copy.drive(until="mm_judge")
        assert is_ok
        assert "nothing was computed again" in text
        planned = plan_label_sheets(copy.bench, 12, ("ana",))
        kinds = Counter(entry.item.stratum for entry in planned.plan.entries)
        assert kinds[OPEN] >= kinds[DECIDED] > 0
        assert dict(asked) == before


def test_the_night_asks_for_stale_cells(copy: MmProject, tmp_path: Path) -> None:
    (tmp_path / "instance").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "instance")) as instance:
        assert [type(item) for item in _night(copy, instance)] == [dg.SkipReason]
        path = copy.folder / "mmenterprise.toml"
        path.write_text(path.read_text("utf-8").replace("k = [10]", "k = [5, 10]"), "utf-8")
        requests = _night(copy, instance)
    assert [dict(item.partition_key.keys_by_dimension) for item in requests] == [
        {"model": "offline/reader", "retrieval": "5@lexical"}
    ]
    assert requests[0].tags[NIGHT_TAG] == "night-2026-03-04"


def _night(project: MmProject, instance: dg.DagsterInstance) -> list[Any]:
    path = str(project.folder / "mmenterprise.toml")
    resources = {"workbench": MmWorkbenchResource(settings_file=path)}
    planned = datetime(2026, 3, 4, 1)
    with dg.build_schedule_context(instance, planned, resources=resources) as context:
        asked: Any = nightly_mm_sweep(context)
        return list(asked)
