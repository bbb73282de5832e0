"""Sides of a comparison as they are found on disk: sweeps by their names, and release folders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from resources import asked as noting
from resources.asked import note_asked, read_asked
from resources.cells import cell_folder
from resources.comparing import sweep_side
from resources.naming import sweep_names
from resources.workbench import Workbench
from schedules.comparing import show_comparison
from tests.unit.release.made import made, own_release, public_release
from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import TABLE, read
from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.errors import LakeError, SettingsError
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.worksurface import asked as notes
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.settings import Condition, Settings, SweepChoice
from worksurface_pipeline.worksurface.sweep import CellWork, SweepItem, sweep_id
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark

MODEL = "vendor/model"
CELL = Cell(MODEL, "S4")
ROWS = call("table", read(), text="300")
TASKS = tuple(task(300, id=f"a{n}", source_task=str(n), evidence=(TABLE,)) for n in range(4))


def bench_at(folder: Path, name: str = "", **condition: object) -> Workbench:
    return Workbench(
        settings=Settings(
            condition=Condition.model_validate(condition), sweep=SweepChoice(name=name)
        ),
        settings_file=folder / "worksurface.toml",
        workspace=folder / "workspace",
        state=folder / "state",
    )


def publish(bench: Workbench, tasks: tuple[object, ...] = TASKS) -> None:
    basis = Basis(step="benchmark", version=1, inputs=())
    bench.lake.store("benchmark", "", basis, Benchmark.model_validate({"tasks": tasks}))


def work_of(bench: Workbench, again: bool = False) -> CellWork:
    return CellWork(
        cell=CELL,
        condition=bench.settings.condition,
        model=ModelSettings(id=MODEL),
        items=tuple(
            SweepItem(public=one.public(), required=("table",), asked_again=again) for one in TASKS
        ),
        scope_digests={(one.source.persona, one.source.task_id): "s" * 64 for one in TASKS},
    )


def sweep(
    bench: Workbench,
    wrong: tuple[str, ...] = (),
    *,
    noted: bool = True,
    outcome: Outcome = Outcome.ANSWERED,
    again: bool = False,
) -> str:
    """Run the cell of a condition: its note, then a segment of its journal; the sweep's id."""
    work = work_of(bench, again)
    if noted:
        note_asked(bench, CELL, work)
    with Journal(cell_folder(bench, CELL)) as journal:
        for key, _ in list(work.keys()):
            answer = 1 if key.task_id in wrong else 300
            found = run(answer, ROWS, task_id=key.task_id, epoch=key.epoch, outcome=outcome)
            journal.append(found.model_copy(update={"fingerprint": key.fingerprint}))
    return sweep_id(bench.settings.condition, bench.settings.sweep.name)


def shown(bench: Workbench, left: str, right: str, out: Path | None = None) -> str:
    lines: list[str] = []
    show_comparison(bench, left, right, out, lambda *said: lines.extend(said))
    return "\n".join(lines)


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    found = bench_at(tmp_path)
    publish(found)
    return found


def test_a_sweep_against_itself_differs_by_nothing(bench: Workbench) -> None:
    name = sweep(bench, ("a1",))
    told = shown(bench, name, name)

    assert f"{MODEL} S4 answer: 0.0 (0.0 to 0.0; 4 pairs of 4 source tasks" in told
    assert "0 tasks flipped" in told
    assert "confounded" not in told


def test_two_conditions_are_read_compared_and_written(bench: Workbench, tmp_path: Path) -> None:
    first = sweep(bench)
    other = bench_at(tmp_path, name="wide", k=5)
    second = sweep(other, ("a1",))
    told = shown(bench, first, "wide", tmp_path / "out")

    assert second.startswith("wide-")
    assert "confounded" in told
    assert "condition.k: 3 → 5" in told
    assert "a1: right → wrong" in told
    names = {path.name for path in (tmp_path / "out").iterdir()}
    csv = {"differences.csv", "flips.csv", "tasks.csv"}
    assert names == {"comparison.md", "comparison.json", *csv}


def test_repeats_for_the_noise_floor_are_on_no_side(bench: Workbench) -> None:
    """Not even when later notes of the sweep know nothing of them."""
    name = sweep(bench, again=True)
    assert len(Journal(cell_folder(bench, CELL)).state().done) == 2 * len(TASKS)
    assert {run.score.epoch for run in sweep_side(bench, name).runs} == {0}
    note_asked(bench, CELL, work_of(bench))
    assert {run.score.epoch for run in sweep_side(bench, name).runs} == {0}


