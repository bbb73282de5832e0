"""The corpus: all projects, the public view, the text layer only where it is switched on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.mmenterprise.corpus.units import PICTURE, chart, corpus, folders, sets, unit
from worksurface_pipeline.kernel.errors import DuplicateIdError, LakeError
from worksurface_pipeline.kernel.hashing import digest_bytes
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus, corpus_of
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.schema.units import UnitSet

_STORED = "\n".join(data.decode() for _, data in corpus().to_files())


def test_all_projects_are_in_it_by_id() -> None:
    assert [unit.id for unit in corpus().units] == ["a", "b", "c", "d", "x"]
    assert [unit.order for unit in corpus().units] == [1, 3, 0, 2, 0]


@pytest.mark.parametrize("hidden", ["secret-slot", "secret-event", "55.5", "statements", "layer "])
def test_what_units_assert_stays_out(hidden: str) -> None:
    assert hidden not in _STORED


def test_the_text_layer_is_let_in_on_demand() -> None:
    shown = corpus(with_text_layer=True).by_id["d"].text
    assert shown == "Picture: Latency, version 2\nlatency of Birch 55.5 ms"
    assert "55.5" not in corpus().by_id["d"].text


def test_the_order_of_projects_does_not_matter() -> None:
    other_way = corpus_of(dict(reversed(sets().items())))
    assert other_way == corpus()


def test_it_is_stored_and_read_back() -> None:
    files = dict(corpus().to_files())
    assert Corpus.from_files(files.__getitem__) == corpus()


def test_two_units_of_one_name_are_refused() -> None:
    twice = {**sets(), "third": UnitSet(units=(unit("a", "", project="third"),))}
    with pytest.raises(DuplicateIdError, match="alder, third"):
        corpus_of(twice)


def test_pictures_are_known_by_their_bytes(tmp_path: Path) -> None:
    pictures = Pictures(folders(tmp_path))
    found = pictures.of(corpus().by_id["d"], 7)
    assert (found.digest, found.media_type, found.place) == (digest_bytes(PICTURE), "image/png", 7)


def test_a_picture_that_is_not_stored_is_an_error(tmp_path: Path) -> None:
    lost = corpus_of({"alder": UnitSet(units=(chart("lost"),))}).by_id["lost"]
    with pytest.raises(LakeError, match=r"lost\.png"):
        Pictures(folders(tmp_path)).of(lost)
