"""What can be had without reading a record: by the wording, and by always saying the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from worksurface_pipeline.mmenterprise.questions.balancing import Wording
from worksurface_pipeline.mmenterprise.questions.question_only import LARGEST_LOW, QuestionOnly
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.words import TYPES
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.site.labels import NO_ROUTE, percent
from worksurface_pipeline.site.table import Column, simple_table, to_csv

WORDING = "wording"
_CLAIMS, _CLAIM_LABEL = "verdict", "Claims to support or contradict"
_HEAD = ("classifier", "auc", "low", "high", "questions", "unanswerable", "projects", "reaches")


def guessing_tables(given: Evaluation) -> Iterator[Made]:
    """The tables; nothing of no questions."""
    if given.wording is not None:
        yield _wording(given.wording)
    if given.questions:
        yield _constants(given.questions)


def _wording(found: Wording) -> Made:
    lines = (
        ("Words and pairs of words, all questions", found.before),
        ("Words and pairs of words, those kept", found.after),
        ("Strings of letters, those kept", found.letters),
    )
    columns = (
        *(Column("Classifier"), Column("AUC", True), Column("95 % interval", True)),
        *(Column("Questions", True), Column("Unanswerable", True), Column("Projects", True)),
        Column(f"Interval reaches {LARGEST_LOW:.2f}"),
    )
    notes = (
        "How well wording alone tells which questions have no answer; 0.5 is chance. Trained on "
        "all projects but one and asked about that one; the interval draws whole projects.",
        f"{len(found.left_out)} unanswerable questions were left out as they gave themselves away. "
        "The second classifier, Bayes over strings of letters, had no part in that.",
        "No claim to be supported or contradicted is unanswerable: 'not established' is its "
        "answer. That alone lets a classifier do a little better than chance.",
        *filter(None, [found.problem]),
    )
    title = "Whether wording alone tells the unanswerable"
    rows = [(name, *_shown(one)) for name, one in lines]
    table = simple_table(WORDING, title, columns, rows, notes)
    return table, to_csv(_HEAD, ((name, *_row(one)) for name, one in lines))


def _row(found: QuestionOnly) -> tuple[object, ...]:
    counts = (found.questions, found.unanswerable, found.projects)
    return (found.auc, found.interval.low, found.interval.high, *counts, found.is_blind)


def _shown(found: QuestionOnly) -> tuple[str, ...]:
    low, high = found.interval.low, found.interval.high
    span = NO_ROUTE if low is None or high is None else f"{low:.2f} to {high:.2f}"
    counts = (str(found.questions), str(found.unanswerable), str(found.projects))
    reaches = {True: "yes", False: "no", None: "unknown"}[found.is_blind]
    return (_figure(found.auc), span, *counts, reaches)


def _figure(value: float | None) -> str:
    return NO_ROUTE if value is None else f"{value:.2f}"


def _constants(questions: Sequence[MmQuestion]) -> Made:
    """Of each type, how often the most frequent answer of each project is right."""
    counts: dict[str, dict[str, Counter[str]]] = {}
    for item in questions:
        if item.absence is None:
            name = _CLAIMS if item.answer_kind == _CLAIMS else item.type.value
            own = counts.setdefault(name, {}).setdefault(item.project, Counter())
            own[str(item.gold)] += 1
    labels = {**TYPES, _CLAIMS: _CLAIM_LABEL}
    lines = []
    for name in filter(counts.get, labels):
        each = counts[name].values()
        right, total = sum(max(one.values()) for one in each), sum(map(Counter.total, each))
        worst = max(max(one.values()) / one.total() for one in each)
        lines.append((name, total, right, right / total, worst))
    columns = (
        *(Column("Type"), Column("Questions", True), Column("Right", True), Column("%", True)),
        Column("Highest project (%)", True),
    )
    rows = [
        (labels[name], str(total), str(right), percent(share), percent(worst))
        for name, total, right, share, worst in lines
    ]
    title = "Right by the most frequent answer of each project"
    notes = ("Answerable questions. Whoever answered so would have read nothing.",)
    table = simple_table("constants", title, columns, rows, notes)
    return table, to_csv(("type", "questions", "right", "share", "highest"), lines)
