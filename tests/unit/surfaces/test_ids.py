from __future__ import annotations

import json

import pytest

from tests.shared_files import shared
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.worksurface.surfaces.ids import (
    IdRequest,
    document_ids,
    picture_ids,
    view_ids,
)

DECOMPOSED, COMPOSED = "cafe\u0301", "caf\u00e9"


def request(
    name: str, sheet: str = "", block: int = 0, task: str = "7", stored: str = ""
) -> IdRequest:
    return IdRequest(task, name, stored or f"data/{name}", sheet, block)


def hash8(stored: str) -> str:
    return digest_text(stored)[:8]


@pytest.mark.parametrize(
    ("requests", "expected"),
    [
        pytest.param([request("Q3 report.docx")], ["t7__Q3 report.md"], id="stem as it is"),
        pytest.param([request("a.xlsx", "Notes", 2)], ["t7__a__Notes__2.md"], id="sheet and block"),
        pytest.param(
            [request("report.md"), request("report.txt"), request("other.md")],
            ["t7__report_md.md", "t7__report_txt.md", "t7__other.md"],
            id="equal stems get their extensions",
        ),
        pytest.param(
            [request("report.md"), request("report.txt"), request("report_md.txt")],
            [
                f"t7__report_md_{hash8('report.md')}.md",
                "t7__report_txt.md",
                "t7__report_md_txt.md",
            ],
            id="an extension that collides anew gets the digest",
        ),
        pytest.param(
            [request("Report.md"), request("report.md")],
            [f"t7__Report_md_{hash8('Report.md')}.md", f"t7__report_md_{hash8('report.md')}.md"],
            id="case alone is no difference",
        ),
        pytest.param(
            [request(f"{DECOMPOSED}.md"), request(f"{COMPOSED}.md")],
            [
                f"t7__{DECOMPOSED}_md_{hash8(f'{DECOMPOSED}.md')}.md",
                f"t7__{COMPOSED}_md_{hash8(f'{COMPOSED}.md')}.md",
            ],
            id="Unicode form alone is no difference",
        ),
        pytest.param(
            [request("a.xlsx", "b"), request("a__b.md")],
            ["t7__a_xlsx__b.md", "t7__a__b_md.md"],
            id="a sheet and a file",
        ),
        pytest.param(
            [request("README"), request("README.md")],
            ["t7__README.md", "t7__README_md.md"],
            id="no extension",
        ),
        pytest.param(
            [request("a.md", stored="x/a.md"), request("a.md", stored="y/a.md")],
            [f"t7__a_md_{hash8('a.md')}.md", f"t7__a_md_{hash8('a.md')}_2.md"],
            id="equal stored names are numbered",
        ),
        pytest.param([request("a\x07b.md")], ["t7__a_b.md"], id="control characters"),
        pytest.param(
            [request("a.md"), request("a.md", task="8")],
            ["t7__a.md", "t8__a.md"],
            id="tasks keep apart",
        ),
    ],
)
def test_document_ids(requests: list[IdRequest], expected: list[str]) -> None:
    assert list(document_ids(requests)) == expected


@pytest.mark.parametrize(
    ("requests", "expected"),
    [
        pytest.param([request("Net-Sales (2).csv")], ["t7__net_sales_2"], id="csv has no sheet"),
        pytest.param([request("a.xlsx", "Sheet1")], ["t7__a__sheet1"], id="single sheet"),
        pytest.param([request("10-7_x.xlsx", "1007")], ["t7__t_10_7_x__1007"], id="leading digit"),
        pytest.param(
            [request("库存.xlsx", "一月"), request("库存.xlsx", "二月")],
            ["t7__库存__一月", "t7__库存__二月"],
            id="two sheets without an ASCII letter",
        ),
        pytest.param(
            [request("a.xlsx", "A b"), request("a.xlsx", "a_b"), request("a.xlsx", "a-b-2")],
            ["t7__a__a_b", "t7__a__a_b_3", "t7__a__a_b_2"],
            id="sheets of one file are numbered around taken names",
        ),
        pytest.param(
            [request("a.xls", "S"), request("a.xlsx", "S"), request("a.xlsx", "T")],
            ["t7__a_xls__s", "t7__a_xlsx__s", "t7__a_xlsx__t"],
            id="all tables of a colliding file",
        ),
        pytest.param(
            [request("!!.csv"), request("a.xlsx", "--")],
            ["t7__file", "t7__a__sheet"],
            id="no letters",
        ),
        pytest.param([request("ⅡＡ.csv")], ["t7__iia"], id="NFKC"),
        pytest.param(
            [request("a.xlsx", "s", 1), request("a.xlsx", "s", 2)],
            ["t7__a__s__1", "t7__a__s__2"],
            id="blocks",
        ),
    ],
)
def test_view_ids(requests: list[IdRequest], expected: list[str]) -> None:
    assert list(view_ids(requests)) == expected


def test_picture_ids_keep_the_whole_name_apart() -> None:
    names = picture_ids([request("a.png"), request("a.jpg"), request("A.png")])
    assert names == (f"t7__a_{hash8('a.png')}.png", "t7__a.jpg", f"t7__A_{hash8('A.png')}.png")


# Stem and sheet behind view ids of the public release, read off its evidence.
PUBLISHED_SHEETS = {
    "t15__t_5_financial_table_income_expense_profit_statement_visual_charts__sheet1": "Sheet1",
    "t360__t_10_7_top_10_malignant_tumor_mortality_rates_overall__1007": "1007",
    "t44__development_task_2__sheet1": "Sheet1",
    "t44__development_task_3__development_task_list": "Development Task List",
    "t159__event_plan_v1__sheet1": "Sheet1",
    "t154__user_behavior_data_20250215": "",
}


def test_published_ids_are_made_again() -> None:
    files = _listed_files()
    tasks = [
        json.loads(line)
        for line in shared("gold_cases/tasks.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    evidence = [item for task in tasks for item in task["gold_evidence"]]
    documents = {item["file"] for item in evidence if item["surface"] == "rag"}
    views = {item["table"] for item in evidence if item["surface"] == "table"}
    assert documents <= set(document_ids(files))
    wanted = {view for view in views if view in PUBLISHED_SHEETS}
    made = view_ids(
        [
            IdRequest(file.task_id, file.filename, file.stored_relpath, sheet)
            for file in files
            for sheet in sorted(set(PUBLISHED_SHEETS.values()))
        ]
    )
    assert wanted == set(PUBLISHED_SHEETS)
    assert wanted <= set(made)


def _listed_files() -> list[IdRequest]:
    found: list[IdRequest] = []
    for path in sorted(shared("lite_metadata").glob("*/metadata.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        found.extend(
            IdRequest(str(data["absolute_id"]), entry["filename"], entry["stored_relpath"])
            for entry in data["data_manifest"]
        )
    return found
