"""How cells of a sweep stand in a table: under a heading for each depth and retriever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.kernel.intervals import FEW_CLUSTERS, LEVEL
from worksurface_pipeline.kernel.stats import Mean
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.shares import METHOD, Key, Share, Study
from worksurface_pipeline.site.interval_cells import (
    INDICATIVE,
    MARK,
    METHOD_HEAD,
    METHOD_NAMES,
    heading,
    interval_text,
    is_indicative,
    method_values,
)
from worksurface_pipeline.site.labels import SELF_TEST, is_self_test, percent
from worksurface_pipeline.site.table import Cell, Row, RowGroup

CellKey = tuple[str, str, int]
"""Model, retriever, k."""
SHARE_HEAD = (
    *("questions", "scored", "unscored", "errors", "missing", "value", "value_over_all"),
    *("projects", "lowest_project", "highest_project", "standard_error"),
    *(*METHOD_HEAD, "shown_method", "heading"),
)
"""CSV columns of a mean."""


def in_order(keys: Iterable[CellKey]) -> list[CellKey]:
    """By depth and retriever, in them the models by name, self-tests last."""
    return sorted(set(keys), key=lambda key: (key[2], key[1], is_self_test(key[0]), key[0]))


def cells_in(found: Mapping[Key, Share]) -> list[CellKey]:
    """The cells of keys that begin with one, in the order of tables."""
    return in_order((str(key[0]), str(key[1]), int(str(key[2]))) for key in found)


def grouped(rows: Iterable[tuple[CellKey, Row]], given: Evaluation) -> tuple[RowGroup, ...]:
    """Rows of cells under their depth and retriever."""
    groups: dict[str, list[Row]] = {}
    for (_, retriever, k), row in rows:
        groups.setdefault(condition(k, retriever, given), []).append(row)
    return tuple(RowGroup(name, tuple(items)) for name, items in groups.items())


def condition(k: int, retriever: str, given: Evaluation) -> str:
    """A depth and a retriever for people."""
    return f"{counted(k, 'record')}, {retriever_name(retriever, given)}"


def retriever_name(retriever: str, given: Evaluation) -> str:
    """A retriever, marked where it sees no pictures."""
    return f"{retriever} (text only)" if retriever in given.text_only_retrievers else retriever


def model_name(model: str, given: Evaluation) -> str:
    """A model, marked where it is embedded or was shown no pictures."""
    marks = [SELF_TEST] if is_self_test(model) else []
    if model in given.text_only_models:
        marks.append("text only")
    return f"{model} ({', '.join(marks)})" if marks else model


def share_cell(found: Share | None, study: Study, is_best: bool = False) -> Cell:
    """A mean in per cent; beside it projects or interval, and how many of all were scored."""
    if found is None:
        return Cell(percent(None))
    return Cell(percent(found.value), "; ".join(_beside(found, study)), is_best=is_best)


def _beside(found: Share, study: Study) -> list[str]:
    told = _by_project(found) if study.is_few else _interval(found)
    mean = found.mean
    lost = f"{mean.n_scored} of {mean.n_total}" if mean.n_scored < mean.n_total else ""
    return [part for part in (told, lost) if part]


def _by_project(found: Share) -> str:
    """The lowest and the highest project; nothing where all have the same, or there is one."""
    ends = [percent(end(found.by_project.values(), default=None)) for end in (min, max)]
    return "–".join(ends) if ends[0] != ends[1] else ""


def _interval(found: Share) -> str:
    bounds = found.estimate.bounds[METHOD]
    mark = MARK if is_indicative(found.estimate) else ""
    return "" if bounds.low is None else interval_text(bounds, mark)


def titled(title: str, study: Study) -> str:
    """A title, headed indicative while projects are few."""
    return f"{title}, {INDICATIVE}" if study.is_few else title


def notes_of(study: Study) -> tuple[str, ...]:
    """What stands below a table of means."""
    size = len(study.plan.clusters)
    over = counted(size, "project")
    whole = (
        "Per cent of what was judged; where some answers were not judged, failed or are missing, "
        "the number that was stands beside, and the CSV has the mean over all, failed ones as 0."
    )
    shown = METHOD_NAMES[METHOD]
    if study.is_few:
        return (
            f"Indicative: with {over} (fewer than {FEW_CLUSTERS}) no interval holds what it says. "
            "Beside a mean stand the lowest and the highest of the projects' own where they differ;"
            f" the CSV has {100 * LEVEL:g} % intervals clustered by project.",
            whole,
        )
    return (
        f"Beside a mean stands its {100 * LEVEL:g} % interval, clustered by project ({over}), by "
        f"{shown}; the CSV has all methods. {MARK} indicative: too near to 0 or 100 to hold.",
        whole,
    )


def best_of(found: Mapping[Key, Share], keys: Sequence[Key]) -> frozenset[Key]:
    """The keys of the highest mean among models under test; none where all have the same.

    It must be the highest of all questions as well, so that no model wins by what was not judged.
    """
    own = {key: found[key].mean for key in keys if key in found and not is_self_test(str(key[0]))}
    over = {key: ((one.value or 0.0), _right_of_all(one)) for key, one in own.items()}
    tops = tuple(max((pair[place] for pair in over.values()), default=0.0) for place in (0, 1))
    best = frozenset(key for key, pair in over.items() if pair == tops)
    return best if len(best) < len(over) else frozenset()


def _right_of_all(mean: Mean) -> float:
    return (mean.value or 0.0) * mean.n_scored / mean.n_total


def share_values(found: Share) -> tuple[object, ...]:
    """The values under SHARE_HEAD."""
    mean, one = found.mean, found.estimate
    values = list(found.by_project.values())
    return (
        *(mean.n_total, mean.n_scored, mean.n_unscored, mean.n_errors, mean.n_missing),
        *(mean.value, mean.over_all, one.clusters),
        *(min(values, default=None), max(values, default=None), one.standard_error),
        *(*method_values(one), METHOD.value, heading(one, METHOD, is_indicative(one))),
    )
