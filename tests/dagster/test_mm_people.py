"""People around wing two: workbooks go out and come back filled, and the next run reports them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from schedules.mm_reviewing import stored_mm_plan, write_mm_package
from schedules.review_files import KEY, LABELS, audit_folder, audits_in, plan_of
from tests.dagster.mm_projects import MmProject
from worksurface_pipeline.cli_mm import app
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.mmenterprise.judging.calibration import Calibration
from worksurface_pipeline.mmenterprise.validation.people import ACCEPTED, PLANTED, REJECTED
from worksurface_pipeline.review.records import AuditPlan, Origin
from worksurface_pipeline.site.result_tables import ResultTables

AUDIT = '[audit]\naccepted = 6\nrejected = 30\nannotators = ["ann", "bo", "cy"]\n'
Say = Callable[[str, str, str], str]


class Back(NamedTuple):
    """A project whose workbooks came back: its audit, its package, and what imports printed."""

    project: MmProject
    audit: AuditPlan
    package: Path
    review: str
    labels: str
    before: dict[tuple[str, str], tuple[str, str]]


def _call(project: MmProject, *words: str) -> str:
    settings = str(project.folder / "mmenterprise.toml")
    result = CliRunner().invoke(app, [*words, "--settings", settings], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def _fill(path: Path, say: Say) -> None:
    """Put a vote into every cell for one, as `say(code, annotator, heading)` has it."""
    book = load_workbook(path)
    sheet = book["Votes"]
    for row in range(2, sheet.max_row + 1):
        for column in range(5, sheet.max_column):
            heading = str(sheet.cell(1, column).value)
            sheet.cell(row, column).value = say(str(sheet.cell(row, 1).value), path.stem, heading)
    book.save(path)


def _books(package: Path) -> list[str]:
    return [str(path) for path in sorted((package / "workbooks").iterdir())]


@pytest.fixture(scope="module")
def back(mm_built: tuple[MmProject, str], tmp_path_factory: pytest.TempPathFactory) -> Back:
    """Both kinds of workbooks filled and imported, and one run after it."""
    project = mm_built[0].copied(tmp_path_factory.mktemp("people") / "copy")
    path = project.folder / "mmenterprise.toml"
    path.write_text(path.read_text("utf-8") + AUDIT, "utf-8")
    assert project.drive(until="mm_audit")[0]
    package = write_mm_package(project.bench)
    audit = stored_mm_plan(project.bench)
    origins = {entry.code: entry.origin for entry in audit.entries}

    def vote(code: str, annotator: str, heading: str) -> str:
        if heading.startswith("C2") and annotator == "ann" and origins[code] is Origin.PLANTED:
            return "No"
        return "cannot judge" if heading.startswith("C1") and annotator == "bo" else "yes"

    for book in _books(package):
        _fill(Path(book), vote)
    review = _call(project, "review", "import", *_books(package))
    _call(project, "labels", "plan", "--n", "1000", "--by", "ann", "--by", "bo")
    sheets = audit_folder(project.bench.lake, _label_plan(project).id, LABELS) / "package"
    for book in _books(sheets):
        _fill(Path(book), lambda code, *_: ("right", "Wrong ")[int(code[1:]) % 2])
    labels = _call(project, "labels", "import", *_books(sheets)[:1])
    assert "Not back yet: bo" in labels
    labels = _call(project, "labels", "import", *_books(sheets))
    before = project.stored()
    is_ok, text = project.drive()
    assert is_ok, text
    return Back(project, audit, package, review, labels, before)


def _label_plan(project: MmProject) -> AuditPlan:
    lake = project.bench.lake
    return plan_of(lake, audits_in(lake, LABELS)[0], LABELS)


def _table(project: MmProject, name: str) -> list[str]:
    lake = project.bench.lake
    manifest = lake.current("mm_tables")
    assert manifest is not None
    table = lake.load(manifest, ResultTables).named(name)
    assert table is not None
    return table.csv.splitlines()


def test_people_get_a_package_and_its_key_stays_here(back: Back) -> None:
    names = sorted(path.name for path in back.package.iterdir())
    assert names == ["index.html", "items", "sources", "workbooks"]
    for path in back.package.rglob("*.html"):
        assert not any(word in path.read_text("utf-8") for word in ("stratum", "planted"))
    key = (back.package.parent / KEY / "key.csv").read_text("utf-8")
    for entry in back.audit.entries:
        assert (entry.fault != "") is (entry.origin is Origin.PLANTED)
        assert f"{entry.code}," in key
    assert "planted" in key


def test_planted_faults_are_told_apart_from_what_was_rejected(back: Back) -> None:
    origins = [entry.origin for entry in back.audit.entries]
    natural, planted = origins.count(Origin.REFUSED), origins.count(Origin.PLANTED)
    assert min(natural, planted) > 0
    lines = _table(back.project, "people")[1:]
    assert lines[0] == f"{ACCEPTED},6,6,0,0.0"
    assert lines[-1] == f'"{PLANTED}",{planted},0,{planted},100.0'
    assert lines[-2] == f"total of these,{6 + natural},{6 + natural},0,0.0"
    assert lines[1] == f'"{REJECTED}",{natural},{natural},0,0.0'
    sharp = _table(back.project, "people_planted")
    assert sharp[0].endswith("ann,bo,cy")
    assert sharp[1] == f"all,{planted},{planted},{planted},0,0"
    assert "agreement on C1 derivable" in back.review
    page = Path(back.review.rsplit("To review: ", 1)[1].strip()).read_text("utf-8")
    assert "ann, C2 correct: no" in page


def test_labels_calibrate_the_next_run_and_nothing_else_is_stale(back: Back) -> None:
    after = back.project.stored()
    changed = {step for (step, key), now in after.items() if back.before.get((step, key)) != now}
    assert changed == {"mm_calibration", "mm_tables", "mm_report"}
    lake = back.project.bench.lake
    manifest = lake.current("mm_calibration")
    assert manifest is not None
    found = lake.load(manifest, Calibration)
    plan = _label_plan(back.project)
    assert found.answers == len(plan.entries)
    assert found.people[0].raw.count == found.people[0].raw.n == len(plan.entries)
    assert f"{len(plan.entries)} new, {len(plan.entries)} as before, 0 replaced" in back.labels
    rows = [json.loads(line) for line in back.project.bench.labels().splitlines()]
    assert {row["by"] for row in rows} == {"ann", "bo"}


def test_other_labels_need_a_word(back: Back) -> None:
    sheets = audit_folder(back.project.bench.lake, _label_plan(back.project).id, LABELS) / "package"
    book = Path(_books(sheets)[0])
    kept, text = book.read_bytes(), back.project.bench.labels()
    _fill(book, lambda *_: "cannot judge")
    with pytest.raises(PackageError, match="labelled otherwise before"):
        _call(back.project, "labels", "import", str(book))
    assert back.project.bench.labels() == text
    said = _call(back.project, "labels", "import", "--replace", str(book))
    assert f"{len(_label_plan(back.project).entries)} replaced" in said
    book.write_bytes(kept)
    _call(back.project, "labels", "import", "--replace", str(book))
    assert back.project.bench.labels() == text
    with pytest.raises(PackageError, match="hold votes on questions, no labels"):
        _call(back.project, "labels", "import", _books(back.package)[0])
    with pytest.raises(PackageError, match="no answer left to label"):
        _call(back.project, "labels", "plan", "--n", "1000", "--by", "ann", "--by", "bo")
