from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from tests.unit.analysis.worlds import TASKS, world
from worksurface_pipeline.worksurface.analysis.figures import FigureSet, figure_set


def test_four_figures_with_their_numbers() -> None:
    figures = figure_set(world().scores, TASKS).figures
    assert [figure.name for figure in figures] == [
        "route_answer",
        "answer_by_setting",
        "answer_by_type_and_setting",
        "composition",
    ]
    for figure in figures:
        assert ET.fromstring(figure.svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert figure.csv.count("\n") > 3
    assert "cross_surface,S1,0.0" in figures[2].csv


def test_bytes_are_equal_and_hold_no_date() -> None:
    scores = world().scores
    first = dict(figure_set(scores, TASKS).to_files())
    assert first == dict(figure_set(scores[::-1], TASKS[::-1]).to_files())
    assert b"dc:date" not in first["figures.jsonl"]


def test_ids_do_not_collide_within_a_page() -> None:
    figures = figure_set(world().scores, TASKS).figures
    ids = [set(re.findall(r'\sid="([^"]+)"', figure.svg)) for figure in figures]
    assert not set.intersection(*ids)
    for figure, own in zip(figures, ids, strict=True):
        used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', figure.svg))
        assert used <= own


def test_labels_are_no_formulas_and_no_markup() -> None:
    result = world(models=("vendor/$x_$<script>", "模型/b&\x01"))
    for figure in figure_set(result.scores, TASKS).figures:
        assert "<script" not in figure.svg
        ET.fromstring(figure.svg)


def test_no_correlation_is_claimed_over_the_self_test() -> None:
    alone = figure_set(world(models=("offline/keyword",)).scores, TASKS).figures
    assert "No correlation is stated" in alone[0].title
    assert alone[2].title.endswith("over the pipeline self-test")
    both = figure_set(world(models=("offline/keyword", "vendor/model")).scores, TASKS).figures
    assert both[2].title.endswith("over the models under test")


def test_nothing_to_draw() -> None:
    assert figure_set((), ()) == FigureSet()
    assert [figure.name for figure in figure_set((), TASKS).figures] == ["composition"]
