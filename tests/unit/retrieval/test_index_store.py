"""Indexes on disk: used again by content, never when damaged, never half written."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.retrieval import index_store, lexical
from worksurface_pipeline.retrieval.lexical import LexicalIndex, LexicalSettings, build_model

KEPT = LexicalSettings(kept_passages=1)


@dataclass(frozen=True)
class Piece:
    id: str
    document_id: str
    text: str
    heading: str = ""


PIECES = (Piece("p1", "a", "freight costs 销售额"), Piece("p2", "b", "freight", "Costs of leave"))


def found(folder: Path, pieces: tuple[Piece, ...] = PIECES) -> list[tuple[str, float]]:
    hits = LexicalIndex(pieces, settings=KEPT, folder=folder).search("freight costs 销售", 5)
    return [(hit.passage.id, hit.score) for hit in hits]


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each index that is built."""
    made: list[int] = []

    def counted(*arguments: object) -> object:
        made.append(1)
        return build_model(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(lexical, "build_model", counted)
    return made


def test_a_kept_index_answers_as_a_built_one_and_is_built_once(
    tmp_path: Path, builds: list[int]
) -> None:
    built = LexicalIndex(PIECES).search("freight costs 销售", 5)
    assert found(tmp_path) == found(tmp_path) == [(hit.passage.id, hit.score) for hit in built]
    assert len(builds) == 2  # the one without a folder, and the first with it
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(replace(PIECES[0], text="freight of leave"), id="text"),
        pytest.param(replace(PIECES[0], heading="Freight"), id="heading"),
        pytest.param(replace(PIECES[0], id="p3"), id="order"),
    ],
)
def test_other_passages_have_another_index(
    tmp_path: Path, builds: list[int], changed: Piece
) -> None:
    pieces = (changed, PIECES[1])
    found(tmp_path)
    assert found(tmp_path, pieces) == [
        (hit.passage.id, hit.score) for hit in LexicalIndex(pieces).search("freight costs 销售", 5)
    ]
    assert len(builds) == 3


FILES = (
    "data.csc.index.npy",
    "indices.csc.index.npy",
    "indptr.csc.index.npy",
    "vocab.index.json",
    "params.index.json",
)


@pytest.mark.parametrize("keep", [None, 0, 1, 100, -1], ids=["gone", "0", "1", "100", "last"])
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_index_is_replaced(
    tmp_path: Path, builds: list[int], name: str, keep: int | None
) -> None:
    first = found(tmp_path)
    [folder] = tmp_path.iterdir()
    assert {path.name for path in folder.iterdir()} == set(FILES)
    path = folder / name
    whole = path.read_bytes()
    path.unlink()
    if keep is not None:
        path.write_bytes(whole[:keep] if len(whole) > keep else whole[:-1])
    assert found(tmp_path) == first
    assert len(builds) == 2
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [folder]


def test_few_passages_leave_nothing_behind(tmp_path: Path) -> None:
    LexicalIndex(PIECES, folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_no_words_leave_nothing_behind(tmp_path: Path) -> None:
    silent = (Piece("p", "d", " - "),)
    assert found(tmp_path, silent) == found(tmp_path, silent) == []
    assert list(tmp_path.iterdir()) == []


def test_an_index_that_another_process_has_just_written_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = found(tmp_path)
    monkeypatch.setattr(index_store, "_read_model", lambda path: None)
    removed = shutil.rmtree

    def comes_back(path: Path, *arguments: Any, **named: Any) -> None:
        if not Path(path).name.startswith("bm25s_"):
            removed(path, *arguments, **named)

    monkeypatch.setattr(shutil, "rmtree", comes_back)
    assert found(tmp_path) == first
    assert len(list(tmp_path.iterdir())) == 1


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(LakeError, match="search index cannot be kept"):
        found(tmp_path / "file")