def test_a_cell_that_a_sweep_kept_is_in_both(bench: Workbench, tmp_path: Path) -> None:
    """What a condition cannot change is not run again: its journal lies in the earlier sweep."""
    first = sweep(bench, ("a1",))
    other = bench_at(tmp_path, name="later")
    note_asked(other, CELL, work_of(other))

    assert len(sweep_side(other, "later").runs) == len(TASKS)
    told = shown(bench, first, "later")
    assert "only in" not in told
    assert "0 tasks flipped" in told


def test_what_failed_elsewhere_is_no_run_of_a_sweep_that_ran_itself(
    bench: Workbench, tmp_path: Path
) -> None:
    sweep(bench, outcome=Outcome.ERRORED)
    other = bench_at(tmp_path, name="later")
    work = work_of(other)
    note_asked(other, CELL, work)
    key, _ = next(iter(work.keys()))
    with Journal(cell_folder(other, CELL)) as journal:
        found = run(300, ROWS, task_id=key.task_id)
        journal.append(found.model_copy(update={"fingerprint": key.fingerprint}))

    assert [one.score.task_id for one in sweep_side(other, "later").runs] == [key.task_id]


def test_by_default_a_comparison_is_written_into_the_lake(bench: Workbench) -> None:
    name = sweep(bench)
    told = shown(bench, name, name)

    folder = Path(bench.lake.path("comparisons"))
    assert len(list(folder.glob("*/comparison.md"))) == 1
    assert f"Written: {folder}" in told


@pytest.mark.parametrize("named", ["whole", "digest", "name"])
@pytest.mark.parametrize("name", ["my-run", "run@home"])
def test_a_sweep_is_found_by_id_digest_and_name(tmp_path: Path, name: str, named: str) -> None:
    bench = bench_at(tmp_path, name=name)
    publish(bench)
    whole = sweep(bench)
    found = {"whole": whole, "digest": whole[-12:], "name": name}[named]

    assert len(sweep_side(bench, found).runs) == len(TASKS)


def test_an_unknown_name_lists_what_there_is(bench: Workbench) -> None:
    name = sweep(bench)

    with pytest.raises(SettingsError, match=f"neither a sweep nor a release.*'nope'.*{name}"):
        sweep_side(bench, "nope")


def test_without_any_sweep_the_remedy_is_to_run_one(bench: Workbench) -> None:
    with pytest.raises(SettingsError, match="none yet: run `worksurface sweep`"):
        sweep_side(bench, "nope")


def test_a_name_of_several_sweeps_is_not_guessed(tmp_path: Path) -> None:
    sweeps = [bench_at(tmp_path, name="twice", k=k) for k in (3, 5)]
    publish(sweeps[0])
    ids = [sweep(one) for one in sweeps]

    with pytest.raises(SettingsError, match="2 sweeps are called 'twice'") as raised:
        sweep_side(sweeps[0], "twice")
    assert all(one in str(raised.value) for one in ids)
    assert sweep_names(sweeps[0]) == tuple(sorted(ids))


def test_without_a_benchmark_nothing_is_scored(tmp_path: Path) -> None:
    bench = bench_at(tmp_path)
    name = sweep(bench)

    with pytest.raises(LakeError, match="no benchmark to score under"):
        sweep_side(bench, name)


def reprompt(patch: pytest.MonkeyPatch, version: str) -> None:
    from worksurface_pipeline.worksurface import sweep as sweeping

    patch.setattr(notes, "PROMPT_VERSION", version)
    patch.setattr(sweeping, "PROMPT_VERSION", version)


