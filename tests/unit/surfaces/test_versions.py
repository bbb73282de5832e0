from __future__ import annotations

import pytest

from worksurface_pipeline.worksurface.surfaces.versions import version_pairs


def pairs(names: list[str]) -> list[tuple[str, str]]:
    return [(pair.newer.name, pair.older.name) for pair in version_pairs(names)]


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        pytest.param("plan_v2.docx", "plan_v1.docx", id="v"),
        pytest.param("plan v10.docx", "Plan-V9.pdf", id="numbers by value, any format"),
        pytest.param("plan_version-2.1.md", "plan_ver2.md", id="version words"),
        pytest.param("2601.09974v2.pdf", "2601.09974v1.pdf", id="no separator"),
        pytest.param("spec rev3.md", "spec_revision 2.md", id="revision"),
        pytest.param("plan_v1.docx", "plan.docx", id="the unmarked file is the first"),
        pytest.param("plan.docx", "plan_draft.docx", id="draft before release"),
        pytest.param("Final report.docx", "report_v7.docx", id="final after numbers"),
        pytest.param("plan_v2_draft.md", "plan_v1.md", id="number before stage"),
        pytest.param("plan_v2_final.md", "plan_v2.md", id="final of one number"),
        pytest.param("plan_v3.md", "plan_v2_final.md", id="next number after a final"),
        pytest.param("方案终稿.docx", "方案初稿.docx", id="Chinese stages"),
        pytest.param("plan_v2 (1).docx", "plan_v1.docx", id="copies are looked through"),
    ],
)
def test_newer_leads_to_older(newer: str, older: str) -> None:
    assert pairs([older, newer]) == [(newer, older)]
    assert pairs([newer, older]) == [(newer, older)]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["plan_1.md", "plan_2.md"], id="bare numbers"),
        pytest.param(["README.md", "README (1).md"], id="copy mark alone"),
        pytest.param(["log_2024-01-01.csv", "log_2024-01-02.csv"], id="dates"),
        pytest.param(["plan_v1.docx", "plan_v1.pdf"], id="same version, two formats"),
        pytest.param(["plan_v1.docx", "plan_v1.0.docx"], id="equal numbers"),
        pytest.param(["finalists.csv", "ists.csv"], id="inside a word"),
        pytest.param(["nova2.md", "nova.md"], id="v inside a word"),
        pytest.param(["v1.docx", "v2.docx"], id="no stem"),
        pytest.param(["budget_v1.xlsx", "plan_v2.xlsx"], id="other stem"),
        pytest.param(["model_v2.py", "model.csv"], id="other kind of file"),
        pytest.param(["plan_v1.xlsx", "plan_v2.docx"], id="sheet and text"),
        pytest.param(["report_2023.md", "report_2024.md"], id="years"),
        pytest.param(["leave policy.md", "leave policies.md"], id="similar names"),
        pytest.param(["README (1).md", "README (2).md", "README copy.md"], id="copies alone"),
    ],
)
def test_no_version(names: list[str]) -> None:
    assert pairs(names) == []


def test_a_long_line_of_versions_is_a_chain() -> None:
    names = [f"plan_v{number}.md" for number in range(60)]
    assert len(pairs(names[:50])) == 50 * 49 // 2
    assert pairs(names) == [(f"plan_v{n + 1}.md", f"plan_v{n}.md") for n in range(59)]
