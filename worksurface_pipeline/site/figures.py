"""Figures as records: drawn in two forms, with the numbers behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import ReadFile, RecordSet
from worksurface_pipeline.site.plot_canvas import Drawing


class Figure(Frozen):
    """One figure: SVG for a page, PNG for where none goes, CSV of what it shows.

    `paper` names the figure of the paper that it is, like "Figure 3a".
    """

    name: str
    title: str
    svg: str
    csv: str
    paper: str = ""
    png: bytes = Field(default=b"", exclude=True, repr=False)  # a file of its own in the lake


class FigureSet(RecordSet):
    """The figures of a sweep."""

    figures: tuple[Figure, ...] = ()

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """The records, and each PNG as it is."""
        yield from super().to_files()
        yield from ((_png_file(figure), figure.png) for figure in self.figures)

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote."""
        found = super().from_files(read).figures
        whole = (figure.model_copy(update={"png": read(_png_file(figure))}) for figure in found)
        return cls(figures=tuple(whole))


def figure_of(name: str, paper: str, title: str, drawing: Drawing, csv: str) -> Figure:
    """The figure of a drawing."""
    return Figure(
        name=name,
        title=title,
        svg=drawing.svg,
        csv=csv,
        paper=paper,
        png=drawing.png,
    )


def _png_file(figure: Figure) -> str:
    return f"png/{figure.name}.png"
