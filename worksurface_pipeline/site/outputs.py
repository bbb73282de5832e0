"""What is taken into a paper: every table and figure as files, and one document that holds all."""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.site.figures import Figure, FigureSet
from worksurface_pipeline.site.latex import DOCUMENT_HEAD, escape_latex
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.site.table import Column, simple_table, to_markdown

DOCUMENT = "results.tex"
INDEX = "results.md"


def output_files(tables: ResultTables, figures: FigureSet) -> Iterator[tuple[str, bytes]]:
    """Relative names and contents: tables/*.{csv,tex,md}, figures/*.{svg,png,csv}, both lists."""
    for table in tables.tables:
        yield f"tables/{table.name}.csv", table.csv.encode()
        yield f"tables/{table.name}.tex", table.latex.encode()
        yield f"tables/{table.name}.md", table.markdown.encode()
    for figure in figures.figures:
        yield f"figures/{figure.name}.svg", figure.svg.encode()
        yield f"figures/{figure.name}.png", figure.png
        yield f"figures/{figure.name}.csv", figure.csv.encode()
    yield INDEX, _index(tables, figures).encode()
    yield DOCUMENT, _document(tables, figures).encode()


def _index(tables: ResultTables, figures: FigureSet) -> str:
    """Which file holds which table or figure of the paper; those of the paper first."""
    entries = [(one.paper, f"tables/{one.name}", one.title) for one in tables.tables]
    entries += [(one.paper, f"figures/{one.name}", one.title) for one in figures.figures]
    rows = sorted(entries, key=lambda entry: (not entry[0], entry[0]))
    columns = (Column("In the paper"), Column("Files"), Column("What it shows"))
    return to_markdown(simple_table("results", "Tables and figures", columns, rows))


def _document(tables: ResultTables, figures: FigureSet) -> str:
    """A document that takes in all tables and figures, to be compiled where it lies."""
    body = [rf"\input{{tables/{table.name}.tex}}" for table in tables.tables]
    body += [_included(figure) for figure in figures.figures]
    cleared = "\n\\clearpage\n".join(body)  # LaTeX holds eighteen floats back, then gives up
    return f"{DOCUMENT_HEAD}\n\\begin{{document}}\n{cleared}\n\\end{{document}}\n"


def _included(figure: Figure) -> str:
    said = f"{figure.title} ({figure.paper} of the paper.)" if figure.paper else figure.title
    return "\n".join(
        (
            r"\begin{figure}[tbp]",
            r"\centering",
            rf"\includegraphics[width=\linewidth]{{figures/{figure.name}.png}}",
            rf"\caption{{{escape_latex(said)}}}",
            r"\end{figure}",
        )
    )
