"""The steps of wing one: versions, inputs and the settings that matter to each.

Raise a step's version whenever its output changes for an unchanged input; a test compares the
sample's digests with the recorded ones and fails when that was forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from worksurface_pipeline.worksurface.plan import SOURCE, Cell, How, Input, Layer, Step
from worksurface_pipeline.worksurface.settings import Settings


def _reading(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """A raised limit lets a file be read that was given up; what was read is not read again."""
    return {"seconds": settings.surfaces.seconds, "memory_mib": settings.surfaces.memory_mib}


def _gate(settings: Settings, cell: Cell | None) -> Mapping[str, Any]:
    chosen = settings.surfaces
    return {"gate": chosen.gate, "sheets": chosen.sheets, **_reading(settings, cell)}


def _derivation(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    return {"tasks": settings.tasks, "scope": settings.condition.scope}


def _scope(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    return {"scope": settings.condition.scope}


def _cell(settings: Settings, cell: Cell | None) -> Mapping[str, Any]:
    if cell is None:
        raise ValueError("trajectories are made per cell")
    model = settings.model(cell.model)
    return {
        "condition": settings.condition,
        "model": model.model_dump(mode="json", include={"id", "api_base", "temperature", "seed"}),
        "max_tokens": model.max_tokens,
        "setting": cell.setting,
    }


def _reference(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    return {"reference": settings.sweep.reference}


def _scoring(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    return {"scoring": settings.scoring, "interface": settings.condition.interface}


def _report(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    return {"scoring": settings.scoring, "condition": settings.condition}


def _same(*names: str) -> tuple[Input, ...]:
    return tuple(Input(name, How.SAME) for name in names)


_SURFACES = _same("documents", "tables", "graph")
_CUT = tuple(Input(name, How.ALL, is_covered=True) for name in ("documents", "tables", "graph"))

_ALL = (
    Step("source_lock", Layer.WHOLE, 3, (Input(SOURCE, How.WHOLE),)),
    Step("shared_contents", Layer.WHOLE, 2, (Input("source_lock", How.WHOLE),)),
    Step("source_tasks", Layer.PERSONA, 2, (Input("source_lock", How.SLICE),)),
    Step("tables", Layer.PERSONA, 2, _same("source_tasks"), _gate),
    Step("documents", Layer.PERSONA, 2, _same("source_tasks", "tables"), _reading),
    Step(
        "graph",
        Layer.PERSONA,
        2,
        (*_same("source_tasks", "documents", "tables"), Input("shared_contents", How.SLICE)),
    ),
    Step("surface_bundle", Layer.PERSONA, 2, _SURFACES),
    Step("coverage_ledger", Layer.PERSONA, 2, _same("source_tasks", "documents", "tables")),
    Step(
        "candidates",
        Layer.PERSONA,
        3,
        (*_same("source_tasks", "surface_bundle"), *_SURFACES),
        _derivation,
    ),
    Step(
        "verified_tasks",
        Layer.PERSONA,
        3,
        (*_same("candidates", "surface_bundle"), *_SURFACES),
        _scope,
    ),
    Step("benchmark", Layer.WHOLE, 2, (Input("verified_tasks", How.ALL),)),
    Step(
        "trajectories",
        Layer.CELL,
        2,
        (Input("benchmark", How.WHOLE), Input("surface_bundle", How.ALL), *_CUT),
        _cell,
    ),
    Step(
        "efficiency_budgets",
        Layer.WHOLE,
        1,
        (Input("trajectories", How.REFERENCE),),
        _reference,
    ),
    Step(
        "scores",
        Layer.CELL,
        1,
        (
            Input("benchmark", How.WHOLE),
            *_same("trajectories"),
            Input("efficiency_budgets", How.WHOLE),
        ),
        _scoring,
    ),
    Step(
        "result_tables",
        Layer.WHOLE,
        1,
        (Input("benchmark", How.WHOLE), Input("scores", How.ALL)),
        _report,
    ),
    Step(
        "figures",
        Layer.WHOLE,
        1,
        (Input("benchmark", How.WHOLE), Input("scores", How.ALL)),
        _report,
    ),
    Step(
        "report",
        Layer.WHOLE,
        2,
        (
            *(Input(name, How.WHOLE) for name in ("benchmark", "result_tables", "figures")),
            *(Input(name, How.ALL) for name in ("candidates", "verified_tasks")),
            *(Input(name, How.ALL) for name in ("coverage_ledger", "graph")),
            *(Input(name, How.ALL) for name in ("trajectories", "scores")),
        ),
        _report,
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
            "verified_tasks",
        ),
    ),
    ("assemble", ("benchmark",)),
    ("sweep", ("trajectories",)),
    ("budgets", ("efficiency_budgets",)),
    ("score", ("scores",)),
    ("reporting", ("result_tables", "figures", "report")),
)
"""Jobs in running order: each covers one partition layer."""
