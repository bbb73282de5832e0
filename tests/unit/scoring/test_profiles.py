"""One answer under all profiles: what `paper`, `strict` and `release-1.0` say of it."""

from __future__ import annotations

import json
import re

import pytest

from tests.unit.scoring.builders import task
from tests.unit.scoring.test_evidence import TABLE
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, TaskType
from worksurface_pipeline.worksurface.scoring.answer import answer_scores, score_answer
from worksurface_pipeline.worksurface.scoring.measured import side_by_side
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES, find_profile
from worksurface_pipeline.worksurface.settings import ScoringChoice

PERCENT = task(33.5, answer_unit="percent", answer_digits=1)
WHOLE_PERCENT = task(33, answer_unit="percent", answer_digits=0)
FRACTION = task(0.335, answer_unit="fraction", answer_digits=3)
PLAIN = task(33.5)
EURO = task(1234.56, answer_unit="EUR", answer_digits=2)
PRICE = task(58.74, answer_digits=2)
FULL = task(58.744924, answer_digits=2)
SMALL = task(12)
SUM = task(4000)
COUNT = task(4000, evidence=(TABLE,))
FILES = task(130, surfaces=("graph",), task_type=TaskType.GRAPH_ONLY)
PAIR = task("North; 33.5%")
COUNTED = task("plan.xlsx; 2000", evidence=(TABLE,))
NAMES = task(("annual_report.pdf", "budget.xlsx"))
TWICE = task(("a", "a", "b"))
COMMAS = task(("Paris, France.pdf", "notes.md"))
NUMBERED = task(("file_1.csv", "file_2.csv"))
ROWS = task(("North; 3", "South; 4"))
TRUE = task(True)

