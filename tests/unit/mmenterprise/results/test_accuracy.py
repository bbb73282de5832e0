"""Accuracy and what goes with it, over verdicts that are known beforehand."""

from __future__ import annotations

import pytest

from tests.unit.mmenterprise.results.world import (
    ONE,
    SELF,
    TWO,
    evaluation,
    plain,
    row_of,
    rows_of,
    verdict,
    verdicts,
)
from worksurface_pipeline.kernel.errors import DuplicateIdError, WorksurfaceError
from worksurface_pipeline.mmenterprise.results.tables import tables
from worksurface_pipeline.mmenterprise.schema.evaluation import Judgements
from worksurface_pipeline.site.result_tables import ResultTables

# rate drawn gap count now then before claim owner nothing
_P1, _P2 = "RwwRRRwuRR", "wwRRRwwemw"


def one() -> Judgements:
    return verdicts(ONE, {"p1": plain("p1", _P1), "p2": plain("p2", _P2)})


@pytest.fixture(scope="module")
def made() -> ResultTables:
    two = verdicts(TWO, {"p1": plain("p1", "R" * 10), "p2": plain("p2", "RRRRRRRRRw")})
    test = verdicts(
        SELF, {"p1": plain("p1", "R" * 10), "p2": plain("p2", "R" * 10)}, is_text_only=True
    )
    return tables(evaluation(one(), two, test))


@pytest.mark.parametrize(
    ("bucket", "questions", "scored", "right"),
    [
        pytest.param("overall", 20, 17, 9, id="overall"),
        pytest.param("extraction", 4, 4, 1, id="extraction"),
        pytest.param("comparison", 2, 2, 1, id="comparison"),
        pytest.param("temporal_conflict", 6, 6, 3, id="temporal"),
        pytest.param("cross_source_conflict", 2, 2, 2, id="cross-source"),
        pytest.param("attribution", 2, 1, 1, id="one-missing"),
        pytest.param("unanswerable", 2, 2, 1, id="unanswerable"),
    ],
)
def test_by_type(made: ResultTables, bucket: str, questions: int, scored: int, right: int) -> None:
    row = row_of(made, "cells", model=ONE.model, bucket=bucket)
    assert (row["questions"], row["scored"]) == (str(questions), str(scored))
    assert float(row["value"]) == pytest.approx(right / scored)


def test_unscored_failed_and_missing_are_counted_apart(made: ResultTables) -> None:
    row = row_of(made, "cells", model=ONE.model, bucket="overall")
    assert (row["unscored"], row["errors"], row["missing"]) == ("1", "1", "1")
    assert float(row["value_over_all"]) == pytest.approx(9 / 19)
    none = row_of(made, "cells", model=ONE.model, bucket="interpretation")
    assert (none["scored"], none["value"], none["value_over_all"]) == ("0", "", "0.0")


def test_few_projects_are_headed_indicative(made: ResultTables) -> None:
    row = row_of(made, "cells", model=ONE.model, bucket="overall")
    assert row["projects"] == "2"
    assert float(row["lowest_project"]) == pytest.approx(3 / 8)
    assert float(row["highest_project"]) == pytest.approx(6 / 9)
    assert row["heading"].startswith("indicative")
    assert float(row["cluster_t_low"]) <= float(row["value"]) <= float(row["cluster_t_high"])
    table = made.named("cells")
    assert table is not None
    assert "indicative" in table.title
    assert "52.9 (37.5–66.7; 17 of 20)" in table.markdown


def test_each_project_by_itself(made: ResultTables) -> None:
    row = row_of(made, "cells_by_project", model=ONE.model, type="overall", project="p2")
    assert float(row["accuracy"]) == pytest.approx(3 / 8)


def test_best_is_of_models_under_test(made: ResultTables) -> None:
    table = made.named("cells")
    assert table is not None
    lines = {line.split(" | ")[0].strip("| "): line for line in table.markdown.splitlines()}
    assert "**95.0**" in lines[TWO.model]
    assert "**" not in lines["offline/reader (pipeline self-test, text only)"]
    assert "Table 5 of the paper" in table.markdown


def test_none_is_best_where_all_are_equal() -> None:
    rows = {"p1": plain("p1", "R" * 10), "p2": plain("p2", "Rw" * 5)}
    table = tables(evaluation(verdicts(ONE, rows), verdicts(TWO, rows))).named("cells")
    assert table is not None
    assert not any("**" in line for line in table.markdown.splitlines() if "/" in line)


