"""Great Expectations over one partition's records; pandas exists at this edge alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from worksurface_pipeline.kernel.model import Frozen

if TYPE_CHECKING:
    import pandas as pd

Rows = Sequence[dict[str, Any]]
"""Plain columns of the records to be checked, one dictionary a record."""


class Verdict(Frozen):
    """Result of one partition's checks, for the value with `digest`."""

    digest: str
    passed: bool
    failed: tuple[str, ...] = ()


def judge(rows: Rows, expectations: Callable[[Any], list[Any]], digest: str) -> Verdict:
    """Evaluate expectations over rows in a fresh, silent context."""
    if not rows:
        return Verdict(digest=digest, passed=True)
    import great_expectations as gx  # three seconds to import, wanted only here
    import pandas as pd
    from great_expectations.data_context.types.base import ProgressBarsConfig

    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    suite = gx.ExpectationSuite(name="records", expectations=expectations(gx.expectations))
    result = _batch(context, pd.DataFrame(list(rows))).validate(suite)
    failed = tuple(_sentence(item) for item in result.results if not item.success)
    return Verdict(digest=digest, passed=bool(result.success), failed=failed)


def _batch(context: Any, frame: pd.DataFrame) -> Any:
    asset = context.data_sources.add_pandas("records").add_dataframe_asset("records")
    definition = asset.add_batch_definition_whole_dataframe("all")
    return definition.get_batch(batch_parameters={"dataframe": frame})


def _sentence(item: Any) -> str:
    config = item.expectation_config
    shown = item.result.get("partial_unexpected_list", [])[:3]
    return f"{config.type}({config.kwargs.get('column', '')}): {shown}"
