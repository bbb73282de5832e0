"""A model that judges: what it is, and the rule that it is of no family under test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.harness.llm.types import ModelClient, Sampling
from worksurface_pipeline.harness.panel.families import family_warnings
from worksurface_pipeline.kernel.errors import SettingsError

ATTEMPTS = 3
"""Replies to one request, the first included; what is outside the contract then stays unscored."""
MOST_TOKENS = 512
"""A verdict with its reason takes some 60; models that think aloud get room for it."""


SAMPLING = Sampling(max_tokens=MOST_TOKENS)
"""How a judging model is asked."""


@dataclass(frozen=True, slots=True)
class JudgingModel:
    """A judging model behind its client.

    `twice` is the share of answers that it is asked about a second time, chosen by hash of `seed`;
    `families` says the family of ids whose names do not tell it.
    """

    client: ModelClient
    model: str
    families: Mapping[str, str] = field(default_factory=dict)
    attempts: int = ATTEMPTS
    twice: float = 1.0
    workers: int = 4
    seed: int = 0
    sampling: Sampling = SAMPLING


def require_stranger(
    judge: str, under_test: Iterable[str], families: Mapping[str, str] | None = None
) -> None:
    """Raises SettingsError where a judge is of the family of a model under test.

    Models rank their own kin first, so that such a judge favours some of those it compares.
    """
    kin = family_warnings((judge,), tuple(under_test), families)
    if kin:
        names = ", ".join(sorted({item.other for item in kin}))
        raise SettingsError(
            f"The judge {judge} is of the family of a model under test: {names}",
            where="judge.model",
            remedy="Choose a judge of another family, or declare the family of a model whose name "
            "misleads by `family` of its [[models]]",
        )
