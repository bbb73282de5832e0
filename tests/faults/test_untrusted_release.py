"""A release from elsewhere: links are refused, records of another form end in a sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.kernel.errors import DuplicateIdError, PackageError
from worksurface_pipeline.kernel.sql import SqlLimits
from worksurface_pipeline.worksurface.release.audit import audit_tasks
from worksurface_pipeline.worksurface.release.audit_limits import AuditLimits, Spending
from worksurface_pipeline.worksurface.release.foreign import import_release
from worksurface_pipeline.worksurface.release.importing import open_own, read_release
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

PROFILE = "package/resources/profiles/logistics_manager"
SECRET = "outside of the release"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    task, surfaces = world([], [shipments()], [document("depot.md", "The yard keeps 42 vans.")])
    found = verify_tasks(derive_candidates([task], surfaces, DerivationPolicy()), surfaces)
    write_release(tmp_path / "r", "b", found.tasks, [surfaces])
    (tmp_path / "secret.txt").write_text(SECRET)
    return tmp_path / "r"


def _foreign(release: Path) -> Path:
    """The same surfaces as a release in the public format, which lists no documents."""
    root = release / "package"
    (root / "tasks.jsonl").write_bytes((release / "gold" / "tasks.jsonl").read_bytes())
    (release / PROFILE / "kb_docs.jsonl").unlink()
    return root


READERS: dict[str, Callable[[Path], object]] = {
    "verify": verify_release,
    "import of ours": read_release,
    "import of the public format": lambda release: import_release(_foreign(release)),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "place", [f"{PROFILE}/kb_docs/t7__secret.md", f"{PROFILE}/tables/more", f"{PROFILE}/../other"]
)
def test_a_link_is_refused_by_name(release: Path, reader: str, place: str) -> None:
    target = release.parent / "secret.txt"
    (release / place).symlink_to(target)
    with pytest.raises(PackageError, match="links are not followed") as caught:
        READERS[reader](release)
    assert Path(place).name in str(caught.value)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        pytest.param("tables/registry.json", "[1, 2]", id="registry of numbers"),
        pytest.param("tables/registry.json", '{"tables": [{"id": 5}]}', id="row of a registry"),
        pytest.param("graph/surface_graph.json", '{"nodes": [1], "edges": "x"}', id="graph"),
        pytest.param("kb_docs.jsonl", '{"path": 5}\n', id="documents"),
        pytest.param("tables/registry.json", "{", id="no JSON"),
    ],
)
def test_records_of_another_form_end_in_a_sentence(release: Path, path: str, content: str) -> None:
    (release / PROFILE / path).write_text(content)
    for read in (verify_release, open_own):
        with pytest.raises(PackageError, match="not in the form that is read"):
            read(release)


def test_a_pipe_is_refused_before_anything_reads_it(release: Path) -> None:
    os.mkfifo(release / PROFILE / "kb_docs" / "t7__endless.md")
    with pytest.raises(PackageError, match="a pipe or a device"):
        verify_release(release)


@pytest.mark.parametrize(
    ("path", "kind"),
    [("tables/registry.json", "tables"), ("graph/surface_graph.json", "nodes")],
    ids=["table", "node"],
)
def test_a_name_that_stands_twice_is_refused(release: Path, path: str, kind: str) -> None:
    place = release / PROFILE / path
    value = json.loads(place.read_text(encoding="utf-8"))
    value[kind].append(value[kind][0])
    place.write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(DuplicateIdError, match=f"Two {kind} share the id"):
        verify_release(release)


Change = Callable[[Path], object]


def _registry(release: Path) -> Path:
    return release / PROFILE / "tables" / "registry.json"


def _twice(release: Path) -> None:
    row = json.loads(_registry(release).read_text(encoding="utf-8"))["tables"][0]
    entry = {"view": row["id"], "source_file": row["source_file"]}
    _registry(release).write_text(json.dumps([entry, entry]), encoding="utf-8")


def _nested(release: Path) -> None:
    pl.DataFrame({"a": [[1, 2]]}).write_parquet(release / PROFILE / "tables" / "t7__odd.parquet")


def _text(path: str, content: bytes) -> Change:
    return lambda release: (release / PROFILE / path).write_bytes(content)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(_twice, "names t7__shipments twice", id="registry names a table twice"),
        pytest.param(_nested, "holds no plain values", id="nested cells"),
        pytest.param(
            _text("tables/t7__shipments.parquet", b"PAR1"), "cannot be read", id="no parquet"
        ),
        pytest.param(_text("tables/registry.json", b"[" * 99_999), "is no JSON", id="deep JSON"),
        pytest.param(
            _text("tables/registry.json", b"[" + b"9" * 9_999 + b"]"),
            "is no JSON",
            id="long number",
        ),
        pytest.param(_text("graph/surface_graph.json", b"\xff"), "is no JSON", id="no UTF-8"),
        pytest.param(_text("kb_docs/t7__depot.md", b"\xff"), "is no UTF-8", id="document"),
        pytest.param(
            lambda release: (release / PROFILE / "kb_docs" / "t7__x.md").mkdir(),
            "t7__x.md is no UTF-8",
            id="a folder called a document",
        ),
    ],
)
def test_of_a_foreign_release_what_cannot_be_read_is_told(
    release: Path, change: Change, said: str
) -> None:
    root = _foreign(release)
    change(release)
    found = import_release(root)
    assert any(said in problem for problem in found.problems), found.problems
    audit_tasks(found.tasks, found.surfaces)


@pytest.mark.parametrize("name", ["../../../x", "a/b", " "], ids=repr)
def test_a_foreign_id_that_is_no_plain_name_is_refused(release: Path, name: str) -> None:
    root = _foreign(release)
    lines = (root / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    line = json.dumps({**json.loads(lines[0]), "id": name})
    (root / "tasks.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(PackageError, match=r"no plain name \(tasks\.jsonl, line 1\)"):
        import_release(root)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"[1]",
        b"null",
        b'{"id": "a", "gold_answer": ' + b"9" * 9_999 + b"}",
        b'{"id": "a", "gold_answer": NaN}',
        b"[" * 99_999,
        b'{"derivation": []}',
        b'{"derivation": "row_count", "gold_evidence": [{"graph_query": 5}, 7, null]}',
    ],
    ids=["empty", "bytes", "list", "null", "digits", "nan", "deep", "family", "proofs"],
)
def test_a_file_without_a_task_ends_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "tasks.jsonl").write_bytes(data)
    with pytest.raises(PackageError, match="holds no task"):
        import_release(tmp_path)


def test_a_task_of_no_persona_is_not_imported(release: Path) -> None:
    root = _foreign(release)
    value = json.loads((root / "tasks.jsonl").read_text(encoding="utf-8").splitlines()[0])
    value["source"]["persona"] = "--"
    (root / "tasks.jsonl").write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(PackageError, match="1 task names no persona"):
        read_release(root)


CROSS = "SELECT COUNT(*) FROM range(100000000000) a, range(1000000) b"


def test_a_query_that_never_ends_is_told_as_only_read(release: Path) -> None:
    root = _foreign(release)
    rows = [json.loads(line) for line in (root / "tasks.jsonl").read_bytes().splitlines()]
    chosen = [row for row in rows if row["gold_evidence"][0]["surface"] == "table"][:4]
    for number, row in enumerate(chosen):
        row["gold_evidence"][0]["query"] = f"{CROSS} WHERE a.range > {number}"
    (root / "tasks.jsonl").write_text("\n".join(map(json.dumps, chosen)), encoding="utf-8")
    found = import_release(root)
    limits = AuditLimits(query=SqlLimits(seconds=0.3), stopped=2)
    report = audit_tasks(found.tasks, found.surfaces, spending=Spending(limits, lambda: 0.0))
    reasons = [reason for item in report.tasks for reason in item.stopped]
    assert [("took longer" in reason, "Not executed" in reason) for reason in reasons] == [
        *[(True, False)] * 2,
        *[(False, True)] * 2,
    ]
    assert all(item.only_read and not item.executed for item in report.tasks)
    assert not any(one.gate == "replay" for item in report.tasks for one in item.findings)
    assert any("only read, query on" in line for line in report.lines())


def test_what_all_queries_take_together_is_bounded(release: Path) -> None:
    found = import_release(_foreign(release))
    ticks = iter(range(10_000))
    spending = Spending(AuditLimits(seconds=1.0), lambda: float(next(ticks)))
    report = audit_tasks(found.tasks, found.surfaces, spending=spending)
    stopped = [reason for item in report.tasks for reason in item.stopped]
    assert stopped
    assert all("all queries took 1 s together" in reason for reason in stopped)
