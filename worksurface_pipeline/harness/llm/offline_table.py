"""The embedded model on tables: list, describe the likeliest view, one simple query, its cell."""

from __future__ import annotations

from typing import Any

from worksurface_pipeline.harness.llm.offline_plan import NOTHING, Call, Found, Move
from worksurface_pipeline.harness.llm.offline_reading import Fields, Situation, Step
from worksurface_pipeline.harness.llm.offline_sql import build_query
from worksurface_pipeline.harness.llm.offline_words import file_names, quoted, words
from worksurface_pipeline.kernel.text import normalise

_NAMED = 5  # words that a view is worth whose file or sheet stands in the question by name
_SAME_TASK = 2  # words that a view of the question's own source task is worth
_MOST_DESCRIBED = 2  # views looked at before giving up


def table_move(now: Situation) -> Move:
    """The next of: table_list, table_describe, table_query, answer."""
    lists = now.steps_of("table_list")
    if not lists:
        return Call("table_list")
    queries = now.steps_of("table_query")
    if queries:
        return _answer(queries[-1])
    described = [step for step in now.steps_of("table_describe") if not step.is_error]
    sql = build_query(now.question, described[-1].seen) if described else None
    if sql is not None:
        return Call("table_query", {"sql": sql})
    return _describe_next(now, lists[-1])


def _describe_next(now: Situation, listing: Step) -> Move:
    """Describe the likeliest view that was not looked at yet."""
    tried = {str(step.args.get("view", "")) for step in now.steps_of("table_describe")}
    left = [view for view in _ranked(now, listing) if view not in tried]
    if not left or len(tried) >= _MOST_DESCRIBED:
        return NOTHING
    return Call("table_describe", {"view": left[0]})


def _ranked(now: Situation, listing: Step) -> list[str]:
    """View ids, those that share most words with the question first; ties by id."""
    scores = {_id(view): _score(now, view) for view in listing.rows("views")}
    more = listing.seen.get("more")
    for name in more if isinstance(more, list) else []:
        scores.setdefault(str(name), _score(now, {"view": name}))
    return sorted(filter(None, scores), key=lambda name: (-scores[name], name))


def _score(now: Situation, view: Fields) -> int:
    columns = view.get("columns")
    names = [str(name) for name in columns] if isinstance(columns, list) else []
    text = " ".join(
        [_id(view), str(view.get("source_file", "")), str(view.get("sheet", "")), *names]
    )
    own = _SAME_TASK if _id(view).startswith(f"t{now.task}__") else 0
    return len(words(now.question) & words(text)) + own + _NAMED * _named(now.question, view)


def _named(question: str, view: Fields) -> int:
    """How many of the view's file and sheet stand in the question as names."""
    names = {normalise(name) for name in (*quoted(question), *file_names(question))}
    return sum(normalise(str(view.get(key, ""))) in names for key in ("source_file", "sheet"))


def _id(view: Fields) -> str:
    return str(view.get("view", ""))


def _answer(query: Step) -> Found:
    """The first cell of the result; nothing, zero or an error is no answer."""
    rows = query.seen.get("rows")
    cell = None if query.is_error else _first_cell(rows)
    is_usable = isinstance(cell, (str, int, float)) and bool(cell)
    return Found(cell) if is_usable else NOTHING


def _first_cell(rows: Any) -> Any:
    is_filled = isinstance(rows, list) and bool(rows) and isinstance(rows[0], list)
    return rows[0][0] if is_filled and rows[0] else None
