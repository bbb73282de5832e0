"""The report: a site of pages and data that reads from a folder, offline, and Markdown.

Every figure leads on: a table to its CSV, a count to the runs it counts, a score to its task,
proof and run.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.site.files import pack
from worksurface_pipeline.site.page import site_pages
from worksurface_pipeline.site.runs import item_files, item_id
from worksurface_pipeline.site.table import to_markdown
from worksurface_pipeline.worksurface.analysis.cost_table import cost_table
from worksurface_pipeline.worksurface.analysis.frames import comparable, score_frame
from worksurface_pipeline.worksurface.analysis.headline import headline, warnings
from worksurface_pipeline.worksurface.analysis.report_file_table import file_figures, files_csv
from worksurface_pipeline.worksurface.analysis.report_files import origins_of
from worksurface_pipeline.worksurface.analysis.report_gold import gold_tables
from worksurface_pipeline.worksurface.analysis.report_graphs import graph_parts
from worksurface_pipeline.worksurface.analysis.report_groups import Grouped
from worksurface_pipeline.worksurface.analysis.report_lists import (
    cells_of,
    held_list_files,
    run_list_files,
    task_list_files,
)
from worksurface_pipeline.worksurface.analysis.report_model import Report, ReportInput
from worksurface_pipeline.worksurface.analysis.report_pages import Parts, report_pages
from worksurface_pipeline.worksurface.analysis.report_proofs import Shown, passages_of
from worksurface_pipeline.worksurface.analysis.report_runs import RunsRead, read_runs
from worksurface_pipeline.worksurface.analysis.report_source import source_tables
from worksurface_pipeline.worksurface.analysis.report_tasks import (
    held_id,
    held_item,
    held_once,
    in_order,
    scores_by_task,
    task_item,
)
from worksurface_pipeline.worksurface.schema.tasks import Quarantined

_TITLE = "WorkSurface-Bench report"


def build_report(given: ReportInput) -> Report:
    """The whole report. Equal input gives equal bytes; nothing in it depends on the clock."""
    return Report(site=pack(_site(given)), markdown=_markdown(given))


def _site(given: ReportInput) -> Iterator[tuple[str, bytes]]:
    read = read_runs(given.trajectories, given.tasks, given.prices, given.limits)
    parts = _parts(given, read)
    yield from site_pages(_name(given), tuple(report_pages(given, parts)))
    yield from (part.file for part in parts.graphs)
    yield from _numbers(given)
    yield from files_csv(parts.files)
    yield from _data(given, read)


def _name(given: ReportInput) -> str:
    return f"WorkSurface-Bench · {given.run.workspace}"


def _parts(given: ReportInput, read: RunsRead) -> Parts:
    graphs = tuple(graph_parts(given.graphs, given.limits.listed_failures))
    groups = Grouped(
        tasks=given.tasks,
        scores=given.scores,
        frame=comparable(score_frame(given.scores)),
        more={part.persona: part.body for part in graphs},
    )
    files = file_figures(given.tasks, given.scores, origins_of(given.ledger))
    return Parts(groups, graphs, cost_table(read.costs), files, tuple(_said(given, read)))


def _said(given: ReportInput, read: RunsRead) -> Iterator[tuple[str, str]]:
    yield (
        "texts of runs",
        f"{read.texts:,}, {read.cut:,} of them cut at {given.limits.characters:,} characters",
    )
    if read.foreign:
        yield "runs of tasks that the benchmark does not hold", f"{read.foreign:,}, left out"


def _numbers(given: ReportInput) -> Iterator[tuple[str, bytes]]:
    """The pictures, and the numbers behind them and behind the tables."""
    for figure in given.figures.figures:
        yield f"figures/{figure.name}.svg", figure.svg.encode()
        yield f"figures/{figure.name}.csv", figure.csv.encode()
    for table in given.tables.tables:
        yield f"tables/{table.name}.csv", table.csv.encode()


def _data(given: ReportInput, read: RunsRead) -> Iterator[tuple[str, bytes]]:
    """The lists, and the shards of every task and its runs."""
    held = held_once(given.gold.held) if given.gold is not None else ()
    scores = scores_by_task(given.scores)
    cells = cells_of(given.scores)
    origins = origins_of(given.ledger)
    yield from task_list_files(given.tasks, scores, cells, origins)
    yield from run_list_files(given.tasks, scores, read.ends, origins)
    if given.gold is not None:
        yield from held_list_files(held, origins)
    tasks = (*given.tasks, *(one.task for one in held))
    shown = Shown(passages_of(tasks, given.bundles), given.limits, origins)
    for task in in_order(given.tasks):
        item = task_item(task, scores.get(task.id, ()), read.ends, shown)
        yield from item_files(item, read.shelf.take(item_id(task.id)))
    yield from _held(held, shown)


def _held(held: tuple[Quarantined, ...], shown: Shown) -> Iterator[tuple[str, bytes]]:
    for one in sorted(held, key=held_id):
        yield from item_files(held_item(one, shown), {})


def _markdown(given: ReportInput) -> str:
    said = "\n\n".join((*headline(given), *(f"> {text}" for text in warnings(given))))
    gold = gold_tables(given.gold) if given.gold is not None else ()
    source = "\n".join(to_markdown(table) for table in (*source_tables(given), *gold))
    facts = "\n".join(f"- {name}: {value}" for name, value in given.run.facts)
    body = (f"# {_TITLE}", said, given.tables.markdown, source, facts)
    return "\n\n".join(part.strip() for part in body if part.strip()) + "\n"
