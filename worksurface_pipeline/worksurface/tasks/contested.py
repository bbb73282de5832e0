"""Whether another file of the source task fits a question that leads to its file over a link.

Where one does, and has another answer, neither names nor contents tell which file is meant: the
link has to be followed. The more there are, the less a guess is worth: those questions come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from worksurface_pipeline.kernel.errors import QueryError
from worksurface_pipeline.worksurface.schema.tasks import Scalar
from worksurface_pipeline.worksurface.scoring.matching import numbers_match
from worksurface_pipeline.worksurface.scoring.profiles import find_profile
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.expressions import Expression
from worksurface_pipeline.worksurface.tasks.links import Link
from worksurface_pipeline.worksurface.tasks.profiles import ViewProfile
from worksurface_pipeline.worksurface.tasks.values import compute

_RULES = find_profile("paper").answer
_TRIED = 8  # other tables that are asked the same; beyond it a guess is worth little


def differing(
    engine: Engine, views: Sequence[ViewProfile], expression: Expression, answer: Scalar
) -> tuple[str, ...]:
    """Files of other tables, of some that have the columns, with another answer to the same."""
    own = next(view for view in views if view.id == expression.view)
    fitting = [
        view
        for view in views
        if view.record.filename != own.record.filename and _has_columns(view, expression.columns)
    ]
    answers = (
        (view.record.filename, _answer(engine, replace(expression, view=view.id)))
        for view in fitting[:_TRIED]
    )
    return tuple(name for name, other in answers if other is not None and differs(answer, other))


def rivals_of(link: Link, files: Iterable[str]) -> int:
    """How many of the files fit all but the link; none where names or texts tell its end."""
    return sum(map(link.fits, set(files))) if link.is_lineage else 0


def hidden(links: Iterable[Link]) -> tuple[Link, ...]:
    """The links that follow from the lineage alone; without any, those that there are."""
    every = tuple(links)
    return tuple(link for link in every if link.is_lineage) or every


def differs(one: Scalar, other: Scalar) -> bool:
    """Whether two answers are not the same one when they are scored."""
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return not numbers_match(Decimal(repr(one)), Decimal(repr(other)), _RULES)
    return one != other


def _has_columns(view: ViewProfile, names: Iterable[str]) -> bool:
    return set(names) <= {column.name for column in view.columns}


def _answer(engine: Engine, expression: Expression) -> Scalar:
    """What the other table says, None where it says nothing or its columns are of other types."""
    try:
        computed = compute(engine, expression)
    except QueryError:
        return None
    return None if computed.fault is not None or computed.answer == 0 else computed.answer
