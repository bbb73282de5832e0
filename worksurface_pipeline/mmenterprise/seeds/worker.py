"""The child that takes one PDF apart: `python -m worksurface_pipeline.mmenterprise.seeds.worker`.

Arguments: the path, the most pages, memory in MiB. It writes one JSON record and exits: 0 with
Readings, 3 with an ExtractionFailure. It may neither write files nor reach the network, as the
child of the guarded reader.
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

from worksurface_pipeline.mmenterprise.seeds.layout import all_words, take_apart
from worksurface_pipeline.mmenterprise.seeds.parts import Readings
from worksurface_pipeline.readers.confine import confine
from worksurface_pipeline.readers.dispatch import read_any
from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure, FailureReason

FAILED = 3
"""Exit code of a child that wrote an ExtractionFailure."""

_MIB = 1 << 20
_NO_PDF = "It is named as a PDF and is none"
_SAVE_AS = "Save it as a PDF with text from the program that made it"


def read(path: Path, most_pages: int) -> Readings | ExtractionFailure:
    """A PDF taken apart and read a second time, or why it was not."""
    import pymupdf

    content = read_any(path, path.name)
    if isinstance(content, ExtractionFailure):
        return content
    if not isinstance(content, DocumentContent) or content.kind != MediaKind.PDF:
        return failure(FailureReason.UNSUPPORTED, _NO_PDF, _SAVE_AS)
    try:
        with pymupdf.open(stream=path.read_bytes(), filetype="pdf") as document:
            parts = take_apart(document, most_pages)
            pages = len(document)
        with pymupdf.open(stream=path.read_bytes(), filetype="pdf") as document:
            return Readings(parts=parts, words=all_words(document, most_pages), pages=pages)
    except MemoryError:
        return failure(FailureReason.TOO_LARGE, "It needs more memory than its reader may have")
    except (RuntimeError, ValueError, IndexError, KeyError, pymupdf.mupdf.FzErrorBase) as error:
        return corrupt("pdf", error)


def main(arguments: list[str]) -> int:
    """Read, and send the record to what was standard output."""
    path, most_pages, memory = arguments
    reply = os.dup(1)
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 1)
    resource.setrlimit(resource.RLIMIT_AS, (int(memory) * _MIB, int(memory) * _MIB))
    confine()
    record = read(Path(path), int(most_pages))
    _send(reply, record.model_dump_json().encode("utf-8", "replace"))
    return FAILED if isinstance(record, ExtractionFailure) else 0


def _send(descriptor: int, data: bytes) -> None:
    """Write all of `data`; a file object would count as opening a file, which is refused here."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
    os.close(descriptor)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
