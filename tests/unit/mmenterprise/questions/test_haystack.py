from __future__ import annotations

import pytest

from tests.unit.mmenterprise.questions.small_project import hour, says, small_project
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of


@pytest.mark.parametrize(
    ("text", "layer", "is_told"),
    [
        pytest.param("Header", "", False, id="nowhere"),
        pytest.param("We put the energy cost of Alder at 290.", "", True, id="in a message"),
        pytest.param("Header", "Alder - energy cost: 290", True, id="in a text layer"),
        pytest.param("Alder: 290 EUR, the Energy  cost.", "", True, id="other case and order"),
        pytest.param("Alder is fast. The energy cost is 310.", "", False, id="two sentences"),
        pytest.param("Alderman's energy cost is 310.", "", False, id="another word"),
    ],
)
def test_texts_of_another_project(text: str, layer: str, is_told: bool) -> None:
    project, other = small_project("p1"), small_project("p2")
    other.unit("w", hour(5), "ana")
    other.units[-1] = other.units[-1].model_copy(update={"text": text, "text_layer": layer})
    hay = haystack_of([(item.ledger(), item.unit_set()) for item in (project, other)])
    assert hay.tells("Alder", "energy cost") is is_told


def test_facts_of_another_project() -> None:
    project, other = small_project("p1"), small_project("p2")
    other.slot("more", "Alder", "energy cost", is_visual=True)
    other.unit("w", hour(5), "ana", says("more", "290"), image=True)
    pair = [(item.ledger(), item.unit_set()) for item in (project, other)]
    assert haystack_of(pair).tells("Alder", "energy cost")
    assert not haystack_of(pair[:1]).tells("Alder", "energy cost")
