r"""Tables as LaTeX with booktabs rules, to be \input into a paper.

Every text is escaped. Latin letters and the signs below go through any engine; a table with other
letters says in its first line that it wants LuaLaTeX or XeLaTeX and a font that has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.site.table import Cell, Row, RowGroup, Table

_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\symbol{34}",  # bare, it is a command of several languages of babel
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "[": "{[}",  # after the end of a line it would begin an optional argument
    "*": "{*}",  # and this would be read as the end's star
    "←": r"$\leftarrow$",
    "→": r"$\rightarrow$",
    "∈": r"$\in$",
    "−": r"$-$",
    "≈": r"$\approx$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "Δ": r"$\Delta$",
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "ρ": r"$\rho$",
}
_ESCAPED = str.maketrans(_SIGNS)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_PLAIN = re.compile("[\0-\u017f–—‘’“”…€†‡]*")  # what pdfLaTeX reads by itself
_LIGATURE = re.compile(r"-(?=-)|,(?=,)")  # two of them would become one sign
_WIDE = 9  # columns; more of them are set smaller and closer
_TALL = 40  # rows; more of them fill more than a page
_HINT = (
    "% Needs \\usepackage{booktabs,graphicx,longtable}. Rows to set off begin with \\wsbshade:\n"
    "% \\newcommand{\\wsbshade}{\\rowcolor{...}} with \\usepackage[table]{xcolor} shades them."
)
_ENGINE = "% Holds letters beyond Latin: LuaLaTeX or XeLaTeX, with a font that has them."


DOCUMENT_HEAD = r"""\documentclass[a4paper]{article}
\usepackage[margin=15mm]{geometry}
\usepackage{booktabs,graphicx,longtable}
\usepackage[table]{xcolor}
\newcommand{\wsbshade}{\rowcolor{black!6}}"""
"""What a document that takes in such tables begins with."""


def to_latex(table: Table) -> str:
    """The table under its title, its notes below; a tall one goes on over pages."""
    body = "\n".join(_lines(table))
    engine = () if _PLAIN.fullmatch(body) else (_ENGINE,)
    head = (_HINT, *engine, r"\providecommand{\wsbshade}{}")
    return "\n".join((*head, body)) + "\n"


def escape_latex(text: str) -> str:
    """Text on one line that LaTeX sets as it stands, whatever signs it holds."""
    folded = " ".join(_UNPRINTABLE.sub("?", text).split())
    return _LIGATURE.sub(r"\g<0>{}", folded.translate(_ESCAPED))


def _lines(table: Table) -> Iterator[str]:
    if len(table.columns) > _WIDE:
        yield r"\begingroup\scriptsize\setlength{\tabcolsep}{3pt}"
    else:
        yield r"\begingroup"
    yield from _tall(table) if table.row_count > _TALL else _floating(table)
    yield r"\endgroup"


def _floating(table: Table) -> Iterator[str]:
    """A float, made as narrow as the text where it is wider."""
    yield r"\begin{table}[tbp]"
    yield r"\centering"
    yield _caption(table)
    yield rf"\sbox0{{\begin{{tabular}}{{{_form(table)}}}"
    yield r"\toprule"
    yield from _heads(table)
    yield r"\midrule"
    yield from _groups(table.groups, len(table.columns))
    yield r"\bottomrule"
    yield r"\end{tabular}}%"
    yield r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi"
    yield from _notes(table)
    yield r"\end{table}"


def _tall(table: Table) -> Iterator[str]:
    """A table that goes on over pages, its heads repeated on each."""
    yield rf"\begin{{longtable}}{{{_form(table)}}}"
    yield _caption(table) + r" \\"
    yield r"\toprule"
    yield from _heads(table)
    yield r"\midrule"
    yield r"\endhead"
    yield from _groups(table.groups, len(table.columns))
    yield r"\bottomrule"
    yield r"\end{longtable}"
    yield from _notes(table)


def _caption(table: Table) -> str:
    return rf"\caption{{{escape_latex(table.title)}}}\label{{tab:{_label(table.name)}}}"


def _form(table: Table) -> str:
    return "".join("r" if column.is_number else "l" for column in table.columns)


def _notes(table: Table) -> Iterator[str]:
    for note in table.notes:
        yield rf"\par\smallskip{{\footnotesize {escape_latex(note)}}}"


def _heads(table: Table) -> Iterator[str]:
    """The line of column groups with a rule below each, where there are some, and the labels."""
    if table.spans:
        yield _line(_span(label, width) for label, width in table.spans)
        yield "".join(_rules(table.spans))
    yield _line(escape_latex(column.label) for column in table.columns)


def _rules(spans: Iterable[tuple[str, int]]) -> Iterator[str]:
    end = 0
    for label, width in spans:
        start, end = end + 1, end + width
        if label:
            yield rf"\cmidrule(lr){{{start}-{end}}}"


def _span(label: str, width: int) -> str:
    return rf"\multicolumn{{{width}}}{{c}}{{{escape_latex(label)}}}"


def _groups(groups: Iterable[RowGroup], width: int) -> Iterator[str]:
    for number, group in enumerate(groups):
        if number:
            yield r"\addlinespace"
        if group.heading:
            heading = rf"\textbf{{{escape_latex(group.heading)}}}"
            yield _line([rf"\multicolumn{{{width}}}{{l}}{{{heading}}}"])
        yield from (_row(row) for row in group.rows)


def _row(row: Row) -> str:
    return (r"\wsbshade " if row.is_shaded else "") + _line(_cell(cell) for cell in row.cells)


def _cell(cell: Cell) -> str:
    text = escape_latex(cell.text)
    marked = rf"\textbf{{{text}}}" if cell.is_best and text else text
    return rf"{marked} {{\scriptsize ({escape_latex(cell.beside)})}}" if cell.beside else marked


def _line(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _label(name: str) -> str:
    """A label of letters, digits and hyphens: what a reference may hold."""
    return identifier(name).replace("_", "-")
