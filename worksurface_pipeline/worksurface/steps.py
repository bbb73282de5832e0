"""The steps of wing one: versions, inputs and the settings that matter to each.

Raise a step's version whenever its output changes for an unchanged input; a test compares the
sample's digests with the recorded ones and fails when that was forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from worksurface_pipeline.kernel.steps import Input, Step
from worksurface_pipeline.worksurface.plan import QUESTIONS, SOURCE, How, Layer
from worksurface_pipeline.worksurface.step_settings import (
    agreement_settings,
    audit_settings,
    ballots_settings,
    cell_settings,
    derivation_settings,
    gate_settings,
    necessity_settings,
    page_settings,
    placebo_settings,
    pool_settings,
    proposing_settings,
    reading_settings,
    reference_settings,
    report_settings,
    scoring_settings,
    wording_settings,
)


def _same(*names: str) -> tuple[Input, ...]:
    return tuple(Input(name, How.SAME) for name in names)


_SURFACES = _same("documents", "tables", "graph")
_CUT = tuple(Input(name, How.ALL, is_covered=True) for name in ("documents", "tables", "graph"))

_ALL = (
    Step("source_lock", Layer.WHOLE, 4, (Input(SOURCE, How.WHOLE),)),
    Step("shared_contents", Layer.WHOLE, 2, (Input("source_lock", How.WHOLE),)),
    Step("source_tasks", Layer.PERSONA, 2, (Input("source_lock", How.SLICE),)),
    Step("tables", Layer.PERSONA, 3, _same("source_tasks"), gate_settings),
    Step("documents", Layer.PERSONA, 3, _same("source_tasks", "tables"), reading_settings),
    Step(
        "graph",
        Layer.PERSONA,
        3,
        (*_same("source_tasks", "documents", "tables"), Input("shared_contents", How.SLICE)),
    ),
    Step("surface_bundle", Layer.PERSONA, 3, _SURFACES),
    Step("coverage_ledger", Layer.PERSONA, 3, _same("source_tasks", "documents", "tables")),
    Step(
        "candidates",
        Layer.PERSONA,
        5,
        (*_same("source_tasks", "surface_bundle"), *_SURFACES),
        derivation_settings,
    ),
    Step(
        "own_questions",
        Layer.PERSONA,
        3,
        (Input(QUESTIONS, How.WHOLE), *_same("source_tasks"), *_SURFACES),
    ),
    Step("proposals", Layer.PERSONA, 3, (*_same("source_tasks"), *_SURFACES), proposing_settings),
    Step(
        "verified_tasks",
        Layer.PERSONA,
        6,
        (
            *_same("source_tasks", "candidates", "own_questions", "proposals", "surface_bundle"),
            *_SURFACES,
        ),
        wording_settings,
    ),
    Step("placebo", Layer.PERSONA, 1, (*_same("source_tasks"), *_SURFACES), placebo_settings),
    Step("procedures", Layer.WHOLE, 3, (Input("source_tasks", How.ALL),)),
    Step(
        "pool",
        Layer.WHOLE,
        3,
        tuple(Input(name, How.ALL) for name in ("verified_tasks", "placebo")),
        pool_settings,
    ),
    Step(
        "necessity",
        Layer.PERSONA,
        2,
        (Input("pool", How.SLICE), *_same("surface_bundle"), *_SURFACES),
        necessity_settings,
    ),
    Step("quarantine", Layer.PERSONA, 2, (*_same("verified_tasks", "necessity"), *_SURFACES)),
    Step(
        "ballots",
        Layer.SEAT,
        1,
        tuple(Input(name, How.PERSONA) for name in ("necessity", "documents", "tables", "graph")),
        ballots_settings,
    ),
    Step(
        "screened_tasks",
        Layer.PERSONA,
        1,
        (*_same("necessity"), Input("ballots", How.SEATS)),
    ),
    Step("necessity_rates", Layer.WHOLE, 1, (Input("necessity", How.ALL),)),
    Step(
        "agreement",
        Layer.WHOLE,
        2,
        tuple(Input(name, How.ALL) for name in ("necessity", "ballots")),
        agreement_settings,
    ),
    Step(
        "benchmark",
        Layer.WHOLE,
        3,
        (Input("screened_tasks", How.ALL), Input("procedures", How.WHOLE)),
    ),
    Step(
        "human_audit",
        Layer.WHOLE,
        2,
        (
            Input("benchmark", How.WHOLE),
            *(Input(name, How.ALL) for name in ("quarantine", "surface_bundle")),
            *_CUT,
        ),
        audit_settings,
    ),
    Step(
        "trajectories",
        Layer.CELL,
        2,
        (Input("benchmark", How.WHOLE), Input("surface_bundle", How.ALL), *_CUT),
        cell_settings,
    ),
    Step(
        "efficiency_budgets",
        Layer.WHOLE,
        1,
        (Input("trajectories", How.REFERENCE),),
        reference_settings,
    ),
    Step(
        "scores",
        Layer.CELL,
        3,
        (
            Input("benchmark", How.WHOLE),
            *_same("trajectories"),
            Input("efficiency_budgets", How.WHOLE),
        ),
        scoring_settings,
    ),
    Step(
        "result_tables",
        Layer.WHOLE,
        3,
        (
            *(Input(name, How.WHOLE) for name in ("benchmark", "shared_contents", "source_lock")),
            *(Input(name, How.WHOLE) for name in ("pool", "efficiency_budgets")),
            *(Input(name, How.ALL) for name in ("surface_bundle", "graph", "scores")),
        ),
        report_settings,
    ),
    Step(
        "figures",
        Layer.WHOLE,
        2,
        (Input("benchmark", How.WHOLE), Input("scores", How.ALL)),
        report_settings,
    ),
    Step(
        "report",
        Layer.WHOLE,
        5,
        (
            *(Input(name, How.WHOLE) for name in ("benchmark", "result_tables", "figures")),
            *(Input(name, How.WHOLE) for name in ("pool", "necessity_rates", "agreement")),
            *(Input(name, How.ALL) for name in ("candidates", "proposals", "placebo")),
            *(Input(name, How.ALL) for name in ("verified_tasks", "quarantine", "screened_tasks")),
            *(Input(name, How.ALL) for name in ("coverage_ledger", "graph", "surface_bundle")),
            *(Input(name, How.ALL) for name in ("trajectories", "scores")),
        ),
        page_settings,
    ),
)

STEPS: Mapping[str, Step] = {step.name: step for step in _ALL}
"""All steps by name, in an order in which every step follows its inputs."""

LAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("freeze", ("source_lock", "shared_contents")),
    (
        "build",
        (
            "source_tasks",
            "tables",
            "documents",
            "graph",
            "surface_bundle",
            "coverage_ledger",
            "candidates",
            "own_questions",
            "proposals",
            "verified_tasks",
            "placebo",
        ),
    ),
    ("gather", ("procedures", "pool")),
    ("measure", ("necessity", "quarantine")),
    ("judge", ("ballots",)),
    ("screen", ("screened_tasks",)),
    ("assemble", ("necessity_rates", "agreement", "benchmark")),
    ("audit", ("human_audit",)),
    ("sweep", ("trajectories",)),
    ("budgets", ("efficiency_budgets",)),
    ("score", ("scores",)),
    ("reporting", ("result_tables", "figures", "report")),
)
"""Jobs in running order: each covers one partition layer."""


def before_agents() -> frozenset[str]:
    """Jobs that make the benchmark; an imported release needs none of them."""
    return frozenset(job for job, _ in takewhile(lambda layer: layer[0] != "sweep", LAYERS))


ON_DEMAND = frozenset({"audit"})
"""Jobs that run only when they are asked for: nothing waits for people."""
