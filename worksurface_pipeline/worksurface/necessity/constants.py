"""Which constants of a query are in the question, and which only a document tells."""

from __future__ import annotations

from decimal import Decimal

from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise, parse_number
from worksurface_pipeline.worksurface.schema.tasks import TableEvidence
from worksurface_pipeline.worksurface.tasks.gates.query_shape import shape_of


def needs_span(item: TableEvidence, span: str, question: str) -> bool:
    """Whether a constant of the query stands in the span, and not in the question."""
    shape = shape_of(item.query)
    values = {comparison.value for comparison in shape.comparisons} if shape else set()
    return any(_stands_in(value, span) and not _stands_in(value, question) for value in values)


def _stands_in(value: str, text: str) -> bool:
    mention = parse_number(value)
    if mention is None:
        return has_token(normalise(text), normalise(value))
    numbers = {found.number for found in find_numbers(text)}
    return bool(numbers & {mention.number, mention.number * Decimal(100)})
