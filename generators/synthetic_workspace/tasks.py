"""Source tasks: which files each has, what they hold, and the metadata over them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generators.synthetic_workspace import office, pdfs, texts, workbooks
from generators.synthetic_workspace.pen import PLACES, Pen
from generators.synthetic_workspace.tables import SUBJECTS, make_table, total

PERSONAS = (
    "Operations Manager",
    "Logistics Manager",
    "Researcher",
    "Backend Developer",
    "Product Manager",
)
# Extensions in the shares that office folders show: tables and short texts lead.
_MIX: Mapping[str, int] = {
    "csv": 22,
    "xlsx": 20,
    "md": 12,
    "docx": 12,
    "txt": 9,
    "html": 7,
    "json": 6,
    "pptx": 6,
    "pdf": 6,
}
_SMALLEST = 1_000
_LARGEST = 100_000
_CITES = frozenset({"md", "txt", "docx", "html"})
_MONTHS = tuple(f"{year}_{month:02d}" for year in (2023, 2024) for month in range(1, 13))
_EARLIER = 8  # of the files before it, one that a file may cite
_OUTPUT = "summary_report.docx"


@dataclass(slots=True)
class Task:
    """One source task. `files` are by clean name; `cited` are pairs of (cited, citing)."""

    number: int
    persona: str
    subject: str
    files: dict[str, bytes] = field(default_factory=dict)
    cited: list[tuple[str, str]] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def metadata(self, stored: Mapping[str, str]) -> dict[str, object]:
        """The task as metadata.json has it; `stored` are the paths by clean name."""
        rubrics = [f"Was `{_OUTPUT}` created?", *self.figures]
        kinds = ["Basic Evaluation", *["Outcome Evaluation"] * len(self.figures)]
        edges = [*self.cited, *((name, _OUTPUT) for name in list(self.files)[::2])]
        return {
            "absolute_id": self.number,
            "persona": self.persona,
            "task": f"Write {_OUTPUT} on the {self.subject} of the year from the files at hand.",
            "task_diff": ("easy", "medium", "hard")[self.number % 3],
            "output_files": [_OUTPUT],
            "rubrics": rubrics if self.figures else [],
            "rubric_types": kinds if self.figures else [],
            "file_dep_graph": [{"from": start, "to": end} for start, end in edges],
            "data_manifest": [
                {"filename": name, "stored_relpath": path} for name, path in stored.items()
            ],
            "tested_capabilities": [],
        }


def make_task(number: int, count: int, seed: int) -> Task:
    """The source task of a number, with so many files. Depends on nothing else."""
    pen = Pen(f"{seed}/{number}")
    subject = SUBJECTS[number % len(SUBJECTS)]
    task = Task(number, PERSONAS[number % len(PERSONAS)], subject)
    is_chinese = number % 8 == 0
    for extension in _extensions(pen, count):
        name = _name(pen, task, extension)
        own = Pen(f"{seed}/{number}/{name}", is_chinese=is_chinese)
        cited = _cited(pen, task) if extension in _CITES else []
        task.files[name] = _content(own, extension, subject, cited, task)
        task.cited += [(other, name) for other in cited]
    return task


def stored_paths(files: Mapping[str, bytes]) -> dict[str, str]:
    """Where each file lies in its task's folder, as the layout names it: digest, then name."""
    return {
        name: f"data/{hashlib.sha256(data).hexdigest()[:16]}_{name}" for name, data in files.items()
    }


def _extensions(pen: Pen, count: int) -> Iterator[str]:
    yield from pen.random.choices(list(_MIX), weights=list(_MIX.values()), k=count)


def _name(pen: Pen, task: Task, extension: str) -> str:
    """A name that is new to its task: the next version of the last one, or subject and place."""
    last = next(reversed(task.files), "")
    if last.endswith(f"_v1.{extension}"):
        return last.replace("_v1.", "_v2.")
    number = len(task.files) + 1
    mark = "_v1" if extension in _CITES and number % 5 == 0 else ""
    place = pen.random.choice(PLACES)
    month = pen.random.choice(_MONTHS)
    return f"{task.subject}_{place}_{month}_{number:03d}{mark}.{extension}"


def _cited(pen: Pen, task: Task) -> list[str]:
    """Earlier files that this one names, which makes an edge and a mention."""
    names = list(task.files)[-_EARLIER:]
    return [pen.random.choice(names)] if names and pen.random.random() < 0.5 else []


def _content(pen: Pen, extension: str, subject: str, cited: Sequence[str], task: Task) -> bytes:
    size = int(_SMALLEST * (_LARGEST / _SMALLEST) ** (pen.random.random() ** 2))
    if extension == "csv":
        return _csv(pen, size, subject, task)
    if extension == "xlsx":
        return workbooks.workbook_bytes(pen, size, subject)
    if extension in _CITES:
        return _prose(pen, extension, size, subject, cited)
    if extension == "json":
        return texts.json_bytes(pen, size, subject)
    if extension == "pptx":
        return office.pptx_bytes(pen, size, subject)
    return pdfs.pdf_bytes(pen, size)


def _csv(pen: Pen, size: int, subject: str, task: Task) -> bytes:
    """A csv; the first of every third task gives a rubric its figure."""
    table = make_table(pen, subject, size)
    found = total(table)
    if task.number % 3 == 0 and not task.figures and found:
        header, value = found
        task.figures.append(f"Is the total of {header} given as {value:,}?")
    return texts.csv_bytes(table, is_semicolon=pen.random.random() < 0.2)


def _prose(pen: Pen, extension: str, size: int, subject: str, cited: Sequence[str]) -> bytes:
    if extension == "md":
        return texts.markdown_bytes(pen, size, subject, cited) + _closing(pen)
    if extension == "txt":
        return texts.text_bytes(pen, size, cited) + _closing(pen)
    if extension == "html":
        return texts.html_bytes(pen, size, subject, cited)
    return office.docx_bytes(pen, size, subject, cited)


def _closing(pen: Pen) -> bytes:
    """A last paragraph that states two figures somebody could ask for."""
    return f"\n{pen.fact()} {pen.fact()}\n".encode()
