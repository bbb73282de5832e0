"""What a site shows, as records that know no benchmark: a wing fills them, pages draw them.

Texts in them are whatever a model, a file or a person wrote. They reach a page as data alone, and
its script sets them as text. A field's default is left out of the data.
"""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class Tone(StrEnum):
    """How a tag is coloured; its words say the same."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"


class Tag(Frozen):
    """A short label."""

    text: str
    tone: Tone = Tone.PLAIN


class Fact(Frozen):
    """A name and its value."""

    name: str
    text: str


class Extract(Frozen):
    """A text, of which `cut` characters at its end are left out.

    `marks` are stretches [start, end) to highlight, in characters (code points) of `text`.
    """

    label: str
    text: str
    cut: int = 0
    marks: tuple[tuple[int, int], ...] = ()


class Grid(Frozen):
    """Rows of a result, of which `cut` are left out; without `heads` none are known."""

    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()
    cut: int = 0


class Link(Frozen):
    """An arrow of a drawing to the node after it; backwards where it is followed against itself."""

    parent: int
    label: str
    is_backward: bool = False


class Drawing(Frozen):
    """A tree: the first node is the root, each further one hangs by its link on an earlier one.

    `cut` nodes are left out, `goal` is the number of the node in question (-1: none).
    """

    title: str
    nodes: tuple[str, ...]
    links: tuple[Link, ...]
    goal: int = -1
    cut: int = 0


class Proof(Frozen):
    """One piece of evidence: what it names, and what proves the gold."""

    title: str
    facts: tuple[Fact, ...] = ()
    extracts: tuple[Extract, ...] = ()
    grid: Grid | None = None
    drawing: Drawing | None = None


class Step(Frozen):
    """One turn of a run: a reply, a call, what came back."""

    title: str
    tags: tuple[Tag, ...] = ()
    note: str = ""
    extracts: tuple[Extract, ...] = ()


class Steps(Frozen):
    """All turns of one run; `id` is that of its row."""

    id: str
    steps: tuple[Step, ...]


class RunRow(Frozen):
    """One run of an item: how it ended and its figures, in the order of the item's heads.

    `shard` is the number of the shard with its turns, -1 where there are none.
    """

    id: str
    group: str
    name: str
    tags: tuple[Tag, ...]
    figures: tuple[str, ...]
    facts: tuple[Fact, ...] = ()
    shard: int = -1


class Item(Frozen):
    """One thing that runs were about: a question with its gold, its proof, and its runs."""

    id: str
    name: str
    title: str
    tags: tuple[Tag, ...] = ()
    facts: tuple[Fact, ...] = ()
    extracts: tuple[Extract, ...] = ()
    proofs: tuple[Proof, ...] = ()
    heads: tuple[str, ...] = ()
    runs: tuple[RunRow, ...] = ()
