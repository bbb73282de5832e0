"""Health of wing two: damage is named, a doctor looks, the sensor sees edits, what is gone goes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from typer.testing import CliRunner

from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_proofs import proof_problems
from resources.mm_workbench import MmWorkbench
from schedules.mm_cleaning import prune_mm
from schedules.mm_doctor import examine_mm
from schedules.mm_sensor import seed_sensor
from schedules.mm_verifying import verify_mm
from tests.dagster.mm_projects import MmProject
from worksurface_pipeline.cli_mm import app
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery

Requested = tuple[str | None, str | None]


@pytest.fixture
def copy(mm_built: tuple[MmProject, str], tmp_path: Path) -> MmProject:
    return mm_built[0].copied(tmp_path / "copy")


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    (tmp_path / "instance").mkdir()
    with dg.DagsterInstance.local_temp(str(tmp_path / "instance")) as found:
        yield found


def _edit(project: MmProject, old: str, new: str) -> None:
    path = project.folder / "mmenterprise.toml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def _one(project: MmProject, pattern: str) -> Path:
    return sorted(Path(project.bench.lake.path("")).glob(pattern))[0]


DAMAGED = (
    "mm_records/survey/*/*/records/contents/**/*.png",
    "mm_answers/*/*/*/manifest.json",
    "mm_judgements/*/CURRENT",
    "mm_benchmark/*/CURRENT",
    "mm_seeds/*/CURRENT",
    "latest/tables/*.csv",
    "latest/report/**/*.html",
)


@pytest.mark.parametrize("harm", [_flip, Path.unlink], ids=["flipped", "missing"])
def test_all_that_is_damaged_is_named_with_a_remedy(
    copy: MmProject, harm: Callable[[Path], None]
) -> None:
    paths = [_one(copy, pattern) for pattern in DAMAGED]
    for path in paths:
        harm(path)
    problems = verify_mm(copy.bench).problems
    for path in paths:
        said = [line for line in problems if str(path) in line]
        assert said, path
        assert all(line.endswith(".") and line.count(". ") for line in said)
    assert any("No gold was derived anew" in line for line in problems)


def test_evidence_and_absences_stand_against_all_records(
    mm_built: tuple[MmProject, str],
) -> None:
    """A rival, a lost proof, or a record of what nobody is said to have told is a problem."""
    bench = mm_built[0].bench
    manifest = bench.lake.current("mm_benchmark")
    assert manifest is not None
    whole = bench.lake.load(manifest, MmBenchmark)
    assert list(proof_problems(bench, whole)) == []
    absent = next(item for item in whole.questions if item.query.operation == "absent")
    proven = next(item for item in whole.questions if item.query.operation == "as_of")
    foreign = next(
        item for item in whole.questions if not set(item.evidence) & set(proven.evidence)
    )
    slot = _ledger(bench, absent.project).slots[0]
    label = f"{slot.entity} | {slot.attribute}"
    wrong = (
        absent.model_copy(
            update={"query": LedgerQuery(operation="absent", argument=label), "id": "told"}
        ),
        proven.model_copy(update={"evidence": foreign.evidence, "id": "uncited"}),
        proven.model_copy(update={"alternatives": (foreign.evidence,), "id": "other"}),
        proven.model_copy(update={"gold": "Nobody at all", "id": "wrong"}),
    )
    said = list(proof_problems(bench, whole.model_copy(update={"questions": wrong})))
    for item in wrong:
        assert any(item.id in line for line in said), item.id


def _ledger(bench: MmWorkbench, project: str) -> Ledger:
    manifest = bench.lake.current("mm_ledger", project)
    assert manifest is not None
    return bench.lake.load(manifest, Ledger)


def _found(project: MmProject) -> dict[str, bool]:
    return {item.what: item.is_problem for item in examine_mm(project.bench)}


def test_a_doctor_finds_nothing_wrong_with_a_sound_project(
    mm_built: tuple[MmProject, str],
) -> None:
    settings = str(mm_built[0].folder / "mmenterprise.toml")
    result = CliRunner().invoke(app, ["doctor", "--settings", settings])
    assert result.exit_code == 0, result.output
    assert "seed survey: " in result.output


def test_a_doctor_names_keys_that_are_absent_and_shows_none(
    copy: MmProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALPHA_KEY", "s3cret")
    monkeypatch.delenv("OMEGA_KEY", raising=False)
    models = "".join(
        f'[[models]]\nid = "openai/{name}"\nkey = "{name.upper()}_KEY"\n'
        for name in ("alpha", "omega")
    )
    _edit(
        copy,
        "[analysis]",
        f'{models}[sweep]\nmodels = ["openai/alpha"]\n[judge]\nmodel = "openai/omega"\n[analysis]',
    )
    copy.seed("survey").write_bytes(b"no PDF at all")
    found = _found(copy)
    problems = [what for what, is_problem in found.items() if is_problem]
    assert len(problems) == 2
    assert "survey.pdf gives no project" in problems[0]
    assert "OMEGA_KEY is not set" in problems[1]
    assert "model openai/alpha: of the family alpha, key ALPHA_KEY is set" in found
    assert "s3cret" not in str(found)


def _tick(
    project: MmProject, instance: dg.DagsterInstance, cursor: str | None = None
) -> tuple[list[Requested], str | None]:
    path = str(project.folder / "mmenterprise.toml")
    resources = {"workbench": MmWorkbenchResource(settings_file=path)}
    with dg.build_sensor_context(instance, cursor, resources=resources) as context:
        result: Any = seed_sensor(context)
    requests = result.run_requests or [] if isinstance(result, dg.SensorResult) else []
    asked = [(item.job_name, item.partition_key) for item in requests]
    return asked, getattr(result, "cursor", None)


def _asked(project: MmProject, instance: dg.DagsterInstance) -> list[Requested]:
    """What a tick requests that remembers none before."""
    return _tick(project, instance)[0]


def test_the_sensor_asks_for_what_an_edit_makes_stale(
    copy: MmProject, instance: dg.DagsterInstance
) -> None:
    assert _asked(copy, instance) == []
    os.utime(copy.seed("survey"))
    assert _asked(copy, instance) == []
    with copy.seed("survey").open("ab") as stream:
        stream.write(b"\n% a remark\n")
    assert _asked(copy, instance) == [("mm_register", None)]
    assert copy.drive(until="mm_register")[0]
    assert _asked(copy, instance) == [("mm_workspace", "survey")]


def test_a_project_that_cannot_be_made_holds_up_no_other(
    copy: MmProject, instance: dg.DagsterInstance
) -> None:
    """It is asked for once; as nothing comes of it, the next tick goes on without it."""
    copy.seed("survey").write_bytes(b"no PDF at all")
    assert copy.drive(until="mm_register")[0]
    asked, cursor = _tick(copy, instance)
    assert asked == [("mm_workspace", "survey")]
    asked, _ = _tick(copy, instance, cursor)
    assert asked == [("mm_ask", "policy_report")]


def test_the_sensor_leaves_to_a_person_what_costs_money(
    copy: MmProject, instance: dg.DagsterInstance
) -> None:
    _edit(copy, "k = [10]", "k = [5, 10]")
    assert _asked(copy, instance) == []  # a stale cell is left to the night
    _edit(copy, "total = 16", "total = 17")
    assert _asked(copy, instance) == [("mm_ask", "policy_report"), ("mm_ask", "survey")]
    helper = '[[models]]\nid = "openai/alpha"\n[validation]\nauditor = "openai/alpha"\n[analysis]'
    _edit(copy, "[analysis]", helper)
    assert _asked(copy, instance) == []


def test_what_is_gone_is_pruned_and_all_else_stays(copy: MmProject) -> None:
    copy.seed("survey").unlink()
    _edit(copy, "k = [10]", "k = [5]")
    assert copy.drive(until="mm_register")[0]
    before = copy.stored()
    said: list[str] = []
    prune_mm(copy.bench, "", "", True, True, said.append)
    assert copy.stored() == before
    assert any("mm_project key survey would be removed" in line for line in said)
    prune_mm(copy.bench, "", "", True, False, said.append)
    gone = before.keys() - copy.stored().keys()
    assert {key for _, key in gone} == {"survey", "offline/reader|10@lexical"}
    assert {step for step, key in before if key in {"survey", "offline/reader|10@lexical"}} == {
        step for step, _ in gone
    }
    assert not list(Path(copy.bench.lake.path("runs")).glob("*/10@lexical"))
    said.clear()
    prune_mm(copy.bench, "", "", True, True, said.append)
    assert said == ["Nothing is there to remove"]
    shutil.rmtree(copy.folder)
