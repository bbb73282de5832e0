"""Partition keys become folder names that never collide and never leave the lake."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.kernel.lake_paths import encode_key


@given(st.text(max_size=400), st.text(max_size=400))
def test_distinct_keys_have_distinct_folders(one: str, two: str) -> None:
    folded = [unicodedata.normalize("NFC", encode_key(key)).casefold() for key in (one, two)]
    assert (folded[0] == folded[1]) == (one == two)


@pytest.mark.parametrize(
    "key", ["/etc/x", "../x", "a/b", "a|b", ".", "..", "工作", "x" * 300, "CON", "a\x00b"]
)
def test_hostile_keys_stay_one_folder(key: str) -> None:
    name = encode_key(key)
    assert name not in {"", ".", "..", "~all"}
    assert "/" not in name
    assert "\\" not in name
    assert len(name.encode()) < 200
