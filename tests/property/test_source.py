"""Laws of loading a source that hold for any names, lists and paths."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.worksurface.schema.source import (
    EndKind,
    FileStatus,
    LockedFile,
    SourceLock,
)
from worksurface_pipeline.worksurface.source.fields import Fields, whole_text
from worksurface_pipeline.worksurface.source.ids import natural_key, safe_id
from worksurface_pipeline.worksurface.source.lock import lock_from_json, lock_to_json
from worksurface_pipeline.worksurface.source.names import ManifestEntry, NameIndex, clean_entries
from worksurface_pipeline.worksurface.source.paths import locate

# Few letters and real prefixes, so that names collide often.
NAMES = st.one_of(
    st.text(alphabet="ab./_\\", min_size=1, max_size=6),
    st.builds("{}_{}".format, st.sampled_from(["0" * 16, "f" * 16]), st.sampled_from(["a", "b"])),
    st.text(min_size=1, max_size=8),
)
ENTRIES = st.lists(st.builds(ManifestEntry, NAMES, NAMES.map("data/{}".format)), max_size=8)


def ignore(sentence: str) -> None:
    assert sentence.endswith(".")


@given(ENTRIES)
def test_every_distinct_entry_has_a_safe_name_of_its_own(entries: list[ManifestEntry]) -> None:
    cleaned = clean_entries(entries, ignore)
    assert [(item.written, item.stored_relpath) for item in cleaned] == list(
        dict.fromkeys((item.written, item.stored_relpath) for item in entries)
    )
    names = [entry.clean for entry in cleaned]
    assert len(set(names)) == len(names)
    assert all(name and "/" not in name and "\\" not in name for name in names)


@given(ENTRIES, st.lists(NAMES, max_size=3))
def test_a_clean_name_always_means_its_own_file(
    entries: list[ManifestEntry], outputs: list[str]
) -> None:
    cleaned = clean_entries(entries, ignore)
    index = NameIndex(cleaned, outputs)
    for entry in cleaned:
        assert index.resolve(entry.clean) == (EndKind.INPUT, entry.clean)


@given(st.lists(st.text()))
def test_a_list_means_the_same_in_every_form(items: list[str]) -> None:
    forms: list[object] = [items, json.dumps(items), repr(items), repr(tuple(items))]
    found = {Fields({"x": form}, "here").texts("x") for form in forms}
    assert found == {tuple(whole_text(item) for item in items)}


@given(st.text(max_size=30))
def test_a_located_path_never_leaves_the_folder(relative: str) -> None:
    folder = Path("/nonexistent/task")
    found = locate(folder, relative)
    assert found.status in (FileStatus.ABSENT, FileStatus.UNSAFE_PATH)
    if found.status is FileStatus.ABSENT:
        assert (folder / found.path).resolve().is_relative_to(folder)


@given(st.lists(st.text(max_size=6)))
def test_natural_order_is_total(texts: list[str]) -> None:
    ordered = sorted(texts, key=natural_key)
    assert sorted(texts[::-1], key=natural_key) == ordered
    numbers = [text for text in ordered if text.isascii() and text.isdecimal()]
    assert [int(text) for text in numbers] == sorted(int(text) for text in numbers)


@given(st.text())
def test_safe_id_is_stable_and_one_path_component(text: str) -> None:
    found = safe_id(text)
    assert safe_id(found) == found
    assert not set("/\\: \n") & set(found)
    assert found not in (".", "..")


@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8"), min_size=1),
        st.dictionaries(st.text(st.characters(codec="utf-8")), st.binary(min_size=32, max_size=32)),
    )
)
def test_a_lock_survives_writing_and_reading(tasks: dict[str, dict[str, bytes]]) -> None:
    lock = SourceLock(
        repo="owner/data",
        commit="c" * 40,
        downloaded_at=None,
        split="",
        files=tuple(
            LockedFile(task_id=task, filename=name, sha256=digest.hex())
            for task, files in tasks.items()
            for name, digest in files.items()
        ),
        tree_digest="",
    )
    text = lock_to_json(lock)
    assert lock_from_json(text, "lock") == lock
    assert lock_to_json(lock_from_json(text, "lock")) == text
