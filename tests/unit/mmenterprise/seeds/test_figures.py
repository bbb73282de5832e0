"""Figures of other programs: no background, labels outside the drawing, captions, pictures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.figure import Figure

from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.build import bundle_of
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.parts import Readings
from worksurface_pipeline.mmenterprise.seeds.registry import entry
from worksurface_pipeline.mmenterprise.seeds.worker import read

NAMES = ["Alpha site", "Beta site", "Gamma site"]
TEXT = "The programme ran for a long time and in several places. " * 6


def chart() -> bytes:
    """Bars with their values on a page without a background."""
    figure = Figure(figsize=(6, 3), layout="constrained")
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    axes.bar_label(axes.bar(NAMES, [12.7, 33.1, 27.9]))
    axes.set_ylabel("Load (MW)")
    buffer = io.BytesIO()
    canvas: Any = FigureCanvasPdf(figure)
    canvas.print_pdf(buffer)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> SeedBundle:
    """A page with text, a chart of which one value is told in the text, and a picture."""
    path: Path = tmp_path_factory.mktemp("seeds") / "foreign.pdf"
    document: Any = pymupdf.open()
    page = document.new_page()
    page.insert_textbox((72, 72, 520, 200), f"{TEXT} The load of Beta site was 33.1 MW.")
    with pymupdf.open(stream=chart(), filetype="pdf") as drawing:
        page.show_pdf_page(pymupdf.Rect(72, 220, 504, 436), drawing, 0)
        pixels = drawing[0].get_pixmap(dpi=40).tobytes("png")
    page.insert_text((72, 452), "Figure 1: Load of the sites", fontsize=9)
    page.insert_image(pymupdf.Rect(72, 500, 372, 650), stream=pixels)
    page.insert_text((72, 664), "Fig. 2. The same as a picture", fontsize=9)
    document.save(path)
    readings = read(path, 5)
    assert isinstance(readings, Readings)
    return bundle_of(entry(path), readings)


def test_values_that_the_figure_alone_tells(bundle: SeedBundle) -> None:
    found = [fact for fact in bundle.seeds.facts if fact.kind is FactKind.FIGURE]
    assert [(fact.entity, fact.attribute, fact.value, fact.unit) for fact in found] == [
        ("Alpha site", "load", "12.7", "MW"),
        ("Gamma site", "load", "27.9", "MW"),
    ]


def test_the_value_that_the_text_tells_is_a_claim(bundle: SeedBundle) -> None:
    (claim,) = [fact for fact in bundle.seeds.facts if fact.kind is FactKind.CLAIM]
    assert (claim.entity, claim.attribute, claim.value) == ("Beta site", "load", "33.1")


def test_drawings_and_pictures_have_their_captions(bundle: SeedBundle) -> None:
    assert [picture.caption for picture in bundle.seeds.pictures] == [
        "Load of the sites",
        "The same as a picture",
    ]
    assert sorted(bundle.images) == [picture.file for picture in bundle.seeds.pictures]
