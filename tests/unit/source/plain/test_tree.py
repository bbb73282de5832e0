"""A mapped plain tree as a workspace: names, what is refused, what a change changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.source.plain.test_init import state, tree
from worksurface_pipeline.kernel.errors import MetadataError, SourceError
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason
from worksurface_pipeline.worksurface.schema.source import FileStatus
from worksurface_pipeline.worksurface.source.files import open_verified
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.model import Workspace
from worksurface_pipeline.worksurface.source.plain.initialise import Wish, initialise
from worksurface_pipeline.worksurface.source.plain.mapping import MAPPING_NAME, files_root

PLAN = """
root = "../all"
[[tasks]]
id = "plans"
persona = "Operations Manager"
files = ["plans/**"]
outputs = ["plans/output/**"]
"""
REST = """
[[tasks]]
id = "rest"
persona = "Researcher"
confirmed = true
files = ["**"]
"""


def mapped(folder: Path, text: str = PLAN + REST) -> Path:
    """A workspace beside `folder` with this mapping."""
    workspace = folder.with_name("ws")
    workspace.mkdir(exist_ok=True)
    (workspace / MAPPING_NAME).write_text(text, encoding="utf-8")
    return workspace


def load(workspace: Path) -> Workspace:
    return load_workspace(workspace, None, "test")


def names(workspace: Workspace) -> dict[str, list[str]]:
    return {task.task_id: [file.filename for file in task.files] for task in workspace.tasks}


def test_files_are_named_from_the_tasks_folder_and_read_in_place(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "plans/a.csv", "plans/n/a.csv", "plans/output/r.md", "x.md")
    before = state(folder)
    workspace = load(mapped(folder))
    assert names(workspace) == {"plans": ["a.csv", "n/a.csv"], "rest": ["x.md"]}
    assert workspace.tasks[0].output_files == ("output/r.md",)
    assert workspace.tasks[0].rubrics == ()
    assert workspace.personas == ("operations_manager", "researcher")
    for file in (file for task in workspace.tasks for file in task.files):
        assert file.status is FileStatus.PRESENT
        opened = open_verified(files_root(tmp_path / "ws"), file)
        assert isinstance(opened, Path)
        assert opened.is_relative_to(folder)
    assert state(folder) == before


def test_additions_removals_and_edits_are_found_by_content(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "plans/a.csv", "plans/b.csv", "plans/c.csv")
    workspace = mapped(folder)
    first = freeze(load(workspace)).lock
    (folder / "plans/a.csv").write_text("other", encoding="utf-8")
    (folder / "plans/b.csv").unlink()
    tree(folder, "plans/new/d.csv")
    os.utime(folder / "plans/c.csv", (1, 1))
    changes = freeze(load(workspace), first).changes
    assert [(item.kind, item.filename) for item in changes] == [
        ("changed", "a.csv"),
        ("removed", "b.csv"),
        ("added", "new/d.csv"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        pytest.param('"Researcher"\nconfirmed = true', '"Researcher"', True, id="confirmation"),
        pytest.param('["plans/**"]', '["plans/*"]', True, id="same-files-otherwise-said"),
        pytest.param('"Researcher"', '"Analyst"', False, id="persona"),
        pytest.param('id = "rest"', 'id = "rest"\ntitle = "T"', False, id="title"),
    ],
)
def test_only_what_a_mapping_edit_touches_is_stale(
    tmp_path: Path, old: str, new: str, is_same: bool
) -> None:
    workspace = mapped(tree(tmp_path / "all", "plans/a.csv", "x.md"))
    before = freeze(load(workspace)).lock
    mapped(tmp_path / "all", (PLAN + REST).replace(old, new))
    after = freeze(load(workspace)).lock
    assert (after.tree_digest == before.tree_digest) is is_same
    assert after.metadata[0] == before.metadata[0]  # the other task stays as it is


def test_the_order_of_the_disk_and_the_place_do_not_matter(tmp_path: Path) -> None:
    paths = ["plans/b.csv", "plans/a.csv", "z.md", "plans/n/a.csv"]
    tree(tmp_path / "one").mkdir(exist_ok=True)
    tree(tmp_path / "two").mkdir(exist_ok=True)
    tree(tmp_path / "one" / "all", *paths)
    tree(tmp_path / "two" / "all", *reversed(paths))
    digests = {
        freeze(load(mapped(tmp_path / place / "all"))).lock.tree_digest for place in ("one", "two")
    }
    assert len(digests) == 1


def test_what_is_not_read_is_said(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "plans/a.csv", "plans/~$a.docx", "plans/.git/x", "new/n.md")
    (folder / "plans" / "big.csv").write_bytes(b"x" * (2 << 20))
    (folder / "plans" / "loop").symlink_to(folder)
    os.mkfifo(folder / "plans" / "pipe")
    text = PLAN.replace("[[tasks]]", "largest_file_mib = 1\n[[tasks]]", 1)
    workspace = load(mapped(folder, text))
    assert names(workspace) == {"plans": ["a.csv"]}
    said = "\n".join(workspace.remarks)
    for part in (
        "1 persona is a guess: plans (Operations Manager)",
        "1 files belong to no source task: new/n.md",
        "1 passed over (larger than 1 MiB): plans/big.csv",
        "1 passed over (link to a folder, which is not followed): plans/loop",
        "1 passed over (pipe, socket or device): plans/pipe",
        "2 passed over (name on the list `skip`): plans/.git, plans/~$a.docx",
    ):
        assert part in said


def test_links_and_odd_names_are_values(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "plans/a.csv", "secret.md", "plans/line\nbreak.md")
    (tmp_path / "outside.md").write_text("no", encoding="utf-8")
    (folder / "plans" / "out.md").symlink_to(tmp_path / "outside.md")
    (folder / "plans" / "up.md").symlink_to(folder / "secret.md")
    (folder / "plans" / "in.md").symlink_to(folder / "plans" / "a.csv")
    (folder / "plans" / "gone.md").symlink_to("nowhere")
    (folder / "plans" / "back\\slash.md").write_text("x", encoding="utf-8")
    task = load(mapped(folder, PLAN)).tasks[0]
    assert {file.filename: file.status.value for file in task.files} == {
        "a.csv": "present",
        "back\\\\slash.md": "unsafe_path",
        "gone.md": "absent",
        "in.md": "present",
        "line\\nbreak.md": "present",
        "out.md": "unsafe_path",
        "up.md": "unsafe_path",
    }
    assert any("rename the file" in oddity for oddity in task.oddities)
    assert any("plans/back\\\\slash.md" in remark for remark in load(tmp_path / "ws").remarks)


def test_a_link_that_is_turned_after_the_freeze_is_not_followed(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "plans/a.csv", "secret.md")
    file = load(mapped(folder, PLAN)).tasks[0].files[0]
    (folder / "plans/a.csv").unlink()
    (folder / "plans/a.csv").symlink_to(folder / "secret.md")
    found = open_verified(folder, file)
    assert isinstance(found, ExtractionFailure)
    assert found.reason is FailureReason.UNSAFE_PATH


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_this_user_may_not_read_is_said(tmp_path: Path) -> None:
    folder = tree(tmp_path / "all", "plans/a.csv", "plans/shut/b.csv", "plans/c.csv")
    (folder / "plans" / "c.csv").chmod(0)
    (folder / "plans" / "shut").chmod(0)
    workspace = load(mapped(folder, PLAN))
    with pytest.raises(SourceError, match="cannot be listed: Permission denied"):
        initialise(folder / "plans" / "shut", tmp_path / "other", Wish())
    (folder / "plans" / "shut").chmod(0o700)
    assert {file.filename: file.status.value for file in workspace.tasks[0].files} == {
        "a.csv": "present",
        "c.csv": "absent",
    }
    assert any("Permission denied" in oddity for oddity in workspace.tasks[0].oddities)
    assert any("plans/shut" in remark for remark in workspace.remarks)


def test_a_task_whose_files_are_gone_stays_and_is_named(tmp_path: Path) -> None:
    workspace = load(mapped(tree(tmp_path / "all", "x.md")))
    assert names(workspace) == {"plans": [], "rest": ["x.md"]}
    assert "No input file fits the patterns of source task plans" in workspace.remarks


@pytest.mark.parametrize(
    ("text", "match"),
    [
        pytest.param("root = ", "not TOML", id="no-toml"),
        pytest.param("", "root: Field required.*tasks: Field required", id="empty"),
        pytest.param(PLAN + "colour = 1", "task.* 'plans' colour: unknown key", id="unknown-key"),
        pytest.param(PLAN + PLAN.split("\n", 2)[2], "ids that occur twice: plans", id="twice"),
        pytest.param(PLAN.replace('"plans"', '"a b"'), "such as 'a_b'", id="unsafe-id"),
        pytest.param(PLAN.replace("Operations Manager", "?"), "worker role", id="no-persona"),
        pytest.param(PLAN.replace('["plans/**"]', "[]"), "'plans' files", id="no-pattern"),
    ],
)
def test_a_wrong_mapping_is_named_whole(tmp_path: Path, text: str, match: str) -> None:
    workspace = mapped(tree(tmp_path / "all", "x.md"), text)
    with pytest.raises(MetadataError, match=match) as caught:
        load(workspace)
    assert str(workspace / MAPPING_NAME) in str(caught.value)


@pytest.mark.parametrize(
    ("root", "match"),
    [
        pytest.param("../none", "missing", id="missing"),
        pytest.param("..", "inside the folder of files", id="holds-the-workspace"),
    ],
)
def test_a_wrong_root_is_an_error(tmp_path: Path, root: str, match: str) -> None:
    workspace = mapped(tree(tmp_path / "all", "x.md"), PLAN.replace("../all", root))
    with pytest.raises(SourceError, match=match):
        load(workspace)


def test_a_folder_without_a_mapping_is_its_own_root(tmp_path: Path) -> None:
    assert files_root(tmp_path) == tmp_path
