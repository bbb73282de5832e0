"""The lake: CURRENT alone decides, attempts are never overwritten, damage is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake import WHOLE, Lake
from worksurface_pipeline.kernel.lineage import Basis, InputDigest, explain
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import ReadFile, RecordSet


class Row(Frozen):
    name: str
    size: int


class Rows(RecordSet):
    label: str
    rows: tuple[Row, ...] = ()

    def slices(self) -> dict[str, str]:
        return {row.name: str(row.size) for row in self.rows}


class Broken:
    def to_files(self) -> Iterator[tuple[str, bytes]]:
        yield "one.txt", b"1"
        raise OSError(28, "No space left on device")

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        raise NotImplementedError


VALUE = Rows(label="x", rows=(Row(name="a", size=1), Row(name="b", size=2)))
BASIS = Basis(step="rows", version=1, inputs=(InputDigest(name="up", digest="0" * 64),))


def test_a_stored_value_reads_back(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path))
    lake.store("rows", "a/b", BASIS, VALUE)
    manifest = Lake(str(tmp_path)).current("rows", "a/b")
    assert manifest is not None
    assert lake.load(manifest, Rows) == VALUE
    assert manifest.slice_digest("b") == "2"
    assert lake.partitions("rows") == ("a/b",)


def test_nothing_stored_is_none(tmp_path: Path) -> None:
    assert Lake(str(tmp_path)).current("rows") is None


def test_a_second_attempt_keeps_the_first(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path))
    first = lake.store("rows", WHOLE, BASIS, VALUE)
    second = lake.store("rows", WHOLE, BASIS, VALUE)
    assert (first.attempt, second.attempt) == (1, 2)
    assert first.digest == second.digest
    assert lake.load(first, Rows) == VALUE


def test_equal_values_give_equal_bytes(tmp_path: Path) -> None:
    one = Lake(str(tmp_path / "one")).store("rows", WHOLE, BASIS, VALUE)
    two = Lake(str(tmp_path / "two")).store("rows", WHOLE, BASIS, VALUE)
    assert one == two


def test_a_failed_write_leaves_current_as_it_was(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path))
    stored = lake.store("rows", WHOLE, BASIS, VALUE)
    with pytest.raises(OSError, match="No space"):
        lake.store("rows", WHOLE, Basis(step="rows", version=2), Broken())
    assert lake.current("rows") == stored


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path))
    manifest = lake.store("rows", WHOLE, BASIS, VALUE)
    path = next(tmp_path.rglob("rows.jsonl"))
    path.write_bytes(path.read_bytes().replace(b"1", b"7"))
    with pytest.raises(LakeError, match=r"rows\.jsonl"):
        lake.load(manifest, Rows)


def _parameters(*pairs: tuple[str, str]) -> Basis:
    return BASIS.model_copy(update={"parameters": pairs})


def _models(ids: str, **prices: int) -> str:
    return json.dumps([{"id": name, "price_in": prices.get(name, 1)} for name in ids])


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        pytest.param(BASIS.model_copy(update={"version": 2}), "from version 1 to 2", id="version"),
        pytest.param(
            BASIS.model_copy(update={"parameters": (("k", "3"),)}), "setting k is new", id="setting"
        ),
        pytest.param(
            _parameters(("n", '{"k":5,"turns":8}')),
            "setting n.k is new",
            id="another group",
        ),
        pytest.param(
            BASIS.model_copy(update={"inputs": (InputDigest(name="up", digest="1" * 64),)}),
            "input up changed",
            id="input",
        ),
    ],
)
def test_staleness_names_its_reason(new: Basis, reason: str) -> None:
    assert any(reason in text for text in explain(BASIS, new))


@pytest.mark.parametrize(
    ("old", "new", "reasons"),
    [
        ('{"k":3,"turns":8}', '{"k":5,"turns":8}', ["setting n.k changed: 3 → 5"]),
        ("512", "1024", ["setting n changed: 512 → 1024"]),
        ('{"k":3}', '{"k":3,"e":"w"}', ["setting n.e is new"]),
        (
            '{"a":{"b":1,"c":""}}',
            '{"a":{"b":2}}',
            ["setting n.a.b changed: 1 → 2", "setting n.a.c is gone"],
        ),
        (f'"{"x" * 90}"', "[]", [f'setting n changed: "{"x" * 59}… → []']),
        (
            f'"{"x" * 90}a{"y" * 90}"',
            f'"{"x" * 90}b{"y" * 90}"',
            [f"setting n changed: …{'x' * 20}a{'y' * 39}… → …{'x' * 20}b{'y' * 39}…"],
        ),
        (_models("abc"), _models("abc", c=2), ["setting n[c].price_in changed: 1 → 2"]),
        (_models("abc"), _models("xacb"), ["setting n[x] is new"]),
        (_models("abc"), _models("ac"), ["setting n[b] is gone"]),
        (_models("abc"), _models("acb"), ["setting n changed: the order"]),
        (
            '[["a",1],["b",1],["c",1]]',
            '[["a",1],["b",1],["c",2]]',
            ['setting n[2] changed: ["c",1] → ["c",2]'],
        ),
        ('[{"p":1},{"p":1}]', '[{"p":1},{"p":2}]', ["setting n[1].p changed: 1 → 2"]),
        ("[1,2]", "[true,2]", ["setting n changed: [1,2] → [true,2]"]),
        ('{"k":{"a":1}}', "{}", ["setting n.k.a is gone"]),
    ],
    ids=[
        "group",
        "value",
        "new",
        "deep",
        "long",
        "long-and-alike",
        "third-record-of-a-list",
        "new-record-before-the-others",
        "record-gone",
        "order-alone",
        "lists-in-a-list",
        "records-without-ids",
        "one-is-not-true",
        "group-gone",
    ],
)
def test_a_changed_setting_is_named_with_both_values(
    old: str, new: str, reasons: list[str]
) -> None:
    assert list(explain(_parameters(("n", old)), _parameters(("n", new)))) == sorted(reasons)


def test_what_is_unchanged_has_no_reason() -> None:
    assert explain(BASIS, BASIS) == ()
    assert explain(None, BASIS) == ("never built",)
