"""Pictures are the same bytes wherever they are drawn, and any label can stand in them."""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from tests.unit.analysis.worlds import TASKS, world
from worksurface_pipeline.site.plots import (
    Drawing,
    Point,
    draw_panels,
    draw_scatter,
)
from worksurface_pipeline.worksurface.analysis.figures import FigureSet, figure_set

PNG = b"\x89PNG\r\n\x1a\n"
PICTURE = """
import hashlib, sys
from worksurface_pipeline.site.plots import draw_panels
made = draw_panels("f", [("persona", [("物流经理", 3), ("a", 2)])])
sys.stdout.write(hashlib.sha256(made.png + made.svg.encode()).hexdigest())
"""
LABELS = {
    "chinese": "物流经理",
    "korean": "물류",
    "of-no-font": "\U00010380\U00010381",
    "private-use": "\ue000",
    "formula": "$x_$",
    "markup": "<b>&\x01",
    "empty": "",
}


def _panel(label: str) -> Drawing:
    return draw_panels("f", [("persona", [(label, 3), ("other", 2)])])


@pytest.mark.parametrize("label", LABELS.values(), ids=LABELS)
def test_any_label_is_drawn_without_a_word(label: str, caplog: pytest.LogCaptureFixture) -> None:
    with warnings.catch_warnings(), caplog.at_level(logging.INFO):
        warnings.simplefilter("error")
        made = _panel(label)
    assert caplog.records == []
    assert made.png.startswith(PNG)


def test_other_scripts_are_drawn_as_letters_not_as_boxes() -> None:
    boxes = {_panel("\ue000\ue000").png, _panel("\ue001\ue001").png}
    letters = {_panel(text).png for text in ("物流", "经理", "물류", "あい")}
    assert len(boxes) == 1, "what no font has is one and the same box"
    assert len(letters) == 4
    assert not boxes & letters


@pytest.mark.parametrize(
    "surroundings",
    [
        pytest.param({"PYTHONHASHSEED": "1", "LC_ALL": "C"}, id="seed-1-locale-c"),
        pytest.param({"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"}, id="seed-2"),
        pytest.param({"SOURCE_DATE_EPOCH": "0", "MPLBACKEND": "svg"}, id="other-date-and-backend"),
    ],
)
def test_bytes_are_those_of_any_process(surroundings: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("font.size: 20\nsavefig.dpi: 50\n", encoding="utf-8")
    root = Path(__file__).resolve().parents[3]
    own = {"PYTHONPATH": str(root), "PYTHONUTF8": "1", **surroundings}
    done = subprocess.run(
        [sys.executable, "-c", PICTURE],
        cwd=tmp_path,  # matplotlib would take the file that lies here
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=True,
    )
    here = draw_panels("f", [("persona", [("物流经理", 3), ("a", 2)])])
    assert done.stdout == hashlib.sha256(here.png + here.svg.encode()).hexdigest()
    assert done.stderr == ""


def test_no_date_and_no_version_is_in_a_picture() -> None:
    points = [Point(0.1, 0.2, "a", "RAG"), Point(0.3, 0.4, "b", "Table")]
    made = draw_scatter("f", points, "x", "y")
    chunks = {made.png[at - 4 : at] for at in _chunk_ends(made.png)}
    assert chunks <= {b"IHDR", b"pHYs", b"IDAT", b"IEND"}
    assert "matplotlib" not in made.svg.split("<style", 1)[0].lower()


def test_pictures_survive_storage_each_as_a_file_of_its_own() -> None:
    figures = figure_set(world().scores, TASKS)
    files = dict(figures.to_files())
    assert FigureSet.from_files(files.__getitem__) == figures
    assert all(files[f"png/{one.name}.png"].startswith(PNG) for one in figures.figures)
    assert b"PNG" not in files["figures.jsonl"]
    assert [one.paper for one in figures.figures] == [
        "Figure 3a",
        "Figure 3b",
        "Figure 3c",
        "Figure 4",
    ]


def _chunk_ends(png: bytes) -> list[int]:
    """Where the names of the chunks end."""
    at, ends = len(PNG), []
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        ends.append(at + 8)
        at += 12 + size
    return ends
