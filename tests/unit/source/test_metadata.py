"""One metadata.json, with every oddity that the wild shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.source.workspaces import HEX, entry, metadata, parsed
from worksurface_pipeline.kernel.errors import MetadataError
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.source.metadata import parse_metadata

LIST = ["it's here", 'a "b"', "供应"]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(LIST, id="json-list"),
        pytest.param(json.dumps(LIST), id="json-string"),
        pytest.param(json.dumps(LIST, ensure_ascii=False), id="json-string-unescaped"),
        pytest.param(repr(LIST), id="python-repr"),
        pytest.param(repr(tuple(LIST)), id="python-tuple"),
        pytest.param("  " + repr(LIST) + "\n", id="space-around"),
        pytest.param(json.dumps(json.dumps(LIST)), id="packed-twice"),
    ],
)
def test_list_field_in_every_form(value: Any) -> None:
    task = parsed(rubrics=value, rubric_types=["x", "y", "z"])
    assert [rubric.text for rubric in task.rubrics] == LIST
    is_packed = any("'rubrics' is a string that holds a list" in item for item in task.oddities)
    assert is_packed == isinstance(value, str)


@pytest.mark.parametrize("field", ["data_manifest", "file_dep_graph"])
@pytest.mark.parametrize("pack", [json.dumps, repr])
def test_lists_of_objects_in_a_string(field: str, pack: Any) -> None:
    packed = parsed(**{field: pack(metadata()[field])})
    assert (packed.files, packed.edges) == (parsed().files, parsed().edges)


def test_python_repr_is_never_evaluated() -> None:
    with pytest.raises(MetadataError, match="'rubrics' holds plain text"):
        parsed(rubrics="[__import__('os').getpid()]")


@pytest.mark.parametrize(
    ("value", "folder", "task_id", "oddity"),
    [
        pytest.param(7, "7", "7", "", id="number"),
        pytest.param("7", "7", "7", "", id="string"),
        pytest.param(7.0, "7", "7", "holds a number", id="decimal"),
        pytest.param(" 7 ", "7", "7", "", id="space"),
        pytest.param(None, "7", "7", "is missing", id="missing"),
        pytest.param("7", "task-7", "7", "folder 'task-7'", id="folder-differs"),
        pytest.param("a/../b::c", "x", "a_.._b_c", "is written", id="unsafe-letters"),
        pytest.param("任务7", "任务7", "任务7", "", id="other-script"),
        pytest.param(None, "Q3 report (draft)", "Q3_report_draft", "folder", id="folder-words"),
    ],
)
def test_task_id(value: Any, folder: str, task_id: str, oddity: str) -> None:
    task = parsed(folder, absolute_id=value)
    assert task.task_id == task_id
    assert task.files[0].task_id == task_id
    assert oddity in " ".join(task.oddities)
    assert bool(task.oddities) == bool(oddity)


def test_a_plain_task_has_no_oddity() -> None:
    task = parsed()
    assert task.oddities == ()
    assert (task.persona, task.persona_label) == ("operations_manager", "Operations Manager")
    assert task.files[0].status is FileStatus.ABSENT
    assert task.files[0].node_id == "t7::a.md"
    assert len(task.metadata_sha256) == 64


@pytest.mark.parametrize(
    "field",
    [name for name in metadata() if name != "persona"],
)
def test_missing_optional_field_is_noted(field: str) -> None:
    changes: dict[str, Any] = {field: None}
    task = parsed(**changes)
    assert any(f"'{field}' is missing" in oddity for oddity in task.oddities)


def test_bare_persona_is_enough() -> None:
    task = parse_metadata(b'{"persona": "Buyer"}', "12")
    assert (task.task_id, task.persona, task.files, task.edges) == ("12", "buyer", (), ())


def test_byte_order_mark_and_lone_surrogates_are_read() -> None:
    raw = b"\xef\xbb\xbf" + json.dumps(metadata(task="broken \ud800 text")).encode()
    assert parse_metadata(raw, "7").instruction == "broken ? text"


def test_rubrics_keep_their_index_whatever_their_types() -> None:
    task = parsed(rubrics=["a", None, 3], rubric_types=["Basic"])
    assert [(item.index, item.text, item.type) for item in task.rubrics] == [
        (0, "a", "Basic"),
        (1, "", ""),
        (2, "3", ""),
    ]
    assert "3 rubrics have 1 types; missing types stay empty." in task.oddities


def test_outputs_are_kept_once() -> None:
    task = parsed(output_files=["b.md", " ", "a.md", "b.md"])
    assert task.output_files == ("b.md", "a.md")
    assert "blank or repeated" in " ".join(task.oddities)


def test_name_that_is_input_and_output_is_noted() -> None:
    task = parsed(output_files=["a.md"])
    assert "'a.md' is listed as input and as output; edges mean the input." in task.oddities


@pytest.mark.parametrize(
    ("written", "filename", "stored", "oddity"),
    [
        pytest.param({"filename": "a.md"}, "a.md", "data/a.md", "no stored_relpath", id="no-path"),
        pytest.param(
            {"stored_relpath": f"data/{HEX}_a.md"},
            "a.md",
            f"data/{HEX}_a.md",
            "no filename",
            id="no-name",
        ),
        pytest.param(entry("a.md", "../a.md"), "a.md", "../a.md", "is refused", id="unsafe"),
    ],
)
def test_odd_manifest_entries(
    written: dict[str, str], filename: str, stored: str, oddity: str
) -> None:
    task = parsed(data_manifest=[written], file_dep_graph=[])
    assert [(file.filename, file.stored_relpath) for file in task.files] == [(filename, stored)]
    assert oddity in " ".join(task.oddities)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        pytest.param(b"{", "not JSON", id="cut-short"),
        pytest.param(b"", "not JSON", id="empty"),
        pytest.param(b"\xff\xfe\xff", "not JSON", id="not-utf8"),
        pytest.param(b"[" * 100_000, "not JSON", id="nested-too-deeply"),
        pytest.param(b'["persona"]', "no JSON object", id="list"),
        pytest.param(b"null", "no JSON object", id="null"),
    ],
)
def test_what_is_no_json_object(raw: bytes, words: str) -> None:
    with pytest.raises(MetadataError, match=words) as caught:
        parse_metadata(raw, "9")
    assert caught.value.where == "9/metadata.json"
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        pytest.param({"persona": None}, "'persona' is missing", id="no-persona"),
        pytest.param({"persona": "  "}, "'persona' is missing", id="blank-persona"),
        pytest.param({"persona": "!?"}, "'persona' holds no letter", id="persona-signs"),
        pytest.param({"persona": ["x"]}, "'persona' holds a list", id="persona-list"),
        pytest.param({"absolute_id": True}, "'absolute_id' holds true", id="id-boolean"),
        pytest.param({"absolute_id": "::"}, "'absolute_id' holds no letter", id="id-signs"),
        pytest.param({"absolute_id": {}}, "'absolute_id' holds an object", id="id-object"),
        pytest.param({"task": ["x"]}, "'task' holds a list", id="task-list"),
        pytest.param({"rubrics": 5}, "'rubrics' holds a number", id="rubrics-number"),
        pytest.param({"rubrics": "see report"}, "'rubrics' holds plain text", id="rubrics-text"),
        pytest.param({"rubrics": {"a": 1}}, "'rubrics' holds an object", id="rubrics-object"),
        pytest.param({"rubrics": [{}]}, r"'rubrics\[0\]' holds an object", id="rubric-object"),
        pytest.param(
            {"output_files": [True]}, r"'output_files\[0\]' holds true", id="output-boolean"
        ),
        pytest.param(
            {"file_dep_graph": ["a"]}, r"'file_dep_graph\[0\]' holds plain text", id="edge-text"
        ),
        pytest.param(
            {"file_dep_graph": [{"from": ["a"], "to": "b"}]},
            r"'file_dep_graph\[0\].from' holds a list",
            id="edge-end-list",
        ),
        pytest.param(
            {"data_manifest": [{}]}, r"'data_manifest\[0\].filename' is missing", id="entry-empty"
        ),
        pytest.param(
            {"data_manifest": [{"filename": "a", "stored_relpath": 1.5e400}]},
            None,
            id="infinite-number",
        ),
    ],
)
def test_malformed_field_is_named_with_a_remedy(changes: dict[str, Any], words: str | None) -> None:
    if words is None:
        assert parsed(**changes).files[0].stored_relpath == "inf"
        return
    with pytest.raises(MetadataError, match=words) as caught:
        parsed(**changes)
    assert caught.value.where == "7/metadata.json"
    assert caught.value.remedy
