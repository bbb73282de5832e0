"""The settings that matter to each step: what makes its results stale when it is changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from worksurface_pipeline.worksurface.agents.condition import acting
from worksurface_pipeline.worksurface.agents.prompts import PROMPT_VERSION
from worksurface_pipeline.worksurface.agents.settings import setting as setting_named
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.sweep import AGENT_VERSION


def reading_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """A raised limit lets a file be read that was given up; what was read is not read again."""
    return {"seconds": settings.surfaces.seconds, "memory_mib": settings.surfaces.memory_mib}


def gate_settings(settings: Settings, cell: Cell | None) -> Mapping[str, Any]:
    """How files become tables."""
    chosen = settings.surfaces
    return {"gate": chosen.gate, "sheets": chosen.sheets, **reading_settings(settings, cell)}


# What of [tasks] comes after derivation.
_LATER = {"pool", "placebo_limit", "placebo_swaps", "strip_cues", "reword"}


def derivation_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """How questions are derived."""
    chosen = settings.tasks.model_dump(mode="json", exclude=_LATER)
    return {"tasks": chosen, "scope": settings.condition.scope}


def proposing_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """Who proposes, and how much."""
    models = [_identity(settings, name) for name in settings.proposals.models]
    return {
        "models": models,
        "per_kind": settings.proposals.per_kind,
        "seed": settings.tasks.seed,
    }


def wording_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """How questions are worded."""
    chosen = settings.tasks
    reword = [_identity(settings, chosen.reword)] if chosen.reword else []
    return {
        "scope": settings.condition.scope,
        "strip_cues": chosen.strip_cues,
        "reword": reword,
    }


def placebo_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """How many figures are swapped."""
    return {"seed": settings.tasks.seed, "swaps": settings.tasks.placebo_swaps}


def necessity_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """Which model judges labels, if any."""
    chosen = settings.necessity
    if not chosen.model:
        return {"judges": []}
    return {"judges": [_identity(settings, chosen.model)], "model_tasks": chosen.model_tasks}


def ballots_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """The auditor's own id is its partition; a batch's size is part of what it is asked."""
    chosen = settings.screening
    panel = [_identity(settings, name) for name in chosen.auditors]
    return {"panel": panel, "batch_size": chosen.batch_size if panel else 0}


def agreement_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """Who is judged, and whose making the auditors are."""
    families = {model.id: model.family for model in settings.models if model.family}
    tested = [model.id for model in settings.tested] if settings.screening.auditors else []
    return {"seed": settings.tasks.seed, "under_test": tested, "families": families}


def audit_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """How much people look at, and who."""
    return {"audit": settings.audit, "seed": settings.tasks.seed}


def pool_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """Size, gates and quotas of the pool."""
    chosen = settings.tasks
    return {"pool": chosen.pool, "seed": chosen.seed, "placebo_limit": chosen.placebo_limit}


def _identity(settings: Settings, name: str) -> dict[str, Any]:
    """What of a model's settings may change its answers."""
    included = {"id", "api_base", "temperature", "seed", "max_tokens"}
    return settings.model(name).model_dump(mode="json", include=included)


def cell_settings(settings: Settings, cell: Cell | None) -> Mapping[str, Any]:
    """All that may change what an agent does."""
    if cell is None:
        raise ValueError("trajectories are made per cell")
    model, agent = settings.model(cell.model), settings.agent(cell.model)
    again = settings.asked_again(cell.model)
    return {
        "condition": acting(settings.condition, setting_named(cell.setting)),
        "model": model.model_dump(mode="json", include={"id", "api_base", "temperature", "seed"}),
        "max_tokens": model.max_tokens,
        "setting": cell.setting,
        "agent_version": AGENT_VERSION,
        "prompt_version": PROMPT_VERSION,
        **({"again": again} if again else {}),
        **({"agent": {"entry": agent.entry, "version": agent.version}} if agent else {}),
    }


def reference_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """Which model sets the budgets."""
    return {"reference": settings.sweep.reference}


def scoring_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """How runs are scored."""
    return {"scoring": settings.scoring, "interface": settings.condition.interface}


def report_settings(settings: Settings, _cell: Cell | None) -> Mapping[str, Any]:
    """What tables and figures depend on."""
    return {
        "scoring": settings.scoring,
        "condition": settings.condition,
        "analysis": settings.analysis,
        "temperatures": {model.id: model.temperature for model in settings.tested},
    }


def page_settings(settings: Settings, cell: Cell | None) -> Mapping[str, Any]:
    """What the report page depends on."""
    return {
        **report_settings(settings, cell),
        "placebo_limit": settings.tasks.placebo_limit,
        "report": settings.report,
        "prices": [
            model.model_dump(mode="json", include={"id", "price_in", "price_out"})
            for model in settings.tested
        ],
    }
