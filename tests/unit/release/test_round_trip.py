"""What is written in the public format comes back as it was, and its audit finds no fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedules.auditing import audit_path
from tests.unit.release.made import made, own_release, public_release, without_our_files
from worksurface_pipeline.worksurface.release.foreign import import_release
from worksurface_pipeline.worksurface.release.foreign_form import task_from
from worksurface_pipeline.worksurface.release.gold_form import gold_lines, gold_task, parse_line
from worksurface_pipeline.worksurface.release.read import read_gold
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces

PUBLIC = frozenset(made()[0][0].model_dump()) - {
    "derivation",
    "answer_unit",
    "answer_digits",
    "required_sealed",
    "asked_type",
    "not_for_route",
}
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = st.lists(TEXT, max_size=3).map(tuple)
VALUE = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | TEXT | st.floats(-1e9, 1e9)
EVIDENCE: st.SearchStrategy[Evidence] = st.one_of(
    st.builds(RagEvidence, file=TEXT, span=TEXT, text_digest=TEXT),
    st.builds(
        TableEvidence,
        table=TEXT,
        columns=NAMES,
        query=TEXT,
        verified_result=st.lists(st.lists(VALUE, max_size=2).map(tuple), max_size=2).map(tuple),
        table_digest=TEXT,
        source_file=TEXT,
        source_sheet=TEXT,
    ),
    st.builds(
        GraphSetEvidence,
        node=TEXT,
        relation=TEXT,
        verified_complete_set=NAMES,
        direction=st.sampled_from(["out", "in", "both"]),
        suffix=TEXT,
    ),
    st.builds(GraphPathEvidence, graph_path=st.lists(TEXT, min_size=1, max_size=5).map(tuple)),
    st.builds(
        AbsenceEvidence,
        terms=NAMES,
        searched=st.lists(st.sampled_from(list(Surface))).map(tuple),
        scope_digest=TEXT,
    ),
)


def with_proofs(proofs: tuple[Evidence, ...]) -> AtomicTask:
    return made()[0][0].model_copy(update={"gold_evidence": proofs})


@given(st.lists(EVIDENCE, max_size=4).map(tuple))
def test_every_kind_of_proof_comes_back(proofs: tuple[Evidence, ...]) -> None:
    task = with_proofs(proofs)
    value = parse_line(gold_lines([task]))
    assert isinstance(value, dict)
    assert gold_task(value) == task
    assert task_from(value) == (task, ())


@given(st.lists(EVIDENCE, max_size=4).map(tuple))
def test_proofs_come_back_from_a_record_that_names_no_family(proofs: tuple[Evidence, ...]) -> None:
    value = parse_line(gold_lines([with_proofs(proofs)]))
    assert isinstance(value, dict)
    found, _ = task_from({name: value[name] for name in PUBLIC})
    assert found.gold_evidence == proofs


def test_sets_stand_in_the_public_form() -> None:
    item = GraphSetEvidence(node="task_5", relation="r", verified_complete_set=("t5::a.csv",))
    value = parse_line(gold_lines([with_proofs((item,))]))
    assert isinstance(value, dict)
    (record,) = value["gold_evidence"]
    assert record["graph_query"]["node"] == "task_5"
    assert record["verified_complete_set"] == ["t5::a.csv"]
    assert "node" not in record


def test_tasks_and_surfaces_come_back_from_the_public_layout(tmp_path: Path) -> None:
    tasks, surfaces = made()
    found = import_release(public_release(tmp_path))
    assert set(found.tasks.tasks) == set(tasks)
    assert found.tasks.remarks == ()
    assert found.problems == ()
    assert_same(found.surfaces[surfaces.persona], surfaces)
    assert set(read_gold(tmp_path / "own")) == set(tasks)


def assert_same(one: Surfaces, other: Surfaces) -> None:
    def by_id(surfaces: Surfaces) -> object:
        documents = {item.id: item for item in surfaces.documents.documents}
        return documents, {item.id: item for item in surfaces.tables.records}

    assert by_id(one) == by_id(other)
    assert one.graph == other.graph
    for name, data in other.tables.data.items():
        again = one.tables.data[name]
        assert again.frame.equals(data.frame)
        assert again.texts.equals(data.texts)
        assert again.row_numbers == data.row_numbers


def stripped(public: Path) -> Path:
    path = public / "tasks.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = [json.dumps({name: row[name] for name in PUBLIC}) for row in rows]
    path.write_text("\n".join(kept), encoding="utf-8")
    return public


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(own_release, id="our release"),
        pytest.param(public_release, id="public layout"),
        pytest.param(lambda path: without_our_files(public_release(path)), id="public surfaces"),
        pytest.param(lambda path: stripped(public_release(path)), id="public records"),
        pytest.param(
            lambda path: stripped(without_our_files(public_release(path))), id="public throughout"
        ),
        pytest.param(lambda path: public_release(path) / "tasks.jsonl", id="records alone"),
    ],
)
def test_no_fault_is_found_in_sound_gold(tmp_path: Path, make: object) -> None:
    assert callable(make)
    path = make(tmp_path)
    audited = audit_path(path, is_whole=False)
    report = audited.report
    assert list(audited.lines())[:-1] == []
    assert audited.exit_code == 0
    assert len(report.tasks) == len(made()[0])
    executed = [bool(item.executed) and not item.only_read for item in report.tasks]
    assert all(executed) is path.is_dir()


def test_families_of_the_benchmark_are_many() -> None:
    kinds = {type(item) for task in made()[0] for item in task.gold_evidence}
    assert kinds >= {RagEvidence, TableEvidence, GraphSetEvidence, AbsenceEvidence}


@pytest.mark.parametrize("gold", [True, False, "-", "\u00b2", "--5", ".-5", "9" * 300], ids=repr)
def test_golds_of_any_form_are_judged(tmp_path: Path, gold: object) -> None:
    path = stripped(public_release(tmp_path)) / "tasks.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kind = "boolean" if isinstance(gold, bool) else "string"
    odd = [json.dumps({**row, "gold_answer": gold, "answer_type": kind}) for row in rows[:6]]
    path.write_text("\n".join(odd), encoding="utf-8")
    report = audit_path(path.parent, is_whole=False).report
    assert len(report.tasks) == len(odd)


@pytest.mark.parametrize("result", [[[]], [], [[None]], None, "x"], ids=repr)
def test_recorded_results_of_any_form_are_judged(tmp_path: Path, result: object) -> None:
    path = public_release(tmp_path) / "tasks.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for proof in (proof for row in rows for proof in row["gold_evidence"]):
        proof["verified_result"] = result
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    report = audit_path(path.parent, is_whole=False).report
    assert report.tasks
