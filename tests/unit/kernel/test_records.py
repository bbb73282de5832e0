"""Reading records by the thousand: the collector of cycles is paused, and comes back as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet, uncollected


class Item(Frozen):
    name: str
    count: int


class Items(RecordSet):
    items: tuple[Item, ...] = ()


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.enable()
    yield
    gc.unfreeze()
    (gc.enable if was_on else gc.disable)()


def files(items: Items) -> dict[str, bytes]:
    return dict(items.to_files())


def test_it_is_off_within_and_on_after() -> None:
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_is_on_after_an_error() -> None:
    with pytest.raises(KeyError), uncollected():
        raise KeyError
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    with uncollected():
        pass
    assert not gc.isenabled()


def test_what_was_made_is_no_longer_young_and_cycles_are_still_found() -> None:
    class Node:
        def __init__(self) -> None:
            self.me = self

    gc.collect()
    with uncollected():
        kept = [Node() for _ in range(1_000)]
    assert not any(item is kept[0] for item in gc.get_objects(generation=0))
    kept.clear()
    assert gc.collect() >= 1_000


def test_what_others_froze_stays_frozen() -> None:
    frozen = [Item(name="theirs", count=1)]
    gc.freeze()
    with uncollected():
        pass
    assert not any(item is frozen for item in gc.get_objects())


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b'{"name":"a"}\n', id="a field is missing"),
        pytest.param(b'{"name":"a","count":1,"more":2}\n', id="unknown field"),
        pytest.param(b'{"name":"a","count":', id="torn"),
    ],
)
def test_damaged_records_are_refused(line: bytes) -> None:
    stored = files(Items(items=(Item(name="b", count=2),)))
    stored["items.jsonl"] += line
    with pytest.raises(ValidationError):
        Items.from_files(lambda name: stored[name])
    assert gc.isenabled()


def test_records_come_back() -> None:
    value = Items(items=tuple(Item(name=f"{n}", count=n) for n in range(2_000)))
    stored = files(value)
    assert Items.from_files(lambda name: stored[name]) == value
