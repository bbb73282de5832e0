"""Right answers in the ways that people write lists, composites, texts and booleans."""

from __future__ import annotations

import json

import pytest

from tests.unit.scoring.builders import task
from worksurface_pipeline.worksurface.schema.tasks import GoldAnswer
from worksurface_pipeline.worksurface.scoring.answer import answer_scores
from worksurface_pipeline.worksurface.scoring.profiles import PROFILES

FILES = ("report.docx", "sales_q1.xlsx", "notes.md")
HARD = ("Budget, final; v2.xlsx", "a.csv")
TOWNS = ("Paris, France", "Rome, Italy")
TEAMS = ("Research and Development", "Sales")
PAIRS = ("North; 3", "South; 4.5", "East; 1,200")
CODES = ("INV-001", "INV-002")

Case = tuple[GoldAnswer, object, float]

LISTS: list[Case] = [
    (FILES, "report.docx, sales_q1.xlsx and notes.md", 1),
    (FILES, "report.docx and sales_q1.xlsx and notes.md", 1),
    (FILES, "report.docx, sales_q1.xlsx & notes.md", 1),
    (FILES, "report.docx, sales_q1.xlsx und notes.md", 1),
    (FILES, "1) report.docx 2) sales_q1.xlsx 3) notes.md", 1),
    (FILES, "(1) report.docx; (2) sales_q1.xlsx; (3) notes.md", 1),
    (FILES, "a) report.docx\nb) sales_q1.xlsx\nc) notes.md", 1),
    (FILES, "The required files are: report.docx, sales_q1.xlsx, notes.md", 1),
    (FILES, "The required files are report.docx, sales_q1.xlsx, and notes.md.", 1),
    (FILES, "Required files:\n- report.docx\n- sales_q1.xlsx\n- notes.md", 1),
    (("a.md", "b.md"), "Both a.md and b.md", 1),
    (FILES, "report.docx | sales_q1.xlsx | notes.md", 1),
    (FILES, "report.docx、sales_q1.xlsx、notes.md", 1),
    (FILES, "report.docx，sales_q1.xlsx，notes.md", 1),
    (FILES, "report.docx；sales_q1.xlsx；notes.md", 1),
    (FILES, "(report.docx, sales_q1.xlsx, notes.md)", 1),
    (FILES, "• report.docx • sales_q1.xlsx • notes.md", 1),
    (FILES, "– report.docx\n– sales_q1.xlsx\n– notes.md", 1),
    (FILES, "- report.docx;\n- sales_q1.xlsx;\n- notes.md;", 1),
    (FILES, ["- report.docx", "- sales_q1.xlsx", "- notes.md"], 1),
    (FILES, ["1. report.docx", "2. sales_q1.xlsx", "3. notes.md"], 1),
    (FILES, ["report.docx, sales_q1.xlsx", "notes.md"], 1),
    (FILES, "report.docx, sales_q1.xlsx", 0.8),
    (FILES, "report.docx, sales_q1.xlsx, other.md", 2 / 3),
    (FILES, "All files except: report.docx, sales_q1.xlsx, notes.md", 2 / 3),
    (FILES, "The files are not: report.docx", 0),
    (FILES, "report.docx or sales_q1.xlsx or notes.md", 0),
    (HARD, "Budget, final; v2.xlsx, a.csv", 1),
    (HARD, '"Budget, final; v2.xlsx", "a.csv"', 1),
    (HARD, "a.csv; Budget, final; v2.xlsx", 1),
    (HARD, "a.csv and Budget, final; v2.xlsx", 1),
    (HARD, ["v2.xlsx; Budget, final", "a.csv"], 0.5),
    (TOWNS, "Paris, France and Rome, Italy", 1),
    (TOWNS, "Paris, Italy; Rome, France", 0),
    (TEAMS, "Sales and Research and Development", 1),
    (TEAMS, "Research and Development and Sales", 1),
    (("1,200", "3"), "1,200, 3", 1),
    (("12", "13"), "12 and 13", 1),
    (("2021", "2022", "2023"), "2021, 2022 and 2023", 1),
    (CODES, "INV\u2011001, INV\u2011002", 1),
    (CODES, "INV-001, INV-003", 0.5),
    ((), "None.", 1),
    ((), "a.csv", 0),
    # Pairs of a name and its value.
    (PAIRS, ["North: 3", "South: 4.5", "East: 1200"], 1),
    (PAIRS, "North: 3, South: 4.5, East: 1,200", 1),
    (PAIRS, "North (3), South (4.5), East (1200)", 1),
    (PAIRS, "- North: 3\n- South: 4.5\n- East: 1200", 1),
    (PAIRS, "North; 3; South; 4.5; East; 1200", 1),
    (PAIRS, {"North": 3, "South": 4.5, "East": 1200}, 1),
    (PAIRS, [{"item": "North", "value": 3}, {"item": "South", "value": 4.5}], 0.8),
    (PAIRS, ["North; 4.5", "South; 3", "East; 1200"], 1 / 3),
    # Units, and letters that are part of a name.
    (("€5",), ["$5"], 0),
    (("USD 5",), ["EUR 5"], 0),
    (("$5", "$6"), ["5", "6"], 1),
    (("5",), ["5 USD"], 1),
    (("7E2", "A"), ["700", "A"], 0.5),
    (("10K", "10000"), ["10000"], 2 / 3),
    (("5m",), ["5000000"], 0),
    (("007", "8"), [7, 8], 0.5),
]

