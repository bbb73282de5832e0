"""The address of a model that names none is the environment's, and goes on as a value."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from resources.endpoints import with_endpoints
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.settings import Settings

HERE = "http://127.0.0.1:1/v1"
OTHER = "http://127.0.0.1:2/v1"


@pytest.mark.parametrize(
    ("model", "environment", "wanted"),
    [
        pytest.param({"id": "openai/x"}, {}, ("", ""), id="nothing-set"),
        pytest.param({"id": "openai/x"}, {"OPENAI_BASE_URL": HERE}, (HERE, ""), id="openai"),
        pytest.param({"id": "gpt-x"}, {"OPENAI_API_BASE": HERE}, (HERE, ""), id="no-provider"),
        pytest.param(
            {"id": "openai/x"},
            {"OPENAI_BASE_URL": HERE, "OPENAI_API_BASE": OTHER, "OPENAI_API_KEY": "k"},
            (HERE, "OPENAI_API_KEY"),
            id="the-first-and-its-key",
        ),
        pytest.param(
            {"id": "anthropic/x", "key": "MINE"},
            {"ANTHROPIC_API_BASE": HERE, "ANTHROPIC_API_KEY": "k"},
            (HERE, "MINE"),
            id="a-named-key-stays",
        ),
        pytest.param(
            {"id": "openai/x", "api_base": OTHER},
            {"OPENAI_BASE_URL": HERE, "OPENAI_API_KEY": "k"},
            (OTHER, ""),
            id="the-settings-come-first",
        ),
        pytest.param({"id": "offline/keyword"}, {"OFFLINE_API_BASE": HERE}, ("", ""), id="offline"),
        pytest.param(
            {"id": "azure-ai/x"}, {"AZURE_AI_API_BASE": HERE}, (HERE, ""), id="name-with-a-dash"
        ),
    ],
)
def test_address_and_key(
    model: Mapping[str, str], environment: Mapping[str, str], wanted: tuple[str, str]
) -> None:
    settings = Settings.model_validate(
        {
            "models": [{"id": "offline/keyword"}, model]
            if model["id"] != "offline/keyword"
            else [model]
        }
    )
    found = with_endpoints(settings, environment).models[-1]
    assert (found.api_base, found.key) == wanted


def test_an_address_of_the_environment_is_held_to_the_same_rules() -> None:
    models = [{"id": "offline/keyword"}, {"id": "openai/x"}]
    settings = Settings.model_validate({"models": models})
    with pytest.raises(SettingsError, match="OPENAI_BASE_URL") as caught:
        with_endpoints(settings, {"OPENAI_BASE_URL": "http://user:s3cret@h/v1"})
    assert "s3cret" not in str(caught.value)
