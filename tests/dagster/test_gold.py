"""From verified tasks to a release, driven as a user drives it: own questions, votes, people."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import openpyxl
import pytest

from schedules.auditing import audit_path, write_audit
from schedules.doctor import examine
from schedules.releasing import (
    Wish,
    import_into,
    release_benchmark,
    release_lines,
    report_lines,
)
from schedules.reviewing import import_workbooks, result_lines, write_package, write_page
from schedules.verifying import verify_all
from tests.dagster.conftest import Project
from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.review.records import AuditPlan, Origin
from worksurface_pipeline.worksurface.necessity.records import NecessitySet
from worksurface_pipeline.worksurface.proposals.sets import PoolSet
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    Derivation,
    QualityScreen,
)
from worksurface_pipeline.worksurface.screening.panel import RULE_AUDITORS
from worksurface_pipeline.worksurface.screening.prompt import CRITERION_NAMES
from worksurface_pipeline.worksurface.screening.sets import (
    BallotSet,
    ScreenedSet,
    ScreeningReport,
)
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark
from worksurface_pipeline.worksurface.tasks.sets import VerifiedSet

V = TypeVar("V", bound=Stored)
WISH = Wish(is_unknown_licence_allowed=True)
PERSONAS = ("logistics_manager", "operations_manager")


def _value(project: Project, step: str, partition: str, kind: type[V]) -> V:
    lake = project.bench.lake
    manifest = lake.current(step, partition)
    assert manifest is not None, f"{step}[{partition}]"
    return lake.load(manifest, kind)


def _tasks(project: Project) -> Mapping[str, AtomicTask]:
    return {task.id: task for task in _value(project, "benchmark", "", Benchmark).tasks}


def _verified(project: Project) -> Mapping[str, AtomicTask]:
    sets = [_value(project, "verified_tasks", name, VerifiedSet) for name in PERSONAS]
    return {task.id: task for one in sets for task in one.tasks}


def _add(project: Project, text: str) -> None:
    path = project.folder / "worksurface.toml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_every_stage_hands_on_what_it_kept(built: tuple[Project, str]) -> None:
    project, text = built
    pool = _value(project, "pool", "", PoolSet)
    verified = [_value(project, "verified_tasks", name, VerifiedSet) for name in PERSONAS]
    assert pool.gates[0].gate == "placebo"
    assert pool.gates[0].seen == sum(len(one.tasks) for one in verified)
    measured = [_value(project, "necessity", name, NecessitySet) for name in PERSONAS]
    assert {task.id for task in pool.tasks} == {
        task.id
        for one in measured
        for task in (*one.tasks, *(held.task for held in one.quarantined))
    }
    screened = [_value(project, "screened_tasks", name, ScreenedSet) for name in PERSONAS]
    assert set(_tasks(project)) == {task.id for one in screened for task in one.passed}
    assert f"pool: {len(pool.tasks)} candidates" in text


def test_offline_families_are_there_and_proposals_stand_under_their_name(
    built: tuple[Project, str],
) -> None:
    found = {task.derivation for task in _tasks(built[0]).values()}
    assert {Derivation.PROPOSED_TABLE, Derivation.PROPOSED_THREE, Derivation.ABSENT_TARGET} <= found


def test_rules_vote_by_lint_and_are_no_screen(built: tuple[Project, str]) -> None:
    project, _ = built
    lake = project.bench.lake
    assert set(lake.partitions("ballots")) == {
        f"{name}|{persona}" for name in RULE_AUDITORS for persona in PERSONAS
    }
    screened = _value(project, "screened_tasks", PERSONAS[0], ScreenedSet)
    assert screened.lint_votes
    assert (screened.votes, screened.core) == ((), ())
    assert {task.quality_screen for task in _tasks(project).values()} == {QualityScreen()}
    report = Path(lake.path("latest/report"))
    assert "not screened by models" in (report / "index.html").read_text(encoding="utf-8")
    assert "tasks held back, by gate" in (report / "gold.html").read_text(encoding="utf-8")
    said = (report / "necessity.html").read_text(encoding="utf-8")
    assert "Not solved by it with less" in said


def test_an_edit_re_derives_exactly_the_tasks_that_read_it(copy: Project) -> None:
    before = _verified(copy)
    path = next(copy.workspace.rglob("*_shipments_q2.csv"))
    path.write_text(path.read_text(encoding="utf-8").replace("delayed", "dalayed", 3))
    assert copy.drive(until="build")[0]
    after = _verified(copy)
    kept = {name for name in before if after.get(name) == before[name]}
    for name, task in before.items():
        proofs = json.dumps([item.model_dump(mode="json") for item in task.gold_evidence])
        # An absence was searched for everywhere, the changed file included.
        reads = "shipments_q2" in proofs or isinstance(task.gold_evidence[0], AbsenceEvidence)
        is_other = task.source.persona == "operations_manager"
        assert (name in kept) or (reads and not is_other), task.question
    changed = [task for name, task in before.items() if name not in kept]
    assert any(task.required_surfaces == ("table",) for task in changed)


def test_own_questions_go_the_same_way_and_their_file_is_an_input(copy: Project) -> None:
    sql = 'SELECT COUNT(*) FROM "t3__shipments_q2"'
    proof = {"surface": "table", "sql": sql}
    mine = {"task": "3", "question": "How many rows has shipments_q2.csv on the whole?"}
    lines = [{**mine, "proof": proof}, {**mine, "task": "99", "proof": proof}]
    path = copy.folder / "own.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    _add(copy, '[proposals]\nquestions = "own.jsonl"\n')
    said = [str(item) for item in examine(copy.bench) if item.is_problem]
    assert said == ["PROBLEM line 2, task: there is no source task 99"]
    is_ok, text = copy.drive(until="assemble")
    assert is_ok, text
    assert "there is no source task 99" in text
    (own,) = [task for task in _tasks(copy).values() if task.derivation is Derivation.OWN_QUESTION]
    assert isinstance(own.gold_answer, int)
    path.write_text("", encoding="utf-8")
    is_ok, text = copy.drive(until="assemble")
    assert "because input questions changed" in text
    assert own.id not in _tasks(copy)


def test_a_broken_question_stops_with_its_line(copy: Project) -> None:
    (copy.folder / "own.jsonl").write_text('{"task": "3"}\n', encoding="utf-8")
    _add(copy, '[proposals]\nquestions = "own.jsonl"\n')
    is_ok, text = copy.drive(until="assemble")
    assert not is_ok
    assert "line 1, question" in text
    assert "Traceback" not in text


def _yes(body: Mapping[str, Any], _number: int) -> HttpAnswer:
    """Affirmative on everything; the second auditor calls nothing natural."""
    items = body["messages"][-1]["content"].count("\nQuestion: ")
    judged: dict[str, dict[str, str]] = {}
    for name in CRITERION_NAMES:
        is_against = name == "natural" and body["model"] == "b"
        judged[name] = {"verdict": "no" if is_against else "yes", "reason": "as it seems"}
    reply = json.dumps({str(number + 1): judged for number in range(items)})
    return chat(reply, {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2})


def test_three_models_screen_with_equal_votes_and_are_asked_once(copy: Project) -> None:
    with fake_endpoint(_yes) as endpoint:
        tables = "".join(
            f'[[models]]\nid = "openai/{name}"\nunder_test = false\nfamily = "one"\n'
            f'attempts = 1\nkey = "FAKE_KEY"\napi_base = "{endpoint.base}"\n'
            for name in "abc"
        )
        panel = '[screening]\nauditors = ["openai/a", "openai/b", "openai/c"]\n'
        _add(copy, f'{panel}[[models]]\nid = "offline/keyword"\n{tables}')
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FAKE_KEY", "k")
            is_ok, text = copy.drive(until="assemble")
            asked = len(endpoint.requests)
            shutil.rmtree(copy.bench.lake.path("ballots"))
            assert copy.drive(until="assemble")[0]
        assert len(endpoint.requests) == asked
    assert is_ok, text
    tasks = _tasks(copy)
    wanted = QualityScreen(strict_pass_votes=2, models=("openai/a", "openai/b", "openai/c"))
    assert {task.quality_screen for task in tasks.values()} == {wanted}
    screened = _value(copy, "screened_tasks", PERSONAS[0], ScreenedSet)
    assert screened.is_model_screen
    assert screened.core == ()
    assert len(_value(copy, "agreement", "", ScreeningReport).warnings) == 3  # one family
    ballots = _value(copy, "ballots", f"openai/b|{PERSONAS[0]}", BallotSet)
    assert not any(ballot.is_strict_pass for ballot in ballots.ballots)


def test_people_get_a_package_and_their_votes_come_back(copy: Project, tmp_path: Path) -> None:
    _add(copy, '[audit]\nitems = 20\nplanted = 4\nannotators = ["ann", "bo"]\n')
    is_ok, text = copy.drive(until="audit")
    assert is_ok, text
    bench = copy.bench
    package = write_package(bench)
    plan = _value(copy, "human_audit", "", AuditPlan)
    assert [entry.origin for entry in plan.entries].count(Origin.PLANTED) == 4
    books = [package / "workbooks" / f"{name}.xlsx" for name in ("ann", "bo")]
    with pytest.raises(PackageError, match="no vote") as caught:
        import_workbooks(bench, books)
    assert "and " in str(caught.value)
    for book in books:
        _fill(book)
    filled = books[0].read_bytes()
    assert write_package(bench) == package
    assert books[0].read_bytes() == filled  # votes in the package are not lost
    result = import_workbooks(bench, books, audit=plan.id)
    lines = list(result_lines(result))
    assert any(line.startswith("all criteria, all items: majority") for line in lines)
    assert any("saw of all planted faults: 0 of 4" in line for line in lines)
    page = write_page(bench).read_text(encoding="utf-8")
    assert "ann, answerable: yes" in page
    with pytest.raises(PackageError, match="There is no audit 'x'"):
        import_workbooks(bench, books, audit="x")


def _fill(path: Path) -> None:
    book = openpyxl.load_workbook(BytesIO(path.read_bytes()))
    sheet = book["Votes"]
    for row in range(2, sheet.max_row + 1):
        for column in range(5, 5 + len(CRITERION_NAMES)):
            sheet.cell(row, column).value = "yes"
    book.save(path)


def test_a_release_stands_alone_and_can_be_swept_elsewhere(copy: Project, tmp_path: Path) -> None:
    place, manifest = release_benchmark(copy.bench, WISH)
    assert (place.name, manifest.version) == ("1.0.0", "1.0.0")
    with pytest.raises(PackageError, match="Nothing changed since version"):
        release_benchmark(copy.bench, WISH)
    report = verify_release(place)
    assert report.is_sound
    assert list(report_lines(report))[-1].endswith("gold 1.000: every proof stands")
    other = Project(tmp_path / "other")
    other.folder.mkdir()
    place.rename(other.folder / "workspace")
    (other.folder / "worksurface.toml").write_text(
        '[source]\npath = "workspace"\n[sweep]\nsettings = ["S5"]\n[lake]\nroot = "lake"\n'
    )
    imported = import_into(other.bench, other.folder / "workspace")
    assert len(imported.tasks) == manifest.tasks
    is_ok, text = other.drive()
    assert is_ok, text
    assert "computed trajectories" in text
    assert "build[" not in text
    assert {task.id for task in imported.tasks} == set(_tasks(other))
    assert verify_all(other.bench).problems == ()
    assert [item for item in examine(other.bench) if item.is_problem] == []


def test_a_release_needs_a_budget_for_every_task(copy: Project) -> None:
    path = next(copy.workspace.rglob("*_shipments_q2.csv"))
    path.write_text(path.read_text(encoding="utf-8").replace("delayed", "dalayed", 3))
    assert copy.drive(until="assemble")[0]
    with pytest.raises(PackageError, match="have no token budget"):
        release_benchmark(copy.bench, WISH)


def test_an_accepted_challenge_withdraws_its_task_from_the_next_version(copy: Project) -> None:
    _, first = release_benchmark(copy.bench, WISH)
    gone = next(iter(_tasks(copy)))
    line = {"version": "1.0.0", "task": gone, "claim": "wrong", "status": "accepted"}
    (copy.folder / "disputes.jsonl").write_text(json.dumps(line), encoding="utf-8")
    _add(copy, '[release]\nchallenges = "disputes.jsonl"\n')
    place, second = release_benchmark(copy.bench, WISH)
    assert (second.version, second.tasks) == ("2.0.0", first.tasks - 1)
    assert list(release_lines(place, second))[1] == "Since 1.0.0: 1 removed"


def test_foreign_records_are_audited_and_nothing_passes_for_executed(tmp_path: Path) -> None:
    line = {
        "id": "a",
        "persona": "P",
        "source_task_id": "1",
        "question": "Which code stands in a.csv, is it X7?",
        "required_surfaces": ["table"],
        "gold_answer": "X7",
        "answer_type": "string",
        "gold_evidence": [{"surface": "table", "table": "t1__a", "columns": ["code"]}],
    }
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(line) + "\nno task\n", encoding="utf-8")
    audited = audit_path(path, is_whole=False)
    report = audited.report
    assert len(report.faults) == 1
    assert list(report.lines())[-1].endswith(
        "of 0 at least one proof was executed again, 1 was only read"
    )
    assert any(one.startswith("line 2: left out") for one in audited.unread)
    write_audit(report, tmp_path / "audit.jsonl")
    (written,) = (tmp_path / "audit.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(written)["only_read"] == ["table t1__a without a query"]
    with pytest.raises(PackageError, match="nothing to audit"):
        audit_path(tmp_path / "none", is_whole=False)
