"""The analysis suite's truth: cells of known means, and what each run of a simulated sweep does.

A run has three yes/no traits: its answer is right, its tools show the evidence, its route is the
right one. A trait is a normal score under the threshold of its cell's mean, so that the mean is
known whatever the correlation; the score is shared in part by the runs of a source task, in one
cell and in all, and the answer's in part with those of evidence and route. Those two are
independent: their product is known too. No scoring code is used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

MODELS = ("vendor/large", "vendor/small", "other/large", "other/small")
SETTINGS = ("S1", "S2", "S3", "S4", "S5", "S6")
SURFACES = ("rag", "table", "graph")
METRICS = ("route_precision", "route_recall", "route_f1", "evidence", "answer")
"""Metrics whose means are known before anything is drawn."""
REFERENCE = (MODELS[0], "S5")
"""The cell that sets the budgets."""
CORRELATION = 0.2
"""Of the normal scores of two runs of one source task in one cell."""

_BY_SETTING = {  # means of answer, evidence and route of a middling model
    "S1": (0.10, 0.50, 0.50),
    "S2": (0.27, 0.60, 0.50),
    "S3": (0.33, 0.62, 0.66),
    "S4": (0.47, 0.66, 0.58),
    "S5": (0.55, 0.78, 0.85),
    "S6": (0.53, 0.75, 0.80),
}
_BY_MODEL = (0.35, -0.15, 0.20, -0.40)  # shifts of the normal scores
_ACROSS_CELLS = 0.6  # of a source task's part of the score: equal in all cells
_FROM_EVIDENCE, _FROM_ROUTE = 0.5, 0.3  # parts of the answer's own score
_ERRED = 0.003  # runs that end in an error, whatever else they would have done
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class CellTruth:
    """One cell: means that its traits are drawn with, and the traits of its runs by task."""

    model: str
    setting: str
    is_right: Flags
    is_shown: Flags
    is_routed: Flags
    is_error: Flags
    traits: tuple[float, float, float]

    @property
    def key(self) -> str:
        """The cell's partition key."""
        return f"{self.model}|{self.setting}"


@dataclass(frozen=True, slots=True)
class Design:
    """What the traits of a run are drawn from: the source task and the surfaces of each task."""

    source_tasks: tuple[int, ...]
    required: tuple[tuple[str, ...], ...]


def draw_cells(design: Design, seed: int) -> Iterator[CellTruth]:
    """All cells, model by model."""
    shared = _normal(seed, "shared").standard_normal((3, max(design.source_tasks) + 1))
    for model, shift in zip(MODELS, _BY_MODEL, strict=True):
        for setting in SETTINGS:
            source = _normal(seed, f"{model}|{setting}")
            traits = tuple(_shifted(mean, shift) for mean in _BY_SETTING[setting])
            answer, evidence, route = traits
            yield _drawn(design, model, setting, (answer, evidence, route), shared, source)


def used_surfaces(setting: str, required: Sequence[str], is_routed: bool) -> tuple[str, ...]:
    """The surfaces that a run uses. A wrong route uses one too many, or where it cannot, too few.

    S3 uses one surface alone, S5 has no others than the required.
    """
    others = [name for name in SURFACES if name not in required]
    if setting in ("S1", "S2"):
        return ("rag",) if setting == "S2" else ()
    if setting == "S3":
        return (required[-1] if is_routed or not others else others[0],)
    if is_routed:
        return tuple(required)
    if others and setting != "S5":
        return (*required, others[-1])
    return tuple(required[:-1] or required)


def values_of(cell: CellTruth, design: Design) -> Mapping[str, Floats]:
    """The metrics of every run by task, as drawn; those of errors count in no mean."""
    table = [
        _of_run(cell.setting, required, bool(is_routed))
        for required, is_routed in zip(design.required, cell.is_routed, strict=True)
    ]
    columns = dict(zip(METRICS, np.array(table).T, strict=False))
    return {
        **columns,
        "evidence": columns["evidence"] * cell.is_shown,
        "answer": cell.is_right.astype(np.float64),
    }


def known_means(cell: CellTruth, design: Design) -> Mapping[str, float]:
    """The means of the cell's metrics over all that could have been drawn."""
    answer, evidence, route = cell.traits
    runs = [
        np.array([_of_run(cell.setting, required, is_routed) for required in design.required])
        for is_routed in (True, False)
    ]
    mean = (route * runs[0] + (1 - route) * runs[1]).mean(axis=0)
    found = dict(zip(METRICS, map(float, mean), strict=False))
    return {**found, "evidence": found["evidence"] * evidence, "answer": answer}


def _of_run(
    setting: str, required: Sequence[str], is_routed: bool
) -> tuple[float, float, float, float]:
    """Route precision, recall and F1, and the share of evidence that can be shown.

    Every required surface has one item of evidence.
    """
    used = used_surfaces(setting, required, is_routed)
    common = len(set(used) & set(required))
    precision = common / len(used) if used else 0.0
    share = common / len(required)
    return precision, share, 2 * common / (len(used) + len(required)), share


def _drawn(
    design: Design,
    model: str,
    setting: str,
    traits: tuple[float, float, float],
    shared: Floats,
    source: np.random.Generator,
) -> CellTruth:
    places = np.array(design.source_tasks)
    own = source.standard_normal(shared.shape)
    group = (np.sqrt(_ACROSS_CELLS) * shared + np.sqrt(1 - _ACROSS_CELLS) * own)[:, places]
    noise = source.standard_normal((3, len(places)))
    scores = np.sqrt(CORRELATION) * group + np.sqrt(1 - CORRELATION) * noise
    rest = np.sqrt(1 - _FROM_EVIDENCE**2 - _FROM_ROUTE**2)
    scores[0] = rest * scores[0] + _FROM_EVIDENCE * scores[1] + _FROM_ROUTE * scores[2]
    right, shown, routed = (
        row < _NORMAL.inv_cdf(mean) for row, mean in zip(scores, traits, strict=True)
    )
    is_error = source.random(len(places)) < _ERRED
    return CellTruth(model, setting, right, shown, routed, is_error, traits)


def _shifted(mean: float, shift: float) -> float:
    return _NORMAL.cdf(_NORMAL.inv_cdf(mean) + shift)


def _normal(seed: int, name: str) -> np.random.Generator:
    """A source of its own for each name, so that no cell hangs on the order of the others."""
    return np.random.default_rng([seed, *name.encode()])
