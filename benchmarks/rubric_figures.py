"""Money and percent figures of a workspace's rubrics: which of them one could ask for, by kind.

`python -m benchmarks.rubric_figures WORKSPACE`. The rule: a rubric counts if `find_numbers` reads
at least one number in it with a currency or a percent sign. Each such number is one figure, and one
could ask for it unless it is

- rule: a limit, goal, weight, range or formula that the rubric prescribes ("at least 95%");
- advice: what a recommendation or plan wants to be so in future;
- guess: 0 or 100 percent, which needs no file;
- unnamed: fewer than two content words stand in the rubric beside its figures and file names.

What remains is a share (of a whole, or a rate), a change (against an earlier value), or an amount
of money. Metadata says what could be asked, never that a file answers it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.arguments import named_folder
from worksurface_pipeline.kernel.text import NumberMention, find_numbers
from worksurface_pipeline.worksurface.schema.source import Rubric, SourceTask
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.tasks.claims import is_limit
from worksurface_pipeline.worksurface.tasks.leaks import is_guess
from worksurface_pipeline.worksurface.tasks.words import is_content, words_of

ASKABLE = ("share", "change", "amount")
_BESIDE = 60  # characters on either side that say what a figure is
_FEWEST_WORDS = 2
_RULE_BEFORE = re.compile(
    r"(?:[≥≤<>]=?|no (?:less|more) than|not (?:less|more|exceed\w*)[^.]{0,12}|range of|between"
    r"|\bexceeding|weights? of [^.]*|each|requir\w+[^.]{0,40}|policy[^.]{0,60}|rules? for[^.]{0,60}"
    r"|target\w*[^.,;]{0,20}|goals?[^.]{0,60}|maximum of)\s*[$€£¥]?\s*$",
    re.IGNORECASE,
)
_RULE_AFTER = re.compile(
    r"^\s*(?:[-\u2013]\s?[$€£¥\d]|and above|or (?:more|above|less)|of performance weight"
    r"|for (?:educational|professional|practical|comprehensive|job)|is deducted"
    r"|threshold|limit)",
    re.IGNORECASE,
)
_RANGE_BEFORE = re.compile(r"\d\s?%?\s?[-\u2013]\s?$")
_FORMULA = re.compile(r"[×x*÷/]\s*$")
_ADVICE = re.compile(
    r"\b(?:recommend(?:s|ed|ing)?|suggest(?:s|ed|ing)?|proposed to|planning to|expected target"
    r"|optimi[sz]ation suggestions|planning proposal)\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:increas\w+|decreas\w+|declin\w+|grow\w*|growth|drop\w*|fell|rose|up|down|reduc\w+"
    r"|year[- ]on[- ]year|year over year|month[- ](?:on|over)[- ]month|gap)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Figured:
    """One money or percent figure of a rubric, and its kind."""

    task_id: str
    rubric: int
    figure: str
    kind: str


def figures(tasks: Sequence[SourceTask]) -> Iterator[Figured]:
    """Every money and percent figure of all rubrics."""
    for task in tasks:
        for rubric in task.rubrics:
            for mention in find_numbers(rubric.text):
                if mention.unit:
                    kind = kind_of(task, rubric, mention)
                    yield Figured(task.task_id, rubric.index, mention.raw, kind)


def kind_of(task: SourceTask, rubric: Rubric, mention: NumberMention) -> str:
    """What a figure is: share, change or amount; or why one could not ask for it."""
    text = rubric.text
    before, after = text[: mention.start], text[mention.end :]
    if _is_rule(text, mention, before, after):
        return "rule"
    if _ADVICE.search(before):
        return "advice"
    if is_guess(abs(mention.number), mention.unit):
        return "guess"
    if _words(task, text) < _FEWEST_WORDS:
        return "unnamed"
    if mention.unit != "percent":
        return "amount"
    beside = before[-_BESIDE:] + " " + after[: _BESIDE // 2]
    return "change" if _CHANGE.search(beside) else "share"


def _is_rule(text: str, mention: NumberMention, before: str, after: str) -> bool:
    is_range = _RANGE_BEFORE.search(before) is not None
    is_bound = bool(_RULE_BEFORE.search(before) or _RULE_AFTER.match(after))
    return is_range or is_bound or bool(_FORMULA.search(before)) or is_limit(text, mention)


def _words(task: SourceTask, text: str) -> int:
    for name in (*(file.filename for file in task.files), *task.output_files):
        text = text.replace(name, " ")
    return sum(is_content(word) for word in words_of(text))


def report(root: Path) -> tuple[str, ...]:
    """Counts of rubrics and figures by kind."""
    workspace = load_workspace(root, None, "rubric figures")
    found = tuple(figures(workspace.tasks))
    rubrics = {(item.task_id, item.rubric) for item in found}
    askable = {(item.task_id, item.rubric) for item in found if item.kind in ASKABLE}
    tasks = {item.task_id for item in found}
    kinds = Counter(item.kind for item in found)
    return (
        f"{sum(len(task.rubrics) for task in workspace.tasks)} rubrics of"
        f" {len(workspace.tasks)} source tasks; {len(rubrics)} of them, in {len(tasks)} source"
        f" tasks, hold {len(found)} money or percent figures",
        f"{len(askable)} of those rubrics hold a figure one could ask for",
        *(
            f"{kind:8} {kinds[kind]:4} figures, could be asked for: {kind in ASKABLE}"
            for kind in (*ASKABLE, *sorted(kinds.keys() - set(ASKABLE)))
        ),
    )


def main(arguments: list[str]) -> int:
    """Print the counts for the workspace that is named."""
    folder = named_folder(arguments, "rubrics", "a folder of source tasks with rubrics")
    sys.stdout.write("\n".join(report(folder)) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
