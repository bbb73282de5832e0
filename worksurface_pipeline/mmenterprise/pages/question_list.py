"""The list of questions, filtered by what they are and by what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.mmenterprise.pages.addresses import (
    ABSTAIN,
    ANSWERABLE,
    CASE_PAGE,
    QUESTIONS,
    case_id,
)
from worksurface_pipeline.mmenterprise.pages.evidence import MODALITIES, modality
from worksurface_pipeline.mmenterprise.pages.list_parts import (
    Files,
    list_files,
    named_column,
    project_column,
    short,
)
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.queries import gold_text
from worksurface_pipeline.mmenterprise.pages.results import RIGHT, STATES, WRONG, Results
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.site.list_columns import (
    Made,
    code_column,
    codes_column,
    hidden_column,
    number_column,
    places_column,
    text_column,
)
from worksurface_pipeline.site.listing import Choice, Listing, searchable, word_files

_ASKS = (
    Choice(id=ANSWERABLE, label="answerable"),
    Choice(id=ABSTAIN, label="to abstain from"),
)
_NONE = "none"


def question_files(projects: Sequence[Project], results: Results) -> Files:
    """All questions; a search looks in question, gold and the facts they are about."""
    asked = [(one, item) for one in projects for item in one.given.questions]
    items = [item for _, item in asked]
    made = [
        text_column("question", "Question", (short(item.question) for item in items)),
        hidden_column("id", map(case_id, items)),
        project_column(projects, (one for one, _ in asked)),
        named_column("type", "Type", (item.type.value for item in items)),
        code_column("form", "Evidence", [modality(*pair) for pair in asked], MODALITIES),
        number_column("records", "Records", (len(item.evidence) for item in items)),
        named_column("origin", "Values", (item.origin or _NONE for item in items)),
        text_column("gold", "Gold", (short(gold_text(item)) for item in items)),
        *_filters(items),
        number_column("right", "Right %", (_share(item, results) for item in items)),
        _causes_column(items, results),
        _cells_column(items, results),
    ]
    listing = Listing(
        name=QUESTIONS,
        noun="questions",
        columns=(),
        target=CASE_PAGE,
        keys=("id",),
        words=QUESTIONS,
        joined="id",
        searched="question, gold, facts",
    )
    yield from list_files(listing, made)
    yield from word_files(QUESTIONS, [(case_id(item), _words(one, item)) for one, item in asked])


def _filters(items: Sequence[MmQuestion]) -> Iterator[Made]:
    """What is chosen by and not shown."""
    asks = [ABSTAIN if item.absence is not None else ANSWERABLE for item in items]
    yield code_column("asks", "The question is", asks, _ASKS, is_shown=False)
    absences = (item.absence.value if item.absence else _NONE for item in items)
    yield named_column("absence", "Why unanswerable", absences, is_shown=False)
    linked = ("triple" if item.triple else "twin" if item.twin else _NONE for item in items)
    yield named_column("linked", "Belongs to a", linked, is_shown=False)


def _cells_column(items: Sequence[MmQuestion], results: Results) -> Made:
    numbers = {choice.id: place for place, choice in enumerate(STATES)}
    places = tuple(Choice(id=results.id(cell), label=cell.key) for cell in results.cells)
    states = [[numbers[results.state(cell, item)] for cell in results.cells] for item in items]
    return places_column("cells", "In cell", states, STATES, places)


def _causes_column(items: Sequence[MmQuestion], results: Results) -> Made:
    """Why some cell is wrong."""
    judged = [[results.judged(cell, item) for cell in results.cells] for item in items]
    causes = [{one.cause for one in row if one is not None and one.cause} for row in judged]
    known = sorted({cause for row in causes for cause in row})
    choices = tuple(Choice(id=_plain(cause), label=cause) for cause in known)
    values = [list(map(_plain, row)) for row in causes]
    return codes_column("cause", "Some cell gives a", values, choices)


def _plain(cause: str) -> str:
    """A cause as it stands in an address."""
    return cause.replace(",", "").replace(" ", "-")


def _share(item: MmQuestion, results: Results) -> float | None:
    states = [results.state(cell, item) for cell in results.cells]
    judged = [state for state in states if state in (RIGHT, WRONG)]
    return round(100 * judged.count(RIGHT) / len(judged), 1) if judged else None


def _words(project: Project, item: MmQuestion) -> str:
    facts = (project.fact(slot).label for slot in item.query.slots)
    return searchable((item.id, item.question, gold_text(item), *facts))
