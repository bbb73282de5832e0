"""Which records and pictures an evaluation may send to which endpoint, before anything is sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from worksurface_pipeline.mmenterprise.corpus.corpus import CorpusUnit

Place = tuple[str, str]
"""A project, and a file or source of its records."""


@dataclass(slots=True)
class Leaving:
    """What may go to one endpoint.

    Questions by id, with `golds` those whose reference answer goes too; sources of records whose
    text goes, and pictures, both by project. Of a picture that does not go itself its header does.
    """

    endpoint: str
    questions: set[str] = field(default_factory=set)
    golds: set[str] = field(default_factory=set)
    texts: set[Place] = field(default_factory=set)
    pictures: set[Place] = field(default_factory=set)

    def add_units(self, units: Iterable[CorpusUnit], with_pictures: bool) -> None:
        """Records that go: their texts, and with pictures those of visual ones."""
        for unit in units:
            self.texts.add((unit.project, unit.source))
            if unit.is_visual and with_pictures:
                self.pictures.add((unit.project, unit.image))

    @property
    def is_empty(self) -> bool:
        """Whether nothing goes."""
        return not (self.questions or self.texts or self.pictures)


class Gates:
    """What may leave, by endpoint."""

    def __init__(self) -> None:
        self._found: dict[str, Leaving] = {}

    def to(self, endpoint: str) -> Leaving:
        """What may go to an endpoint, to be added to."""
        return self._found.setdefault(endpoint, Leaving(endpoint))

    def all(self) -> tuple[Leaving, ...]:
        """Every endpoint that something may go to, by name."""
        found = (self._found[name] for name in sorted(self._found))
        return tuple(one for one in found if not one.is_empty)
