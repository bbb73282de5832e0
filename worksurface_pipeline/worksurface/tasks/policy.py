"""Settings of derivation."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen


class DerivationPolicy(Frozen):
    """How many tasks are made, and how strictly figures are grounded.

    Quotas are per source task. `small_number` is the largest absolute value that counts as an
    easy coincidence and needs the strictest wording; `category_limit` the largest number of
    distinct values of a column whose values are looked for in a rubric.
    """

    seed: int = 20260601
    benchmark: str = "Workspace-Bench"
    max_table_figures: int = 12
    max_document_figures: int = 8
    # Documents speak for themselves only to fill up where rubrics name little.
    max_document_only: int = 3
    max_composites: int = 2
    max_absent: int = 2
    # One of each graph family, beside the required inputs.
    max_graph: int = 7
    # Rankings and shares of totals; figures behind a link; sheets restricted by a document.
    max_rankings: int = 2
    max_linked: int = 2
    max_filters: int = 2
    # Two figures of which one stands behind a link: the questions that need all three surfaces.
    max_linked_pairs: int = 2
    # Figures of other source tasks that are put into each rubric figure's wording, and the share
    # that may still ground before the family is refused.
    placebo_swaps: int = 10
    placebo_limit: float = 0.01
    small_number: int = 100
    category_limit: int = 5000
