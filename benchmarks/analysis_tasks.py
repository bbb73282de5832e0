"""The analysis suite's tasks: as many of each type, source task and persona as were released.

Questions, golds and evidence are synthetic; every required surface has one item of evidence.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from benchmarks.analysis_truth import SURFACES, Design
from generators.synthetic_workspace.pen import Pen
from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Derivation,
    Evidence,
    GoldAnswer,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
    TaskSource,
    TaskType,
)
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark, assemble

TASKS = 1_151
SOURCE_TASKS = 100
PERSONAS = (
    "backend_developer",
    "logistics_manager",
    "operations_manager",
    "product_manager",
    "researcher",
)
_COMBINATIONS = (  # 213 rag, 279 table, 171 graph and 488 cross-surface tasks of 1,151
    (("rag",), 213),
    (("table",), 279),
    (("graph",), 171),
    (("rag", "table"), 220),
    (("rag", "graph"), 104),
    (("table", "graph"), 140),
    (("rag", "table", "graph"), 24),
)
_TYPES: dict[tuple[str, ...], TaskType] = {
    ("rag",): TaskType.RAG_ONLY,
    ("table",): TaskType.TABLE_ONLY,
    ("graph",): TaskType.GRAPH_ONLY,
}
_FAMILIES: dict[tuple[str, ...], tuple[Derivation, ...]] = {
    ("rag",): (Derivation.DOCUMENT_FIGURE, Derivation.VERSION),
    ("table",): (Derivation.COLUMN_AGGREGATE, Derivation.FILTERED_COUNT, Derivation.TOP_CATEGORY),
    ("graph",): (Derivation.REQUIRED_INPUTS, Derivation.OUTPUT_FILES),
}
_CROSS = (Derivation.AGGREGATE_AND_DOCUMENT, Derivation.LINKED_FILTER)
_FEWEST = 10  # source tasks: two of each persona
_MEMBERS = (2, 6)  # nodes of a set
_SPAN = 40  # characters


def make_tasks(count: int, seed: int) -> Benchmark:
    """So many tasks over 100 source tasks, or as many fewer, in 5 personas."""
    draw = random.Random(seed)
    groups = min(count, max(_FEWEST, SOURCE_TASKS * count // TASKS))
    kinds = list(_kinds(count))
    draw.shuffle(kinds)
    # Uneven source tasks: a third of them has twice as many questions as the rest.
    weights = [2 if number % 3 == 0 else 1 for number in range(groups)]
    homes = [*range(groups), *draw.choices(range(groups), weights, k=max(0, count - groups))]
    return assemble(
        [
            [
                _task(number, home, kind)
                for number, (home, kind) in enumerate(zip(homes, kinds, strict=False))
            ]
        ]
    )


def design_of(benchmark: Benchmark) -> Design:
    """The source task and the required surfaces of each task."""
    return Design(
        source_tasks=tuple(int(task.source.task_id) for task in benchmark.tasks),
        required=tuple(
            tuple(name for name in SURFACES if name in task.required_surfaces)
            for task in benchmark.tasks
        ),
    )


def _kinds(count: int) -> Iterator[tuple[str, ...]]:
    """As many of each combination as its share asks for."""
    done, passed = 0, 0
    for combination, share in _COMBINATIONS:
        passed += share
        upto = passed * count // TASKS
        yield from [combination] * (upto - done)
        done = upto


def _task(number: int, home: int, required: tuple[str, ...]) -> AtomicTask:
    name = f"t_{short(digest_text(str(number)), 16)}"
    pen = Pen(name)
    surfaces = tuple(Surface(surface) for surface in required)
    families = _FAMILIES.get(required, _CROSS)
    derivation = families[number % len(families)]
    gold, answer_type = _gold(pen, required, number)
    return AtomicTask(
        id=name,
        source=TaskSource(
            benchmark="simulated", task_id=str(home), persona=PERSONAS[home % len(PERSONAS)]
        ),
        question=f"What is the {pen.words(6)} of the {pen.words(3)}?",
        task_type=_TYPES.get(required, TaskType.CROSS_SURFACE),
        required_surfaces=surfaces,
        required_sealed=surfaces,
        gold_tools=(),
        gold_answer=gold,
        answer_type=answer_type,
        gold_evidence=tuple(_evidence(pen, surface, home, gold) for surface in required),
        derivation=derivation,
        answer_digits=0 if answer_type is AnswerType.NUMBER else None,
    )


def _gold(pen: Pen, required: Sequence[str], number: int) -> tuple[GoldAnswer, AnswerType]:
    if tuple(required) == ("graph",):
        members = pen.random.randint(*_MEMBERS)
        return tuple(f"{_file(pen)}.csv" for _ in range(members)), AnswerType.LIST
    if number % 5 == 0 and len(required) > 1:
        return f"{pen.words(2)}; {pen.random.randint(101, 9_999)}", AnswerType.STRING
    if number % 7 == 0:
        return pen.words(3), AnswerType.STRING
    if number % 11 == 0:
        return pen.random.random() < 0.5, AnswerType.BOOLEAN
    return pen.random.randint(11, 99_999), AnswerType.NUMBER


def _evidence(pen: Pen, surface: str, home: int, gold: GoldAnswer) -> Evidence:
    if surface == "rag":
        start = pen.random.randint(0, 5_000)
        file = f"task{home}/{_file(pen)}.docx"
        span = pen.sentence()[:_SPAN]
        return RagEvidence(file=file, span=span, start=start, end=start + len(span), text_digest="")
    if surface == "table":
        view = f"t{home}__{_file(pen)}"
        return TableEvidence(
            table=view,
            columns=("amount",),
            query=f'SELECT sum("amount") FROM "{view}"',
            verified_result=((gold if isinstance(gold, int) else pen.random.randint(1, 9_999),),),
            table_digest="",
            source_file=f"{_file(pen)}.xlsx",
            source_sheet="Sheet1",
        )
    members = gold if isinstance(gold, tuple) else (f"{_file(pen)}.csv", f"{_file(pen)}.pdf")
    return GraphSetEvidence(
        node=f"task_{home}",
        relation="requires",
        verified_complete_set=tuple(sorted(f"file:{home}/{name}" for name in members)),
    )


def _file(pen: Pen) -> str:
    return f"{pen.words(2).replace(' ', '_')}_{pen.random.randint(1, 99)}"