CASES: list[tuple[str, AtomicTask, object, float, float, float]] = [
    # Numbers by the gold's unit.
    ("percent with its sign", PERCENT, "33.5%", 1, 1, 1),
    ("percent without", PERCENT, 33.5, 1, 1, 1),
    ("percent as a fraction", PERCENT, 0.335, 1, 1, 0),
    ("a percent of the fraction", PERCENT, "0.335%", 0, 0, 0),
    ("percent in words", PERCENT, "33.5 per cent", 1, 1, 1),
    ("percent with a decimal comma", PERCENT, "33,5 %", 1, 1, 1),
    ("percent in full width", PERCENT, "３３．５％", 1, 1, 1),
    ("fraction", FRACTION, 0.335, 1, 1, 1),
    ("fraction as a percent", FRACTION, "33.5%", 1, 1, 0),
    ("fraction a hundredfold", FRACTION, 33.5, 0, 0, 0),
    ("plain", PLAIN, 33.5, 1, 1, 1),
    ("a sign where no percent is meant", PLAIN, "33.5%", 1, 0, 1),
    ("a fraction where none is meant", PLAIN, 0.335, 0, 0, 0),
    ("a sign is a hundredth of a plain one", task(0.335), "33.5%", 1, 1, 0),
    ("currency before", EURO, "€1,234.56", 1, 1, 1),
    ("currency behind", EURO, "1.234,56 EUR", 1, 1, 1),
    # Tolerance and rounding.
    ("four percent off", PRICE, 61.0, 1, 0, 1),
    ("0.4 percent off", PRICE, 58.95, 1, 1, 1),
    ("a fraction three percent off", task(0.34), 0.3517, 1, 0, 1),
    ("six percent off", PRICE, 62.3, 0, 0, 0),
    ("more digits than printed", PRICE, 58.744924, 1, 1, 1),
    ("the printed digits of a full gold", FULL, 58.74, 1, 1, 1),
    ("rounds to the gold", task(0.3, answer_digits=1), 0.345, 0, 1, 0),
    ("half goes away from zero", task(0.3, answer_digits=1), 0.25, 0, 1, 0),
    ("below the half", task(0.3, answer_digits=1), 0.2499, 0, 0, 0),
    ("half of a negative", task(-0.3, answer_digits=1), -0.25, 0, 1, 0),
    ("a half too much", task(0.3, answer_digits=1), 0.35, 0, 0, 0),
    ("digits come from the gold", task(0.3), 0.26, 0, 1, 0),
    ("a whole percent is a small integer", WHOLE_PERCENT, "33.4%", 0, 0, 1),
    ("a whole percent, too far", WHOLE_PERCENT, "33.6%", 0, 0, 0),
    # Integers and counts.
    ("small integer", SMALL, 12, 1, 1, 1),
    ("small integer, 0.4 off", SMALL, 12.4, 0, 0, 1),
    ("small integer, 0.5 off", SMALL, 11.5, 0, 0, 1),
    ("small integer, one off", SMALL, 13, 0, 0, 0),
    ("zero, 0.5 off", task(0), 0.5, 0, 0, 1),
    ("a large sum, 0.4 percent off", SUM, 4016, 1, 1, 1),
    ("a large sum, 4 percent off", SUM, 4160, 1, 0, 1),
    ("a large count", COUNT, 4000, 1, 1, 1),
    ("a large count, one off", COUNT, 4001, 1, 0, 1),
    ("files of the graph, one off", FILES, 131, 1, 0, 1),
    # A number in a text.
    ("a sentence", SMALL, "There are 12 of them, in total.", 1, 1, 1),
    ("two candidates", SMALL, "12 of 30", 0, 0, 0),
    ("boxed", SMALL, "6 + 6 = \\boxed{12}", 1, 1, 1),
    ("a list of one", SMALL, [[12]], 1, 1, 1),
    ("structure before numbers", task(8124), "[8.124,12.852]", 0, 0, 0),
    ("accounting", task(-5), "(5)", 1, 1, 1),
    ("万", task(32000), "3.2万元", 1, 1, 1),
    ("a code fence", SMALL, "```json\n[12]\n```", 1, 1, 1),
    # Lists.
    ("equal lists", NAMES, ["budget.xlsx", "annual_report.pdf"], 1, 1, 1),
    ("a typo", NAMES, ["budget.xlsx", "anual_report.pdf"], 0.5, 0.5, 1),
    ("two typos", NAMES, ["budgt.xlsx", "anual_report.pdf"], 0, 0, 1),
    ("three edits", NAMES, ["budget.xlsx", "anul_reprt.pdf"], 0.5, 0.5, 0.5),
    ("one typo in a short name", task(("ab", "cd")), ["ax", "cd"], 0.5, 0.5, 1),
    ("two in a short name", task(("ab", "cd")), ["xy", "cd"], 0.5, 0.5, 0.5),
    ("only digits differ", NUMBERED, ["file_1.csv", "file_3.csv"], 0.5, 0.5, 0.5),
    ("one given for two near ones", task(("aaaab", "aaaac")), ["aaaax"], 0, 0, 2 / 3),
    ("a typo never counts twice", NAMES, ["budgt.xlsx", "budge.xlsx"], 0, 0, 0.5),
    ("duplicates as in the gold", TWICE, ["a", "b", "a"], 1, 1, 1),
    ("a duplicate is missing", TWICE, ["a", "b"], 1, 0.8, 1),
    ("a duplicate too many", NAMES, ["budget.xlsx"] * 2 + ["annual_report.pdf"], 1, 0.8, 1),
    ("commas in names, as a list", COMMAS, ["notes.md", "Paris, France.pdf"], 1, 1, 1),
    ("commas in names, as text", COMMAS, "Paris, France.pdf, notes.md", 1, 1, 1),
    ("commas in names, quoted", COMMAS, '"Paris, France.pdf", "notes.md"', 1, 1, 1),
    ("commas in names, as Python", COMMAS, "['Paris, France.pdf', 'notes.md']", 1, 1, 1),
    ("commas in names, semicolons", COMMAS, "notes.md; Paris, France.pdf", 1, 1, 1),
    ("one of two with a comma", COMMAS, "Paris, France.pdf", 2 / 3, 2 / 3, 2 / 3),
    ("rows of one column", NAMES, [["budget.xlsx"], ["annual_report.pdf"]], 1, 1, 1),
    ("a list in a list", NAMES, [["budget.xlsx", "annual_report.pdf"]], 1, 1, 1),
    ("all in one text of a list", NAMES, ["budget.xlsx, annual_report.pdf"], 1, 1, 1),
    ("two with and", NAMES, "budget.xlsx and annual_report.pdf", 1, 1, 1),
    ("and within a name", task(("Research and Trade", "b")), "Research and Trade; b", 1, 1, 1),
    ("numbers of a list", task(("1,234", "5")), ["1 234", "5.0"], 1, 1, 1),
    ("[8.124,12.852]", task(("12.852", "8.124")), "[8.124,12.852]", 1, 1, 1),
    ("tuples", ROWS, [["South", 4], ["North", 3]], 1, 1, 1),
    ("tuples, values swapped", ROWS, [["South", 3], ["North", 4]], 0, 0, 0),
    ("a fenced list", NAMES, '```\n["budget.xlsx", "annual_report.pdf"]\n```', 1, 1, 1),
    ("an empty list", NAMES, [], 0, 0, 0),
    ("no list asked, none given", task(()), [], 1, 1, 1),
    # Composites.
    ("composite", PAIR, "North; 33.5%", 1, 1, 1),
    ("composite, four percent off", PAIR, "North; 34.5%", 1, 0, 1),
    ("composite as an array", PAIR, ["North", "33.5"], 1, 1, 1),
    ("composite in an array of one", PAIR, [["North", "33.5%"]], 1, 1, 1),
    ("composite with a colon", PAIR, "North: 33.5%", 1, 1, 1),
    ("composite with a comma", PAIR, "(North, 33.5%)", 1, 1, 1),
    ("composite in lines", PAIR, "North\n33.5%", 1, 1, 1),
    ("composite, the other way round", PAIR, "33.5%; North", 0, 0, 0),
    ("a count of a composite, one off", COUNTED, "plan.xlsx; 2001", 1, 0, 1),
    ("a file name with a comma", task("a, b.pdf; 3"), "a, b.pdf; 3", 1, 1, 1),
    ("such a name in an array", task("a, b.pdf; 3"), ["a, b.pdf", 3], 1, 1, 1),
    ("an array with a part too many", PAIR, ["North", "33.5%", 1], 0, 0, 0),
    # Booleans, strings, abstention.
    ("boolean in a list of one", TRUE, [True], 1, 1, 1),
    ("boolean in words", TRUE, '"Yes."', 1, 1, 1),
    ("boolean hedged", TRUE, "yes, but no", 0, 0, 0),
    ("a string has no typo", task("annual_report.pdf"), "anual_report.pdf", 0, 0, 0),
    ("code marks", task("PO_10.txt"), "`PO_10.txt`", 1, 1, 1),
    ("abstention of an answerable task", SMALL, "INSUFFICIENT_EVIDENCE", 0, 0, 0),
]


