"""Which task a path belongs to, and which folder names are counted from."""

from __future__ import annotations

import unicodedata

import pytest

from worksurface_pipeline.worksurface.source.plain.patterns import Owners, base_folder, name_rule


@pytest.mark.parametrize(
    ("groups", "path", "owner"),
    [
        pytest.param([["a/**"], ["b/**"]], "b/x/y.csv", 1, id="folder"),
        pytest.param([["a"], ["b/"]], "b/x/y.csv", 1, id="folder-by-its-name"),
        pytest.param([["a/**"]], "ab/x.csv", None, id="a-longer-name-is-another-folder"),
        pytest.param([["*"]], "x.csv", 0, id="top-level"),
        pytest.param([["*"]], "a/x.csv", None, id="star-stays-in-a-name"),
        pytest.param([["**/*.csv"]], "a/b/x.csv", 0, id="any-depth"),
        pytest.param([["**/*.csv"]], "x.csv", 0, id="any-depth-or-none"),
        pytest.param([["a/*/x.csv"]], "a/b/c/x.csv", None, id="one-level"),
        pytest.param([["a/**"], ["**"]], "c", 1, id="the-rest"),
        pytest.param([["**"], ["a/**"]], "a/x", 0, id="first-task-wins"),
        pytest.param([["a/x?.csv"], ["a/**"]], "a/x1.csv", 0, id="question-mark"),
        pytest.param([["[2024] plan/**"]], "[2024] plan/a.md", 0, id="brackets-as-written"),
        pytest.param([["a/b.csv"]], "a/b.csv", 0, id="one-file"),
        pytest.param([["./a/"]], "a/b.csv", 0, id="dot-slash"),
        pytest.param([["A/**"]], "a/b.csv", None, id="case-counts"),
        pytest.param([["été/**"]], unicodedata.normalize("NFD", "été/x"), 0, id="unicode-form"),
        pytest.param([["a/**"]], "a/line\nbreak.md", 0, id="line-break-in-a-name"),
    ],
)
def test_the_first_group_that_fits_owns_a_path(
    groups: list[list[str]], path: str, owner: int | None
) -> None:
    assert Owners(groups).of(path) == owner


@pytest.mark.parametrize(
    ("patterns", "base"),
    [
        pytest.param(["a/b/**"], "a/b", id="folder"),
        pytest.param(["*"], "", id="top-level"),
        pytest.param(["a/x.csv"], "a", id="one-file"),
        pytest.param(["a/b/**", "a/c/**"], "a", id="two-folders"),
        pytest.param(["a/**", "b/**"], "", id="nothing-shared"),
        pytest.param(["**"], "", id="everything"),
    ],
)
def test_names_are_counted_from_what_all_patterns_spell_out(patterns: list[str], base: str) -> None:
    assert base_folder(patterns) == base


@pytest.mark.parametrize(
    ("name", "is_skipped"),
    [
        pytest.param(".git", True, id="hidden"),
        pytest.param("~$plan.docx", True, id="lock-file"),
        pytest.param("thumbs.DB", True, id="other-case"),
        pytest.param("plan~$.docx", False, id="elsewhere-in-the-name"),
        pytest.param("Thumbs.db.txt", False, id="longer-name"),
    ],
)
def test_names_are_skipped_whole(name: str, is_skipped: bool) -> None:
    rule = name_rule([".*", "~$*", "Thumbs.db"])
    assert (rule.fullmatch(name) is not None) is is_skipped
    assert name_rule([]).fullmatch(name) is None
