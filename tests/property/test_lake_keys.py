"""Partition keys become folder names that never collide and never leave the lake."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.kernel.lake_paths import decode_key, encode_key


@given(st.text(max_size=400), st.text(max_size=400))
def test_distinct_keys_have_distinct_folders(one: str, two: str) -> None:
    folded = [unicodedata.normalize("NFC", encode_key(key)).casefold() for key in (one, two)]
    assert (folded[0] == folded[1]) == (one == two)


@given(st.text(max_size=60))
def test_a_folder_that_was_not_cut_tells_its_key(key: str) -> None:
    name = encode_key(key)
    assert decode_key(name) == (name if "~" in name else key)


@pytest.mark.parametrize("name", ["=ff", "=2F", "a=", "=", "A", "a~b", "工作"])
def test_a_folder_of_another_make_stays_as_it_is(name: str) -> None:
    assert decode_key(name) == name


@pytest.mark.parametrize(
    "key", ["/etc/x", "../x", "a/b", "a|b", ".", "..", "工作", "x" * 300, "CON", "a\x00b"]
)
def test_hostile_keys_stay_one_folder(key: str) -> None:
    name = encode_key(key)
    assert name not in {"", ".", "..", "~all"}
    assert "/" not in name
    assert "\\" not in name
    assert len(name.encode()) < 200
