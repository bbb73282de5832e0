"""What is known of the cells of a sheet besides their values."""

from __future__ import annotations

from dataclasses import dataclass, field

from worksurface_pipeline.readers.grid import Null, NumberStyle

NEVER_CALCULATED = "formula never calculated"


@dataclass(slots=True)
class SheetMarks:
    """Marks of one sheet by (row, column), both 1-based, and the range that holds values."""

    styles: dict[int, dict[int, NumberStyle]] = field(default_factory=dict)
    nulls: dict[tuple[int, int], Null] = field(default_factory=dict)
    indents: dict[tuple[int, int], int] = field(default_factory=dict)
    rows: tuple[int, int] = (0, 0)
    columns: tuple[int, int] = (0, 0)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)

    @property
    def area(self) -> int:
        """Cells of the range from the first to the last value."""
        if not self.rows[1]:
            return 0
        return (self.rows[1] - self.rows[0] + 1) * (self.columns[1] - self.columns[0] + 1)
