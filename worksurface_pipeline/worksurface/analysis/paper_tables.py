"""Tables 2 and 3 of the paper over our benchmark: what it is made of, and what was checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.site.labels import NO_ROUTE
from worksurface_pipeline.site.table import Column, Table, simple_table, to_csv
from worksurface_pipeline.worksurface.analysis.paper_facts import (
    BenchmarkFacts,
    answerable,
    is_model_screened,
    own_counts,
)
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_COMPOSED = (
    ("Personas", "personas"),
    ("Source tasks", "source tasks"),
    ("Atomic tasks", "atomic tasks"),
    ("Task types", "task types"),
    ("cross_surface", "cross_surface"),
    ("rag_only", "rag_only"),
    ("graph_only", "graph_only"),
    ("table_only", "table_only"),
)
"""The paper's rows, and what counts them."""
_SURFACES = (
    ("Routable surfaces", "routable surfaces"),
    ("KB canonical docs", "documents"),
    ("Table views (DuckDB)", "table views"),
    ("Graph edges (total)", "graph edges"),
)
_PROOFS = (
    ("Executed table-bearing gold", "table-bearing tasks"),
    ("RAG-bearing span verification", "rag-bearing tasks"),
    ("Graph-bearing path verification", "graph-bearing tasks"),
)
_NOT_REPLAYED = (
    "An imported benchmark: its proofs are replayed by an audit, not here, and its screening is "
    "not known."
)
_BY_RULES = "Rules screened the candidates, no models."


class Fact(Frozen):
    """One row: a count, and of how many where it is a share; None is not known."""

    name: str
    count: int | None
    of: int | None = None

    @property
    def text(self) -> str:
        """The count as the paper prints it: 1,151 or 453/453."""
        count = NO_ROUTE if self.count is None else f"{self.count:,}"
        return count if self.of is None else f"{count}/{self.of:,}"


def dataset_table(tasks: Sequence[AtomicTask], facts: BenchmarkFacts) -> tuple[Table, str]:
    """Table 2, and what is beyond the paper in a row of its own."""
    counts = own_counts(tasks, facts)
    rows = [Fact(name=label, count=counts[quantity]) for label, quantity in _COMPOSED]
    least, most = counts["tasks of the smallest persona"], counts["tasks of the largest persona"]
    rows += [
        Fact(name="Tasks of the smallest persona", count=least),
        Fact(name="Tasks of the largest persona", count=most),
    ]
    beyond = len(tasks) - len(answerable(tasks))
    if beyond:
        rows.append(Fact(name="Abstain tasks, beyond the paper", count=beyond))
    title = "The benchmark after verification and screening"
    return _table("dataset", title, "Dataset statistic", rows, (), "Table 2")


def checks_table(tasks: Sequence[AtomicTask], facts: BenchmarkFacts) -> tuple[Table, str]:
    """Table 3; every released task stands there because its proof was replayed."""
    ruled = () if is_model_screened(tasks) else (_BY_RULES,)
    notes = (_NOT_REPLAYED,) if facts.is_imported else ruled
    rows = tuple(_checked(own_counts(tasks, facts), facts))
    title = "Surface artifacts, and how much was verified"
    return _table("checks", title, "Artifact or check", rows, notes, "Table 3")


def _checked(counts: dict[str, int | None], facts: BenchmarkFacts) -> Iterator[Fact]:
    for label, quantity in _SURFACES:
        yield Fact(name=label, count=counts[quantity])
    for label, quantity in _PROOFS:
        bearing = counts[quantity]
        yield Fact(name=label, count=None if facts.is_imported else bearing, of=bearing)
    tasks = counts["atomic tasks"]
    screened = None if facts.candidates is None else tasks
    yield Fact(name="2-of-3 screening pass", count=screened, of=facts.candidates)
    yield Fact(name="Efficiency budgets", count=counts["tasks with a budget"], of=tasks)


def _table(
    name: str,
    title: str,
    head: str,
    rows: Sequence[Fact],
    notes: tuple[str, ...],
    paper: str,
) -> tuple[Table, str]:
    columns = (Column(head), Column("Value", is_number=True))
    made = simple_table(name, title, columns, ((row.name, row.text) for row in rows), notes, paper)
    csv = to_csv(("what", "count", "of"), ((row.name, row.count, row.of) for row in rows))
    return made, csv