@pytest.mark.parametrize(
    ("table", "bucket", "scored", "right"),
    [
        pytest.param("cells_by_evidence", "Text 1", 11, 7, id="one-text"),
        pytest.param("cells_by_evidence", "Visual 1", 2, 0, id="one-picture"),
        pytest.param("cells_by_evidence", "Visual 2+", 2, 1, id="two-pictures"),
        pytest.param("cells_by_records", "2", 2, 1, id="two-records"),
        pytest.param("cells_by_modality", "Visual", 4, 1, id="visual"),
        pytest.param("cells_by_category", "Conflict resolution", 8, 5, id="category"),
        pytest.param("cells_by_need", "Visual", 4, 1, id="pictures-alone"),
        pytest.param("cells_by_need", "Text", 11, 7, id="text-suffices"),
        pytest.param("cells_by_images", "0", 11, 7, id="no-picture"),
        pytest.param("cells_by_images", "2+", 2, 1, id="pictures"),
        pytest.param("cells_by_origin", "invented", 2, 2, id="invented"),
        pytest.param("cells_by_origin", "seed", 6, 2, id="seed"),
        pytest.param("cells_by_absence", "twin_changed", 2, 1, id="absence"),
    ],
)
def test_breakdowns(made: ResultTables, table: str, bucket: str, scored: int, right: int) -> None:
    row = row_of(made, table, model=ONE.model, bucket=bucket)
    assert int(row["scored"]) == scored
    assert float(row["value"]) == pytest.approx(right / scored)


def test_twins_count_where_both_were_judged(made: ResultTables) -> None:
    for measure, value in (("both", 0.5), ("answerable", 0), ("unanswerable", 0), ("neither", 0.5)):
        row = row_of(made, "twins", model=ONE.model, measure=measure)
        assert (row["questions"], float(row["value"])) == ("2", value)


def test_triples(made: ResultTables) -> None:
    wanted = {"all": 0.0, "current": 1.0, "as of": 0.5, "before a revision": 0.0}
    for measure, value in wanted.items():
        row = row_of(made, "triples", model=ONE.model, measure=measure)
        assert (row["questions"], float(row["value"])) == ("2", value)


def test_a_triple_of_which_one_was_not_judged_does_not_count() -> None:
    rows = {"p1": plain("p1", "RRRRRRuRRR"), "p2": plain("p2", "RRRRRRRRRR")}
    row = row_of(tables(evaluation(verdicts(ONE, rows))), "triples", measure="all")
    assert (row["questions"], row["value"]) == ("1", "1.0")


def test_causes(made: ResultTables) -> None:
    rows = [row for row in rows_of(made, "causes") if row["model"] == ONE.model]
    assert sum(int(row["wrong"]) for row in rows) == 8
    assert {row["cause"] for row in rows} == {"stale state"}


def test_contrasts_are_over_what_both_have() -> None:
    deep = ONE.model_copy(update={"k": 5})
    rows = {"p1": plain("p1", "R" * 10), "p2": plain("p2", "R" * 10)}
    found = tables(evaluation(one(), verdicts(deep, rows)))
    row = row_of(found, "contrasts_depths", measure="difference", k=2, k_second=5)
    assert row["scored"] == "17"
    assert float(row["value"]) == pytest.approx(8 / 17)


def test_who_judged_and_how_steadily() -> None:
    rows = (
        verdict("p1.rate", True),
        verdict("p1.claim", True, judge="model", again=True),
        verdict("p1.now", False, judge="model", again=True),
        verdict("p1.owner", False, judge="model"),
        verdict("p1.count", None),
    )
    given = verdicts(ONE, {"p1": rows}, judge_model="umbra/judge", unreached=1)
    made = tables(evaluation(given))
    row = row_of(made, "judging", model=ONE.model, type="overall")
    counts = {"by_exact": "1", "by_model": "3", "unscored": "1", "missing": "15"}
    assert counts.items() <= row.items()
    assert (row["asked_twice"], row["flipped"]) == ("2", "1")
    assert (row["right_by_exact"], row["right_by_model"]) == ("1", "1")
    temporal = row_of(made, "judging", model=ONE.model, type="temporal_conflict")
    assert (temporal["answers"], temporal["by_model"], temporal["flipped"]) == ("6", "1", "1")
    table = made.named("judging")
    assert table is not None
    assert "Judging model: umbra/judge." in table.markdown
    assert "not calibrated" in table.markdown
    assert "| 100.0 | 33.3 | 50.0 | 40.0–60.0 | 2 | 50.0 (1.3 to 98.7) |" in table.markdown
    assert "1 answer found no judge because its endpoint failed." in table.markdown


def test_one_cell_is_not_given_twice() -> None:
    with pytest.raises(DuplicateIdError):
        tables(evaluation(one(), one()))


def test_a_verdict_on_no_question_is_told() -> None:
    with pytest.raises(WorksurfaceError, match="not of this benchmark"):
        tables(evaluation(verdicts(ONE, {"p1": (verdict("p1.gone", True),)})))


def test_the_order_of_cells_and_verdicts_changes_nothing() -> None:
    two = verdicts(TWO, {"p1": plain("p1", "R" * 10), "p2": plain("p2", "RRRRRRRRRw")})
    turned = two.model_copy(update={"judged": tuple(reversed(two.judged))})
    assert tables(evaluation(one(), two)) == tables(evaluation(turned, one()))
