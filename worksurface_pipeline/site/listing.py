"""Long lists that a page filters and shows a window of: columns of short values, in shards.

A list of 30,000 rows is a few megabytes as columns. Its first shard says what the columns are; the
page loads the others one after the other and shows what it has.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.records import Tone
from worksurface_pipeline.site.script_data import record_json, shard

_ROWS = 5_000  # of a shard: read and filtered without a pause that one notices


class Kind(StrEnum):
    """What the values of a column are.

    text: a string. number: a number, or nothing. code: the number of a choice. codes: a text of
    choices, by one character of `ALPHABET` each, that a filter finds any of. many: the same of any
    number of choices, by their numbers with a comma between. states: as codes, but one for each of
    the column's `places`, blank where there is none.
    """

    TEXT = "text"
    NUMBER = "number"
    CODE = "code"
    CODES = "codes"
    MANY = "many"
    STATES = "states"


ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""Characters for choices that stand side by side; there may be no more choices than these."""
NONE = "."
"""The state of a place without any."""


class Choice(Frozen):
    """One value of a column: `id` stands in addresses, `label` on the page.

    Where many stand side by side each is shown by its `sign`, its tone a colour beside it.
    """

    id: str
    label: str
    sign: str = ""
    tone: Tone = Tone.PLAIN


class ListColumn(Frozen):
    """A column. One that is not shown serves search or filters alone.

    `is_filter` makes a choice of its values; text columns are searched in when `is_searched`.
    """

    key: str
    label: str
    kind: Kind
    choices: tuple[Choice, ...] = ()
    places: tuple[Choice, ...] = ()
    is_shown: bool = True
    is_filter: bool = False
    is_searched: bool = False


class Listing(Frozen):
    """A list: its columns, and how a row leads on.

    `target` is a page and `keys` the columns whose values name the row in its address. `words` are
    the texts that a search looks in beside the searched columns (`searched` says what they hold):
    they are found by the value of the column `joined`, so that lists of one thing share them.
    """

    name: str
    noun: str
    columns: tuple[ListColumn, ...]
    target: str = ""
    keys: tuple[str, ...] = ()
    size: int = 0
    shards: int = 0
    words: str = ""
    joined: str = ""
    searched: str = ""


class _About(Frozen):
    """Into how many shards words are cut."""

    shards: int


class _Words(Frozen):
    """The words of some things, by their ids."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]


Value = str | int | float | None


class _Rows(Frozen):
    """Some rows of a list, by column."""

    columns: tuple[tuple[Value, ...], ...]


def listing_files(
    listing: Listing, columns: Sequence[Sequence[Value]], rows: int = _ROWS
) -> Iterator[tuple[str, bytes]]:
    """The shards of a list; `columns` hold the values in the order of its columns.

    Raises ValueError when they are not as many as those, or not of one length.
    """
    sizes = {len(column) for column in columns}
    if len(columns) != len(listing.columns) or len(sizes) > 1:
        raise ValueError(f"the columns of the list {listing.name} do not fit")
    size = next(iter(sizes), 0)
    starts = range(0, size, rows)
    about = listing.model_copy(update={"size": size, "shards": len(starts)})
    yield shard(f"lists/{listing.name}", record_json(about))
    for number, start in enumerate(starts):
        part = tuple(tuple(column[start : start + rows]) for column in columns)
        name = f"lists/{listing.name}-{number}"
        yield shard(name, record_json(_Rows.model_construct(columns=part)))


def states_of(codes: Sequence[int]) -> str:
    """Choices side by side, -1 for none."""
    return "".join(NONE if code < 0 else ALPHABET[code] for code in codes)


def many_of(codes: Iterable[int]) -> str:
    """Any number of choices side by side."""
    return ",".join(map(str, codes))


def word_files(
    name: str, words: Sequence[tuple[str, str]], rows: int = _ROWS
) -> Iterator[tuple[str, bytes]]:
    """The shards of what a search looks in, loaded when somebody searches."""
    starts = range(0, len(words), rows)
    yield shard(f"words/{name}", record_json(_About(shards=len(starts))))
    for number, start in enumerate(starts):
        ids, texts = zip(*words[start : start + rows], strict=True)
        yield shard(f"words/{name}-{number}", record_json(_Words(ids=ids, texts=texts)))


def searchable(texts: Iterable[str]) -> str:
    """Texts as a search sees them: lower case, each once, composed as a keyboard types them."""
    folded = (unicodedata.normalize("NFC", " ".join(text.split())).lower() for text in texts)
    return "\n".join(dict.fromkeys(text for text in folded if text))
