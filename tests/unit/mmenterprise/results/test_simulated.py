"""Simulated projects and answers drawn from their ledgers: every table has something to show."""

from __future__ import annotations

import pytest

from tests.unit.mmenterprise.ledger.seed_sets import lab
from tests.unit.mmenterprise.questions.test_simulated import made, project
from tests.unit.mmenterprise.results.world import REPLICATES, rows_of
from tests.unit.mmenterprise.results.world import project as small
from worksurface_pipeline.kernel.sampling import choose, hash_unit
from worksurface_pipeline.mmenterprise.evaluation.recall import recall_of
from worksurface_pipeline.mmenterprise.judging.judge import judge_cell
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.results.facts import question_facts
from worksurface_pipeline.mmenterprise.results.given import Evaluation, ProjectFacts
from worksurface_pipeline.mmenterprise.results.recalls import recall_frame
from worksurface_pipeline.mmenterprise.results.tables import tables
from worksurface_pipeline.mmenterprise.schema.evaluation import (
    Answered,
    Answers,
    Cell,
    Found,
    Judgements,
    Retrieved,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.site.result_tables import ResultTables

SEED = 4
CELLS = tuple(
    Cell(model=model, k=k, retriever=retriever)
    for model in ("acme/one", "offline/reader")
    for k in (10, 50)
    for retriever in ("lexical", "vectors")
)


def _text(scene: Scene, question: MmQuestion, key: str) -> str:
    """The gold, an abstention, or any value of the fact or of another one, by hash."""
    gold = question.gold if isinstance(question.gold, str) else ", ".join(question.gold)
    part = hash_unit(SEED, key)
    if part < 0.5:
        return gold or "The records do not say."
    if part < 0.6:
        return "The records do not say."
    slots = [slot for slot in question.query.slots if scene.values(slot)] if part < 0.8 else []
    slot = choose(SEED, key, slots or [item.id for item in scene.told])
    return choose(SEED, key, sorted(scene.values(slot)))


@pytest.fixture(scope="module")
def found() -> ResultTables:
    ledger, units = project(SEED)
    questions = made(SEED).questions.questions
    scene = Scene(ledger, units, SEED)
    known = [unit.id for unit in units.units]
    own = ProjectFacts(lab().document, ledger, units, questions)
    retrieved = tuple(
        Retrieved(
            retriever=name,
            depth=50,
            is_text_only=name == "lexical",
            found=tuple(
                Found(question=item.id, units=_drawn(known, item, f"{name} {item.id}"))
                for item in questions
            ),
        )
        for name in ("lexical", "vectors")
    )
    judged = tuple(_judged(scene, questions, cell, retrieved) for cell in CELLS)
    return tables(Evaluation((own, small("p1")), retrieved, judged, replicates=REPLICATES))


def _drawn(known: list[str], question: MmQuestion, key: str) -> tuple[str, ...]:
    first = question.evidence if hash_unit(SEED, key) < 0.6 else question.evidence[:1]
    start = int(hash_unit(SEED, key) * (len(known) - 50))
    return tuple(dict.fromkeys((*first, *known[start : start + 50])))[:50]


def _judged(
    scene: Scene, questions: tuple[MmQuestion, ...], cell: Cell, given: tuple[Retrieved, ...]
) -> Judgements:
    units = next(
        {item.question: item.units for item in one.found}
        for one in given
        if one.retriever == cell.retriever
    )
    rows = tuple(
        Answered(
            question=item.id,
            project=item.project,
            units=units[item.id][: cell.k],
            images=0,
            answer=_text(scene, item, f"{cell.key} {item.id}"),
            outcome="answered",
        )
        for item in questions
    )
    answers = Answers(cell=cell, is_text_only=False, answers=rows)
    return judge_cell({scene.ledger.world.project: scene}, questions, answers)


def test_every_table_is_filled(found: ResultTables) -> None:
    names = {table.name for table in found.tables}
    assert names == {
        *(
            "cells",
            "cells_by_category",
            "cells_by_evidence",
            "cells_by_records",
            "cells_by_modality",
        ),
        *(
            "cells_by_need",
            "cells_by_images",
            "cells_by_sources",
            "cells_by_origin",
            "cells_by_absence",
        ),
        *("cells_by_found", "cells_by_project", "recall", "recall_by_type"),
        *("contrasts_retrievers", "contrasts_depths", "causes", "twins", "triples", "judging"),
        *("corpus", "corpus_sources", "corpus_documents", "questions", "questions_evidence"),
        *("questions_by_type", "questions_combinations", "questions_modality"),
        "questions_spans",
        "constants",
    }
    assert all(rows_of(found, name) for name in names)


def test_forms_hold_the_same_numbers(found: ResultTables) -> None:
    for table in found.tables:
        assert table.latex.count("tabular}") or table.latex.count("longtable}")
        assert "<table" in table.html
        assert ",nan," not in table.csv


def test_causes_are_several(found: ResultTables) -> None:
    causes = {row["cause"] for row in rows_of(found, "causes")}
    assert {"not in the ledger", "abstained", "another fact of the project"} & causes
    assert len(causes) >= 4


def test_recall_is_that_of_single_questions() -> None:
    ledger, units = project(SEED)
    questions = made(SEED).questions.questions
    known = [unit.id for unit in units.units]
    rows = tuple(Found(question=item.id, units=_drawn(known, item, item.id)) for item in questions)
    given = Evaluation(
        (ProjectFacts(lab().document, ledger, units, questions),),
        (Retrieved(retriever="lexical", depth=20, is_text_only=True, found=rows),),
    )
    frame = recall_frame(given, question_facts(given))
    measured = {
        row["question"]: (row["representative"], row["best"], row["whole"] == 1)
        for row in frame.iter_rows(named=True)
    }
    shown = {row.question: row.units[:20] for row in rows}
    single = {
        item.id: (one.representative, one.best, one.has_whole_set)
        for item in questions
        if (one := recall_of(item, shown[item.id])) is not None
    }
    assert measured == single
    assert len({values for values in single.values()}) > 2
