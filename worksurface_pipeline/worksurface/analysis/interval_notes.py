"""What stands below the tables of this benchmark that have intervals."""

from __future__ import annotations

from worksurface_pipeline.kernel.resampling_records import Method
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.site import interval_cells

_UNIT = "source task"
_FEW_CHANGED = "so few tasks changed that no method is known to hold"


def notes_of(method: Method, level: float, clusters: int, is_share: bool = True) -> tuple[str, ...]:
    """The notes of intervals of shares, or of differences."""
    over = f"{counted(clusters, _UNIT)} in strata of personas"
    thin = "" if is_share else _FEW_CHANGED
    return interval_cells.notes_of(method, level, clusters, over, f"{_UNIT}s", thin)
