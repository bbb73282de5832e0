"""A few units of two projects by hand, a picture among them."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus, corpus_of
from worksurface_pipeline.mmenterprise.schema.ledger import Statement
from worksurface_pipeline.mmenterprise.schema.units import Unit, UnitSet
from worksurface_pipeline.mmenterprise.schema.world import Place

MONDAY = datetime(2031, 3, 3, 9)
PICTURE = b"\x89PNG a chart"


def unit(key: str, text: str, hours: float = 0, author: str = "Lena Voss", **more: object) -> Unit:
    """One unit; `more` are its other fields."""
    fields = {
        "id": key,
        "project": "alder",
        "place": Place.CHAT,
        "at": MONDAY + timedelta(hours=hours),
        "author": author,
        "source": "#evals",
        "text": text,
        **more,
    }
    return Unit.model_validate(fields)


def chart(key: str = "d", hours: float = 3) -> Unit:
    """A picture that shows 55.5, which stands in no text."""
    return unit(
        key,
        "Picture: Latency, version 2",
        hours,
        place=Place.IMAGE,
        source="latency.png",
        version=2,
        number=1,
        image=f"images/{key}.png",
        text_layer="latency of Birch 55.5 ms",
        events=("secret-event",),
        statements=(Statement(slot="secret-slot", value="55.5", is_true=True),),
    )


def sets() -> dict[str, UnitSet]:
    """Two projects; the later unit of one is stored first."""
    alder = (
        unit("c", "The accuracy of Birch is 81.4%, not 79.2%.", 5, "Omar Diallo"),
        unit("a", "The accuracy of Birch is 79.2%."),
        chart(),
        unit("b", "Lunch at noon?", 1),
    )
    other = (unit("x", "The accuracy of Cedar is 12.5%.", 2, "Ines Prado", project="tarn"),)
    return {"tarn": UnitSet(units=other), "alder": UnitSet(units=alder)}


def corpus(with_text_layer: bool = False) -> Corpus:
    """The corpus of both."""
    return corpus_of(sets(), with_text_layer)


def folders(root: Path) -> dict[str, Path]:
    """The projects' folders with the pictures in them."""
    for project in ("alder", "tarn"):
        (root / project / "images").mkdir(parents=True)
    (root / "alder" / "images" / "d.png").write_bytes(PICTURE)
    return {project: root / project for project in ("alder", "tarn")}
