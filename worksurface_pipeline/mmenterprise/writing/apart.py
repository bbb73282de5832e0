"""What keeps the names of projects apart that are named without knowing of each other.

Projects are written one by one, and one more seed document must not make the others stale. So a
model is not held against the names that other projects have now, but against what they could have.
"""

from __future__ import annotations

from itertools import chain, product

from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.mmenterprise.simulation import words

FIRMS = ("company", "product", "customer")
"""What of a project a question can name it by."""
_INITIALS = "ABCDEFGHIKLMNOPRSTVW"  # letters with which a name may begin in most languages
_DIGITS = 8  # hex digits of a draw


def template_names() -> frozenset[str]:
    """Every name that a project may have which no model named, whatever its seed document."""
    ends = (end for items in words.COMPANY_ENDS.values() for end in items)
    return frozenset(
        chain(
            map(" ".join, product(words.COMPANY_STEMS, ends)),
            chain.from_iterable(words.PRODUCTS.values()),
            map(" ".join, product(words.CUSTOMER_STEMS, words.CUSTOMER_TRADES)),
            map(" ".join, product(words.FIRST_NAMES, words.LAST_NAMES)),
        )
    )


def initials_of(project: str) -> dict[str, str]:
    """The letters with which the company, product and customer of a project begin.

    A model gives two projects the names that it likes best. With letters drawn from the project's
    own id they hardly agree in all three names, and one that differs tells them apart.
    """
    drawn = digest_text(f"initials\x00{project}")
    parts = (drawn[_DIGITS * place : _DIGITS * (place + 1)] for place in range(len(FIRMS)))
    return {
        key: _INITIALS[int(part, 16) % len(_INITIALS)]
        for key, part in zip(FIRMS, parts, strict=True)
    }
