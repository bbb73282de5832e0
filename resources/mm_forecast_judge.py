"""What the judge of wing two is going to take, over all cells together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from resources.mm_projects import scenes_of
from resources.mm_spending import mm_prices
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.harness.llm.choices import model_settings
from worksurface_pipeline.harness.llm.endpoint_names import endpoint_of
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.forecast.answers import IsKept
from worksurface_pipeline.mmenterprise.forecast.leaving import Gates
from worksurface_pipeline.mmenterprise.forecast.needs import Need, Purpose, Sent, need, sent
from worksurface_pipeline.mmenterprise.forecast.verdicts import (
    Asking,
    Verdicts,
    add_answers,
    add_to_come,
    requests_to_come,
)
from worksurface_pipeline.mmenterprise.judging.court import Court
from worksurface_pipeline.mmenterprise.plan import MmPlan
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Cell, Judgements
from worksurface_pipeline.mmenterprise.steps import STEPS
from worksurface_pipeline.mmenterprise.writing.model import Writing

VERDICTS = "verdicts"
"""What a judge's row is for."""


@dataclass(frozen=True, slots=True)
class Again:
    """What is asked for besides what is stale: all of it, or what found no judge."""

    is_forced: bool = False
    retry_errors: bool = False


def judge_need(
    bench: MmWorkbench,
    plan: MmPlan,
    benchmark: MmBenchmark,
    is_answered: Callable[[Cell], bool],
    is_kept: IsKept,
    again: Again,
    gates: Gates,
) -> Iterator[Need]:
    """What verdicts on all cells take; nothing without a judging model.

    A cell `is_answered` when its answers are stored and none is asked for again.
    """
    choice = bench.settings.judge
    if not choice.model:
        return
    asking = Asking(choice.model, choice.twice, bench.settings.workspace.seed)
    model = model_settings(bench.settings.model(choice.model))
    found = _verdicts(bench, plan, benchmark, is_answered, asking, again)
    left = [one for one in found.known if not is_kept(model, one)]
    calls: list[Sent] = [*map(sent, left), *requests_to_come(found, asking)]
    price = mm_prices(bench)[choice.model]
    purpose = Purpose(model.id, VERDICTS, price, about=_about(found))
    yield need(purpose, calls, found.done, len(found.known) - len(left))
    if calls and not model.is_offline:
        place = gates.to(endpoint_of(model))
        names = {*found.questions, *(item.id for item, _ in found.to_come)}
        place.questions |= names
        place.golds |= names


def _verdicts(
    bench: MmWorkbench,
    plan: MmPlan,
    benchmark: MmBenchmark,
    is_answered: Callable[[Cell], bool],
    asking: Asking,
    again: Again,
) -> Verdicts:
    found = Verdicts()
    projects = {item.project for item in benchmark.questions}
    records = bench.lake.all_of("mm_records", projects, Writing)
    court = Court(scenes_of(records, bench.settings.workspace.seed))
    asked = {item.id: item for item in benchmark.questions}
    for cell in bench.settings.cells:
        answers = bench.lake.current("mm_answers", cell.key)
        is_whole = is_answered(cell) and answers is not None
        is_fresh = _stored(bench, plan, cell, again, found, is_whole)
        if answers is None or not is_whole:
            most = model_settings(bench.settings.model(cell.model)).max_tokens
            add_to_come(found, benchmark.questions, most)
        elif not is_fresh:
            add_answers(found, asking, court, asked, bench.lake.load(answers, Answers))
    return found


def _stored(
    bench: MmWorkbench, plan: MmPlan, cell: Cell, again: Again, found: Verdicts, is_whole: bool
) -> bool:
    """Take in the stored verdicts on a cell; whether they stay in force."""
    manifest = bench.lake.current("mm_judgements", cell.key)
    if manifest is None:
        return False
    judged = bench.lake.load(manifest, Judgements)
    is_again = again.is_forced or (again.retry_errors and judged.unreached > 0)
    is_sound = plan.is_sound(STEPS["mm_judgements"], cell.key)
    is_fresh = is_sound and is_whole and not is_again
    found.add_judged(judged, is_fresh)
    return is_fresh


def _about(found: Verdicts) -> str:
    """On what the number of verdicts rests."""
    if not found.to_come:
        return "answers that are there and that exact matching leaves open"
    if found.share is None:
        return "every answer to come left open by exact matching, which decides most"
    share = f"{100 * found.share:.0f} %"
    return (
        f"{share} of the answers to come left open, as of {counted(found.judged, 'answer')} judged"
    )
