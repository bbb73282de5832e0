"""`worksurface compare A B` as people see it: both sides read, compared, shown and written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from resources.comparing import sweep_side
from resources.comparing_releases import is_release, release_side
from resources.workbench import Workbench
from worksurface_pipeline.kernel.lake_paths import encode_key, lake_error
from worksurface_pipeline.worksurface.analysis.compare import compare
from worksurface_pipeline.worksurface.analysis.compare_lines import comparison_lines
from worksurface_pipeline.worksurface.analysis.compare_model import Side
from worksurface_pipeline.worksurface.analysis.compare_text import comparison_files

COMPARISONS = "comparisons"
"""Where comparisons are written, below the lake's root."""


def show_comparison(
    bench: Workbench, left: str, right: str, out: Path | None, say: Callable[..., None]
) -> None:
    """Compare two sides, say what was found, and write it to `out` (default: the lake).

    Raises SettingsError for a name that nothing bears and for sides without anything in common.
    """
    found = compare(_side(bench, left), _side(bench, right), bench.settings.analysis)
    say(*comparison_lines(found))
    folder = out or _default(bench, left, right)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in comparison_files(found):
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise lake_error(error, str(folder), "write") from error
    say(f"Written: {folder}")


def _side(bench: Workbench, name: str) -> Side:
    folder = Path(name)
    if is_release(folder):
        return release_side(folder, name, bench.settings.scoring.profile)
    return sweep_side(bench, name)


def _default(bench: Workbench, left: str, right: str) -> Path:
    parts = (encode_key(name) for name in (left, right))
    return Path(bench.lake.path(f"{COMPARISONS}/{'..'.join(parts)}"))
