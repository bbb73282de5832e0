"""The files of a site as they are stored: packed in order, and read back one part at a time."""

from __future__ import annotations

import pytest

from worksurface_pipeline.site.files import SiteFiles, pack

FILES = [
    ("index.html", b"<p>"),
    ("data/a.js", b"\x00\xff" * 50),
    ("data/b.js", b""),
    ("c.css", b"x"),
]


def test_what_was_packed_comes_back_from_the_lake() -> None:
    packed = pack(FILES, part_bytes=64)
    stored = dict(packed.to_files())
    assert len(packed.parts) == 3  # one that is larger than a part stands alone
    found = SiteFiles.from_files(stored.__getitem__)
    assert list(found.contents()) == FILES
    assert (found.listing, found.size) == (packed.listing, 104)
    assert (found.size_of("index.html"), found.size_of("none")) == (3, 0)
    assert dict(found.to_files()) == stored


def test_parts_are_read_only_when_their_contents_are() -> None:
    packed = pack(FILES, part_bytes=64)
    stored = dict(packed.to_files())
    asked: list[str] = []

    def read(name: str) -> bytes:
        asked.append(name)
        return stored[name]

    found = SiteFiles.from_files(read)
    assert asked == ["site.jsonl"]
    next(found.contents())
    assert asked == ["site.jsonl", "site/0000.parquet"]
    assert list(found.parts[1:3]) == list(packed.parts[1:3])


def test_no_file_is_a_site_too() -> None:
    assert list(SiteFiles.from_files(dict(pack(()).to_files()).__getitem__).contents()) == []


@pytest.mark.parametrize(
    "name", ["../a.js", "/a.js", "a/../b.js", "a", "A.js", "a b.js", "a/./b.js", "a\\b.js", "é.js"]
)
def test_a_name_that_leaves_the_folder_or_is_not_plain_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no plain relative path"):
        pack([(name, b"")])


def test_one_name_stands_for_one_file() -> None:
    with pytest.raises(ValueError, match="two files of a site are called"):
        pack([("a.js", b"1"), ("a.js", b"1")])
