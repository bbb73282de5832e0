"""Pictures of statements: what each shows, its title and file name, none of which says a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.kernel.text import has_token
from worksurface_pipeline.mmenterprise.records.charts import draw
from worksurface_pipeline.mmenterprise.records.model import Mark
from worksurface_pipeline.mmenterprise.records.outline import Figure
from worksurface_pipeline.mmenterprise.records.wording import (
    Words,
    humanised,
    label,
    printed,
    titled,
    topic,
    unnumbered,
)
from worksurface_pipeline.mmenterprise.schema.ledger import Event, Statement
from worksurface_pipeline.mmenterprise.schema.seed import SeedPicture, SeedSet

_MOST_MARKS = 6  # in one picture: more cannot be read beside each other
_CHOICES = 1000
_BEFORE = " (before)"


@dataclass(frozen=True)
class Album:
    """Draws pictures for one project; the seed's own pictures come with their bytes by file."""

    words: Words
    seeds: SeedSet
    contents: Mapping[str, bytes]
    seed: int

    def of(self, event: Event, statements: Sequence[Statement]) -> Iterator[Figure]:
        """Pictures that show `statements`, a few in each; the seed's own where it fits."""
        whole = self._of_seed(event, statements)
        if whole is not None:
            yield whole
            return
        for start in range(0, len(statements), _MOST_MARKS):
            part = tuple(statements[start : start + _MOST_MARKS])
            marks = tuple(self._mark(item) for item in part)
            title = topic([self.words.slots[item.slot] for item in part])
            choice = int(hash_unit(self.seed, f"{event.id} {start}") * _CHOICES)
            wanted = humanised(event.document).split()[-1:]
            png, noun = draw(titled(title), marks, choice, "table" in wanted)
            yield Figure(png, titled(title), marks, part, noun)

    def borrowed(self, key: str) -> Figure | None:
        """A picture of the seed that goes with a document without any statement of its own."""
        pictures = [item for item in self.seeds.pictures if item.file in self.contents]
        if not pictures:
            return None
        place = int(hash_unit(self.seed, f"borrowed {key}") * len(pictures))
        return self._whole(pictures[place], ())

    def _of_seed(self, event: Event, statements: Sequence[Statement]) -> Figure | None:
        """The seed's picture that the event names, if it shows all values as stated."""
        found = [item for item in self.seeds.pictures if item.id == event.document]
        if not found or found[0].file not in self.contents:
            return None
        facts = {fact.id: fact for fact in self.seeds.facts if fact.page == found[0].page}
        for item in statements:
            fact = facts.get(self.words.slots[item.slot].fact)
            if fact is None or fact.value != item.value:
                return None
        return self._whole(found[0], tuple(statements))

    def _whole(self, picture: SeedPicture, statements: tuple[Statement, ...]) -> Figure:
        marks = tuple(self._mark(item) for item in statements)
        caption = unnumbered(picture.caption) or "Overview"
        if any(has_token(caption, value) for value in self.words.hidden):
            caption = "Overview"
        return Figure(self.contents[picture.file], caption, marks, statements)

    def _mark(self, item: Statement) -> Mark:
        slot = self.words.slots[item.slot]
        name = label(slot) + (_BEFORE if item.is_past else "")
        return Mark(slot=slot.id, label=name, value=printed(slot, item.value))
