"""Names that give nothing away: ids of units, mails and boundaries, by digest."""

from __future__ import annotations

from worksurface_pipeline.kernel.hashing import digest_text

_LENGTH = 12  # hex digits: some 10,000 units make a collision less likely than one in a million


def unit_id(project: str, seed: int, *parts: object) -> str:
    """The opaque id of a unit: it shows neither place, time nor order."""
    return "u" + token(project, seed, "unit", *parts)


def token(project: str, seed: int, *parts: object) -> str:
    """Hex digits that hang on all that is given."""
    text = "\x00".join(str(part) for part in (project, seed, *parts))
    return digest_text(text)[:_LENGTH]