COMPOSITES: list[Case] = [
    ("North; 3", "North;3;", 1),
    ("North; 3", "North (3)", 1),
    ("North; 3", "North = 3", 1),
    ("North; 3", "North - 3", 1),
    ("North; 3", "North – 3", 1),
    ("North; 3", "North,3", 1),
    ("North; 3", "North；3", 1),
    ("North; 3", "(North; 3)", 1),
    ("North; 3", "- North\n- 3", 1),
    ("North; 3", "North; three", 1),
    ("North; 3", {"region": "North", "count": 3}, 1),
    ("North; 3", {"North": 3}, 1),
    ("North; 3", {"count": 3, "region": "North"}, 0),
    ("North; 3", [["North"], [3]], 1),
    ("North; 3", "North; more than 3", 0),
    ("North; 3", "North; not 3", 0),
    ("North; 3", "North; 3; 4;", 0),
    ("72; 47", "72 and 47", 1),
    ("72; 47", "1. 72\n2. 47", 1),
    ("72; 47", "(72; 47)", 1),
    ("72; 47", "First: 72, Second: 47", 1),
    ("72; 47", "47 and 72", 0),
    ("12; 34", "12,34", 1),
    ("1,200; 3.5", "1,200, 3.5", 1),
    ("Paris, France; 3", "Paris, France, 3", 1),
    ("Acme; $1,200", "Acme; 1200", 1),
    ("Acme; $1,200", "Acme; €1,200", 0),
    ("(North; 3)", "(North; 3)", 1),
]

OTHERS: list[Case] = [
    ("North Region", "North Region!", 1),
    ("North Region", "Answer: North Region", 1),
    ("North Region", "The answer is North Region.", 1),
    ("North Region", "«North Region»", 1),
    ("North Region", "not North Region", 0),
    ("2024-05-12", "2024-05-12T00:00:00", 1),
    ("2024-05-12", "2024-05-12 00:00:00", 1),
    ("2024-05-12", "2024-05-12T10:00:00", 0),
    ("3.5%", "3.5 %", 1),
    *((True, word, 1) for word in ("ja", "oui", "sí", "是", "да", "Yes, it does.", "It is true.")),
    *((True, text, 1) for text in ("**Yes**, because", "Answer: yes", "true\n\nBecause of it")),
    *((False, word, 1) for word in ("nein", "non", "нет", "否", "No, it does not.")),
    *((True, text, 0) for text in ("not true", "yes, but no", "Yes or no", "no evidence", "no")),
    *((False, text, 0) for text in ("No, I could not find it.", "no evidence", "No, or yes", "ja")),
]

ALL = LISTS + COMPOSITES + OTHERS


@pytest.mark.parametrize(
    ("gold", "answer", "score"), ALL, ids=[f"{gold} {answer}" for gold, answer, _ in ALL]
)
def test_how_it_is_written_is_no_part_of_it(gold: GoldAnswer, answer: object, score: float) -> None:
    profiles = (PROFILES["paper"], PROFILES["strict"])
    found = answer_scores(task(gold, surfaces=("rag",)), json.dumps(answer), profiles)
    assert [item.score for item in found] == pytest.approx([score, score])
