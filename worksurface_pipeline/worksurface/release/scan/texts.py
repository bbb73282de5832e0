"""Every text of a release as it would leave: documents by lines, JSON by fields, tables by columns.

What is read are the files themselves, so that nothing leaves that was not looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from worksurface_pipeline.worksurface.release.scan.contacts import PHONE_WORDS
from worksurface_pipeline.worksurface.release.scan.numbers import CARD_WORDS, ID_WORDS
from worksurface_pipeline.worksurface.release.scan.secrets import SECRET_WORDS

_CONTEXTS = tuple(
    (re.compile(rf"(?i)(?<![^\W_])(?:{words})(?![^\W\d_])"), said)
    for words, said in (
        (PHONE_WORDS, "phone: "),
        (CARD_WORDS, "card: "),
        (ID_WORDS, ""),  # the name itself: it says of which country
        (SECRET_WORDS, "password: "),
    )
)
_BARE = re.compile(r"[\d.,\s-]*")


@dataclass(frozen=True, slots=True)
class Text:
    """A text and where it stands.

    `lines` says that places in it are lines of the file; else `rows` are the places of its lines,
    each a value. `is_numeric` marks a column of bare numbers, of which few are what they look like.
    """

    text: str
    place: str = ""
    rows: tuple[str, ...] = ()
    is_numeric: bool = False


def texts_of(path: Path) -> Iterator[Text]:
    """All texts of a file."""
    readers = {".parquet": _table, ".jsonl": _json_lines, ".json": _json}
    yield from readers.get(path.suffix, _plain)(path)


def context_of(name: str) -> str:
    """What a column's or field's name says of its values, as words that stand before one."""
    for pattern, said in _CONTEXTS:
        found = pattern.search(name)
        if found:
            return said or f"{found[0]}: "
    return ""


def _plain(path: Path) -> Iterator[Text]:
    yield Text(path.read_bytes().decode("utf-8", "replace"))


def _json(path: Path) -> Iterator[Text]:
    yield from _leaves(json.loads(path.read_bytes().decode("utf-8", "replace")), "")


def _json_lines(path: Path) -> Iterator[Text]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                value = json.loads(line.decode("utf-8", "replace"))
                yield from _leaves(value, f"line {number}")


def _leaves(value: object, place: str) -> Iterator[Text]:
    """The texts of a JSON value by the path to each; a name that says what they are goes before."""
    waiting: list[tuple[object, str, str]] = [(value, place, "")]
    while waiting:
        one, where, said = waiting.pop()
        if isinstance(one, str):
            yield Text(f"{said}{one}", where)
        elif isinstance(one, dict):
            waiting += [(item, _path(where, name), context_of(name)) for name, item in one.items()]
        elif isinstance(one, list):
            waiting += [(item, where, said) for item in one]


def _path(place: str, name: str) -> str:
    return f"{place}, {name}" if place else name


def _table(path: Path) -> Iterator[Text]:
    frame = pl.read_parquet(path)
    for name in frame.columns:
        said = context_of(name)
        column = frame[name]
        is_text = isinstance(column.dtype, (pl.String, pl.Categorical, pl.Enum))
        if is_text or (said and column.dtype.is_integer()):
            yield _column(name, column.cast(pl.String), said)


def _column(name: str, column: pl.Series, said: str) -> Text:
    """A column's different values, a line each; the place of one is the first row that has it."""
    rows = pl.DataFrame({"value": column}).with_row_index("row", offset=1)
    first = rows.drop_nulls("value").unique("value", keep="first", maintain_order=True)
    values = [value.replace("\n", " ") for value in first["value"]]
    return Text(
        "\n".join(f"{said}{value}" for value in values),
        f"column {name!r}",
        tuple(f"row {row}" for row in first["row"]),
        is_numeric=not said and all(_BARE.fullmatch(value) for value in values),
    )
