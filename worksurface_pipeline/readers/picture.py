"""Pictures: the type and size that their header states; pixels are never decoded."""

from __future__ import annotations

import warnings
from pathlib import Path

from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason, Picture

_SVG_REACH = 4096


def read_picture(path: Path) -> Picture | ExtractionFailure:
    """Media type and pixel size of a picture; an SVG has no size in pixels."""
    from PIL import Image

    with path.open("rb") as stream:
        if b"<svg" in stream.read(_SVG_REACH):
            return Picture(media_type="image/svg+xml")
    try:
        with warnings.catch_warnings():
            # A header may claim any size: nothing is decoded, so a large one is no danger.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                media_type = image.get_format_mimetype() or f"image/{(image.format or '').lower()}"
                return Picture(media_type=media_type, width=image.width, height=image.height)
    except Image.DecompressionBombError as error:
        return failure(FailureReason.TOO_LARGE, f"The picture claims too many pixels: {error}")
    except (OSError, SyntaxError, ValueError, IndexError, EOFError) as error:
        # The file was opened above: what Pillow raises now, OSError included, is about its content.
        return corrupt("picture", error)