@pytest.mark.parametrize(
    ("name", "item", "answer", "paper", "strict", "release"), CASES, ids=[c[0] for c in CASES]
)
def test_one_answer_under_all_profiles(
    name: str, item: AtomicTask, answer: object, paper: float, strict: float, release: float
) -> None:
    text = json.dumps(answer)
    found = {
        profile.name: score_answer(item, text, profile.answer).score
        for profile in PROFILES.values()
    }
    assert found == pytest.approx({"paper": paper, "strict": strict, "release-1.0": release})
    together = answer_scores(item, text, side_by_side("strict"))
    assert [score.score for score in together] == pytest.approx([strict, paper, release])


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize("answer", ["INSUFFICIENT_EVIDENCE", ["INSUFFICIENT_EVIDENCE"]], ids=str)
def test_abstention_is_right_where_it_is_asked_for(profile: str, answer: object) -> None:
    abstain = task("INSUFFICIENT_EVIDENCE", AnswerType.ABSTAIN)
    rules = find_profile(profile).answer
    assert score_answer(abstain, json.dumps(answer), rules).score == 1
    assert score_answer(abstain, json.dumps("none"), rules).score == 0


def test_settings_take_every_profile_and_no_other() -> None:
    for name in PROFILES:
        assert ScoringChoice(profile=name).profile == name
    with pytest.raises(ValueError, match=re.escape("release-1")):
        ScoringChoice(profile="release-1x0")
