"""The naive baseline: one function a format, the usual library, one process, text and nothing else.

What people write first: pypdf, python-docx, python-pptx, pandas over openpyxl or xlrd, and
BeautifulSoup. Each function gives the text of a file (a table as lines of tab-separated cells).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Read:
    """What a way of reading gives for one file: its text, or why there is none."""

    text: str = ""
    error: str = ""


def read_pdf(path: Path) -> str:
    """Every page with pypdf."""
    from pypdf import PdfReader

    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def read_docx(path: Path) -> str:
    """Paragraphs and table cells with python-docx."""
    from docx import Document

    document = Document(str(path))
    lines = [paragraph.text for paragraph in document.paragraphs]
    for table in document.tables:
        lines += ["\t".join(cell.text for cell in row.cells) for row in table.rows]
    return "\n".join(lines)


def read_pptx(path: Path) -> str:
    """Text frames and table cells of every slide with python-pptx."""
    from pptx import Presentation

    shapes = (shape for slide in Presentation(str(path)).slides for shape in slide.shapes)
    return "\n".join(line for shape in shapes for line in _shape_lines(shape))


def _shape_lines(shape: Any) -> Iterator[str]:
    if shape.has_text_frame:
        yield shape.text_frame.text
    if shape.has_table:
        for row in shape.table.rows:
            yield "\t".join(cell.text for cell in row.cells)


def read_xlsx(path: Path) -> str:
    """Every sheet with pandas over openpyxl, as text."""
    return _workbook(path, "openpyxl")


def read_xls(path: Path) -> str:
    """Every sheet with pandas over xlrd, as text."""
    return _workbook(path, "xlrd")


def _workbook(path: Path, engine: str) -> str:
    import pandas

    sheets = pandas.read_excel(path, sheet_name=None, header=None, engine=engine)  # type: ignore[call-overload]
    return "\n".join(_frame_text(frame) for frame in sheets.values())


def read_csv(path: Path) -> str:
    """The table with pandas, as text."""
    import pandas

    frame = pandas.read_csv(path, header=None, dtype=str, sep=None, engine="python")
    return _frame_text(frame)


def _frame_text(frame: Any) -> str:
    return str(frame.to_csv(sep="\t", header=False, index=False))


def read_html(path: Path) -> str:
    """The page's text with BeautifulSoup over lxml."""
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(path.read_bytes(), "lxml")
    for tag in soup(["script", "style"]):
        tag.decompose()
    return soup.get_text("\n")


def read_text(path: Path) -> str:
    """The file as UTF-8."""
    return path.read_text(encoding="utf-8")


BASELINE: Mapping[str, Callable[[Path], str]] = {
    "pdf": read_pdf,
    "docx": read_docx,
    "pptx": read_pptx,
    "xlsx": read_xlsx,
    "xls": read_xls,
    "csv": read_csv,
    "html": read_html,
    "md": read_text,
    "txt": read_text,
    "json": read_text,
    "xml": read_text,
    "py": read_text,
    "java": read_text,
}
"""The function of each extension; a file of any other is one that the baseline cannot read."""


def read_naively(path: Path) -> Read:
    """One file by its extension; the libraries raise what they like, so all of it is caught."""
    reader = BASELINE.get(path.suffix.lower().lstrip("."))
    if reader is None:
        return Read(error=f"no function for {path.suffix or 'a name without an extension'}")
    try:
        return Read(reader(path))
    except Exception as error:  # noqa: BLE001 - a foreign library's own choice of errors
        return Read(error=f"{type(error).__name__}: {error}")
