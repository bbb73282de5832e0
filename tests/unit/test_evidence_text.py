"""Gold evidence as the arm that is shown it reads it."""

from __future__ import annotations

import pytest

from tests.unit.necessity.worlds import ends, path, query, span
from worksurface_pipeline.worksurface.evidence_text import evidence_text
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.schema.tasks import AbsenceEvidence, Evidence

ABSENT = AbsenceEvidence(
    terms=("Atlantis",), searched=(Surface.RAG, Surface.TABLE), scope_digest="d"
)


@pytest.mark.parametrize(
    ("item", "text"),
    [
        pytest.param(
            span("t7__gates.md", "48 minutes"),
            "[1] rag, document t7__gates.md:\n48 minutes",
            id="span",
        ),
        pytest.param(
            query("t7__stock", "SELECT COUNT(*) FROM {view}", 31),
            '[1] table, view t7__stock, query:\nSELECT COUNT(*) FROM "t7__stock"\n'
            "its complete result:\n[31]",
            id="rows",
        ),
        pytest.param(
            path("t7::a.md", "^version_of", "t7::b.md", "depends_on", "t7::c.csv"),
            "[1] graph, path: t7::a.md <-version_of- t7::b.md -depends_on-> t7::c.csv",
            id="path",
        ),
        pytest.param(
            ends("task_9", "task_requires_file", "t9::beds.csv", "t9::rooms.csv"),
            "[1] graph, all that task_9 leads to by task_requires_file:\n"
            "t9::beds.csv\nt9::rooms.csv",
            id="set",
        ),
        pytest.param(
            ends("t7::a.md", "depends_on", direction="in"),
            "[1] graph, all that t7::a.md comes from by depends_on:\n(nothing)",
            id="empty-set",
        ),
        pytest.param(
            ABSENT, "[1] a search of rag, table for 'Atlantis' finds nothing", id="absence"
        ),
    ],
)
def test_every_kind_of_evidence_has_a_text(item: Evidence, text: str) -> None:
    assert evidence_text((item,)) == text


def test_items_are_numbered_and_none_is_no_text() -> None:
    both = evidence_text((ABSENT, ABSENT))
    assert both.count("finds nothing") == 2
    assert "\n\n[2] " in both
    assert evidence_text(()) == ""
