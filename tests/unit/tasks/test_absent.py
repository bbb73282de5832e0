"""Abstain tasks keep the form of their original and ask for what stands nowhere."""

from __future__ import annotations

import re
from collections import Counter

from tests.unit.tasks.builders import (
    RUBRICS_ALONE,
    document,
    policy_of,
    shipments,
    source_task,
    surfaces_of,
    table,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.surfaces import Document, TableRecord
from worksurface_pipeline.worksurface.schema.tasks import AbsenceEvidence, AtomicTask, Derivation
from worksurface_pipeline.worksurface.surfaces.sets import TableData
from worksurface_pipeline.worksurface.tasks.absent_names import NAMES, TOPICS
from worksurface_pipeline.worksurface.tasks.absent_words import KINDS, MEASURES
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy

MANY = policy_of(max_absent=30)


def absent(
    rubrics: list[str],
    *parts: tuple[TableRecord, TableData] | Document,
    policy: DerivationPolicy = MANY,
    tasks: int = 1,
) -> list[AtomicTask]:
    """Abstain tasks of `tasks` equal source tasks of one persona."""
    tables = [part for part in parts if not isinstance(part, Document)]
    documents = [part for part in parts if isinstance(part, Document)]
    names = [record.filename for record, _ in tables] + [item.filename for item in documents]
    sources, records, pages = [], [], []
    for number in map(str, range(7, 7 + tasks)):
        sources.append(source_task(rubrics, names, task_id=number))
        moved = {"task_id": number}
        records += [
            (record.model_copy(update={**moved, "id": f"t{number}__{record.id}"}), data)
            for record, data in tables
        ]
        pages += [
            item.model_copy(update={**moved, "id": f"t{number}__{item.id}"}) for item in documents
        ]
    found = derive_candidates(sources, surfaces_of(sources, records, pages), policy)
    return [item for item in found.candidates if item.derivation is Derivation.ABSENT_TARGET]


def terms(tasks: list[AtomicTask]) -> list[str]:
    items = [item for task in tasks for item in task.gold_evidence]
    return [term for item in items if isinstance(item, AbsenceEvidence) for term in item.terms]


def test_the_vocabulary_is_wide_and_has_no_doubles() -> None:
    sizes = {"measures": 60, "kinds": 30, "names": 40, "topics": 40}
    words: dict[str, list[object]] = {
        "measures": [(item.name, item.unit) for item in MEASURES],
        "kinds": list(KINDS),
        "names": list(NAMES),
        "topics": [item.name for item in TOPICS],
    }
    for name, least in sizes.items():
        assert len(set(words[name])) == len(words[name]) >= least, name
    assert all(item.unit for item in TOPICS)


def test_no_word_is_used_twice_in_a_persona() -> None:
    rubrics = [
        "Is the total weight given as 820.0 kg?",
        "Are 24 shipments sent to the North region?",
    ]
    tasks = absent(rubrics, shipments(), policy=RUBRICS_ALONE, tasks=6)
    assert len(tasks) == 12
    assert max(Counter(terms(tasks)).values()) == 1


def test_a_first_stays_a_question_for_a_name() -> None:
    tasks = absent(["Is North named as the region with most shipments (24)?"], shipments())
    firsts = [task for task in tasks if " occurs most often" in task.question]
    assert {task.public().answer_type for task in firsts} == {AnswerType.STRING}
    counts = [task for task in tasks if "how many" in task.question]
    assert {task.public().answer_type for task in counts} == {AnswerType.NUMBER}
    assert len(firsts) == len(counts) == 1
    assert not any("North" in task.question or " region" in task.question for task in tasks)


def test_a_document_is_asked_for_another_topic_with_its_own_unit() -> None:
    rules = document("rules.md", "# Storage\n\nThe storage period is 75 days.\n")
    (task,) = absent(["Is the storage period of 75 days stated?"], rules)
    match = re.search(r"what is the (.+) according to rules.md, in (.+)\?", task.question)
    assert match is not None
    assert (match[1], match[2]) in {(item.name, item.unit) for item in TOPICS}


def test_an_entity_is_changed_where_an_extreme_or_a_mean_is_asked_for() -> None:
    rubrics = ["Is the average weight given as 20.5 kg?"]
    tasks = absent(rubrics, shipments())
    entities = [task for task in tasks if "counting only entries with" in task.question]
    assert len(entities) == 1
    assert set(terms(entities)) <= set(NAMES)
    assert "as region" in entities[0].question


def test_a_period_is_one_of_the_next_years() -> None:
    votes = table(
        "votes.csv",
        {
            "county": [f"County {chr(65 + i)}" for i in range(26)],
            "2019 votes": list(range(100, 126)),
            "2023 votes": list(range(200, 226)),
        },
    )
    tasks = absent(["Is the total of 2019 votes given as 2,925?"], votes)
    years = {term for term in terms(tasks) if term.isdigit()}
    assert years
    assert years <= {"2024", "2025", "2026"}


def test_an_inserted_column_is_written_as_the_file_writes() -> None:
    capital = table(
        "capital.csv",
        {"SITE": [f"S{i}" for i in range(30)], "PALLETS": list(range(30)), "WEIGHT": [2] * 30},
    )
    tasks = absent(["Is the total number of pallets given as 435?"], capital)
    assert all(term.isupper() for term in terms(tasks))
    priced = table(
        "priced.csv",
        {"site": [f"s{i}" for i in range(30)], "price_usd": [float(i) for i in range(30)]},
    )
    made = [
        task
        for seed in range(8)
        for task in absent(
            ["Is the total price given as 435.00?"],
            priced,
            policy=policy_of(seed=seed, max_absent=30),
        )
    ]
    assert any("(USD)" in task.question for task in made)
    assert not any("(EUR)" in task.question for task in made)
