"""worksurface.toml to frozen settings."""

from __future__ import annotations

from pathlib import Path

from resources.toml_settings import settings_from
from worksurface_pipeline.worksurface.settings import Settings


def read_settings(path: Path) -> Settings:
    """The settings of a file. Raises SettingsError listing every wrong key and value at once."""
    return settings_from(path, Settings)
