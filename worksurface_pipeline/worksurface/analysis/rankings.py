"""Whether rankings by the aggregate hold under other weights.

Pairs are compared within a model (settings) and within a setting (models). A pair is ordered when
one is ahead over what was scored and over all released tasks; its order holds under other weights
when neither mean turns it round there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from worksurface_pipeline.kernel.stats import Mean
from worksurface_pipeline.site.labels import is_self_test
from worksurface_pipeline.site.table import Column, Table, simple_table, to_csv
from worksurface_pipeline.worksurface.analysis.robustness import WeightedCell
from worksurface_pipeline.worksurface.scoring.profiles import ROBUSTNESS_WEIGHTS

_NAMES = tuple(ROBUSTNESS_WEIGHTS)  # the paper's first
_EQUAL = 1e-9  # means that differ by less are level: sums in another order differ so


@dataclass(frozen=True, slots=True)
class Ranking:
    """One ranking, of settings or of models, and what becomes of it under other weights.

    `order` is by the paper's weights, best first. `turned` are pairs of the order that are turned
    round, for each other set of weights; `open_pairs` those that the two means order differently.
    """

    within: str
    order: tuple[str, ...]
    open_pairs: tuple[tuple[str, str], ...]
    turned: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]

    @property
    def holds(self) -> bool:
        """Whether no pair is turned round, and every one is ordered by both means."""
        return not self.open_pairs and not any(pairs for _, pairs in self.turned)


def rankings(rows: Sequence[WeightedCell]) -> tuple[Ranking, ...]:
    """Rankings of settings within each model and of models within each setting."""
    known = [row for row in rows if not is_self_test(row.model) and row.means[0].n_scored]
    found: list[Ranking] = []
    for model in sorted({row.model for row in known}):
        found += _ranking(model, {r.setting: r.means for r in known if r.model == model})
    for setting in sorted({row.setting for row in known}):
        found += _ranking(setting, {r.model: r.means for r in known if r.setting == setting})
    return tuple(found)


def _ranking(within: str, means: dict[str, Sequence[Mean]]) -> Iterator[Ranking]:
    if len(means) < 2:
        return
    order = sorted(means, key=lambda name: (-(means[name][0].value or 0.0), name))
    signs = {pair: _sign(means[pair[0]][0], means[pair[1]][0]) for pair in combinations(order, 2)}
    turned = tuple(
        (weights, tuple(pair for pair in signs if signs[pair] * _at(means, pair, place) < 0))
        for place, weights in enumerate(_NAMES)
        if place
    )
    undecided = tuple(pair for pair, sign in signs.items() if sign == 0)
    yield Ranking(within, tuple(order), undecided, turned)


def _at(means: dict[str, Sequence[Mean]], pair: tuple[str, str], place: int) -> int:
    """The pair's order under other weights: -1 when either mean puts the second ahead."""
    return min(_signs(means[pair[0]][place], means[pair[1]][place]))


def _sign(one: Mean, other: Mean) -> int:
    """1 or -1 where both means say so, else 0."""
    first, second = _signs(one, other)
    return first if first == second else 0


def _signs(one: Mean, other: Mean) -> tuple[int, int]:
    return _compare(one.value, other.value), _compare(one.over_all, other.over_all)


def _compare(one: float | None, other: float | None) -> int:
    away = (one or 0.0) - (other or 0.0)
    return 0 if abs(away) <= _EQUAL else 1 if away > 0 else -1


def rankings_table(found: Sequence[Ranking]) -> Table:
    """A line for each ranking: its order, and what turns under each set of weights."""
    columns = (
        *(Column("Within"), Column("Order by the paper's weights")),
        *(Column(f"Turned by {name}") for name in _NAMES[1:]),
        Column("Holds"),
    )
    rows = (
        (
            *(one.within, " > ".join(one.order)),
            *(_pairs(pairs) for _, pairs in one.turned),
            _verdict(one),
        )
        for one in found
    )
    notes = (
        "Of settings within a model, and of models within a setting. A ranking holds when no pair "
        "is turned round by other weights, over what was scored or over all released tasks.",
    )
    return simple_table("rankings", "Do rankings hold under other weights?", columns, rows, notes)


def rankings_csv(found: Sequence[Ranking]) -> str:
    """One line per ranking and other set of weights."""
    head = ("within", "order", "weights", "turned_pairs", "open_pairs", "holds")
    lines = (
        (one.within, " > ".join(one.order), name, _pairs(pairs), _pairs(one.open_pairs), one.holds)
        for one in found
        for name, pairs in one.turned
    )
    return to_csv(head, lines)


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return "; ".join(f"{one} and {other}" for one, other in pairs)


def _verdict(one: Ranking) -> str:
    if one.holds:
        return "yes"
    return f"level: {_pairs(one.open_pairs)}" if one.open_pairs else "no"
