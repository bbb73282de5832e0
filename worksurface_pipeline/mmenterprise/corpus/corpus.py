"""The public view of all units of all projects: nothing in it tells what a unit asserts.

What does not belong: statements, events, the series behind pictures, questions and their gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.mmenterprise.schema.units import Unit, UnitSet
from worksurface_pipeline.mmenterprise.schema.world import Place


class CorpusUnit(Frozen):
    """A unit as it is shown. `order` is its place in what was stored of its project.

    `text` of a picture is its header alone, with what stands on it where the corpus was made with
    the text layer; `image` is its file in the project's folder, "" for a unit of text.
    """

    id: str
    project: str
    place: Place
    at: datetime
    author: str
    source: str
    version: int
    number: int
    text: str
    image: str
    order: int

    @property
    def is_visual(self) -> bool:
        """Whether it has to be looked at."""
        return self.image != ""


class Corpus(RecordSet):
    """All units by id; `with_text_layer` tells whether text of pictures was let in."""

    with_text_layer: bool
    units: tuple[CorpusUnit, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, CorpusUnit]:
        """Every unit by its id."""
        return {unit.id: unit for unit in self.units}


def corpus_of(sets: Mapping[str, UnitSet], with_text_layer: bool = False) -> Corpus:
    """The units of all projects, whatever order the projects come in.

    Raises DuplicateIdError when two projects name a unit alike: evidence could not be told apart.
    """
    found = (_shown(order, unit, with_text_layer) for order, unit in _numbered(sets))
    units = tuple(sorted(found, key=lambda unit: unit.id))
    for earlier, later in pairwise(units):
        if earlier.id == later.id:
            where = f"{earlier.project}, {later.project}"
            raise DuplicateIdError(f"Two units are called {later.id}", where=where)
    return Corpus(with_text_layer=with_text_layer, units=units)


def _numbered(sets: Mapping[str, UnitSet]) -> Iterator[tuple[int, Unit]]:
    for project in sorted(sets):
        yield from enumerate(sets[project].units)


def _shown(order: int, unit: Unit, with_text_layer: bool) -> CorpusUnit:
    layers = (unit.text, unit.text_layer if with_text_layer else "")
    return CorpusUnit(
        id=unit.id,
        project=unit.project,
        place=unit.place,
        at=unit.at,
        author=unit.author,
        source=unit.source,
        version=unit.version,
        number=unit.number,
        text="\n".join(filter(None, layers)),
        image=unit.image,
        order=order,
    )
