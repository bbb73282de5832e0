"""What the suites compute from their measurements: agreement, gates, exponents, memory."""

from __future__ import annotations

import os
import sys

import pytest

from benchmarks.agreement import Agreement, compared
from benchmarks.gates import Gate, judged
from benchmarks.processes import run_sampled
from benchmarks.scale import exponent


@pytest.mark.parametrize(
    ("theirs", "ours", "expected"),
    [
        ("one two two", "two one two", Agreement(3, 3, 3)),
        ("one two two", "one two", Agreement(2, 3, 2)),
        ("12.0\t3.50", "12\t3.50", Agreement(2, 2, 2)),
        ("2024-01-02 00:00:00", "2024-01-02", Agreement(1, 1, 1)),
        ("1,234 kg", "1.234 kg", Agreement(1, 2, 2)),
        ("", "", Agreement(0, 0, 0)),
    ],
    ids=["order", "count", "whole floats", "midnight", "separators", "nothing"],
)
def test_agreement_counts_tokens(theirs: str, ours: str, expected: Agreement) -> None:
    assert compared(theirs, ours) == expected


def test_nothing_to_find_is_full_agreement() -> None:
    assert (Agreement().kept, Agreement().known) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("gate", "is_kept"),
    [
        (Gate("speed", 3.0, 3.0, is_floor=True), True),
        (Gate("speed", 2.9, 3.0, is_floor=True), False),
        (Gate("share", 1.5, 1.5), True),
        (Gate("share", 1.6, 1.5), False),
    ],
)
def test_a_gate_is_judged_by_its_side(gate: Gate, is_kept: bool) -> None:
    assert gate.is_kept is is_kept
    assert judged([gate]).startswith("ok" if is_kept else "FAIL")


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_exponent_of_a_power_is_found(power: float) -> None:
    points = [(size, 3.0 * size**power) for size in (2_000, 6_000, 20_000)]
    assert exponent(points) == pytest.approx(power)


def test_memory_of_children_is_counted() -> None:
    child = "import time; held = bytearray(80 << 20); time.sleep(0.5)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    ran = run_sampled([sys.executable, "-c", parent], os.environ)
    assert ran.code == 0
    assert ran.processes == 2
    assert ran.tree_mib > 80
