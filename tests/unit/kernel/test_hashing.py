"""Canonical JSON: one text for equal values, whatever their containers."""

from __future__ import annotations

from typing import Any

import pytest

from worksurface_pipeline.kernel.hashing import canonical_json, digest_json
from worksurface_pipeline.kernel.model import Frozen


class Point(Frozen):
    y: int
    x: str = "ü"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param({"b": 1, "a": (1, 2)}, '{"a":[1,2],"b":1}', id="sorted keys, tuples as lists"),
        pytest.param({"z", "a"}, '["a","z"]', id="a set"),
        pytest.param([Point(y=1)], '[{"x":"ü","y":1}]', id="a record in a list"),
        pytest.param({"p": {"q": Point(y=2)}}, '{"p":{"q":{"x":"ü","y":2}}}', id="deep"),
        pytest.param(
            frozenset({Point(y=2), Point(y=1)}),
            '[{"x":"ü","y":1},{"x":"ü","y":2}]',
            id="set of records",
        ),
        pytest.param([None, True, 1.5], "[null,true,1.5]", id="constants"),
    ],
)
def test_canonical_json(value: Any, text: str) -> None:
    assert canonical_json(value) == text


@pytest.mark.parametrize("value", [float("nan"), [float("inf")]], ids=["nan", "infinity"])
def test_numbers_that_are_none_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(value)


def test_what_has_no_json_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="object has no canonical JSON"):
        digest_json([object()])
