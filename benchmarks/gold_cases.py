"""Tables and a document of the public release, rebuilt after the notes of the gold cases.

Not the originals: made so that what the notes say of them is true (a banner, a blank row and the
header among the rows; five year blocks side by side; no cell that reads "Negative"). Findings on
them are labelled reconstructed. `make bench SUITE="gold_cases GOLD_CASES METADATA"` prints
the confusion table.
"""

from __future__ import annotations

import csv
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from benchmarks.development import load_surfaces
from worksurface_pipeline.worksurface.release.audit import AuditReport, audit_tasks
from worksurface_pipeline.worksurface.release.foreign import import_release, placed
from worksurface_pipeline.worksurface.release.foreign_tasks import read_foreign_tasks

Rows = Sequence[Sequence[str | None]]
FUNNEL = "t386__dau_behavior_logs_2025q4_2026q1__col"
SURVEY = "t386__nps_survey_data_2026_02__kai_fang_ti_nlpbiao_zhu"
DEATHS = "t360__t_10_7_top_10_malignant_tumor_mortality_rates_overall__1007"
DEATHS_MEN = "t360__t_10_8_top_10_malignant_tumor_mortality_rates_male__1008"
RATINGS = "t388__team_performance_kpi__q1tuan_dui_ji_xiao"
VISITS = "t154__user_behavior_data_20250215"
_BLANK = None
_PEOPLE = 9
EXPECTED = {
    "answer stands in the file name": ("answer stands in the file name",),
    "numbering of a title": ("numbering taken for content",),
    "numbering of a list item": ("numbering taken for content",),
    "count disagrees with the list (output counted as input)": ("count disagrees with the list",),
    "wrong column (rate summed instead of users)": ("wrong column",),
    "long verbatim span as string answer": ("long verbatim span as answer",),
    "column name is a line of body text": ("column name is a line of body text",),
    "one cell instead of an average": ("one cell instead of an aggregate",),
    "sibling tables fit the wording": ("sibling tables fit the wording", "one of several blocks"),
    "filter matches no row": ("filter matches no row",),
    "ELSE branch counts header and banner rows": ("ELSE branch counts rows that no branch names",),
    "coding not in the data": ("ELSE branch counts rows that no branch names",),
    "counts a banner, a blank and the header row": ("counts rows that are no data",),
    "answer stands in the question": ("answer stands in the question",),
    "span only in provenance": ("span only in provenance",),
    "span inside a longer token": ("span inside a longer token",),
}
"""Our reasons for each reason of the handed table."""


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the handed table."""

    id: str
    verdict: str
    reasons: tuple[str, ...]
    decidable: str

    @property
    def is_counted(self) -> bool:
        """Whether it is one of the twenty that count."""
        return self.verdict in ("sound", "fault")


def cases(folder: Path) -> dict[str, Case]:
    """The handed expectations by task."""
    with (folder / "EXPECT.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        row["id"]: Case(
            row["id"],
            row["verdict"],
            tuple(map(str.strip, row["reason"].split(";"))) if row["verdict"] == "fault" else (),
            row["decidable"],
        )
        for row in rows
    }


def audit_on_record(folder: Path, metadata: Path) -> AuditReport:
    """The handed tasks beside the handed metadata: no table is at hand."""
    surfaces = {each.persona: each for _, each in load_surfaces(metadata)}
    return audit_tasks(placed(read_foreign_tasks(folder / "tasks.jsonl"), surfaces), surfaces)


def audit_rebuilt(folder: Path, root: Path) -> AuditReport:
    """The handed tasks over the rebuilt release in `root`."""
    write_release(root)
    release = import_release(root, folder / "tasks.jsonl")
    return audit_tasks(release.tasks, release.surfaces, is_rebuilt=True)


def write_release(root: Path) -> None:
    """The rebuilt tables and document, in the layout of the public release."""
    _profile(root, "product_manager", _product_tables(), {})
    _profile(root, "researcher", _researcher_tables(), {})
    page = (
        "<!-- source_task: 154 | source_file: image_asset_list.md -->\n\n# Image assets\n\n"
        "- banner_home_v1.png for the homepage\n- logo_small.png\n"
    )
    _profile(root, "operations_manager", _operations_tables(), {"t154__image_asset_list.md": page})


def _profile(
    root: Path, persona: str, tables: Mapping[str, pl.DataFrame], pages: Mapping[str, str]
) -> None:
    folder = root / "resources" / "profiles" / persona
    for name in ("tables", "kb_docs", "graph"):
        (folder / name).mkdir(parents=True)
    registry = [{"view": name, "source_file": name, "source_sheet": ""} for name in tables]
    (folder / "tables" / "registry.json").write_text(json.dumps(registry), encoding="utf-8")
    for name, frame in tables.items():
        frame.write_parquet(folder / "tables" / f"{name}.parquet")
    for name, text in pages.items():
        (folder / "kb_docs" / name).write_text(text, encoding="utf-8")
    graph = json.dumps({"nodes": [], "edges": []})
    (folder / "graph" / "surface_graph.json").write_text(graph, encoding="utf-8")


def _sheet(banner: str, width: int, rows: Rows) -> pl.DataFrame:
    """A sheet whose columns are called after its banner."""
    names = [banner, *(f"unnamed_{number}" for number in range(1, width))]
    cells = [[*row, *[_BLANK] * (width - len(row))] for row in rows]
    columns = {name: [row[at] for row in cells] for at, name in enumerate(names)}
    return pl.DataFrame(columns, schema=dict.fromkeys(names, pl.String))


def _product_tables() -> Mapping[str, pl.DataFrame]:
    steps = ("LaunchApp", "Browse", "Search", "AddToCart", "Order", "Pay")
    users = ("3200000", "2400000", "1500000", "700000", "310000", "280000")
    rates = ("1", "0.75", "0.47", "0.22", "0.1", "0.09")
    funnel: list[Sequence[str | None]] = [
        ["Period: 2025 Q4 to 2026 Q1"],
        [],
        ["Step", "Event", "MAU", "Conversion Rate"],
        *([str(n), *row] for n, row in enumerate(zip(steps, users, rates, strict=True), start=1)),
    ]
    moods = ("positive", "neutral", "critical")
    survey: list[Sequence[str | None]] = [
        ["Open question"],
        [],
        ["No", "Answer", "Channel", "Score", "Topic", "Sentiment"],
        *([str(n), f"answer {n}", "app", str(n % 11), "price", moods[n % 3]] for n in range(1, 31)),
    ]
    grades = ("Excellent (A)",) * 4 + ("Good (B)",) * 5
    people = [[f"P{n}", *["x"] * 8, grade] for n, grade in enumerate(grades, start=1)]
    header = ["Employee", *(f"Field {letter}" for letter in "ABCDEFGH"), "Performance Rating"]
    ratings: list[Sequence[str | None]] = [["Q1", *[_BLANK] * 8, ""], header, *people]
    return {
        FUNNEL: _sheet("Path funnel", 4, funnel),
        SURVEY: _sheet("NPS survey", 6, survey),
        RATINGS: _sheet("Team performance", 10, ratings),
    }


def _researcher_tables() -> Mapping[str, pl.DataFrame]:
    values = ("48.49", "23.11", "25.2", "27.9", "28.53")
    labels = ["Rank", *("Cause", "Mortality rate") * len(values)]
    years = ["", *(cell for year in (2018, 1973, 1990, 2004, 2011) for cell in (str(year), ""))]
    first = ["1", *(cell for value in values for cell in ("肺癌", value))]
    second = ["2", *(cell for value in values for cell in ("肝癌", str(float(value) / 2)))]
    rows = [years, labels, first, second]
    width = len(labels)
    return {
        DEATHS: _sheet("Mortality of malignant tumours", width, rows),
        DEATHS_MEN: _sheet("Mortality of malignant tumours, men", width, rows),
    }


def _operations_tables() -> Mapping[str, pl.DataFrame]:
    pages = ["home", "cart", "home", "item", "pay"]
    return {VISITS: pl.DataFrame({"user": [str(n) for n in range(5)], "page": pages})}


def is_reason_met(case: Case, found: Sequence[str]) -> bool:
    """Whether every reason of the table is among the reasons found."""
    return all(set(EXPECTED[reason]) & set(found) for reason in case.reasons)


def confusion(
    report: AuditReport, expected: Mapping[str, Case], chosen: Sequence[str]
) -> Counter[str]:
    """Counts of "expected -> found" over the chosen tasks."""
    found = {item.task: item.verdict.value for item in report.tasks}
    return Counter(f"{expected[name].verdict} -> {found[name]}" for name in chosen)


def lines(folder: Path, metadata: Path) -> Iterator[str]:
    """The confusion tables, then each task with what was found."""
    expected = cases(folder)
    counted = [name for name, case in expected.items() if case.is_counted]
    apart = [name for name in counted if expected[name].decidable == "rebuilt"]
    plain = [name for name in counted if name not in apart]
    record = audit_on_record(folder, metadata)
    with tempfile.TemporaryDirectory() as place:
        rebuilt = audit_rebuilt(folder, Path(place))
    for title, report, chosen in (
        ("record and metadata", record, plain),
        ("reconstructed tables", rebuilt, apart),
    ):
        yield f"{title}: {dict(confusion(report, expected, chosen))}"
        for item in report.tasks:
            if item.task in chosen:
                met = is_reason_met(expected[item.task], item.reasons)
                yield f"  {item.task}: {item.verdict.value}, reason met: {met}; {item.reasons}"
    others = [item for item in record.tasks if not expected[item.task].is_counted]
    for item in others:
        yield f"not counted, {expected[item.task].verdict}: {item.task}: {item.verdict.value}"


def main(arguments: list[str]) -> int:
    """Print the tables for the folder of the cases and the folder of their source metadata."""
    if len(arguments) != 2:
        sys.stderr.write("Name the folder of the gold cases and the one of the source metadata\n")
        return 2
    sys.stdout.write("\n".join(lines(Path(arguments[0]), Path(arguments[1]))) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
