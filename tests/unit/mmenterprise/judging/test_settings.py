"""The settings refuse a judge that would mark its own kin."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from worksurface_pipeline.mmenterprise.settings import Settings


def settings(judge: str, tested: str, **family: str) -> Settings:
    names = dict.fromkeys((judge, tested))
    models = [{"id": name, "family": family.get(name, "")} for name in names]
    return Settings.model_validate(
        {"models": models, "sweep": {"models": [tested]}, "judge": {"model": judge}}
    )


def test_a_stranger_may_judge() -> None:
    assert settings("claude-x", "gpt-5").judge.model == "claude-x"


@pytest.mark.parametrize(
    ("judge", "tested", "family"),
    [
        pytest.param("gpt-5", "gpt-5", {}, id="itself"),
        pytest.param("azure/gpt-4o", "openai/gpt-5", {}, id="by-name"),
        pytest.param("house", "gpt-5", {"house": "openai"}, id="declared"),
    ],
)
def test_no_kin(judge: str, tested: str, family: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="one family"):
        settings(judge, tested, **family)
