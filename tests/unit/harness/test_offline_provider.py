"""The embedded model through litellm: the same path as any other model."""

from __future__ import annotations

from tests.unit.harness.doubles import FakeClock
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.ledger import MemoryLedger
from worksurface_pipeline.harness.llm.offline_policy import count_usage, reply
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.harness.llm.types import Message, ModelReply, ModelRequest

MESSAGES = (
    Message(role="system", content="Tools:\n- kb_search(query, k=3) [rag]: Search."),
    Message(role="user", content="Question: What is the launch budget?"),
)


def test_it_answers_as_the_policy_does_with_counted_usage_and_no_cost() -> None:
    clock, ledger = FakeClock(), MemoryLedger()
    gateway = Gateway(
        [ModelSettings(id="offline/keyword")],
        transport=LitellmTransport(),
        clock=clock,
        sleep=clock.sleep,
        ledger=ledger,
    )
    got = gateway.complete(ModelRequest(model="offline/keyword", messages=MESSAGES))
    text = reply(MESSAGES)
    assert got == ModelReply(
        text=text,
        usage=count_usage(MESSAGES, text),
        model_returned="offline/keyword",
        finish_reason="stop",
        system_fingerprint=got.system_fingerprint,
    )
    assert '"kb_search"' in text
    (record,) = ledger.records
    assert (record.result, record.cost) == ("ok", 0.0)
