"""The first family of solvers, `rule/templates`: parse the question, find its file, look it up."""

from __future__ import annotations

import re

from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.worksurface.necessity.solvers.base import Answer, Fields, Tools, as_json
from worksurface_pipeline.worksurface.necessity.solvers.files_solver import (
    answer_files,
    asks_for_files,
)
from worksurface_pipeline.worksurface.necessity.solvers.links import (
    Target,
    file_names,
    find_node,
    has_link,
    is_kind,
    kind_in,
    linked_target,
)
from worksurface_pipeline.worksurface.necessity.solvers.tables_solver import (
    answer_table,
    plain,
    said_columns,
)
from worksurface_pipeline.worksurface.necessity.solvers.texts_solver import (
    as_answer,
    figure_answer,
    find_figure,
    find_gap,
    quoted_gap,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface

NAME = "rule/templates"
_PAIR = re.compile(
    r"first, (?P<first>.+?)\? (?:And )?second, (?P<second>.+?)\?", re.DOTALL | re.IGNORECASE
)
_TABLE = re.compile(
    r"how many (?:data )?(?:rows|records|entries|of the entries|different|distinct)|"
    r"\b(?:total|sum|average|mean) of\b|what percentage|which \w+ values|occurs (?:most|least)|"
    r"\bhas the (?:highest|lowest)|for the entry in|the (?:highest|lowest) (?!percentage|figure)",
    re.IGNORECASE,
)
_MOST_VIEWS = 12  # that are described to find one by its columns


class TemplateSolver:
    """Fulfils `Solver`."""

    name = NAME

    def answer(self, task: PublicTask, toolbox: Toolbox) -> str | None:
        """The answer by the first template that fits."""
        return as_json(_Attempt(task, Tools(toolbox)).answer())


class _Attempt:
    """One task with the tools at hand."""

    def __init__(self, task: PublicTask, tools: Tools) -> None:
        self._task = task
        self._tools = tools

    def answer(self) -> Answer | None:
        task, question = self._task, self._task.question
        pair = _PAIR.search(question)
        if pair:
            return self._pair(pair["first"], pair["second"])
        is_content = bool(quoted_gap(question)) or _TABLE.search(question) is not None
        if not is_content and asks_for_files(task):
            return answer_files(task, self._tools)
        return self._content(question, is_number=task.answer_type is AnswerType.NUMBER)

    def _pair(self, first: str, second: str) -> Answer | None:
        """Both answers, "; " between; None when one is missing."""
        tail = self._task.question.partition("Answer as")[2]
        found = [self._half(said) for said in (first, f"{second} {tail}")]
        if any(item is None for item in found):
            return None
        return "; ".join(str(item) for item in found)

    def _half(self, question: str) -> Answer | None:
        """The answer of one of the two questions, of which each has its own file or link."""
        half = self._task.model_copy(update={"question": question})
        return _Attempt(half, self._tools)._content(question, is_number=True)

    def _content(self, question: str, *, is_number: bool) -> Answer | None:
        """From tables where the words ask for an aggregate, else from documents."""
        rest = question
        hidden = None
        if _TABLE.search(question) and (" it" in question or "one " in question):
            hidden = self._hidden(question)
        if _TABLE.search(rest):
            return self._table(rest, hidden, is_number=is_number)
        return self._text(question, is_number=is_number)

    def _hidden(self, question: str) -> str | None:
        """The value that another sentence asks to be looked up first."""
        if quoted_gap(question):
            return find_gap(self._tools, question, self._documents(question, is_first=True))
        mention = find_figure(self._tools, question.split(".")[0], self._documents(question))
        return None if mention is None else mention.value

    def _text(self, question: str, *, is_number: bool) -> Answer | None:
        documents = self._documents(question)
        if quoted_gap(question):
            found = find_gap(self._tools, question, documents)
            return as_answer(found, is_number=is_number)
        mention = find_figure(self._tools, question, documents)
        if is_number or mention is None:
            return figure_answer(mention)
        return mention.raw

    def _documents(self, question: str, *, is_first: bool = False) -> tuple[str, ...] | None:
        """File names and shown ids of the document that is meant; None when none is."""
        target = None if is_first else self._linked()
        names = file_names(question)
        if target is None and not names:
            return None
        if target is None and has_link(self._task.question) and not is_first:
            return None  # the named file is where the link starts
        label = target.label if target else names[0]
        node = target.node if target else find_node(self._tools, self._task, names[0])
        shown = [str(item["label"]) for item in self._projected(node, "doc::")]
        is_known = bool(shown) or not self._is_sealed()
        return (label, *shown) if is_known else None

    def _table(self, question: str, hidden: str | None, *, is_number: bool) -> Answer | None:
        view = self._view(question)
        if view is None:
            return None
        return answer_table(question, view, self._tools, hidden, is_number=is_number)

    def _view(self, question: str) -> str | None:
        """The view that is meant: by file and sheet, by a link, or by its columns."""
        if not self._tools.has(Surface.TABLE):
            return None
        views = self._tools.views()
        target = self._linked()
        names = {target.label} if target else set(file_names(question))
        node = target.node if target else ""
        if not node and names:
            last = file_names(question)[-1:] if not target else (target.label,)
            node = find_node(self._tools, self._task, last[0]) if last else ""
        shown = {str(item["label"]) for item in self._projected(node, "view::")}
        own = [item for item in views if item["view"] in shown] or self._by_name(views, names)
        if not own and has_link(self._task.question):
            own = [item for item in self._of_task(views) if self._is_kind(item)]
        return self._best(question, own or self._of_task(views) or views)

    def _by_name(self, views: list[Fields], names: set[str]) -> list[Fields]:
        return [item for item in self._of_task(views) if item.get("source_file") in names]

    def _of_task(self, views: list[Fields]) -> list[Fields]:
        start = f"t{self._task.source_task}__"
        return [item for item in views if str(item["view"]).startswith(start)]

    def _is_kind(self, view: Fields) -> bool:
        kind = kind_in(self._task.question)
        return not kind or is_kind(str(view.get("source_file", "")), kind)

    def _best(self, question: str, views: list[Fields]) -> str | None:
        """Of several views the one whose sheet and columns the question says most of."""
        said = plain(question)
        best: tuple[int, int, str] | None = None
        for item in views[:_MOST_VIEWS]:
            described = self._tools.ask("table_describe", view=str(item["view"]))
            columns = said_columns(said, described)
            sheet = str(item.get("sheet") or "")
            is_named = int(bool(sheet) and f"“{sheet}”" in question)
            key = (is_named, sum(column.end - column.start for column in columns))
            if best is None or key > best[:2]:
                best = (*key, str(item["view"]))
        return best[2] if best else None

    def _projected(self, node: str, kind: str) -> list[Fields]:
        near = self._tools.neighbors(node) if node else []
        return [item for item in near if str(item["node"]).startswith(kind)]

    def _linked(self) -> Target | None:
        if not has_link(self._task.question) or not self._tools.has(Surface.GRAPH):
            return None
        return linked_target(self._tools, self._task)

    def _is_sealed(self) -> bool:
        """Whether documents come without the names of their files."""
        found = self._tools.passages(self._task.question, 1)
        return bool(found) and "file" not in found[0]
