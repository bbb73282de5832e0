"""Labels of people: how they grow, their majority, and how far people agree."""

from __future__ import annotations

import pytest

from worksurface_pipeline.mmenterprise.judging.between_people import between_people
from worksurface_pipeline.mmenterprise.judging.labels import HumanLabel, agreed, merged


def label(answer: str, said: str, by: str) -> HumanLabel:
    return HumanLabel.model_validate(
        {"question": "claim", "answer": answer, "label": said, "by": by}
    )


def test_labels_grow_and_say_what_they_would_change() -> None:
    old = (label("a", "right", "ana"), label("a", "wrong", ""), label("a", "wrong", ""))
    more = (label("a", "wrong", "ana"), label("b", "right", "ana"), label("a", "right", "ben"))
    both = merged(old, more)
    assert (both.new, both.equal, both.changed) == (2, 0, more[:1])
    assert both.labels == (more[0], *old[1:], *more[1:])
    again = merged(both.labels, more)
    assert (again.new, again.equal, again.changed, again.labels) == (0, 3, (), both.labels)


def test_who_could_not_judge_does_not_count() -> None:
    rows = [label("a", "right", "ana"), label("a", "cannot judge", "ben")]
    rows += [label("b", "cannot judge", "ana")]
    majority, tied = agreed(rows)
    assert [(one.answer, one.is_right, one.labels) for one in majority] == [("a", True, 1)]
    assert tied == 1


def test_people_among_themselves() -> None:
    rows = [label(str(n), "right" if n % 2 else "wrong", "ana") for n in range(10)]
    rows += [label(str(n), "right" if n % 2 or n == 4 else "wrong", "ben") for n in range(8)]
    rows += [label("9", "cannot judge", "ben"), label("77", "right", "cleo")]
    (pair,) = between_people(rows, {"claim": "p1"})
    assert (pair.first, pair.second, pair.raw.count, pair.raw.n) == ("ana", "ben", 7, 8)
    assert pair.kappa.value == pytest.approx(0.75)
    assert between_people(rows, {}) == ()
