"""Shares of runs over the values of a column: what the runs of a cell, or a part of it, became.

Every run counts once, errors and missing ones among them, so that the shares of a row add up to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.labels import NO_ROUTE, is_self_test, percent, plain_label
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv
from worksurface_pipeline.worksurface.analysis.labels import GOLD_SURFACE_SETTINGS, setting_label
from worksurface_pipeline.worksurface.analysis.mean_cells import grouped

_FLAGS = ("n_flagged", "n_known")


@dataclass(frozen=True, slots=True)
class Kinds:
    """The values of a text column in their order, how each is headed, and a yes/no beside them.

    A run without a value counts as `otherwise`. `flag` is a yes/no column that is reported beside,
    of the runs that have it; "" for none.
    """

    column: str
    heads: Mapping[str, Column]
    otherwise: str
    flag: str = ""
    flag_head: str = ""


class ShareRow(Frozen):
    """Counts of the runs of a cell, or of those with one value of a field, by kind.

    `bucket` is that value, "" for all runs; `counts` follow the kinds. `flagged` of `known` runs
    bear the flag.
    """

    model: str
    setting: str
    bucket: str
    counts: tuple[int, ...]
    flagged: int
    known: int

    @property
    def n(self) -> int:
        """All runs of the row."""
        return sum(self.counts)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each kind; they add up to 1."""
        return tuple(count / self.n for count in self.counts)

    @property
    def flagged_share(self) -> float | None:
        """The share of the flag among the runs of which it is known."""
        return self.flagged / self.known if self.known else None


Link = Callable[[ShareRow, str], str]
"""Where the share of a kind in a row leads."""


def _no_link(_row: ShareRow, _kind: str) -> str:
    return ""


def share_rows(frame: pl.DataFrame, kinds: Kinds, field: str = "") -> tuple[ShareRow, ...]:
    """A row for each cell, and value of `field` where one is named; the self-test last."""
    keys = ["model", "setting", *([field] if field else [])]
    kind = pl.col(kinds.column).fill_null(kinds.otherwise)
    flag = pl.col(kinds.flag) if kinds.flag else pl.lit(None, dtype=pl.Boolean)
    counted = (
        frame.group_by(keys)
        .agg(
            *((kind == str(name)).sum().alias(str(name)) for name in kinds.heads),
            flag.sum().alias(_FLAGS[0]),
            flag.is_not_null().sum().alias(_FLAGS[1]),
        )
        .sort(keys)
    )
    rows = [_row(record, kinds, field) for record in counted.iter_rows(named=True)]
    return tuple(sorted(rows, key=lambda row: is_self_test(row.model)))


def share_table(
    rows: Sequence[ShareRow],
    kinds: Kinds,
    name: str,
    title: str,
    *,
    bucket: str = "",
    notes: tuple[str, ...] = (),
    link: Link = _no_link,
) -> Table:
    """Shares in per cent; `bucket` heads the column of the field. Kinds without a run are named.

    `link` says where the share of a kind leads, "" for nowhere.
    """
    met = [index for index, _ in enumerate(kinds.heads) if any(row.counts[index] for row in rows)]
    columns = tuple(kinds.heads.values())
    return Table(
        name=name,
        title=title,
        columns=(
            Column("Setting"),
            *((Column(bucket),) if bucket else ()),
            *(columns[index] for index in met),
            *((Column(kinds.flag_head, True, "Beside"),) if kinds.flag else ()),
            Column("n", True, "Runs"),
        ),
        groups=grouped(
            (row.model, _table_row(row, met, bool(bucket), kinds, link)) for row in rows
        ),
        notes=(*notes, *_unmet(columns, met)),
    )


def share_csv(rows: Iterable[ShareRow], kinds: Kinds, bucket: str = "") -> str:
    """Counts, then shares in [0, 1], of every kind, those without a run among them."""
    keys = ("model", "setting", *((bucket,) if bucket else ()))
    flags = (kinds.flag, f"{kinds.flag}_n", f"{kinds.flag}_share") if kinds.flag else ()
    shares = (f"{name}_share" for name in kinds.heads)
    return to_csv((*keys, *kinds.heads, "n", *shares, *flags), _lines(rows, kinds, bool(bucket)))


def _row(record: Mapping[str, object], kinds: Kinds, field: str) -> ShareRow:
    return ShareRow.model_validate(
        {
            "model": record["model"],
            "setting": record["setting"],
            "bucket": record[field] if field else "",
            "counts": tuple(record[name] for name in kinds.heads),
            "flagged": record[_FLAGS[0]],
            "known": record[_FLAGS[1]],
        }
    )


def _table_row(
    row: ShareRow, met: Sequence[int], has_bucket: bool, kinds: Kinds, link: Link
) -> Row:
    names = [str(name) for name in kinds.heads]
    flagged = NO_ROUTE if row.flagged_share is None else percent(row.flagged_share)
    cells = (
        Cell(setting_label(row.setting)),
        *((Cell(plain_label(row.bucket)),) if has_bucket else ()),
        *(_share(row, index, link(row, names[index])) for index in met),
        *((Cell(flagged),) if kinds.flag else ()),
        Cell(str(row.n)),
    )
    return Row(cells, row.setting in GOLD_SURFACE_SETTINGS)


def _share(row: ShareRow, index: int, href: str) -> Cell:
    return Cell(percent(row.shares[index]), href=href if row.counts[index] else "")


def _unmet(columns: Sequence[Column], met: Sequence[int]) -> Iterator[str]:
    names = [column.label for index, column in enumerate(columns) if index not in met]
    if names:
        yield f"None of these runs: {', '.join(names)}."


def _lines(
    rows: Iterable[ShareRow], kinds: Kinds, has_bucket: bool
) -> Iterator[tuple[object, ...]]:
    for row in rows:
        keys = (row.model, row.setting, *((row.bucket,) if has_bucket else ()))
        flags = (row.flagged, row.known, row.flagged_share) if kinds.flag else ()
        yield (*keys, *row.counts, row.n, *row.shares, *flags)
