"""Reading speed against the naive baseline: like for like, and with everything we do.

Every round reads the files of one format three ways, one after the other, so that what else the
machine does falls on all of them; the medians of five rounds are compared. All ways are warm:
libraries are imported and processes started before the first round.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.agreement import Agreement, compared, full_text
from benchmarks.baseline import read_naively
from benchmarks.gates import Gate
from benchmarks.plain_reading import read_plainly
from benchmarks.reading_files import Chosen, choose
from worksurface_pipeline.readers.guard import GuardedReader

_ROUNDS = 5
_PROCESSES = 2
_SECONDS = 120
_MEMORY_MIB = 4096
# Files sent to a process at a time: fewer for few files, so that both have work.
_MOST_AT_ONCE = 8
_LEAST_SPEEDUP = 3.0
_LARGEST_SHARE = 1.5
WAYS = ("baseline", "plain", "full")
"""Naive libraries in one process; the same text by us in two; all we do in two guarded ones."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Measured:
    """One format: median seconds of each way, and agreement of the texts."""

    name: str
    files: int
    seconds: tuple[float, float, float]
    plain: Agreement
    full: Agreement


@dataclass(frozen=True, slots=True)
class Reading:
    """All formats, totals over them, and what one side alone could read."""

    formats: tuple[Measured, ...]
    totals: tuple[float, float, float]
    chosen: Chosen

    def gates(self) -> tuple[Gate, Gate]:
        """The two ratios that are required over all formats together."""
        base, plain, full = self.totals
        return (
            Gate("like for like, times faster", base / plain, _LEAST_SPEEDUP, "x", is_floor=True),
            Gate("everything, share of the baseline's time", full / base, _LARGEST_SHARE, "x"),
        )


def measure_reading(scratch: Path, say: Say) -> Reading:
    """Choose the files, read them five times three ways, and compare what was found."""
    context = multiprocessing.get_context("spawn")
    with (
        GuardedReader(_PROCESSES, _SECONDS, _MEMORY_MIB) as guarded,
        ProcessPoolExecutor(_PROCESSES, mp_context=context) as pool,
    ):
        chosen = choose(scratch, guarded)
        ways = _ways(pool, guarded)
        say(f"reading: {sum(map(len, chosen.by_format.values()))} files chosen, warming up")
        agreed = {name: _agreed(paths, ways) for name, paths in chosen.by_format.items()}
        rounds = []
        for number in range(1, _ROUNDS + 1):
            rounds.append(_round(chosen.by_format, ways))
            say(f"reading: round {number} of {_ROUNDS}: {_sums(rounds[-1])}")
    return _reading(chosen, agreed, rounds)


Way = Callable[[Sequence[Path]], Sequence[object]]


def _ways(pool: ProcessPoolExecutor, guarded: GuardedReader) -> Mapping[str, Way]:
    def plain(paths: Sequence[Path]) -> list[str]:
        size = max(1, min(_MOST_AT_ONCE, len(paths) // (2 * _PROCESSES)))
        return list(pool.map(read_plainly, paths, chunksize=size))

    return {
        "baseline": lambda paths: [read_naively(path) for path in paths],
        "plain": plain,
        "full": lambda paths: list(guarded.read_many((path, path.name) for path in paths)),
    }


def _agreed(paths: Sequence[Path], ways: Mapping[str, Way]) -> tuple[Agreement, Agreement]:
    """Agreement of plain and full readings with the baseline's; warms every process too."""
    theirs = [read_naively(path).text for path in paths]
    plain = [str(text) for text in ways["plain"](paths)]
    full = [full_text(item) for item in ways["full"](paths)]  # type: ignore[arg-type]
    return (
        sum(map(compared, theirs, plain), Agreement()),
        sum(map(compared, theirs, full), Agreement()),
    )


Round = Mapping[str, tuple[float, float, float]]


def _round(by_format: Mapping[str, Sequence[Path]], ways: Mapping[str, Way]) -> Round:
    return {
        name: (
            _timed(ways["baseline"], paths),
            _timed(ways["plain"], paths),
            _timed(ways["full"], paths),
        )
        for name, paths in by_format.items()
    }


def _timed(way: Way, paths: Sequence[Path]) -> float:
    begun = time.perf_counter()
    way(paths)
    return time.perf_counter() - begun


def _sums(one: Round) -> str:
    totals = (sum(seconds[place] for seconds in one.values()) for place in range(len(WAYS)))
    return ", ".join(f"{way} {total:.2f} s" for way, total in zip(WAYS, totals, strict=True))


def _reading(
    chosen: Chosen, agreed: Mapping[str, tuple[Agreement, Agreement]], rounds: Sequence[Round]
) -> Reading:
    formats = tuple(
        Measured(name, len(paths), _medians([one[name] for one in rounds]), *agreed[name])
        for name, paths in chosen.by_format.items()
    )
    totals = [_total(one) for one in rounds]
    return Reading(formats, _medians(totals), chosen)


def _total(one: Round) -> tuple[float, float, float]:
    baseline, plain, full = (sum(times) for times in zip(*one.values(), strict=True))
    return baseline, plain, full


def _medians(times: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    baseline, plain, full = (median(values) for values in zip(*times, strict=True))
    return baseline, plain, full


def reading_lines(result: Reading) -> Iterator[str]:
    """The table by format, the totals, and what was lost by one side."""
    yield (
        f"{'format':<8}{'files':>6}{'baseline':>11}{'plain':>10}{'full':>10}{'base/plain':>12}"
        f"{'full/base':>11}  agreement plain, full (of theirs; of ours)"
    )
    for item in result.formats:
        same = f"{_percent(item.plain)}  {_percent(item.full)}"
        yield f"{item.name:<8}{item.files:>6}{_times(item.seconds)}  {same}"
    count = sum(item.files for item in result.formats)
    yield f"{'all':<8}{count:>6}{_times(result.totals)}"
    chosen = result.chosen
    yield "heaviest files of the baseline, read once before the rounds:"
    for path, naive, ours in chosen.heaviest:
        yield f"  {path.name}: baseline {naive:.2f} s, full {ours:.2f} s"
    yield f"baseline cannot read {len(chosen.lost)} files that we read:"
    yield from (f"  {path.name}: {error[:100]}" for path, error in chosen.lost)
    yield f"refused by us and not timed: {len(chosen.refused)}"
    yield from (f"  {path.name}: {reason}" for path, reason in chosen.refused)
    yield from (f"absent: {name}" for name in chosen.absent)


def _times(seconds: tuple[float, float, float]) -> str:
    base, plain, full = seconds
    return f"{base:>9.3f} s{plain:>8.3f} s{full:>8.3f} s{base / plain:>11.2f}x{full / base:>10.2f}x"


def _percent(item: Agreement) -> str:
    return f"{item.kept:6.1%} {item.known:6.1%}"
