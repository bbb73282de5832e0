"""The lists of the site: questions, records and facts, as columns that a page filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.mmenterprise.pages.addresses import (
    ABSTAIN,
    ANSWERABLE,
    CASE_PAGE,
    FACTS,
    QUESTIONS,
    RECORDS,
    THREAD_PAGE,
    TIMELINE_PAGE,
    case_id,
    fact_id,
)
from worksurface_pipeline.mmenterprise.pages.evidence import MODALITIES, modality
from worksurface_pipeline.mmenterprise.pages.project import (
    DOUBTED,
    FALSE,
    PAST,
    TRUE,
    Project,
)
from worksurface_pipeline.mmenterprise.pages.queries import gold_text
from worksurface_pipeline.mmenterprise.pages.results import RIGHT, STATES, WRONG, Results
from worksurface_pipeline.mmenterprise.pages.timelines import Stating, stating_units
from worksurface_pipeline.mmenterprise.records.wording import label
from worksurface_pipeline.mmenterprise.schema.ledger import Slot
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.site.list_columns import (
    Made,
    code_column,
    codes_column,
    hidden_column,
    labelled,
    number_column,
    places_column,
    text_column,
)
from worksurface_pipeline.site.listing import (
    Choice,
    Listing,
    listing_files,
    searchable,
    word_files,
)
from worksurface_pipeline.site.pieces import bounded

_CHARACTERS = 200  # of a text in a list
_STANDING = tuple(Choice(id=plain.replace(" ", "_"), label=plain) for plain in (TRUE, FALSE))
_NOTES = (*_STANDING, Choice(id="past", label=PAST), Choice(id="doubted", label=DOUBTED))
_NOTE_IDS = {choice.label: choice.id for choice in _NOTES}
_YES, _NO = Choice(id="yes", label="yes"), Choice(id="no", label="no")
_ASKS = (
    Choice(id=ANSWERABLE, label="answerable"),
    Choice(id=ABSTAIN, label="to abstain from"),
)

Files = Iterator[tuple[str, bytes]]


def project_choices(projects: Sequence[Project]) -> tuple[Choice, ...]:
    """Projects by id, under what their teams call them."""
    return tuple(Choice(id=one.id, label=one.name) for one in projects)


def question_files(projects: Sequence[Project], results: Results) -> Files:
    """All questions; a search looks in question, gold and the facts they are about."""
    asked = [(one, item) for one in projects for item in one.given.questions]
    items = [item for _, item in asked]
    made = [
        text_column("question", "Question", (_short(item.question) for item in items)),
        hidden_column("id", map(case_id, items)),
        code_column("project", "Project", [one.id for one, _ in asked], project_choices(projects)),
        code_column("type", "Type", *_coded([item.type.value for item in items])),
        code_column("form", "Evidence", [modality(*pair) for pair in asked], MODALITIES),
        number_column("records", "Records", (len(item.evidence) for item in items)),
        code_column("origin", "Values", *_coded([item.origin or "none" for item in items])),
        text_column("gold", "Gold", (_short(gold_text(item)) for item in items)),
        *_hidden_filters(items),
        number_column("right", "Right %", (_share(item, results) for item in items)),
        _cells_column(items, results),
        _causes_column(items, results),
    ]
    yield from _files(QUESTIONS, "questions", made, CASE_PAGE, ("id",), "question, gold, facts")
    yield from word_files(QUESTIONS, [(case_id(item), _words(one, item)) for one, item in asked])


def _hidden_filters(items: Sequence[MmQuestion]) -> Iterator[Made]:
    asks = [ABSTAIN if item.absence is not None else ANSWERABLE for item in items]
    yield code_column("asks", "The question is", asks, _ASKS, is_shown=False)
    absences = [item.absence.value if item.absence else "none" for item in items]
    yield code_column("absence", "Why unanswerable", *_coded(absences), is_shown=False)
    linked = ["triple" if item.triple else "twin" if item.twin else "none" for item in items]
    yield code_column("linked", "Belongs to a", *_coded(linked), is_shown=False)


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
    choices = tuple(Choice(id=plain_id(cause), label=cause) for cause in known)
    return codes_column(
        "cause", "Some cell gives a", [map(plain_id, row) for row in causes], choices
    )


def plain_id(text: str) -> str:
    """A phrase as it stands in an address."""
    return text.replace(" ", "-").replace(",", "")


def _share(item: MmQuestion, results: Results) -> float | None:
    states = [results.state(cell, item) for cell in results.cells]
    judged = [state for state in states if state in (RIGHT, WRONG)]
    return round(100 * judged.count(RIGHT) / len(judged), 1) if judged else None


def _words(project: Project, item: MmQuestion) -> str:
    facts = (project.fact(slot).label for slot in item.query.slots)
    return searchable((item.id, item.question, gold_text(item), *facts))


def record_files(projects: Sequence[Project]) -> Files:
    """All records; a search looks in what can be read of them."""
    rows = [(one, unit) for one in projects for unit in one.units.values()]
    notes = [{one.note(unit, item) for item in unit.statements} for one, unit in rows]
    spots = [one.spot(unit) for one, unit in rows]
    made = [
        text_column("at", "Time", (f"{unit.at:%Y-%m-%d %H:%M}" for _, unit in rows)),
        hidden_column("id", (spot.thread for spot in spots)),
        hidden_column("entry", (spot.entry for spot in spots)),
        code_column("project", "Project", [one.id for one, _ in rows], project_choices(projects)),
        code_column("place", "Kind", *_coded([unit.place.value for _, unit in rows])),
        code_column("where", "Where", *_coded([one.thread_name(unit) for one, unit in rows])),
        code_column("author", "Author", *_coded([unit.author for _, unit in rows])),
        text_column("text", "Text", (_short(_line(unit)) for _, unit in rows)),
        number_column("values", "Values", (len(unit.statements) for _, unit in rows)),
        number_column(
            "asked", "Questions", (len(one.citing.get(unit.id, ())) for one, unit in rows)
        ),
        codes_column(
            "says", "Some value is", [[_NOTE_IDS[note] for note in row] for row in notes], _NOTES
        ),
    ]
    yield from _files(
        RECORDS, "records", made, THREAD_PAGE, ("id", "entry"), "text", joined="entry"
    )
    words = [(unit.id, searchable((unit.text, unit.text_layer))) for _, unit in rows]
    yield from word_files(RECORDS, words)


def fact_files(projects: Sequence[Project]) -> Files:
    """All facts with what is true of them at the end."""
    rows = [
        (one, slot, stating.get(slot.id, ()))
        for one in projects
        for stating in (stating_units(one),)
        for slot in one.given.ledger.slots
    ]
    made = [
        text_column("fact", "Fact", (label(slot) for _, slot, _ in rows), is_searched=True),
        hidden_column("id", (fact_id(one.id, slot.id) for one, slot, _ in rows)),
        code_column("project", "Project", [one.id for one, *_ in rows], project_choices(projects)),
        code_column("kind", "Kind", *_coded([slot.kind for _, slot, _ in rows])),
        code_column("origin", "Values", *_coded([slot.origin.value for _, slot, _ in rows])),
        text_column("value", "True at the end", (_last(one, slot) for one, slot, _ in rows), True),
        number_column(
            "states",
            "True states",
            (len(one.view.states.get(slot.id, ())) for one, slot, _ in rows),
        ),
        number_column(
            "stated", "Records", (len({unit.id for unit, _ in stating}) for *_, stating in rows)
        ),
        number_column("wrong", "Not true then", (_wrong(one, stating) for one, _, stating in rows)),
        number_column(
            "asked", "Questions", (len(one.asking.get(slot.id, ())) for one, slot, _ in rows)
        ),
        code_column(
            "pictures",
            "In pictures alone",
            *_said([slot.is_visual for _, slot, _ in rows]),
            is_shown=False,
        ),
        code_column(
            "disputed",
            "Records disagree",
            *_said([_is_disputed(stating) for *_, stating in rows]),
            is_shown=False,
        ),
    ]
    yield from _files(FACTS, "facts", made, TIMELINE_PAGE, ("id",), "", words="")


def _last(project: Project, slot: Slot) -> str:
    states = project.view.states.get(slot.id, ())
    return project.value(slot.id, states[-1].value) if states else ""


def _wrong(project: Project, stating: Stating) -> int:
    return sum(project.note(unit, item) == FALSE for unit, item in stating)


def _is_disputed(stating: Stating) -> bool:
    return len({item.value for _, item in stating}) > 1


def _said(values: Sequence[bool]) -> tuple[list[str], tuple[Choice, ...]]:
    return ["yes" if value else "no" for value in values], (_YES, _NO)


def _coded(values: Sequence[str]) -> tuple[list[str], tuple[Choice, ...]]:
    return list(values), labelled(values)


def _line(unit: Unit) -> str:
    return " ".join(unit.text.split())


def _short(text: str) -> str:
    shown, cut = bounded(text, _CHARACTERS)
    return shown + (" …" if cut else "")


def _files(
    name: str,
    noun: str,
    made: Sequence[Made],
    target: str,
    keys: tuple[str, ...],
    searched: str,
    *,
    words: str | None = None,
    joined: str = "id",
) -> Files:
    known = name if words is None else words
    listing = Listing(
        name=name,
        noun=noun,
        columns=tuple(column for column, _ in made),
        target=target,
        keys=keys,
        words=known,
        joined=joined if known else "",
        searched=searched,
    )
    return listing_files(listing, [values for _, values in made])
