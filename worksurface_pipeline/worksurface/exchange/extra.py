"""The optional packages of the extra `exchange`, and the sentence when one is absent."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from worksurface_pipeline.kernel.errors import SettingsError


def optional(module: str) -> Any:
    """A module of the extra. Raises SettingsError when it is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # the package is there and broken: that is another story
        raise SettingsError(
            f"The package {module.partition('.')[0].replace('_', '-')} is not installed",
            remedy="Install the extra: make exchange-extra",
        ) from error
