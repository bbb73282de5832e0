"""The settings that matter to each step: what makes its results stale when it is changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from worksurface_pipeline.mmenterprise.answering.prompts import PROMPT_VERSION
from worksurface_pipeline.mmenterprise.answering.work import ANSWER_VERSION
from worksurface_pipeline.mmenterprise.judging.wording import JUDGE_VERSION
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.sourcing.prompts import VERSION as SOURCING_VERSION
from worksurface_pipeline.mmenterprise.validation.prompts import (
    PROMPT_VERSION as VALIDATION_VERSION,
)
from worksurface_pipeline.mmenterprise.writing.prompts import (
    chat,
    documents,
    events,
    questions,
    review,
    texts,
    world,
)

_Chosen = Mapping[str, Any]


def _identity(settings: Settings, name: str) -> _Chosen:
    """What of a model's settings may change its replies."""
    included = {"id", "api_base", "temperature", "seed", "max_tokens"}
    return settings.model(name).model_dump(mode="json", include=included)


def _identities(settings: Settings, **names: str) -> _Chosen:
    """Those of all models that are named; a role that nobody has is left out."""
    return {role: _identity(settings, name) for role, name in names.items() if name}


def source_settings(settings: Settings, _key: str) -> _Chosen:
    """How much of a document is read, and who proposes claims of it."""
    choice = settings.source
    models = _identities(settings, model=choice.model)
    read = {"pages": choice.pages}
    if not models:
        return read
    rules = {"claims": choice.claims, "attempts": choice.attempts, "prompts": SOURCING_VERSION}
    return {**read, "proposals": {**models, **rules}}


def simulation_settings(settings: Settings, _key: str) -> _Chosen:
    """What company, people and events follow from."""
    return {"seed": settings.workspace.seed}


def writing_settings(settings: Settings, key: str) -> _Chosen:
    """Who words the records."""
    choice = settings.writer
    if not choice.model:
        return simulation_settings(settings, key)
    models = _identities(settings, model=choice.model, reviewer=choice.reviewer)
    rules = choice.model_dump(mode="json", exclude={"model", "reviewer"})
    versions = [part.VERSION for part in (chat, documents, events, review, texts, world)]
    return {
        **simulation_settings(settings, key),
        "writer": {**rules, **models, "prompts": versions},
    }


def question_settings(settings: Settings, key: str) -> _Chosen:
    """How many questions, chosen by which seed."""
    return {**simulation_settings(settings, key), "total": settings.questions.total}


def proposal_settings(settings: Settings, key: str) -> _Chosen:
    """Who proposes more questions, and how many."""
    choice = settings.questions
    models = _identities(settings, model=choice.model)
    if not models:
        return {}
    asked = {"proposals": choice.proposals, "prompts": questions.VERSION}
    return {**simulation_settings(settings, key), **models, **asked}


def validation_settings(settings: Settings, _key: str) -> _Chosen:
    """Who solves, compares and audits."""
    choice = settings.validation
    models = _identities(
        settings, solver=choice.solver, comparer=choice.comparer, auditor=choice.auditor
    )
    rules = {"attempts": choice.attempts, "prompts": VALIDATION_VERSION}
    return {**models, **rules} if models else {}


def audit_settings(settings: Settings, key: str) -> _Chosen:
    """How much people look at, and who."""
    return {**simulation_settings(settings, key), **settings.audit.model_dump(mode="json")}


def corpus_settings(settings: Settings, _key: str) -> _Chosen:
    """What of a picture is given as text."""
    return {"text_layer": settings.retrieval.text_layer}


def retrieval_settings(settings: Settings, key: str) -> _Chosen:
    """How deep a retriever looks, and the endpoint behind it; how it is called does not matter."""
    chosen = settings.retrieval
    endpoints = {item.id: item for item in chosen.endpoints}
    shown = {"model", "api_base", "is_multimodal"}
    own = endpoints[key].model_dump(mode="json", include=shown) if key in endpoints else {}
    return {"depth": max(chosen.k, default=1), "endpoint": own}


def answer_settings(settings: Settings, key: str) -> _Chosen:
    """All that may change what a model answers."""
    cell = {cell.key: cell for cell in settings.cells}[key]
    return {
        "model": _identity(settings, cell.model),
        "is_text_only": cell.model in settings.sweep.text_only,
        "k": cell.k,
        "prompts": PROMPT_VERSION,
        "answering": ANSWER_VERSION,
    }


def judging_settings(settings: Settings, _key: str) -> _Chosen:
    """Who judges what exact matching leaves open."""
    choice = settings.judge
    models = _identities(settings, model=choice.model)
    if not models:
        return {}
    rules = {"attempts": choice.attempts, "twice": choice.twice, "version": JUDGE_VERSION}
    families = {model.id: model.family for model in settings.models if model.family}
    return {"judge": {**models, **rules, "families": families}}


def analysis_settings(settings: Settings, _key: str) -> _Chosen:
    """How intervals are resampled."""
    return settings.analysis.model_dump(mode="json")
