"""Each gate finds its fault, in words that a person can review, and leaves the sound twin alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.tasks.builders import document, policy_of, shipments, table, world
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.readers.model import ColumnType
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    Derivation,
    GoldAnswer,
    GraphSetEvidence,
    RagEvidence,
    Scalar,
    TableEvidence,
    TaskSource,
    TaskType,
)
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.gates.contract import Context
from worksurface_pipeline.worksurface.tasks.gates.run import GATES, findings_of, run_gates
from worksurface_pipeline.worksurface.tasks.replay import open_replayer

PAGE = (
    "# Storage rules\n\nRelative humidity stays below 55%. The dock closes at 1,450 units.\n\n"
    "7. Keep the doors shut.\n\n| Room | Limit |\n| --- | --- |\n| North hall | 64 |\n\n"
    "Page 12\n\n<!-- checked: 7731 -->\n\nCall jane.doe@example.com. The gate code is 908.\n"
)
TWICE = "# Notes\n\nThe other dock closes at 980 units, and 980 is not much.\n"
VIEW = "t7__shipments"
SURVEY = "t7__survey"


@pytest.fixture(scope="module")
def context() -> Iterator[Context]:
    survey = table(
        "survey.csv",
        {
            "colour": ["red"] * 15 + ["blue"] * 15,
            "size": [str(value) for value in range(1, 31)],
            "unnamed_3": [float(value) for value in range(30)],
        },
        types={"size": ColumnType.TEXT},
    )
    pages = [
        document("rules.md", PAGE),
        document("notes.md", TWICE),
        document("copy_a.md", "The lamp needs 321 watts.\n"),
        document("copy_b.md", "The lamp needs 321 watts.\n"),
    ]
    _, surfaces = world([], [shipments(), survey], pages)
    with open_replayer(surfaces) as replayer:
        yield Context(replayer=replayer)


def asked(
    question: str, gold: GoldAnswer, evidence: TableEvidence | RagEvidence, **update: object
) -> AtomicTask:
    is_text = isinstance(gold, str)
    task = AtomicTask(
        id="t_1",
        source=TaskSource(benchmark="b", task_id="7", persona="logistics_manager"),
        question=question,
        task_type=TaskType.TABLE_ONLY,
        required_surfaces=(Surface.TABLE,),
        required_sealed=(Surface.TABLE, Surface.GRAPH),
        gold_tools=("table_query",),
        gold_answer=gold,
        answer_type=AnswerType.STRING if is_text else AnswerType.NUMBER,
        gold_evidence=(evidence,),
        derivation=Derivation.COLUMN_AGGREGATE,
    )
    return task.model_copy(update=update)


def by_query(
    context: Context, question: str, query: str, view: str = VIEW, **update: object
) -> AtomicTask:
    """A task whose gold is what its query gives."""
    assert context.replayer is not None
    rows: tuple[tuple[Scalar, ...], ...] = context.rows(view, query) or ()
    record = context.views[view]
    item = TableEvidence(
        table=view,
        columns=(),
        query=query,
        verified_result=rows,
        table_digest=record.digest,
        source_file=record.filename,
        source_sheet="",
    )
    value = rows[0][0] if rows else 0
    return asked(question, value if value is not None else 0, item, **update)


def by_span(
    context: Context, span: str, gold: GoldAnswer, file: str = "t7__rules.md", at: int = -1
) -> AtomicTask:
    """A task whose gold stands in a document."""
    text = context.documents[file].text
    start = text.index(span) if at < 0 else at
    item = RagEvidence(
        file=file,
        span=span,
        start=start,
        end=start + len(span),
        text_digest=digest_text(text),
    )
    return asked("For Task 7, what is said of this?", gold, item)


ON_SHIPMENTS = [
    (
        "columns",
        "For Task 7, what is the total of weight in shipments.csv?",
        'SELECT SUM("weight_kg") AS answer FROM "t7__shipments"',
        'SELECT SUM("transit_days") AS answer FROM "t7__shipments"',
    ),
    (
        "columns",
        "For Task 7, what is the total damage share of weight (kg) in shipments.csv?",
        'SELECT SUM("weight_kg") AS answer FROM "t7__shipments"',
        'SELECT SUM("insured") AS answer FROM "t7__shipments"',
    ),
    (
        "filters",
        "For Task 7, how many records in shipments.csv have “North” as region?",
        'SELECT COUNT(*) AS answer FROM "t7__shipments" WHERE "region" = \'North\'',
        'SELECT COUNT(*) AS answer FROM "t7__shipments" WHERE "region" = \'Nroth\'',
    ),
    (
        "filters",
        "For Task 7, how many late records in shipments.csv have “North” as region?",
        "SELECT COUNT(*) FROM \"t7__shipments\" WHERE region = 'North' AND status = 'late'",
        "SELECT COUNT(*) FROM \"t7__shipments\" WHERE region <> 'Nroth' AND status = 'late'",
    ),
    (
        "one_row",
        "For Task 7, what is the average weight (kg) in shipments.csv?",
        'SELECT AVG("weight_kg") AS answer FROM "t7__shipments"',
        'SELECT AVG("weight_kg") FROM "t7__shipments" WHERE "shipment_id" = \'00003\'',
    ),
    (
        "else_branch",
        "For Task 7, how many records in shipments.csv have “late” as status?",
        "SELECT COUNT(CASE WHEN status = 'late' THEN 1 END) FROM \"t7__shipments\"",
        "SELECT COUNT(CASE WHEN status = 'late' THEN 1 ELSE 0 END) FROM \"t7__shipments\"",
    ),
    (
        "text_order",
        "For Task 7, what is the highest weight (kg) in shipments.csv?",
        'SELECT MAX("weight_kg") FROM "t7__shipments"',
        'SELECT MAX(CAST("weight_kg" AS VARCHAR)) FROM "t7__shipments"',
    ),
    (
        "siblings",
        "For Task 7, what is the highest weight (kg) in shipments.csv?",
        'SELECT MAX("weight_kg") FROM "t7__shipments"',
        "",
    ),
]


@pytest.mark.parametrize(
    ("gate", "question", "sound", "faulty"),
    ON_SHIPMENTS,
    ids=[
        "another column",
        "a column that is not named",
        "no row",
        "an idle part of a condition",
        "one row",
        "ELSE",
        "texts in order",
        "no file named",
    ],
)
def test_a_fault_of_a_query_is_found(
    context: Context, gate: str, question: str, sound: str, faulty: str
) -> None:
    assert findings_of(by_query(context, question, sound), context) == ()
    changed = question if faulty else question.replace("shipments.csv", "the file")
    found = findings_of(by_query(context, changed, faulty or sound), context)
    assert gate in {one.gate for one in found}


ON_SURVEY = [
    (
        "ties",
        "For Task 7, which colour occurs most often in survey.csv?",
        'SELECT colour AS answer, COUNT(*) AS n FROM "t7__survey" GROUP BY colour'
        " ORDER BY n DESC LIMIT 1",
    ),
    (
        "text_order",
        "For Task 7, what is the highest size in survey.csv?",
        'SELECT MAX("size") AS answer FROM "t7__survey"',
    ),
    (
        "columns",
        "For Task 7, what is the total of the third column in survey.csv?",
        'SELECT SUM("unnamed_3") AS answer FROM "t7__survey"',
    ),
    (
        "header_cell",
        "For Task 7, which colour stands first in survey.csv?",
        "SELECT 'colour' AS answer, colour FROM \"t7__survey\" LIMIT 1",
    ),
]


@pytest.mark.parametrize(
    ("gate", "question", "query"),
    ON_SURVEY,
    ids=["tie at the cut", "numbers kept as texts", "column without a name", "header cell"],
)
def test_a_fault_that_the_table_shows_is_found(
    context: Context, gate: str, question: str, query: str
) -> None:
    found = findings_of(by_query(context, question, query, SURVEY), context)
    assert gate in {one.gate for one in found}


SPANS = [
    ("span_inside", "45", 45, "t7__rules.md"),
    ("span_elsewhere", "980", 980, "t7__notes.md"),
    ("furniture", "7", 7, "t7__rules.md"),
    ("furniture", "12", 12, "t7__rules.md"),
    ("furniture", "7731", 7731, "t7__rules.md"),
    ("header_cell", "Limit", "Limit", "t7__rules.md"),
    ("personal", "jane.doe@example.com", "jane.doe@example.com", "t7__rules.md"),
    ("duplicates", "321 watts", 321, "t7__copy_a.md"),
    ("long_span", PAGE[17:100], PAGE[17:100], "t7__rules.md"),
]


@pytest.mark.parametrize(
    ("gate", "span", "gold", "file"),
    SPANS,
    ids=[
        "inside a longer number",
        "in two places",
        "number of a list item",
        "page number",
        "provenance comment",
        "header of a table",
        "e-mail address",
        "equal documents",
        "whole sentences",
    ],
)
def test_a_fault_of_a_span_is_found(
    context: Context, gate: str, span: str, gold: GoldAnswer, file: str
) -> None:
    found = findings_of(by_span(context, span, gold, file), context)
    assert gate in {one.gate for one in found}


@pytest.mark.parametrize(
    ("span", "gold"), [("1,450", 1450), ("55%", 55), ("64", 64)], ids=["amount", "percent", "cell"]
)
def test_a_figure_of_the_text_is_no_fault(context: Context, span: str, gold: int) -> None:
    assert findings_of(by_span(context, span, gold), context) == ()


TOLD = [
    ("29.5", 29.5),
    ("29.46", 29.4573),
    ("five", 5),
    ("1,450", 1450),
    ("Tessarin", "Tessarin"),
]


@pytest.mark.parametrize(
    ("said", "gold"), TOLD, ids=["number", "rounded", "word", "with a comma", "name"]
)
def test_an_answer_that_the_question_tells_is_found(said: str, gold: GoldAnswer) -> None:
    item = RagEvidence(file="t7__x.md", span="x", start=0, end=1, text_digest="")
    task = asked(f"For Task 7, is it {said}?", gold, item)
    assert "leak" in {one.gate for one in findings_of(task, Context())}


def test_percent_that_is_given_as_a_fraction_is_found(context: Context) -> None:
    question = (
        "For Task 7, what percentage of the entries in shipments.csv have “late” as status?"
        " Give it in percent, rounded to 1 decimal."
    )
    share = "COUNT(*) FILTER (WHERE status = 'late') / COUNT(*) AS answer FROM \"t7__shipments\""

    def task(query: str) -> AtomicTask:
        return by_query(context, question, query, answer_unit="percent", answer_digits=1)

    sound, faulty = task(f"SELECT 100.0 * {share}"), task(f"SELECT {share}")
    assert findings_of(sound, context) == ()
    assert "percent" in {one.gate for one in findings_of(faulty, context)}


def test_a_rounded_gold_is_found(context: Context) -> None:
    question = "For Task 7, what is the average transit days of East in shipments.csv?"
    query = 'SELECT AVG("transit_days") AS answer FROM "t7__shipments" WHERE region = \'East\''
    task = by_query(context, question, query)
    assert task.gold_answer == 3.5
    rounded = task.model_copy(update={"gold_answer": round(task.gold_answer)})
    assert findings_of(task, context) == ()
    assert "rounding" in {one.gate for one in findings_of(rounded, context)}


def test_a_count_is_held_against_the_list_of_another_task(context: Context) -> None:
    def task(name: str, members: tuple[str, ...], gold: GoldAnswer) -> AtomicTask:
        item = GraphSetEvidence(
            node="task_99", relation="task_requires_file", verified_complete_set=members
        )
        kind = AnswerType.NUMBER if isinstance(gold, int) else AnswerType.LIST
        update = {"id": name, "gold_evidence": (item,), "answer_type": kind}
        return asked("Which?", gold, item, **update)  # type: ignore[arg-type]

    listed = task("t_1", ("t99::a", "t99::b"), ("a", "b"))
    counted = task("t_2", ("t99::a", "t99::b", "t99::c"), 3)
    pool = Context(pool=(listed, counted))
    assert [one.gate for one in findings_of(counted, pool)] == ["counts"]
    assert findings_of(counted, Context(pool=(counted,))) == ()


def test_a_misread_cell_is_found_by_the_second_way(context: Context) -> None:
    question = "For Task 7, what is the total of weight (kg) in shipments.csv?"
    task = by_query(context, question, 'SELECT SUM("weight_kg") AS answer FROM "t7__shipments"')
    text = "shipment_id,weight_kg\n" + "".join(f"{n:05d},{n}\n" for n in range(1, 41))
    assert context.replayer is not None
    raw = Context(replayer=context.replayer, raw=lambda *_: text.encode())
    assert findings_of(task, raw) == ()
    surfaces = context.replayer.surfaces
    data = surfaces.tables.data[VIEW]
    texts = data.texts.with_columns(weight_kg="9" + data.texts["weight_kg"])
    cells = {**surfaces.tables.data, VIEW: type(data)(data.frame, texts, data.row_numbers)}
    tables = type(surfaces.tables)(records=surfaces.tables.records, data=cells)
    changed = type(surfaces)(surfaces.persona, surfaces.documents, tables, surfaces.graph)
    (held,) = run_gates([task], changed).quarantined
    assert "cross_check" in {one.gate for one in held.findings}


def test_findings_say_what_they_rest_on(context: Context) -> None:
    question = "For Task 7, how many records in shipments.csv have “Nroth” as region?"
    query = 'SELECT COUNT(*) AS answer FROM "t7__shipments" WHERE "region" = \'Nroth\''
    (found, *_) = findings_of(by_query(context, question, query), context)
    assert (found.checked, found.reason) == (Checked.EXECUTED, "filter matches no row")
    rebuilt = Context(replayer=context.replayer, is_rebuilt=True)
    (found, *_) = findings_of(by_query(context, question, query), rebuilt)
    assert found.checked is Checked.RECONSTRUCTED


def test_the_report_counts_by_gate_and_keeps_the_task_whole() -> None:
    rubrics = ["Are 24 shipments sent to the North region?"]
    task, surfaces = world(rubrics, [shipments()], [document("rules.md", PAGE)])
    made = derive_candidates([task], surfaces, policy_of()).candidates
    sound = run_gates(made, surfaces)
    assert (sound.passed, sound.quarantined) == (made, ())
    assert set(sound.counts) == set(GATES)
    wrong = next(one for one in made if one.derivation is Derivation.FILTERED_COUNT)
    wrong = wrong.model_copy(update={"gold_answer": 25})
    report = run_gates([wrong], surfaces)
    assert report.quarantined[0].task == wrong
    assert report.counts["gold_match"] == 1