def test_two_prompt_versions_of_one_sweep_are_two_sides(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = sweep(bench)
    reprompt(monkeypatch, "next")
    assert sweep(bench, ("a1", "a2")) == name
    told = shown(bench, f"{name}@1", f"{name}@next")

    assert "prompt version: 1 → next" in told
    assert "2 tasks flipped" in told
    plain = sweep_side(bench, name)
    assert {dict(one.made)["prompt version"] for one in plain.runs} == {"next"}


def test_the_prompts_that_were_asked_last_count(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = sweep(bench)
    with monkeypatch.context() as patch:
        reprompt(patch, "next")
        sweep(bench)
    note_asked(bench, CELL, work_of(bench))  # back to the first: its journal has it all

    versions = {dict(one.made)["prompt version"] for one in sweep_side(bench, name).runs}
    assert versions == {"1"}


def test_an_unknown_prompt_version_lists_those_noted(bench: Workbench) -> None:
    name = sweep(bench)

    with pytest.raises(SettingsError, match=r"no run under prompt version '9'.*noted there are: 1"):
        sweep_side(bench, f"{name}@9")


def test_gold_that_changed_between_two_sweeps_is_in_no_pair(
    bench: Workbench, tmp_path: Path
) -> None:
    first = sweep(bench)
    publish(bench, (TASKS[0].model_copy(update={"gold_answer": 1}), *TASKS[1:]))
    second = sweep(bench_at(tmp_path, k=5))
    told = shown(bench, first, second)

    assert "1 task has another gold on either side" in told
    assert f"{first}: 1 task has another gold now than when it was run" in told
    assert f"{second}: 1 task has" not in told
    assert "3 pairs" in told


def test_runs_without_a_note_are_told_of(bench: Workbench, tmp_path: Path) -> None:
    first = sweep(bench, noted=False)
    told = shown(bench, first, sweep(bench_at(tmp_path, k=5)))

    assert f"{first}: what 4 runs of 4 were asked under is not noted" in told


def test_a_damaged_note_counts_as_none(bench: Workbench) -> None:
    name = sweep(bench)
    (note,) = cell_folder(bench, CELL).glob("asked-*.json")
    note.write_bytes(b"{")

    assert {one.made for one in sweep_side(bench, name).runs} == {()}


def test_runs_of_tasks_that_are_gone_are_named(bench: Workbench) -> None:
    name = sweep(bench)
    publish(bench, TASKS[1:])

    side = sweep_side(bench, name)
    assert side.unknown == ("a0",)
    assert len(side.runs) == 3


def test_a_later_error_does_not_take_the_place_of_an_answer(bench: Workbench) -> None:
    name = sweep(bench)
    sweep(bench, outcome=Outcome.ERRORED)

    assert {one.score.status for one in sweep_side(bench, name).runs} == {"scored"}


def test_a_part_adds_to_the_note_of_the_whole(bench: Workbench) -> None:
    work = work_of(bench)
    note_asked(bench, CELL, replace(work, items=work.items[:1]))
    note_asked(bench, CELL, replace(work, items=work.items[2:]))

    (note,) = read_asked(cell_folder(bench, CELL))
    assert [one.task_id for one in note.tasks] == ["a0", "a2", "a3"]
    assert note.order == 1


def test_what_was_noted_already_is_not_written_again(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_asked(bench, CELL, work_of(bench))
    monkeypatch.setattr(type(bench.lake), "put", None)

    noting.note_asked(bench, CELL, work_of(bench))


def test_what_the_endpoint_returned_is_kept_of_every_run(bench: Workbench) -> None:
    name = sweep(bench)
    with Journal(cell_folder(bench, CELL)) as journal:
        for found in list(Journal(cell_folder(bench, CELL)).read()):
            journal.append(_returned(found))

    assert {one.returned for one in sweep_side(bench, name).runs} == {("model-7 fp_9",)}


def _returned(found: Trajectory) -> Trajectory:
    told = {"model_returned": "model-7", "system_fingerprint": "fp_9"}
    turns = tuple(turn.model_copy(update=told) for turn in found.turns)
    return found.model_copy(update={"turns": turns})


def test_a_fingerprint_that_is_not_told_is_not_written() -> None:
    found = run(300, ROWS)

    assert "system_fingerprint" not in found.model_dump_json()
    assert '"system_fingerprint":"fp_9"' in _returned(found).model_dump_json()


def test_releases_are_compared_by_their_folders(bench: Workbench, tmp_path: Path) -> None:
    old = own_release(tmp_path)
    tasks, surfaces = made()
    new = tmp_path / "new"
    write_release(new, "b", tasks[1:], [surfaces], previous=old)
    told = shown(bench, str(old), str(new))

    assert f"{tasks[0].id}: removed" in told
    assert "1 task differs" in told


def test_a_release_in_the_public_form_is_a_side_too(bench: Workbench, tmp_path: Path) -> None:
    public = str(public_release(tmp_path))

    assert "0 tasks differ" in shown(bench, public, public)
