"""Keys of models: the variables of the environment that settings name, read once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from worksurface_pipeline.kernel.errors import SettingsError


def secrets_of(names: Iterable[str]) -> dict[str, str]:
    """The values of those variables that are set."""
    return {name: os.environ[name] for name in names if name and name in os.environ}


def key_of(variable: str, secrets: Mapping[str, str], model_id: str, where: str) -> str:
    """The key of a model, "" for one that needs none. Raises SettingsError where it is not set."""
    if variable and variable not in secrets:
        raise SettingsError(
            f"Model {model_id} needs a key, and the variable {variable} is not set",
            where=where,
            remedy=f"Set {variable} in the environment, or take the model out of the settings",
        )
    return secrets.get(variable, "")
