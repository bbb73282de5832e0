"""Twenty kills in one sweep; `make prove`."""

from __future__ import annotations

import pytest

from tests.dagster.conftest import make_project
from tests.dagster.test_killed import SETTINGS, check_kills


@pytest.mark.prove
def test_twenty_kills(tmp_path_factory: pytest.TempPathFactory) -> None:
    killed = make_project(tmp_path_factory.mktemp("killed"), SETTINGS.replace("= 3", "= 12"))
    alone = make_project(tmp_path_factory.mktemp("alone"), SETTINGS.replace("= 3", "= 12"))
    check_kills(killed, alone, [3 + 17 * number for number in range(20)])
