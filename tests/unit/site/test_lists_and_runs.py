"""Lists in shards of rows, and runs sorted to their items: each exactly once."""

from __future__ import annotations

import pytest

from tests.fixtures.site_links import data_of, list_rows
from worksurface_pipeline.site.listing import (
    Choice,
    Kind,
    ListColumn,
    Listing,
    listing_files,
    states_of,
)
from worksurface_pipeline.site.records import Extract, Item, RunRow, Step, Steps
from worksurface_pipeline.site.runs import RunShelf, item_files, item_id

LISTING = Listing(
    name="things",
    noun="things",
    columns=(
        ListColumn(key="id", label="Id", kind=Kind.TEXT),
        ListColumn(key="kind", label="Kind", kind=Kind.CODE, choices=(Choice(id="x", label="X"),)),
    ),
)


@pytest.mark.parametrize(("size", "shards"), [(0, 0), (1, 1), (4, 2), (5, 3)])
def test_rows_stand_in_one_shard_each_in_their_order(size: int, shards: int) -> None:
    names = [f"n{number}" for number in range(size)]
    files = dict(listing_files(LISTING, (names, [0] * size), rows=2))
    about = data_of(files["data/lists/things.js"])
    assert (about.get("size", 0), about.get("shards", 0)) == (size, shards)
    assert len(files) == 1 + shards
    assert [row["id"] for row in list_rows(files, "things")] == names
    assert all(row["kind"] == "x" for row in list_rows(files, "things"))


@pytest.mark.parametrize("columns", [((),), ((1,), ())], ids=["too few", "not of one length"])
def test_columns_that_do_not_fit_are_refused(columns: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        list(listing_files(LISTING, columns))


def test_states_have_a_place_each() -> None:
    assert states_of((0, -1, 2)) == "a.c"


def _steps(name: str, size: int) -> Steps:
    return Steps(id=name, steps=(Step(title="t", extracts=(Extract(label="l", text="x" * size),)),))


def _item(*names: str) -> Item:
    rows = tuple(RunRow(id=name, group="m", name=name, tags=(), figures=()) for name in names)
    return Item(id=item_id("task"), name="task", title="?", runs=rows)


def test_every_run_stands_in_one_shard_and_its_row_names_it() -> None:
    shelf = RunShelf()
    for name, size in (("a", 300_000), ("b", 300_000), ("c", 10), ("d", 900_000), ("e", 10)):
        shelf.put("task", _steps(name, size))
    files = dict(item_files(_item("a", "b", "c", "d", "e", "lost"), shelf.take("task")))
    item = data_of(files.pop(f"data/items/{item_id('task')}.js"))
    places = {run["id"]: run.get("shard", -1) for run in item["runs"]}
    assert places == {"a": 0, "b": 1, "c": 1, "d": 2, "e": 3, "lost": -1}
    found = {name: [one["id"] for one in data_of(data)] for name, data in files.items()}
    assert sorted(name for names in found.values() for name in names) == ["a", "b", "c", "d", "e"]
    assert (shelf.left, shelf.take("task")) == (0, {})


def test_a_second_run_of_one_name_is_refused() -> None:
    shelf = RunShelf()
    shelf.put("task", _steps("a", 1))
    shelf.put("other", _steps("a", 1))
    with pytest.raises(ValueError, match="two runs of task"):
        shelf.put("task", _steps("a", 1))
    assert shelf.left == 2


def test_ids_are_plain_whatever_an_item_is_called() -> None:
    names = {item_id(name) for name in ("a/b", "../a", "a", "A", "\ud800", "")}
    assert len(names) == 6
    assert all(name.isalnum() and len(name) == 12 for name in names)
