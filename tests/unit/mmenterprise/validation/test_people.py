"""Validation by people: a blind sample, workbooks out and back, the table and the agreement."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache

import pytest
from openpyxl import load_workbook

from tests.unit.mmenterprise.validation.projects import simulated
from tests.unit.review.builders import all_filled
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.mmenterprise.questions.checks import Refusal
from worksurface_pipeline.mmenterprise.schema.questions import QuestionType
from worksurface_pipeline.mmenterprise.settings import AuditChoice, ValidationChoice
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.validation.people import (
    ACCEPTED,
    CANNOT_JUDGE,
    CRITERIA,
    PLANTED,
    REJECTED,
    looked_at,
    plan_people,
)
from worksurface_pipeline.mmenterprise.validation.people_pages import people_files, people_page
from worksurface_pipeline.mmenterprise.validation.people_result import (
    TOTAL,
    WHOLE,
    PeopleResult,
    people_result,
)
from worksurface_pipeline.mmenterprise.validation.planted import planted
from worksurface_pipeline.mmenterprise.validation.shown import checks
from worksurface_pipeline.mmenterprise.validation.tables import people_tables, validation_tables
from worksurface_pipeline.mmenterprise.validation.validate import validate
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.review.returned import import_votes

C1, C2, C3 = (one.name for one in CRITERIA)
CHOICE = AuditChoice(accepted=12, rejected=12)


@cache
def validated() -> Validation:
    """Twenty sound questions, and one that is dropped."""
    bench, questions = simulated()
    bad = questions[0].model_copy(update={"question": "What is it?", "twin": ""})
    chosen = (bad, *(item for item in questions[1:] if not item.twin))
    return validate(bench.scene, bench.records, chosen, None, ValidationChoice())


@cache
def refused() -> tuple[Refusal, ...]:
    """Refused drafts that look like any question."""
    _, questions = simulated()
    items = [item for item in questions if item.evidence][:10]
    return tuple(
        Refusal(
            text=item.question,
            reason="more than one reading",
            detail="DOUBT",
            item=item.model_copy(update={"id": f"refusal-{place}"}),
        )
        for place, item in enumerate(items)
    )


@cache
def plan() -> AuditPlan:
    bench = simulated()[0]
    units = {unit.id: unit for unit in bench.records.units}
    return plan_people(looked_at([validated()], refused()), units, CHOICE, 3)


def files() -> dict[str, bytes]:
    bench = simulated()[0]
    units = {unit.id: unit for unit in bench.records.units}
    project = bench.scene.ledger.world.project
    return dict(people_files(plan(), units, {project: bench.records.contents}))


def test_both_kinds_are_drawn_and_mixed() -> None:
    kinds = [entry.item.stratum for entry in plan().entries]
    assert Counter(kinds) == {ACCEPTED: 12, REJECTED: 11}
    assert [(one.wanted, one.available) for one in plan().strata][1] == (12, 11)
    assert kinds != sorted(kinds)
    types = Counter(
        entry.item.balance[0] for entry in plan().entries if entry.item.stratum == ACCEPTED
    )
    assert len(types) == len(QuestionType)


def test_what_annotators_get_is_blind_and_stands_alone() -> None:
    given = files()
    own = {name: data for name, data in given.items() if not name.startswith("sources/")}
    pages = b"".join(data for name, data in own.items() if name.endswith(".html"))
    ids = [entry.item.id.encode() for entry in plan().entries]
    for word in (b"DOUBT", b"rejected", b"accepted", b"more than one reading", *ids):
        assert word not in pages
    assert b"data:image/png;base64," in pages
    assert b"http" not in pages.replace(b"http-equiv", b"")
    visual = [entry for entry in plan().entries if any(one.picture for one in entry.item.proofs)]
    assert visual
    for entry in visual:
        assert b"data:image/png" in given[f"items/{entry.code}.html"]
    assert given["items/A001.html"].count(b"../sources/") == 1


def test_cannot_judge_is_open_for_two_criteria() -> None:
    book = load_workbook(io.BytesIO(files()["workbooks/annotator-1.xlsx"]))
    rules = book["Votes"].data_validations.dataValidation
    last = len(plan().entries) + 1
    assert {str(rule.sqref): rule.formula1 for rule in rules} == {
        f"E2:F{last}": f'"yes,no,{CANNOT_JUDGE}"',
        f"G2:G{last}": '"yes,no"',
    }
    said = import_votes(plan(), all_filled(plan(), lambda *_: CANNOT_JUDGE)).violations
    assert len(said) == 3 * len(plan().entries)
    assert {one.remedy for one in said} == {"Choose one of yes, no"}


def result() -> PeopleResult:
    """One annotator says no to C2 of what was rejected; another cannot judge any C1."""

    kinds = {entry.item.id: entry.item.stratum for entry in plan().entries}

    def say(item: str, annotator: str, criterion: str) -> str:
        if annotator == "annotator-1" and criterion == C2 and kinds[item] == REJECTED:
            return "no"
        return CANNOT_JUDGE if (annotator, criterion) == ("annotator-2", C1) else "yes"

    return people_result(plan(), import_votes(plan(), all_filled(plan(), say)))


def test_one_annotator_is_enough_to_reject() -> None:
    found = result()
    rows = {
        row.decision: (row.unrejected.n, row.unrejected.count, row.rejected) for row in found.rows
    }
    assert rows == {ACCEPTED: (12, 12, 0), REJECTED: (11, 0, 11), TOTAL: (23, 12, 11)}
    assert {one.rejections for one in found.items if one.decision == REJECTED} == {1}
    assert {one.criteria for one in found.items if one.decision == REJECTED} == {(C2,)}
    assert {one.unjudged for one in found.items} == {1}


def test_agreement_by_criterion() -> None:
    found = {one.criterion: one.agreement for one in result().agreements}
    assert list(found) == [C1, C2, C3, WHOLE]
    assert found[C1].raw.value == pytest.approx(1 / 3)
    assert found[C2].raw.value == pytest.approx((12 + 11 / 3) / 23)
    assert found[C3].raw.value == 1
    assert found[C3].fleiss.value is None
    assert found[WHOLE].pairs[0].raw.count == 12


def test_tables_and_file_form() -> None:
    found = result()
    stored = dict(found.to_files())
    assert PeopleResult.from_files(stored.__getitem__) == found
    stored = dict(plan().to_files())
    assert AuditPlan.from_files(stored.__getitem__) == plan()
    decisions, agreement = people_tables(found)
    assert decisions.csv.splitlines()[1:] == [
        "accepted,12,12,0,0.0",
        '"rejected, natural",11,0,11,100.0',
        "total of these,23,12,11,47.8",
    ]
    assert "C1 derivable" in agreement.markdown
    ends, faults, stages = validation_tables({"p": validated()})
    kept = len(validated().kept)
    assert ends.csv.splitlines()[-1] == f"all,{kept + 1},{kept},0,1"
    assert faults.csv.splitlines()[1:] == ["ambiguous_question,ledger,0,1"]
    assert f"comparison,ledger,match,{kept + 1},0" in stages.csv.splitlines()


def test_verdicts_as_the_site_shows_them() -> None:
    shown = checks([validated()])
    assert len(shown) == len(validated().verdicts)
    dropped = [one for one in shown if not one.is_kept]
    assert [one.step for one in dropped] == [
        "solver by ledger",
        "comparison by ledger",
        "audit by ledger",
    ]
    assert dropped[-1].outcome == "drop (ambiguous_question)"


def test_the_page_with_the_key_shows_reasons_and_votes() -> None:
    bench = simulated()[0]
    votes = result().votes
    pictures = {bench.scene.ledger.world.project: bench.records.contents}
    page = people_page(plan(), pictures, votes)
    assert "accepted: 12" in page
    assert "more than one reading: DOUBT" in page
    assert "annotator-1, C2 correct: no" in page


def test_planted_faults_make_up_for_what_was_not_rejected() -> None:
    bench, questions = simulated()
    units = {unit.id: unit for unit in bench.records.units}
    faults = planted({"methods": bench}, questions, 1, 60)
    assert len(faults) == 60
    choice = AuditChoice(accepted=12, rejected=20)
    looked = looked_at([validated()], refused())
    audit = plan_people(looked, units, choice, 3, faults)
    kinds = Counter(entry.item.stratum for entry in audit.entries)
    assert kinds == {ACCEPTED: 12, REJECTED: 11, PLANTED: 9}
    bases = [entry.item.id.partition("~")[0] for entry in audit.entries]
    assert len(set(bases)) == len(bases)
    assert {entry.item.stratum for entry in audit.entries if entry.fault} == {PLANTED}


def test_planted_faults_are_in_no_rate_and_no_agreement_of_others() -> None:
    """Two of three annotators reject all that was planted, and nothing else."""
    bench, questions = simulated()
    units = {unit.id: unit for unit in bench.records.units}
    faults = planted({"methods": bench}, questions, 1, 20)
    choice = AuditChoice(accepted=12, rejected=20)
    audit = plan_people(looked_at([validated()], refused()), units, choice, 3, faults)
    spoiled = {entry.item.id for entry in audit.entries if entry.fault}

    def say(item: str, annotator: str, criterion: str) -> str:
        is_seen = item in spoiled and annotator != "annotator-3" and criterion == C3
        return "no" if is_seen else "yes"

    found = people_result(audit, import_votes(audit, all_filled(audit, say)))
    rows = {row.decision: (row.unrejected.n, row.rejected) for row in found.rows}
    n = len(spoiled)
    assert rows == {ACCEPTED: (12, 0), REJECTED: (11, 0), TOTAL: (23, 0), PLANTED: (n, n)}
    assert [row.decision for row in found.rows] == [ACCEPTED, REJECTED, TOTAL, PLANTED]
    assert {one.agreement.n_items for one in found.agreements} == {23}
    assert {one.agreement.raw.value for one in found.agreements} == {1}
    all_faults = {one.annotator: one.caught.count for one in found.sensitivities if not one.fault}
    assert all_faults == {"": n, "annotator-1": n, "annotator-2": n, "annotator-3": 0}
    table = people_tables(found)[2].csv.splitlines()
    assert table[1] == f"all,{n},{n},{n},{n},0"
    assert len(table) == 2 + len({entry.fault for entry in audit.entries if entry.fault})


def test_workbooks_with_gaps_give_no_result() -> None:
    books = all_filled(plan())
    books.pop("annotator-3.xlsx")
    with pytest.raises(WorksurfaceError, match="wrong with the workbooks"):
        people_result(plan(), import_votes(plan(), books))
