from __future__ import annotations

import pytest

from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.worksurface.surfaces.enrich_policy import EnrichPolicy
from worksurface_pipeline.worksurface.surfaces.schema_headers import headers_of, is_meaningful
from worksurface_pipeline.worksurface.surfaces.schema_overlap import (
    Overlaps,
    SchemaMember,
    schema_overlaps,
)


@pytest.mark.parametrize("name", ["sku", "net_sales", "2011_votes", "门店", "x_axis", "f1_score"])
def test_meaningful(name: str) -> None:
    assert is_meaningful(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "id",
        "name",
        "date",
        "total",
        "column_4",
        "unnamed_3",
        "col_1",
        "c3",
        "2024",
        "编号",
        "q3",
    ],
)
def test_not_meaningful(name: str) -> None:
    assert not is_meaningful(name)


def columns(*names: str, type_: ColumnType = ColumnType.TEXT) -> tuple[Column, ...]:
    return tuple(Column(name=name, source_name=name, type=type_) for name in names)


def overlaps(*schemas: tuple[Column, ...]) -> Overlaps:
    members = [SchemaMember(f"view::{number}", item) for number, item in enumerate(schemas)]
    return schema_overlaps("7", "p", members, EnrichPolicy())


def test_columns_of_another_kind_are_not_shared() -> None:
    texts = columns("price", "stock")
    numbers = columns("price", "stock", type_=ColumnType.INTEGER)
    assert overlaps(texts, numbers).edges == ()
    decimals = columns("price", "stock", type_=ColumnType.CURRENCY)
    assert len(overlaps(numbers, decimals).edges) == 1


def test_shared_columns_are_listed_on_the_edge() -> None:
    (edge,) = overlaps(
        columns("id", "price", "stock", "bin"), columns("Stock", "PRICE", "id")
    ).edges
    assert edge.columns == ("id", "price", "stock")
    assert "Jaccard 0.75" in edge.reason


def test_invented_columns_do_not_count() -> None:
    made = Column(name="price", source_name="", type=ColumnType.TEXT, is_invented=True)
    assert headers_of([made]) == frozenset()


def test_the_order_of_tables_makes_no_difference() -> None:
    schemas = [columns("price", "stock", f"c{n}a") for n in range(9)]
    members = [SchemaMember(f"view::{n}", item) for n, item in enumerate(schemas)]
    one = schema_overlaps("7", "p", members, EnrichPolicy())
    other = schema_overlaps("7", "p", members[::-1], EnrichPolicy())
    assert len(one.edges) == 9 * 8 // 2
    assert sorted(map(str, one.edges)) == sorted(map(str, other.edges))


def test_many_similar_schemas_are_not_all_paired_and_it_is_said() -> None:
    schemas = [columns("price", "stock", f"extra_{n}a") for n in range(60)]
    found = overlaps(*schemas)
    assert 59 <= len(found.edges) < 60 * 59 // 2
    assert {report.kind for report in found.reports} == {"not_paired"}
    assert all(len(report.nodes) == 60 for report in found.reports)


@pytest.mark.parametrize("least", [0.5, 0.7, 1.0])
def test_no_overlap_is_missed(least: float) -> None:
    """The rare columns that are compared find what comparing all pairs finds."""
    words = ["price", "stock", "bin", "shelf", "dock"]
    schemas = [
        columns(*(word for place, word in enumerate(words) if number >> place & 1))
        for number in range(1, 32)
    ]
    policy = EnrichPolicy(least_jaccard=least)
    members = [SchemaMember(f"view::{n:02d}", item) for n, item in enumerate(schemas)]
    found = {(e.source, e.target) for e in schema_overlaps("7", "p", members, policy).edges}
    expected = set()
    for one, first in enumerate(schemas):
        for other in range(one + 1, len(schemas)):
            a, b = headers_of(first), headers_of(schemas[other])
            if len(a & b) >= 2 and len(a & b) / len(a | b) >= least:
                expected.add((f"view::{one:02d}", f"view::{other:02d}"))
    assert found == expected
