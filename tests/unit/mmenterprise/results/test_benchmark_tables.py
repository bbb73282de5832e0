"""Tables of workspace and questions, of recall, of calibration; and what is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.unit.mmenterprise.results.world import (
    ONE,
    evaluation,
    found,
    plain,
    project,
    retrieved,
    row_of,
    rows_of,
    verdicts,
)
from worksurface_pipeline.kernel.agreement import Coefficient
from worksurface_pipeline.kernel.intervals import rate
from worksurface_pipeline.mmenterprise.judging.calibration import (
    Calibrated,
    Calibration,
    Standing,
)
from worksurface_pipeline.mmenterprise.results.facts import question_facts
from worksurface_pipeline.mmenterprise.results.figures import figures
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.tables import tables
from worksurface_pipeline.mmenterprise.schema.evaluation import Judge
from worksurface_pipeline.site.figures import FigureSet
from worksurface_pipeline.site.outputs import output_files
from worksurface_pipeline.site.result_tables import ResultTables

_RIGHT = {"p1": plain("p1", "R" * 10), "p2": plain("p2", "R" * 10)}


@pytest.fixture(scope="module")
def benchmark() -> ResultTables:
    return tables(evaluation())


def test_without_answers_there_is_the_benchmark_alone(benchmark: ResultTables) -> None:
    names = {table.name.partition("_")[0] for table in benchmark.tables}
    assert names == {"corpus", "questions", "constants"}


def test_workspace(benchmark: ResultTables) -> None:
    row = row_of(benchmark, "corpus", project="p1")
    assert (row["records"], row["visual"], row["textual"]) == ("17", "4", "13")
    assert (row["questions"], row["people"], row["files"], row["days"]) == ("10", "4", "1", "5")
    wiki = row_of(benchmark, "corpus_sources", project="p2", place="wiki")
    assert wiki["records"] == "1"
    assert row_of(benchmark, "corpus_documents", project="p1")["licence"] == "CC0-1.0"


@pytest.mark.parametrize(
    ("table", "keys", "column", "value"),
    [
        ("questions", {"property": "Type", "value": "Temporal"}, "questions", 6),
        ("questions", {"property": "Category", "value": "Unanswerability"}, "share", 0.1),
        ("questions", {"property": "Kind of absence", "value": "Changed twin"}, "questions", 2),
        ("questions_evidence", {"property": "Size", "value": "2 records"}, "questions", 4),
        ("questions_evidence", {"property": "Pictures", "value": "2 or more"}, "questions", 2),
        ("questions_evidence", {"property": "Modality", "value": "Visual"}, "questions", 4),
        ("questions_by_type", {"type": "comparison"}, "records", 2),
        ("questions_by_type", {"type": "comparison"}, "visual", 1),
        ("questions_by_type", {"type": "extraction"}, "visual", 0.5),
        ("questions_by_type", {"type": "attribution"}, "question_words", 4),
        ("questions_modality", {"type": "extraction"}, "visual", 2),
        ("questions_spans", {"span": "1 to 24 hours"}, "questions", 4),
    ],
)
def test_questions(
    benchmark: ResultTables, table: str, keys: dict[str, str], column: str, value: float
) -> None:
    assert float(row_of(benchmark, table, **keys)[column]) == pytest.approx(value)


def test_recall_by_measure_and_its_ceiling() -> None:
    units = {"rate": ("u_r0",), "drawn": ("u_x", "u_d0"), "gap": ("u_d1",), "count": ("u_n5",)}
    shown = retrieved(found("p1", units), found("p2", {"rate": ("u_x", "u_y")}))
    given = evaluation(verdicts(ONE, _RIGHT), retrieved=(shown,))
    made = tables(given)
    values = {
        row["measure"]: (int(row["scored"]), float(row["value"]))
        for row in rows_of(made, "recall")
        if not row["model"]
    }
    assert {name: scored for name, (scored, _) in values.items()} == {
        **dict.fromkeys(("representative", "best", "whole"), 5),
        **{"textual": 3, "visual": 2},
    }
    assert {name: value for name, (_, value) in values.items()} == pytest.approx(
        {"representative": 0.5, "best": 0.7, "whole": 0.6, "textual": 1 / 3, "visual": 0.75}
    )
    assert row_of(made, "recall", measure="accuracy", model=ONE.model)["value"] == "1.0"
    table = made.named("recall")
    assert table is not None
    assert "75.0 (ceiling" in table.markdown
    assert "Section 4.4 of the paper" in table.markdown
    kind = row_of(made, "recall_by_type", measure="visual", type="extraction")
    assert float(kind["value"]) == 1.0


def test_a_depth_cuts_what_was_found() -> None:
    shown = retrieved(found("p1", {"drawn": ("u_x", "u_d0")}), is_text_only=False)
    first = ONE.model_copy(update={"k": 1})
    made = tables(evaluation(verdicts(ONE, _RIGHT), verdicts(first, _RIGHT), retrieved=(shown,)))
    values = [row_of(made, "recall", measure="whole", k=k, model="")["value"] for k in (1, 2)]
    assert values == ["0.0", "1.0"]
    table = made.named("recall")
    assert table is not None
    assert "ceiling" not in table.markdown


@pytest.mark.parametrize(
    ("evidence", "alternatives", "need"),
    [
        pytest.param(("u_d0",), (), "Visual", id="a-picture"),
        pytest.param(("u_d0",), (("u_r0", "u_d1"),), "Text + visual", id="or-both"),
        pytest.param(("u_d0",), (("u_r0", "u_d1"), ("u_r0",)), "Text", id="or-a-text"),
        pytest.param(("u_r0",), (("u_d0",),), "Text", id="a-text-or-a-picture"),
    ],
)
def test_what_has_to_be_read(
    evidence: tuple[str, ...], alternatives: tuple[tuple[str, ...], ...], need: str
) -> None:
    own = project("p1")
    sets = tuple(tuple(f"p1.{unit}" for unit in units) for units in (evidence, *alternatives))
    asked = own.questions[0].model_copy(update={"evidence": sets[0], "alternatives": sets[1:]})
    facts = question_facts(Evaluation((replace(own, questions=(asked,)),)))
    assert facts["need"].to_list() == [need]


def _calibration(standing: Standing, kappa: float) -> Calibration:
    line = Calibrated(
        decider=Judge.MODEL,
        type="temporal_conflict",
        decided=30,
        undecided=1,
        raw=rate(20, 30),
        kappa=Coefficient(value=kappa),
        standing=standing,
    )
    return Calibration(judge_model="umbra/judge", lines=(line,), answers=31)


@pytest.mark.parametrize(
    ("standing", "is_told"), [(Standing.TOO_LOW, True), (Standing.SOUND, False)]
)
def test_a_judge_that_agrees_too_little_is_told(standing: Standing, is_told: bool) -> None:
    given = evaluation(verdicts(ONE, _RIGHT), calibration=_calibration(standing, 0.41))
    made = tables(given)
    said = "agree too little with people on: Temporal (judging model, κ 0.41, n 30)"
    table, own = made.named("cells"), made.named("judging_calibration")
    assert table is not None
    assert own is not None
    assert (said in table.markdown) is is_told
    assert standing.value in own.markdown
    assert row_of(made, "judging_calibration", type="temporal_conflict")["kappa"] == "0.41"


def test_one_project_has_no_interval() -> None:
    alone = Evaluation((project("p1"),), judgements=(verdicts(ONE, {"p1": plain("p1", "Rw" * 5)}),))
    row = row_of(tables(alone), "cells", bucket="overall")
    assert (row["value"], row["cluster_t_low"]) == ("0.5", "")
    assert "fewer than two clusters" in row["heading"]


def test_no_project_at_all_breaks_nothing() -> None:
    assert tables(Evaluation(())).named("corpus") is not None
    assert figures(Evaluation(())) == FigureSet()


def test_figures_and_files() -> None:
    shown = retrieved(found("p1", {"rate": ("u_r0",)}))
    given = evaluation(verdicts(ONE, _RIGHT), retrieved=(shown,))
    drawn = figures(given)
    assert [figure.name for figure in drawn.figures] == [
        "accuracy_over_depth",
        "recall_against_accuracy",
    ]
    assert "acme/one,lexical,2,1.0,1.0" in drawn.figures[1].csv
    assert drawn == figures(given)
    files = dict(output_files(tables(given), drawn))
    assert {"tables/cells.csv", "tables/cells.tex", "figures/accuracy_over_depth.svg"} <= set(files)
    assert b"\\toprule" in files["tables/cells.tex"]
