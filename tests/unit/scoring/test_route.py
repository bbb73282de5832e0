from __future__ import annotations

import pytest

from tests.unit.scoring.builders import task
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.scoring.route import required_surfaces, score_route

CASES = [
    ("exact", "rag table", "table rag", 1.0, 1.0, 1.0),
    ("one too many", "rag", "rag graph", 0.5, 1.0, 2 / 3),
    ("one missing", "rag table", "rag", 1.0, 0.5, 2 / 3),
    ("wrong one", "rag", "graph", 0.0, 0.0, 0.0),
    ("nothing used", "rag", "", 0.0, 0.0, 0.0),
    ("nothing required or used", "", "", 1.0, 1.0, 1.0),
    ("nothing required", "", "rag", 0.0, 0.0, 0.0),
]


@pytest.mark.parametrize(
    ("name", "required", "used", "precision", "recall", "f1"), CASES, ids=[c[0] for c in CASES]
)
def test_route(
    name: str, required: str, used: str, precision: float, recall: float, f1: float
) -> None:
    score = score_route(frozenset(required.split()), frozenset(used.split()))
    assert (score.precision, score.recall, score.f1) == pytest.approx((precision, recall, f1))
    assert score.is_exact is (f1 == 1.0)


def test_the_interface_decides_what_is_required() -> None:
    item = task(surfaces=("table",), sealed=("table", "graph"))
    assert required_surfaces(item, "open") == {"table"}
    assert required_surfaces(item, "sealed") == {"table", "graph"}
    with pytest.raises(SettingsError, match="open, sealed"):
        required_surfaces(item, "half-open")
