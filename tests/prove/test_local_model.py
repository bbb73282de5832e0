"""The local real model, where its extra is installed: the whole path, from the server to scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources.local_model import is_installed, serving
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.llm.types import Message, ModelReply, ModelRequest

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(not is_installed(), reason="the extra `local` is not installed"),
]
PORT = 8397
ASKED = (
    Message(role="user", content="Tools: table_list(). One JSON object: a call or an answer."),
)


def test_an_equal_request_gets_an_equal_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITELLM_OFFLINE_MODE", "true")
    with serving(PORT) as address:
        model = ModelSettings(id="openai/smollm2", api_base=address, timeout_seconds=300)
        request = ModelRequest(model=model.id, messages=ASKED, sampling=model.sampling())
        replies = [LitellmTransport().send(request, model) for _ in range(2)]
    assert isinstance(replies[0], ModelReply)
    assert replies[0].text.lstrip().startswith("{")
    assert replies[0].usage.total
    assert replies[0] == replies[1]


def test_its_cells_stand_in_a_report(tmp_path: Path) -> None:
    from io import StringIO

    from rich.console import Console

    from schedules.local_demo import demonstrate
    from tests.dagster.conftest import make_project

    project = make_project(tmp_path)
    text = StringIO()
    assert demonstrate(project.bench, 2, PORT, Console(file=text, width=200)), text.getvalue()
    pages = list((tmp_path / "lake" / "local_model").rglob("latest/report.md"))
    assert len(pages) == 1
    assert "openai/smollm2" in pages[0].read_text(encoding="utf-8")
