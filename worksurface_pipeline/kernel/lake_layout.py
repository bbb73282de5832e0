"""The layout of a lake: a version in the file LAYOUT, and the steps from an older one to this.

A lake without the file is of the first layout, one that is not there yet of this one. A step may be
cut short at any point: it runs again in whole, and the version is written only after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake import Lake

LAYOUT = 2
"""The layout that this program writes."""
_NAME = "LAYOUT"
_FIRST = 1  # from before the file

Step = Callable[[Lake], None]


def _nothing_moves(_lake: Lake) -> None:
    """The second layout is the first one with the file."""


STEPS: Mapping[int, Step] = {1: _nothing_moves}
"""What brings a lake of a layout to the next; each may be run again on its own result."""


def layout_of(lake: Lake) -> int:
    """The layout of a lake. Raises LakeError where the file holds no number."""
    data = lake.peek(_NAME)
    if data is None:
        return _FIRST if lake.fs.exists(lake.path("")) else LAYOUT
    if not data.strip().isdigit():
        raise LakeError(
            f"The lake's layout is not a number: {data[:20]!r}",
            where=lake.path(_NAME),
            remedy=f"Write {LAYOUT} into it if this program made the lake",
        )
    return int(data)


def require_known(lake: Lake) -> None:
    """Raises LakeError for a lake that a newer program has written."""
    found = layout_of(lake)
    if found > LAYOUT:
        raise LakeError(
            f"The lake has layout {found}, and this program knows up to {LAYOUT}",
            where=lake.root,
            remedy="Use the program that wrote it, or another lake.root",
        )


def is_older(lake: Lake) -> bool:
    """Whether a lake has to be brought to this layout first."""
    return layout_of(lake) < LAYOUT


def migrate(lake: Lake, steps: Mapping[int, Step] = STEPS) -> None:
    """Bring a lake to this layout and write its version; only with nobody else at work on it.

    Raises LakeError for a newer one.
    """
    require_known(lake)
    version = layout_of(lake)
    while version < LAYOUT:
        steps[version](lake)
        version += 1
        lake.put(_NAME, f"{version}\n".encode())
    if lake.peek(_NAME) is None:
        lake.put(_NAME, f"{LAYOUT}\n".encode())
