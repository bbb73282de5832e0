"""The steps of wing two: versions, inputs and the settings that matter to each.

Raise a step's version whenever its output changes for an unchanged input. Names bear the wing's
prefix, because one page of Dagster shows both wings.
"""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.steps import Input, Step
from worksurface_pipeline.mmenterprise.plan import LABELS, PEOPLE, SEEDS, How, Layer
from worksurface_pipeline.mmenterprise.step_settings import (
    analysis_settings,
    answer_settings,
    audit_settings,
    corpus_settings,
    judging_settings,
    proposal_settings,
    question_settings,
    retrieval_settings,
    simulation_settings,
    source_settings,
    validation_settings,
    writing_settings,
)


def _inputs(how: How, *names: str) -> tuple[Input, ...]:
    return tuple(Input(name, how) for name in names)


_RECORDS = _inputs(How.ALL, "mm_records")
_BENCHMARK = _inputs(How.WHOLE, "mm_benchmark")
_RESULTS = (
    *_BENCHMARK,
    *_inputs(How.ALL, "mm_seed_bundle", "mm_records", "mm_retrieved", "mm_judgements"),
)

_ALL = (
    Step("mm_seeds", Layer.WHOLE, 1, _inputs(How.WHOLE, SEEDS)),
    Step("mm_seed_bundle", Layer.PROJECT, 2, _inputs(How.SLICE, "mm_seeds"), source_settings),
    Step(
        "mm_ledger",
        Layer.PROJECT,
        2,
        _inputs(How.SAME, "mm_seed_bundle"),
        simulation_settings,
    ),
    Step(
        "mm_records",
        Layer.PROJECT,
        2,
        _inputs(How.SAME, "mm_seed_bundle", "mm_ledger"),
        writing_settings,
    ),
    Step("mm_record_checks", Layer.PROJECT, 2, _inputs(How.SAME, "mm_records")),
    Step("mm_questions", Layer.PROJECT, 2, _RECORDS, question_settings),
    Step(
        "mm_proposals",
        Layer.PROJECT,
        2,
        (*_RECORDS, *_inputs(How.SAME, "mm_questions")),
        proposal_settings,
    ),
    Step(
        "mm_validation",
        Layer.PROJECT,
        2,
        _inputs(How.SAME, "mm_records", "mm_questions", "mm_proposals"),
        validation_settings,
    ),
    Step("mm_benchmark", Layer.WHOLE, 2, _inputs(How.ALL, "mm_validation")),
    Step(
        "mm_human_audit",
        Layer.WHOLE,
        2,
        _inputs(How.ALL, "mm_validation", "mm_questions", "mm_records"),
        audit_settings,
    ),
    Step("mm_corpus", Layer.WHOLE, 1, _RECORDS, corpus_settings),
    Step(
        "mm_retrieved",
        Layer.RETRIEVER,
        1,
        (*_BENCHMARK, *_inputs(How.WHOLE, "mm_corpus"), *_RECORDS),
        retrieval_settings,
    ),
    Step(
        "mm_answers",
        Layer.CELL,
        1,
        (
            *_BENCHMARK,
            *_inputs(How.WHOLE, "mm_corpus"),
            *_inputs(How.RETRIEVER, "mm_retrieved"),
            *_RECORDS,
        ),
        answer_settings,
    ),
    Step(
        "mm_judgements",
        Layer.CELL,
        2,
        (*_BENCHMARK, *_inputs(How.SAME, "mm_answers"), *_RECORDS),
        judging_settings,
    ),
    Step(
        "mm_calibration",
        Layer.WHOLE,
        2,
        (*_inputs(How.WHOLE, LABELS, "mm_benchmark"), *_RECORDS),
        judging_settings,
    ),
    Step(
        "mm_tables",
        Layer.WHOLE,
        2,
        (
            *_RESULTS,
            *_inputs(How.ALL, "mm_validation", "mm_proposals"),
            *_inputs(How.WHOLE, "mm_calibration", PEOPLE),
        ),
        analysis_settings,
    ),
    Step("mm_figures", Layer.WHOLE, 2, _RESULTS, analysis_settings),
    Step(
        "mm_report",
        Layer.WHOLE,
        2,
        (
            *_RESULTS,
            *_inputs(How.ALL, "mm_record_checks", "mm_questions", "mm_validation", "mm_answers"),
            *_inputs(How.WHOLE, "mm_seeds", "mm_tables", "mm_figures"),
        ),
    ),
)

STEPS: Mapping[str, Step] = {step.name: step for step in _ALL}
"""All steps by name, in an order in which every step follows its inputs."""

LAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("mm_register", ("mm_seeds",)),
    ("mm_workspace", ("mm_seed_bundle", "mm_ledger", "mm_records", "mm_record_checks")),
    ("mm_ask", ("mm_questions", "mm_proposals", "mm_validation")),
    ("mm_assemble", ("mm_benchmark", "mm_corpus")),
    ("mm_audit", ("mm_human_audit",)),
    ("mm_retrieve", ("mm_retrieved",)),
    ("mm_sweep", ("mm_answers",)),
    ("mm_judge", ("mm_judgements",)),
    ("mm_reporting", ("mm_calibration", "mm_tables", "mm_figures", "mm_report")),
)
"""Jobs in running order: each covers one partition layer."""

ON_DEMAND = frozenset({"mm_audit"})
"""Jobs that run only when they are asked for: nothing waits for people."""

WITHOUT_DEMAND = tuple(layer for layer in LAYERS if layer[0] not in ON_DEMAND)
"""The layers of an ordinary run."""
