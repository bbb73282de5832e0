"""Questions over the small persona, each with its proof and the minimal sets it must have."""

from __future__ import annotations

from dataclasses import dataclass

from tests.unit.necessity.worlds import GRAPH, RAG, TABLE, ends, path, query, span, task
from worksurface_pipeline.worksurface.necessity.subsets import Subset
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation

LIST = AnswerType.LIST
_NAMES = ("gates.txt", "shipments.csv", "stock.csv", "terms_v1.md", "terms_v2.md")


@dataclass(frozen=True, slots=True)
class Case:
    """A task and its minimal sets under each interface."""

    name: str
    task: AtomicTask
    opened: tuple[Subset, ...]
    sealed: tuple[Subset, ...]


CASES = (
    Case(
        "a named document whose line no other has",
        task(
            "For Task 7, what fills the gap in “A lorry waits […] minutes at the Brakke gate on"
            " average.” according to gates.txt?",
            48,
            span("t7__gates.md", "48 minutes"),
            declared=(RAG,),
            family=Derivation.DOCUMENT_FIGURE,
        ),
        ((RAG,),),
        ((RAG,),),
    ),
    Case(
        "a named document whose line another version has",
        task(
            "For Task 7, what fills the gap in “Goods go back within […] days of delivery.”"
            " according to terms_v1.md?",
            21,
            span("t7__terms_v1.md", "21 days"),
            declared=(RAG,),
            family=Derivation.DOCUMENT_FIGURE,
        ),
        ((RAG,),),
        ((RAG, GRAPH),),
    ),
    Case(
        "the latest version, which names tell where they are shown",
        task(
            "For Task 7, what fills the gap in “Goods go back within […] days of delivery.”, a"
            " line of the latest version of terms_v1.md?",
            35,
            path("t7::terms_v1.md", "^version_of", "t7::terms_v2.md"),
            span("t7__terms_v2.md", "35 days"),
            declared=(RAG, GRAPH),
            family=Derivation.LINKED_DOCUMENT,
        ),
        ((RAG,),),
        ((RAG, GRAPH),),
    ),
    Case(
        "the rows of a named sheet, of which others have other numbers",
        task(
            "For Task 7, how many data rows does stock.csv have?",
            31,
            query("t7__stock", "SELECT COUNT(*) FROM {view}", 31),
            declared=(TABLE,),
            family=Derivation.ROW_COUNT,
        ),
        ((TABLE,),),
        ((TABLE, GRAPH),),
    ),
    Case(
        "a column that no other sheet has",
        task(
            "For Task 7, what is the total of weight (kg) in shipments.csv?",
            820,
            query("t7__shipments", 'SELECT SUM("weight_kg") FROM {view}', 820.0, "weight_kg"),
            declared=(TABLE,),
            family=Derivation.COLUMN_AGGREGATE,
        ),
        ((TABLE,),),
        ((TABLE,),),
    ),
    Case(
        "the rows of a sheet that only an edge leads to",
        task(
            "For Task 7, how many data rows does the input file that is directly based on"
            " gates.txt have?",
            40,
            path("t7::gates.txt", "depends_on", "t7::shipments.csv"),
            query("t7__shipments", "SELECT COUNT(*) FROM {view}", 40),
            declared=(TABLE, GRAPH),
            family=Derivation.LINKED_TABLE,
        ),
        (),
        (),
    ),
    Case(
        "the one sheet that is left when the named file is not meant",
        task(
            "For Task 7, how many records does the input file that is directly based on stock.csv"
            " hold?",
            40,
            path("t7::stock.csv", "depends_on", "t7::shipments.csv"),
            query("t7__shipments", "SELECT COUNT(*) FROM {view}", 40),
            declared=(TABLE, GRAPH),
            family=Derivation.LINKED_TABLE,
        ),
        ((TABLE,),),
        ((TABLE, GRAPH),),
    ),
    Case(
        "a constant that only a document tells",
        task(
            "Look up the missing figure in “Goods go back within […] days of delivery.”"
            " (terms_v1.md, Task 7). In how many entries of shipments.csv is the weight (kg) below"
            " it?",
            20,
            span("t7__terms_v1.md", "21 days"),
            query(
                "t7__shipments",
                'SELECT COUNT(*) FROM {view} WHERE "weight_kg" < 21',
                20,
                "weight_kg",
            ),
            declared=(RAG, TABLE),
            family=Derivation.DOCUMENT_FILTER,
        ),
        ((RAG, TABLE),),
        ((RAG, TABLE, GRAPH),),
    ),
    Case(
        "all inputs, of which searches show names but not that they are all",
        task(
            "Which input files come with Task 7?",
            _NAMES,
            ends("task_7", "task_requires_file", *(f"t7::{name}" for name in _NAMES)),
            declared=(GRAPH,),
            kind=LIST,
            family=Derivation.REQUIRED_INPUTS,
        ),
        ((GRAPH,),),
        ((GRAPH,),),
    ),
    Case(
        "all inputs, which the list of views shows under the open interface",
        task(
            "Which input files come with Task 9?",
            ("beds.csv", "rooms.csv"),
            ends("task_9", "task_requires_file", "t9::beds.csv", "t9::rooms.csv"),
            declared=(GRAPH,),
            kind=LIST,
            family=Derivation.REQUIRED_INPUTS,
            task_id="9",
        ),
        ((TABLE,), (GRAPH,)),
        ((GRAPH,),),
    ),
    Case(
        "what an output is made from, which no name shows",
        task(
            "Which of the input files of Task 7 go directly into report.md?",
            ("gates.txt", "terms_v2.md"),
            ends(
                "t7::out::report.md",
                "supports_output",
                "t7::gates.txt",
                "t7::terms_v2.md",
                direction="in",
            ),
            declared=(GRAPH,),
            kind=LIST,
            family=Derivation.OUTPUT_INPUTS,
        ),
        ((GRAPH,),),
        ((GRAPH,),),
    ),
    Case(
        "a gold that the question holds",
        task(
            "For Task 7, do 48 minutes at the gate hold?",
            48,
            span("t7__gates.md", "48 minutes"),
            declared=(RAG,),
        ),
        ((),),
        ((),),
    ),
)
