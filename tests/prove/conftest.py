"""The fixtures of the Dagster tests serve here too, and a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dagster.conftest import built, copy
from tests.prove.browser import Browser, browsing

__all__ = ["browser", "built", "copy"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for the tests of a module."""
    with browsing(tmp_path_factory.mktemp("profile")) as found:
        yield found
