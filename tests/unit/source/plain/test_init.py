"""`worksurface init` on plain folders: what it proposes, keeps, refuses, and never touches."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.source.workspaces import write_task
from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.hashing import digest_file
from worksurface_pipeline.worksurface.source.plain.initialise import (
    Initialised,
    Wish,
    default_workspace,
    initialise,
)
from worksurface_pipeline.worksurface.source.plain.mapping import MAPPING_NAME, read_mapping
from worksurface_pipeline.worksurface.source.plain.personas import FALLBACK, guess_persona
from worksurface_pipeline.worksurface.source.plain.proposal import TaskPer, propose


def tree(folder: Path, *paths: str) -> Path:
    folder.mkdir(exist_ok=True)
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(f"content of {path}\n", encoding="utf-8")
    return folder


def state(folder: Path) -> dict[str, tuple[str, int]]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path): (digest_file(path), path.stat().st_mtime_ns) for path in files}


def init(folder: Path, **wish: object) -> Initialised:
    return initialise(folder, default_workspace(folder), Wish(**wish))  # type: ignore[arg-type]


def test_one_task_a_top_folder_and_the_folder_untouched(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "Sales 2024/q1.csv", "hr/a/b.md", "x.md", ".git/config")
    before = state(folder)
    result = init(folder)
    mapping = read_mapping(result.file.parent)
    assert result.file == tmp_path / "all-workspace" / MAPPING_NAME
    assert mapping.root == "../all"
    assert [(task.id, task.files) for task in mapping.tasks] == [
        ("Sales_2024", ("Sales 2024/**",)),
        ("all", ("*",)),
        ("hr", ("hr/**",)),
    ]
    assert not any(task.confirmed for task in mapping.tasks)
    assert result.remarks == ("1 passed over (name on the list `skip`): .git",)
    assert state(folder) == before
    assert list(result.file.parent.iterdir()) == [result.file]


@pytest.mark.parametrize(
    ("per", "files"),
    [
        pytest.param(TaskPer.NONE, [("**",)], id="none"),
        pytest.param(TaskPer.FILE, [("a/x.csv",), ("a/y.csv",), ("z.md",)], id="file"),
    ],
)
def test_other_cuts(tmp_path: Path, per: TaskPer, files: list[tuple[str, ...]]) -> None:
    folder = tree(tmp_path / "all", "a/x.csv", "a/y.csv", "z.md")
    result = init(folder, per=per, persona="Data Analyst")
    tasks = read_mapping(result.file.parent).tasks
    assert [task.files for task in tasks] == files
    assert {(task.persona, task.confirmed) for task in tasks} == {("Data Analyst", True)}


def test_ids_differ_in_more_than_case_and_marks() -> None:
    files = ["A b/1", "a-b/1", "a_b/1", "!!/1", "été/1", f"{'long ' * 40}/1"]
    ids = [item.task.id for item in propose("top", files, TaskPer.TOP_FOLDER)]
    assert len({"".join(filter(str.isalnum, name)).casefold() for name in ids}) == len(files)
    assert all(len(name) < 70 for name in ids)
    assert "été" in ids


@pytest.mark.parametrize(
    ("paths", "outputs"),
    [
        pytest.param(["t/in.md", "t/Output/r.md"], ("t/Output/**",), id="output-folder"),
        pytest.param(["t/a/outputs/r.md", "t/x.md"], ("t/a/outputs/**",), id="deeper"),
        pytest.param(["output/a.md", "output/b.md"], (), id="nothing-else-there"),
        pytest.param(["t/output.md"], (), id="a-file-is-no-folder"),
    ],
)
def test_folders_called_output_are_guessed(paths: list[str], outputs: tuple[str, ...]) -> None:
    (item,) = propose("top", paths, TaskPer.TOP_FOLDER)
    assert item.task.outputs == outputs


@pytest.mark.parametrize(
    ("name", "files", "label", "reason"),
    [
        pytest.param("warehouse-north", ["a.md"], "Logistics Manager", "'warehouse'", id="folder"),
        pytest.param("x", ["ExperimentLog.csv"], "Researcher", "1 of 1 file names", id="camel"),
        pytest.param("x", ["仓库盘点.xlsx", "b.md"], None, "no name tells", id="one-of-two"),
        pytest.param("物流2024", ["b.md"], "Logistics Manager", "'物流'", id="chinese"),
        pytest.param("src", ["a.py", "b.py"], "Backend Developer", "'src'", id="code"),
        pytest.param("x", ["a.py", "b.py", "c.md"], "Backend Developer", "2 of 3", id="endings"),
        pytest.param("x", ["budget.md", "roadmap.md"], None, "equally|no name", id="tie"),
        pytest.param("stuff", ["a.md", "b.md"], None, "no name tells the role", id="nothing"),
    ],
)
def test_personas_are_guessed_with_a_reason(
    name: str, files: list[str], label: str | None, reason: str
) -> None:
    guess = guess_persona(name, files)
    assert guess.label == (label or FALLBACK)
    assert any(part in guess.reason for part in reason.split("|"))


def test_a_second_init_adds_what_is_new_and_keeps_every_edit(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "a/x.csv")
    file = init(folder).file
    edited = file.read_text(encoding="utf-8").replace('title = ""', 'title = "Mine"  # my words')
    file.write_text(edited, encoding="utf-8")
    tree(folder, "b/y.csv")
    result = init(folder)
    text = file.read_text(encoding="utf-8")
    assert not result.is_new
    assert [item.task.id for item in result.added] == ["b"]
    assert text.startswith(edited.rstrip("\n"))
    assert [task.title for task in read_mapping(file.parent).tasks] == ["Mine", ""]
    assert init(folder).added == ()
    assert file.read_text(encoding="utf-8") == text


def test_force_replaces_a_mapping_and_keeps_the_old_one(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "a/x.csv")
    file = init(folder).file
    file.write_text("not TOML at all [", encoding="utf-8")
    with pytest.raises(SourceError, match="not TOML"):
        init(folder)
    assert init(folder, force=True).is_new
    assert read_mapping(file.parent).tasks[0].id == "a"
    assert file.with_name(f"{MAPPING_NAME}.old").read_text(encoding="utf-8").startswith("not TOML")


def _workspace_inside(folder: Path) -> Path:
    return folder / "inside"


def _other_folder(folder: Path) -> Path:
    init(tree(folder.with_name("other"), "a.md"))
    return default_workspace(folder.with_name("other"))


def _among_tasks(folder: Path) -> Path:
    write_task(folder.with_name("tasks"), "7")
    return folder.with_name("tasks")


def _a_file(folder: Path) -> Path:
    folder.with_name("file").write_text("x", encoding="utf-8")
    return folder.with_name("file")


@pytest.mark.parametrize(
    ("place", "match"),
    [
        pytest.param(_workspace_inside, "inside the folder of files", id="inside"),
        pytest.param(_other_folder, "of another folder", id="of-another-folder"),
        pytest.param(_among_tasks, "holds source tasks", id="among-source-tasks"),
        pytest.param(_a_file, "cannot be written", id="a-file"),
    ],
)
def test_unsuitable_places(tmp_path: Path, place: object, match: str) -> None:
    folder = tree(tmp_path / "all", "a.md")
    out = place(folder)  # type: ignore[operator]
    with pytest.raises(SourceError, match=match) as caught:
        initialise(folder, out, Wish())
    assert caught.value.where
    assert caught.value.remedy


def test_results_never_go_into_the_folder(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "a.md")
    with pytest.raises(SourceError, match="inside the folder of files"):
        initialise(folder, tmp_path / "ws", Wish(), [folder / "data_lake"])
    assert not (tmp_path / "ws").exists()


def _source_tasks(tmp_path: Path) -> Path:
    write_task(tmp_path / "all", "7")
    return tmp_path / "all"


@pytest.mark.parametrize(
    ("make", "match"),
    [
        pytest.param(lambda path: path / "none", "missing", id="missing"),
        pytest.param(lambda path: tree(path / "e"), "holds no file", id="empty"),
        pytest.param(lambda path: tree(path / "h", ".x/a"), "passed over", id="all-hidden"),
        pytest.param(lambda path: tree(path, "f") / "f", "no folder", id="a-file"),
        pytest.param(_source_tasks, "holds source tasks already", id="source-tasks"),
    ],
)
def test_unsuitable_folders(tmp_path: Path, make: object, match: str) -> None:
    folder = make(tmp_path)  # type: ignore[operator]
    with pytest.raises(SourceError, match=match) as caught:
        initialise(folder, tmp_path / "ws", Wish())
    assert caught.value.remedy
    assert not (tmp_path / "ws").exists()


def test_another_kind_of_metadata_is_data(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "a/metadata.json", "a/x.md")
    assert init(folder).files == 2


def test_odd_names_are_written_as_toml(tmp_path: Path) -> None:
    names = ['quo"te', "[br]", "tab\there", "line\nbreak", "del\x7f", "日本"]
    folder = tree(tmp_path / "all", *(f"{name}/x.md" for name in names))
    tasks = read_mapping(init(folder).file.parent).tasks
    assert {task.files[0] for task in tasks} == {f"{name}/**" for name in names}


def test_names_that_are_not_utf8_are_left_out_of_the_mapping(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "ok/x.md")
    os.mkdir(os.fsencode(folder) + b"/bad\xff")
    with open(os.fsencode(folder) + b"/bad\xff/x.md", "wb"):
        pass
    assert [task.id for task in read_mapping(init(folder).file.parent).tasks] == ["ok"]
