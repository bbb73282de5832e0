"""The fixtures of the Dagster tests serve here too."""

from tests.dagster.conftest import built, copy

__all__ = ["built", "copy"]
