"""A panel over an endpoint that misbehaves, and one that is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.faults.panel_run import run
from tests.fixtures.endpoint import HttpAnswer, chat, fake_endpoint, refusal
from tests.unit.harness.panel_builders import asked, judged, reply
from worksurface_pipeline.harness.panel.ballots import Failure

ROOT = Path(__file__).resolve().parents[2]


def text_of(body: Mapping[str, Any]) -> str:
    return str(body["messages"][-1]["content"])


def times_asked(requests: list[Mapping[str, Any]]) -> Counter[str]:
    return Counter(name for body in requests for name in asked(text_of(body)).values())


def test_malformed_unsure_and_half_read_replies(tmp_path: Path) -> None:
    special = {"i1": judged("unsure"), "i2": {"right": "yes"}}

    def plan(body: Mapping[str, Any], number: int) -> HttpAnswer:
        if "i3" in text_of(body) and len(asked(text_of(body))) > 1:
            return chat("I would rather not answer in JSON.")
        return chat(reply(text_of(body), special))

    with fake_endpoint(plan) as endpoint:
        ballots = run(endpoint.base, str(tmp_path), 6)
        counts = times_asked(endpoint.requests)
    assert [one.is_strict_pass for one in ballots] == [True, False, False, True, True, True]
    assert [one.failure for one in ballots[:3]] == [None, None, Failure.MALFORMED]
    assert counts == {"i0": 1, "i1": 1, "i2": 2, "i3": 2, "i4": 2, "i5": 2}


def test_time_outs_and_server_errors_end_after_the_gateways_attempts(tmp_path: Path) -> None:
    def plan(body: Mapping[str, Any], number: int) -> HttpAnswer:
        if "i0" in text_of(body):
            return HttpAnswer(is_hang=True)
        return refusal(503, "busy") if "i3" in text_of(body) else chat(reply(text_of(body)))

    with fake_endpoint(plan) as endpoint:
        ballots = run(endpoint.base, str(tmp_path), 9, timeout=1.0)
        counts = times_asked(endpoint.requests)
    assert [one.failure for one in ballots] == [Failure.UNAVAILABLE] * 6 + [None] * 3
    assert (counts["i0"], counts["i3"], counts["i6"]) == (2, 2, 1)


def test_after_a_kill_only_what_is_unfinished_is_asked_once_more(tmp_path: Path) -> None:
    is_at_third = threading.Event()

    def hanging(body: Mapping[str, Any], number: int) -> HttpAnswer:
        if number == 3:
            is_at_third.set()
            return HttpAnswer(is_hang=True)
        return chat(reply(text_of(body)))

    with fake_endpoint(hanging) as endpoint:
        command = [sys.executable, "-m", "tests.faults.panel_run", endpoint.base, str(tmp_path)]
        process = subprocess.Popen(
            [*command, "12"], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )
        try:
            assert is_at_third.wait(60)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(30)
    with fake_endpoint(lambda body, number: chat(reply(text_of(body)))) as endpoint:
        ballots = run(endpoint.base, str(tmp_path), 12)
        counts = times_asked(endpoint.requests)
    assert all(one.is_strict_pass for one in ballots)
    assert counts == {f"i{number}": 1 for number in range(6, 12)}
