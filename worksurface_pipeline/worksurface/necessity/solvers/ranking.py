"""The second family of solvers, `rule/ranking`: say every fact at hand in words, take the nearest.

It parses no question: files, edges, lines and queries are ranked by the words that they share with
it. It takes no part in the labels of tasks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.kernel.text import find_numbers, has_token
from worksurface_pipeline.retrieval.tokens import search_tokens
from worksurface_pipeline.worksurface.necessity.solvers.base import Answer, Fields, Tools, as_json
from worksurface_pipeline.worksurface.necessity.solvers.ranked_facts import (
    bag,
    best_fact,
    facts_of,
    relation_words,
    score,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface

NAME = "rule/ranking"
_TABLE = bag("row record entry total sum average mean percentage most often different distinct")
_FILES = bag("file deliverable input task number attachment version chain")
_LINKS = bag("directly latest earliest version refer based into")
_SEARCHED = 10
_VIEWS = 2  # of the best ranked that are described
_AROUND = 40  # characters of context that align a gap
_PAIR = re.compile(r"first, (.+?)\? (?:And )?second, (.+?)\?", re.DOTALL | re.IGNORECASE)
_MARKED = re.compile('[“"]([^”"]{1,60})[”"]')


class RankingSolver:
    """Fulfils `Solver`."""

    name = NAME

    def answer(self, task: PublicTask, toolbox: Toolbox) -> str | None:
        """The value of the fact that the question is nearest to."""
        tools = Tools(toolbox)
        pair = _PAIR.search(task.question)
        if pair is None:
            return as_json(_Ranked(task, tools).answer())
        parts = [_part(task, said) for said in pair.groups()]
        found = [_Ranked(part, tools).answer() for part in parts]
        return None if None in found else as_json("; ".join(map(str, found)))


def _part(task: PublicTask, said: str) -> PublicTask:
    """One half of a question for two figures."""
    return task.model_copy(update={"question": said, "answer_type": AnswerType.NUMBER})


class _Ranked:
    def __init__(self, task: PublicTask, tools: Tools) -> None:
        self._task = task
        self._tools = tools
        self._question = task.question
        self._words = bag(task.question)
        self._near = tools.neighbors(f"task_{task.source_task}")
        self._named = [item for item in self._near if has_token(task.question, item["label"])]

    def answer(self) -> Answer | None:
        if self._task.answer_type is AnswerType.LIST or self._asks_for_file():
            found = self._files()
            if found:
                return found
        read = self._read() if "[…]" in self._question or not self._words & _TABLE else None
        if not self._words & _TABLE or not self._tools.has(Surface.TABLE):
            return read if read is not None else self._read()
        return self._computed(str(read) if read is not None else "") or read

    def _asks_for_file(self) -> bool:
        is_text = self._task.answer_type is AnswerType.STRING
        return is_text and bool(self._words & _FILES) and not self._words & _TABLE

    def _files(self) -> Answer | None:
        """The far ends of the relation that the question says best, from a node that it names."""
        starts = [("", self._near), *((item["node"], None) for item in self._named)]
        best: tuple[float, list[str]] = (0.0, [])
        for node, known in starts:
            near = known if known is not None else self._tools.neighbors(node)
            groups: dict[frozenset[str], list[str]] = {}
            for item in near:
                words = relation_words(item)
                is_shared = item["relation"] == "shared_artifact"
                label = item["node"].partition("::")[0][1:] if is_shared else item["label"]
                if words:
                    groups.setdefault(words, []).append(str(label))
            for words, labels in groups.items():
                value = score(words, self._words) + (0.5 if node else 0.0)
                best = max(best, (value, sorted(set(labels))), key=lambda pair: pair[0])
        if not best[1]:
            return None
        return best[1] if self._task.answer_type is AnswerType.LIST else best[1][0]

    def _targets(self) -> tuple[frozenset[str], frozenset[str]]:
        """Names of the files that are meant, and nodes of what they became."""
        chosen = list(self._named)
        if self._words & _LINKS and chosen:
            far = [item for one in chosen for item in self._tools.neighbors(one["node"])]
            files = [item for item in far if item["kind"] in ("input", "output")]
            ranked = sorted(files, key=lambda item: (-self._link_score(item), item["node"]))
            chosen = ranked[:1] or chosen
        shown = [item["label"] for one in chosen for item in self._tools.neighbors(one["node"])]
        return frozenset(item["label"] for item in chosen), frozenset(shown)

    def _link_score(self, item: Fields) -> float:
        kind = bag(str(item["label"]).rpartition(".")[2]) & self._words
        return score(relation_words(item), self._words) + len(kind)

    def _read(self) -> Answer | None:
        """The figure or words of the line that shares most with the question."""
        names, shown = self._targets()
        found = self._tools.passages(self._question, _SEARCHED)
        kept = [item for item in found if self._is_meant(item, names, shown)] or found
        lines = [line for item in kept for line in re.split(r"\n|(?<=[.!?]) ", str(item["text"]))]
        ranked = sorted(lines, key=lambda line: -len(bag(line) & self._words))
        is_number = self._task.answer_type is AnswerType.NUMBER
        if not is_number and "[…]" in self._question:
            return self._aligned(ranked)
        asked = {item.number for item in find_numbers(self._question)}
        for line in ranked[:3]:
            for mention in find_numbers(line):
                if mention.number not in asked:
                    return float(mention.value) if mention.digits else int(mention.value)
        return None

    def _is_meant(self, item: Fields, names: frozenset[str], shown: frozenset[str]) -> bool:
        if item["document"] in shown or item.get("file") in names:
            return True
        name = str(item.get("file", ""))
        return bool(name) and not names and has_token(self._question, name)

    def _aligned(self, lines: Sequence[str]) -> str | None:
        """What stands between the words around the gap."""
        before, _, after = self._question.partition("[…]")
        left, right = before[-_AROUND:].split("“")[-1].strip(), after.split("”")[0].strip()
        for line in lines[:3]:
            start = line.find(left) + len(left) if left and left in line else -1
            end = line.find(right[:_AROUND], start) if start >= 0 else -1
            if 0 <= start < end:
                return line[start:end].strip()
        return None

    def _computed(self, read: str) -> Answer | None:
        """The value of the best fact of the best ranked views."""
        _, shown = self._targets()
        views = self._tools.views()
        ranked = sorted(views, key=lambda item: (-self._view_score(item, shown), item["view"]))
        values = [*_MARKED.findall(self._question), *([read] if read else [])]
        facts = []
        for item in ranked[:_VIEWS]:
            described = self._tools.ask("table_describe", view=str(item["view"]))
            facts += [
                (rank, fact)
                for rank, fact in enumerate(
                    facts_of(str(item["view"]), described.get("columns", ()), values)
                )
            ]
            if facts:
                break
        fact = best_fact((fact for _, fact in facts), self._words | bag(read))
        rows = self._tools.rows(fact.sql) if fact else []
        if not rows or rows[0][0] is None:
            return None
        value = rows[0][0]
        if isinstance(value, (int, float)):
            is_scaled = fact is not None and fact.is_percent and "percent" in self._question
            return 100 * value if is_scaled else value
        return [str(value)] if self._task.answer_type is AnswerType.LIST else str(value)

    def _view_score(self, item: Fields, shown: frozenset[str]) -> float:
        is_own = str(item["view"]).startswith(f"t{self._task.source_task}__")
        is_shown = item["view"] in shown
        names = f"{item.get('source_file', '')} {item.get('sheet', '')}"
        columns = " ".join(map(str, item.get("columns", ())))
        said = len(set(search_tokens(f"{names} {columns}")) & self._words)
        return 100.0 * is_shown + 10.0 * is_own + said
