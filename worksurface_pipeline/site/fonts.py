"""The fonts of figures: both come with the lock, so that a picture hangs on no host's fonts.

DejaVu Sans is shipped with matplotlib; what it lacks (Chinese, Japanese, Korean) is drawn with the
fallback that PyMuPDF carries, which matplotlib wants as a file of its own.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

_LATIN = "DejaVu Sans"
_FALLBACK = "cjk"  # PyMuPDF's word for Droid Sans Fallback


def font_families() -> list[str]:
    """Families in the order in which a glyph is looked for."""
    family, _ = _fallback()
    return [_LATIN, family]


@cache
def _fallback() -> tuple[str, tempfile.TemporaryDirectory[str]]:
    """The family of the fallback, and the folder that lasts as long as the process."""
    import pymupdf
    from matplotlib.font_manager import fontManager
    from matplotlib.ft2font import FT2Font

    folder = tempfile.TemporaryDirectory(prefix="worksurface-font-")
    path = Path(folder.name) / "fallback.ttf"
    path.write_bytes(pymupdf.Font(_FALLBACK).buffer)
    fontManager.addfont(path)
    return FT2Font(path).family_name, folder
