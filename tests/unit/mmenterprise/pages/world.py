"""Two small projects with hand-made answers and verdicts, and texts that attack a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from tests.unit.mmenterprise.questions.small_project import (
    Project,
    hour,
    says,
    small_project,
)
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.pages.model import (
    Checked,
    ProjectGiven,
    ShownTables,
    SiteInput,
)
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.schema.evaluation import (
    MACHINE_FAULT,
    Answered,
    Answers,
    Cell,
    Found,
    Judge,
    Judged,
    Judgements,
    Retrieved,
)
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.site.figures import Figure, FigureSet
from worksurface_pipeline.site.result_tables import ResultTables, table_text
from worksurface_pipeline.site.table import Column, simple_table

EVIL = "</script><script>window.hit=1</script><img src=x onerror='window.hit=1'>\u2028\x00\u202e😀"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(32)
SEER = Cell(model="vendor/seer", k=2, retriever="lexical")
READER = Cell(model="offline/reader", k=2, retriever="lexical")
MAIL = (
    "Subject: Cost & more\nFrom: Dev Ekholm <dev@juniper.example>\n"
    "To: Ana Brook <ana@juniper.example>, Ben Castle <ben@juniper.example>\n\n"
    f"The energy cost of Cedar is 310 EUR.\n{EVIL}"
)
DOCUMENT = SeedDocument(
    id="s", title=f"Seed {EVIL}", domain="d", licence="CC0-1.0", digest="0" * 64, pages=3
)


@cache
def project(name: str) -> ProjectGiven:
    """A small project with a mail, a wiki page in revisions, and questions."""
    made = small_project(name)
    made.event("w1", EventKind.STATUS, hour(3, 5), "ana", says("budget", "9500"), place=Place.WIKI)
    made.event("w2", EventKind.CHANGE, hour(4, 7), "ana", says("budget", "8200"), place=Place.WIKI)
    made.event("m1", EventKind.STATUS, hour(4, 8), "dev", says("cost", "310"), place=Place.MAIL)
    _name_apart(made)
    ledger, units = made.ledger(), made.unit_set()
    scene = Scene(ledger, units, 1)
    asked = make_questions(scene, haystack_of([(ledger, units)]), answer, Quotas()).questions
    questions = tuple(item.model_copy(update={"project": name}) for item in asked.questions)
    pictures = {unit.image: PICTURE for unit in units.units if unit.image != "u_d1.png"}
    return ProjectGiven(DOCUMENT, ledger, units, pictures, questions)


def _name_apart(made: Project) -> None:
    """Ids of units differ between projects, as they do in a corpus; texts and places are filled."""
    changed = []
    numbers: Iterator[int] = iter(range(1, 99))
    for unit in made.units:
        told: dict[str, object] = {"id": f"{made.name}_{unit.id}"}
        if unit.place is Place.MAIL:
            told["text"] = MAIL
        elif unit.place is Place.WIKI:
            number = next(numbers)
            told |= {"source": "tracker", "number": number, "version": number}
        elif not unit.is_visual:
            values = " and ".join(item.value for item in unit.statements)
            told["text"] = f"It is {values}. {EVIL}"
        changed.append(unit.model_copy(update=told))
    made.units = changed


def found(questions: Sequence[MmQuestion], others: Sequence[str]) -> Retrieved:
    """For each question a unit of another project, then its evidence."""
    rows = (
        Found(question=item.id, units=(others[0], *item.evidence, *others[1:]))
        for item in questions
    )
    return Retrieved(retriever="lexical", depth=9, is_text_only=True, found=tuple(rows))


def answers(cell: Cell, questions: Sequence[MmQuestion]) -> Answers:
    """By turns right, wrong, left open, failed by a machine; the fifth question has no answer."""
    rows = tuple(_answered(item, place) for place, item in enumerate(questions) if place != 4)
    return Answers(cell=cell, is_text_only=cell is READER, answers=rows)


def _answered(item: MmQuestion, place: int) -> Answered:
    gold = item.gold if isinstance(item.gold, str) else ", ".join(item.gold)
    texts = (gold or "not established", f"48 {EVIL}", "perhaps 12, perhaps 13", None)
    return Answered(
        question=item.id,
        project=item.project,
        units=tuple(sorted(item.evidence)),
        images=1,
        answer=texts[place % 4],
        outcome=MACHINE_FAULT if place % 4 == 3 else "answered",
        usage=Usage(prompt_tokens=1200, completion_tokens=34),
        error="the endpoint closed the connection" if place % 4 == 3 else "",
    )


def judgements(cell: Cell, questions: Sequence[MmQuestion]) -> Judgements:
    """Verdicts on those answers."""
    rows = [
        Judged(
            question=item.id,
            project=item.project,
            is_right=(True, False, None)[place % 4],
            judge=(Judge.EXACT, Judge.MODEL, Judge.NOBODY)[place % 4],
            rule="the figures differ" if place % 4 == 1 else "",
            cause="stale state" if place % 4 == 1 else "",
            slot=item.query.slots[0] if place % 4 == 1 and item.query.slots else "",
            value="48" if place % 4 == 1 else "",
            recall=0.5,
            best_recall=1.0,
            has_whole_set=True,
        )
        for place, item in enumerate(questions)
        if place != 4 and place % 4 != 3
    ]
    return Judgements(cell=cell, judge_model="vendor/judge", judged=tuple(rows))


@cache
def given() -> SiteInput:
    """Everything that a site can show."""
    projects = (project("p1"), project("p2"))
    questions = tuple(item for one in projects for item in one.questions)
    others = [unit.id for unit in project("p2").units.units[:2]]
    first = questions[0]
    table = simple_table("cells_by_type", f"By type {EVIL}", (Column("Type"),), [(EVIL,)])
    figure = Figure(name="recall", title="Recall", svg="<svg/>", csv="a\n1\n", png=PICTURE)
    checks = (
        Checked(question=first.id, project="p1", text=first.question, step="audit", outcome="pass"),
        Checked(
            question="q0",
            project="p1",
            text=f"What? {EVIL}",
            step="audit",
            outcome="drop",
            reason=EVIL,
            is_kept=False,
        ),
    )
    return SiteInput(
        name=f"Bench {EVIL}",
        projects=projects,
        facts=(("seed", EVIL),),
        retrieved=(found(questions, others),),
        answers=(answers(SEER, questions), answers(READER, questions)),
        judgements=(judgements(SEER, questions), judgements(READER, questions)),
        tables=ResultTables(tables=(table_text(table, "type\nx\n"),)),
        figures=FigureSet(figures=(figure,)),
        checks=checks,
        more=(ShownTables(file="writer.html", title="Writer's log", tables=(table,)),),
    )


Files = Mapping[str, bytes]
