"""The embedded seeds: what their generator writes, and all that was drawn is found again."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from generators.seed_documents.build import NAMES, build, written
from generators.seed_documents.script import Chart, Document, Table
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.build import bundle_of, read_seed
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.parts import Readings
from worksurface_pipeline.mmenterprise.seeds.registry import read_registry
from worksurface_pipeline.mmenterprise.seeds.worker import read

SAMPLE = Path(__file__).parents[4] / "data_lake" / "sample_mm"
SEED = 1
MOST_BYTES = 1_500_000
MOST_PAGES = 20
TOKEN = re.compile(r"\d(?:[\d,.]*\d)?")


@pytest.fixture(scope="module")
def bundles() -> dict[str, SeedBundle]:
    """Everything taken from the three committed PDFs."""
    found = {}
    for entry in read_registry(SAMPLE):
        readings = read(entry.path, MOST_PAGES)
        assert isinstance(readings, Readings)
        found[entry.id] = bundle_of(entry, readings)
    return found


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    """What the generator meant to write."""
    return {name: written(name, SEED) for name in NAMES}


def test_regenerating_gives_the_committed_bytes() -> None:
    committed = {path.name: path.read_bytes() for path in SAMPLE.iterdir()}
    assert build(SEED) == committed
    assert sum(map(len, committed.values())) < MOST_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_writes_another_document(name: str) -> None:
    first, second = written(name, 1), written(name, 2)
    assert first.blocks != second.blocks
    assert written(name, 2) == second


@pytest.mark.parametrize("name", NAMES)
def test_size_and_parts(name: str, documents: dict[str, Document]) -> None:
    blocks = documents[name].blocks
    pages = len(pypdf.PdfReader(SAMPLE / f"{name}.pdf").pages)
    assert 6 <= pages <= 12
    assert sum(isinstance(block, Table) for block in blocks) >= 4
    assert sum(isinstance(block, Chart) for block in blocks) >= 5


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("name", NAMES)
def test_values_of_charts_are_printed_nowhere_else(name: str, seed: int) -> None:
    blocks = written(name, seed).blocks
    drawn = {text for block in blocks if isinstance(block, Chart) for _, row in block.series
             for text in row}  # fmt: skip
    told = {
        token
        for block in blocks
        if not isinstance(block, Chart)
        for token in TOKEN.findall(repr(block))
    }
    assert drawn
    assert not drawn & told


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_a_chart_is_found(
    name: str, bundles: dict[str, SeedBundle], documents: dict[str, Document]
) -> None:
    found = {
        (fact.entity, fact.value)
        for fact in bundles[name].seeds.facts
        if fact.kind is FactKind.FIGURE
    }
    charts = [block for block in documents[name].blocks if isinstance(block, Chart)]
    drawn = {
        (f"{chart.along} {category}".strip(), text)
        for chart in charts
        for _, row in chart.series
        for category, text in zip(chart.categories, row, strict=True)
    }
    assert found == drawn


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_of_a_table_is_found(
    name: str, bundles: dict[str, SeedBundle], documents: dict[str, Document]
) -> None:
    facts = {(fact.entity, fact.value) for fact in bundles[name].seeds.facts}
    facts |= {
        (normalise(fact.attribute), fact.value)
        for fact in bundles[name].seeds.facts
        if fact.kind is FactKind.CONFIGURATION
    }
    cells = {
        (row[0], TOKEN.findall(cell)[0] if cell[0] != "-" else cell)
        for block in documents[name].blocks
        if isinstance(block, Table)
        for row in block.rows[1:]
        for cell in row[1:]
    }
    missed = {cell for cell in cells if cell not in facts and (normalise(cell[0]), cell[1])
              not in facts}  # fmt: skip
    assert missed == set()


@pytest.mark.parametrize("name", NAMES)
def test_facts_stand_by_another_reader(name: str, bundles: dict[str, SeedBundle]) -> None:
    pages = [page.extract_text() for page in pypdf.PdfReader(SAMPLE / f"{name}.pdf").pages]
    for fact in bundles[name].seeds.facts:
        assert fact.value in fact.quote
        if fact.kind is not FactKind.FIGURE:
            assert fact.value in pages[fact.page - 1]


@pytest.mark.parametrize("name", NAMES)
def test_each_kind_is_there_and_nothing_speaks_of_the_document(
    name: str, bundles: dict[str, SeedBundle]
) -> None:
    seeds = bundles[name].seeds
    assert {fact.kind for fact in seeds.facts} == set(FactKind)
    assert len({(fact.entity, fact.attribute) for fact in seeds.facts}) == len(seeds.facts)
    for fact in seeds.facts:
        assert not re.search(r"\b(?:figure|table|section|page)\s*\d", fact.attribute.lower())
    assert not bundles[name].dropped


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_cut_out_with_their_captions(
    name: str, bundles: dict[str, SeedBundle], documents: dict[str, Document]
) -> None:
    bundle = bundles[name]
    captions = [block.caption for block in documents[name].blocks if isinstance(block, Chart)]
    assert [picture.caption for picture in bundle.seeds.pictures] == captions
    for picture in bundle.seeds.pictures:
        with Image.open(io.BytesIO(bundle.images[picture.file])) as image:
            assert image.format == "PNG"
            assert min(image.size) > 300


def test_a_bundle_is_stored_and_read_again(bundles: dict[str, SeedBundle]) -> None:
    files = dict(bundles["survey"].to_files())
    again = SeedBundle.from_files(files.__getitem__)
    assert again == bundles["survey"]
    assert dict(again.to_files()) == files


def test_the_guarded_child_gives_the_same_bytes(bundles: dict[str, SeedBundle]) -> None:
    entry = next(one for one in read_registry(SAMPLE) if one.id == "survey")
    again = read_seed(entry)
    assert isinstance(again, SeedBundle)
    assert dict(again.to_files()) == dict(bundles["survey"].to_files())
