"""Which edition of the readers this is: what a stored reading was made with.

It covers the readers' own sources and the releases of the libraries they call, so that no reading
outlives the code that made it and no number has to be remembered.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.sources import code_digest

# What readers call; a library that is left out by choice counts as absent.
_LIBRARIES = (
    "charset-normalizer",
    "lxml",
    "mammoth",
    "markdownify",
    "office-oxide",
    "openpyxl",
    "polars",
    "pymupdf",
    "python-calamine",
    "python-docx",
    "python-pptx",
    "xlrd",
)
_PACKAGES = ("worksurface_pipeline.readers", "worksurface_pipeline.kernel")


@cache
def edition() -> str:
    """Digest of the readers, of the kernel below them, and of their libraries' versions."""
    return digest_json([code_digest(*_PACKAGES), [_version(name) for name in _LIBRARIES]])


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
