"""What a reader counts in a typed table while it still has the cells: digest and fill.

The coverage gate judges by these figures, so that it need not open the cells again.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from worksurface_pipeline.kernel.hashing import digest_all, digest_bytes, digest_json
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.readers.model import Column

# An empty cell in the bytes that are hashed; every text is quoted there, so none can equal it.
_NULL = "\\N"


class TableMeasures(Frozen):
    """Figures over the source texts of the data cells; a cell of white space alone is empty.

    `distinct` has the number of distinct non-empty values of each column, in order. `filled` has
    pairs (non-empty cells in a row, number of such rows), by rising number of cells.
    """

    distinct: tuple[int, ...] = ()
    filled: tuple[tuple[int, int], ...] = ()

    @property
    def row_count(self) -> int:
        """Number of data rows."""
        return sum(rows for _, rows in self.filled)

    def rows_with(self, cells: int) -> int:
        """Number of rows that have at least this many non-empty cells."""
        return sum(rows for found, rows in self.filled if found >= cells)


def measure(texts: pl.DataFrame) -> TableMeasures:
    """The figures of a table by its source texts."""
    if texts.width == 0:
        return TableMeasures()
    stripped = texts.select(pl.all().cast(pl.String).str.strip_chars())
    values = stripped.select(pl.when(pl.all() != "").then(pl.all()))
    counts = values.select(pl.all().drop_nulls().n_unique()).row(0)
    cells = values.select(pl.sum_horizontal(pl.all().is_not_null().cast(pl.UInt32)).alias("n"))
    by_cells = cells.group_by("n").len().sort("n")
    return TableMeasures(distinct=counts, filled=tuple(by_cells.iter_rows()))


def table_digest(
    columns: Sequence[Column], frame: pl.DataFrame, texts: pl.DataFrame, rows: Sequence[int]
) -> str:
    """Digest of columns, typed cells, source texts and row numbers."""
    described = [column.model_dump(mode="json") for column in columns]
    shape = digest_json({"columns": described, "rows": list(rows)})
    return digest_all([shape, f"typed {_cells(frame)}", f"text {_cells(texts)}"])


def _cells(frame: pl.DataFrame) -> str:
    """Digest of types and cells in a form of our own, so that no file format's version enters."""
    types = " ".join(str(dtype) for dtype in frame.dtypes)
    text = frame.write_csv(include_header=False, null_value=_NULL, quote_style="non_numeric")
    return digest_bytes(f"{types}\n{text}".encode("utf-8", "surrogatepass"))
