"""The audit of foreign gold gives the handed verdicts and reasons, and tells what it executed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.gold_cases import (
    Case,
    audit_on_record,
    audit_rebuilt,
    cases,
    confusion,
    is_reason_met,
    write_release,
)
from tests.shared_files import shared
from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.worksurface.release.audit import AuditReport, Verdict, audit_tasks
from worksurface_pipeline.worksurface.release.foreign import import_release
from worksurface_pipeline.worksurface.release.foreign_tasks import read_foreign_tasks
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    Checked,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)

TASK = {
    "id": "a_1",
    "source": {"benchmark": "b", "task_id": "5", "persona": "Product Manager", "rubric_refs": [2]},
    "question": "Which files does Task 5 need?",
    "required_surfaces": ["graph"],
    "task_type": "graph_only",
    "gold_answer": ["a.csv", "b.csv"],
    "answer_type": "list",
    "gold_evidence": [
        {
            "surface": "graph",
            "graph_query": {"node": "task_5", "relation": "task_requires_file"},
            "verified_complete_set": ["a.csv", "b.csv"],
        }
    ],
    "quality_screen": {"strict_pass_votes": 3, "models": ["m"]},
    "efficiency_budget_tokens": 12,
}


@pytest.fixture(scope="module")
def folder() -> Path:
    return shared("gold_cases")


@pytest.fixture(scope="module")
def on_record(folder: Path) -> AuditReport:
    return audit_on_record(folder, shared("lite_metadata"))


@pytest.fixture(scope="module")
def on_rebuilt(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> AuditReport:
    return audit_rebuilt(folder, tmp_path_factory.mktemp("release"))


def counted(folder: Path, *, is_rebuilt: bool) -> dict[str, Case]:
    return {
        name: case
        for name, case in cases(folder).items()
        if case.is_counted and (case.decidable == "rebuilt") is is_rebuilt
    }


def test_verdicts_and_reasons_on_the_record(folder: Path, on_record: AuditReport) -> None:
    chosen = counted(folder, is_rebuilt=False)
    found = {item.task: item for item in on_record.tasks}
    assert confusion(on_record, chosen, list(chosen)) == {
        "sound -> sound": 7,
        "fault -> fault": 8,
    }
    assert [name for name, c in chosen.items() if not is_reason_met(c, found[name].reasons)] == []


def test_verdicts_and_reasons_on_rebuilt_tables(folder: Path, on_rebuilt: AuditReport) -> None:
    chosen = counted(folder, is_rebuilt=True)
    found = {item.task: item for item in on_rebuilt.tasks}
    assert confusion(on_rebuilt, chosen, list(chosen)) == {"fault -> fault": 5}
    assert [name for name, c in chosen.items() if not is_reason_met(c, found[name].reasons)] == []


def test_findings_on_rebuilt_tables_say_so(folder: Path, on_rebuilt: AuditReport) -> None:
    kinds = {one.checked for item in on_rebuilt.tasks for one in item.findings}
    assert kinds == {Checked.RECORD, Checked.RECONSTRUCTED}


def test_the_four_others_are_listed(folder: Path, on_record: AuditReport) -> None:
    others = {name for name, case in cases(folder).items() if not case.is_counted}
    assert len(others) == 4
    assert others <= {item.task for item in on_record.tasks}


def test_what_was_executed_is_told_from_what_was_read(on_record: AuditReport) -> None:
    found = {item.task: item for item in on_record.tasks}
    assert found["ws_lite_15_q001"].executed[0] == "task_requires_file at task_15"
    assert found["ws_lite_386_aq001"].executed == ()
    assert len(found["ws_lite_386_aq001"].only_read) == 1


def test_a_colon_between_file_and_number_is_normalised_and_told(on_record: AuditReport) -> None:
    found = {item.task: item for item in on_record.tasks}["ws_lite_44_gtv2_001"]
    assert any("'development-task-3.xlsx; 20'" in remark for remark in found.remarks)


def tasks_file(folder: Path, *records: object) -> Path:
    path = folder / "tasks.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def test_the_nested_form_becomes_a_record_of_ours(tmp_path: Path) -> None:
    (task,) = read_foreign_tasks(tasks_file(tmp_path, TASK)).tasks
    assert (task.source.task_id, task.source.persona) == ("5", "product_manager")
    assert task.source.rubric_refs == (2,)
    assert task.required_surfaces == (Surface.GRAPH,)
    assert task.quality_screen.strict_pass_votes == 3
    assert task.gold_evidence == (
        GraphSetEvidence(
            node="task_5",
            relation="task_requires_file",
            verified_complete_set=("t5::a.csv", "t5::b.csv"),
        ),
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda task: task.pop("gold_answer"),
        lambda task: task.update(answer_type="poem"),
        lambda task: task.update(task_type="magic"),
    ],
    ids=["no gold", "unknown answer type", "unknown task type"],
)
def test_a_line_that_is_no_task_is_told(
    tmp_path: Path, change: Callable[[dict[str, object]], object]
) -> None:
    broken: dict[str, object] = {**TASK, "id": "a_2"}
    change(broken)
    found = read_foreign_tasks(tasks_file(tmp_path, broken, TASK))
    assert [task.id for task in found.tasks] == ["a_1"]
    assert found.remarks[0].task == "line 1"


def test_two_tasks_of_one_id_stop_the_import(tmp_path: Path) -> None:
    with pytest.raises(DuplicateIdError, match="a_1"):
        read_foreign_tasks(tasks_file(tmp_path, TASK, TASK))


def test_a_folder_without_tasks_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match=r"tasks\.jsonl"):
        import_release(tmp_path)


def test_proofs_get_places_and_digests_where_the_surface_is_there(tmp_path: Path) -> None:
    write_release(tmp_path)
    span = {"surface": "rag", "file": "t154__image_asset_list.md", "span": "logo_small.png"}
    view = "t154__user_behavior_data_20250215"
    table = {
        "surface": "table",
        "table": view,
        "query": f"SELECT COUNT(*) FROM \"{view}\" WHERE page = 'home'",
        "verified_result": 2,
    }
    record = {
        **TASK,
        "source": {**TASK["source"], "task_id": "154", "persona": "Operations Manager"},  # type: ignore[dict-item]
        "gold_answer": "logo_small.png; 2",
        "answer_type": "string",
        "task_type": "cross_surface",
        "required_surfaces": ["rag", "table"],
        "question": "Which small picture is listed, and how many home pages were seen?",
        "gold_evidence": [span, table],
    }
    tasks_file(tmp_path, record)
    release = import_release(tmp_path)
    first, second = release.tasks.tasks[0].gold_evidence
    assert isinstance(first, RagEvidence)
    assert isinstance(second, TableEvidence)
    assert first.end - first.start == len("logo_small.png")
    assert second.verified_result == ((2,),)
    assert second.table_digest
    (audited,) = audit_tasks(release.tasks, release.surfaces).tasks
    assert (audited.verdict, audited.only_read) == (Verdict.SOUND, ())


def test_a_recorded_result_that_the_view_does_not_give_is_a_fault(tmp_path: Path) -> None:
    write_release(tmp_path)
    view = "t154__user_behavior_data_20250215"
    record = {
        **TASK,
        "source": {"task_id": "154", "persona": "operations_manager"},
        "gold_answer": 3,
        "answer_type": "number",
        "task_type": "table_only",
        "required_surfaces": ["table"],
        "question": "How many visits does the page log of Task 154 hold for home?",
        "gold_evidence": [
            {
                "surface": "table",
                "table": view,
                "query": f"SELECT COUNT(*) FROM \"{view}\" WHERE page = 'home'",
                "verified_result": 3,
            }
        ],
    }
    tasks_file(tmp_path, record)
    release = import_release(tmp_path)
    (audited,) = audit_tasks(release.tasks, release.surfaces).tasks
    assert "proof does not replay" in audited.reasons
