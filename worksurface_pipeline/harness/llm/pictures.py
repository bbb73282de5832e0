"""Pictures within messages: read when they are sent, and checked to be the ones asked about."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from worksurface_pipeline.harness.llm.types import Message, Picture
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.hashing import digest_bytes

MEDIA_TYPES: Mapping[str, str] = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}
"""What endpoints take for pictures, by the ending of the file's name."""

_REMEDY = "Make the records anew, and run again"


def picture_of(path: Path, digest: str, place: int = 0) -> Picture:
    """A picture in a file. Raises LakeError when no endpoint takes its kind."""
    media_type = MEDIA_TYPES.get(path.suffix.lower())
    if media_type is None:
        known = ", ".join(MEDIA_TYPES)
        raise LakeError(
            "The picture is of a kind that cannot be shown to a model",
            where=path.name,
            remedy=f"Store it as one of: {known}",
        )
    return Picture(digest=digest, media_type=media_type, place=place, path=path)


def content_parts(message: Message) -> list[dict[str, Any]]:
    """The text of a message and its pictures as content parts in OpenAI's form, in order.

    Raises LakeError when a picture cannot be read or is not the one of the request.
    """
    return list(_parts(message))


def data_url(picture: Picture) -> str:
    """The bytes of a picture as a data URL. Raises LakeError as `content_parts` does."""
    data = base64.b64encode(_bytes(picture)).decode("ascii")
    return f"data:{picture.media_type};base64,{data}"


def _parts(message: Message) -> Iterator[dict[str, Any]]:
    cuts = [0, *(picture.place for picture in message.images), len(message.content)]
    for number, (start, end) in enumerate(pairwise(cuts)):
        text = message.content[start:end]
        if text:
            yield {"type": "text", "text": text}
        if number < len(message.images):
            url = data_url(message.images[number])
            yield {"type": "image_url", "image_url": {"url": url}}


def _bytes(picture: Picture) -> bytes:
    try:
        data = picture.path.read_bytes()
    except OSError as error:
        what = f"A picture cannot be read: {error.strerror or error}"
        raise LakeError(what, where=picture.path.name, remedy=_REMEDY) from error
    if digest_bytes(data) != picture.digest:
        what = "A picture is not the one that was asked about"
        raise LakeError(what, where=picture.path.name, remedy=_REMEDY)
    return data
