"""What a settings file may not choose is refused before anything runs."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from worksurface_pipeline.mmenterprise.settings import Settings

WRONG = [
    pytest.param({"retrieval": {"k": []}}, "one or more", id="no depth"),
    pytest.param({"retrieval": {"k": [10, 10]}}, "distinct", id="a depth twice"),
    pytest.param({"retrieval": {"retrievers": ["magic"]}}, "no retriever", id="retriever"),
    pytest.param({"workspace": {"seed": -1}}, "greater than or equal", id="negative seed"),
    pytest.param({"questions": {"total": 100_000}}, "less than or equal", id="too many questions"),
    pytest.param({"sweep": {"text_only": ["foo"]}}, "none of models", id="blind stranger"),
    pytest.param({"sweep": {"models": ["gpt-5"]}}, r"no \[\[models\]\]", id="unknown model"),
]


@pytest.mark.parametrize(("values", "told"), WRONG)
def test_it_is_refused(values: dict[str, object], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        Settings.model_validate(values)


def test_defaults_are_three_depths_of_two_retrievers() -> None:
    assert [cell.condition for cell in Settings().cells] == [
        *("10@lexical", "50@lexical", "100@lexical"),
        *("10@vectors", "50@vectors", "100@vectors"),
    ]
