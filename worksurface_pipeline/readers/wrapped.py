"""Headers that printers stacked: labels wrapped over several rows, group names above them.

The rows from the first one that names the first column downwards hold the labels of single
columns, line by line. The rows above hold group names, each over the columns up to the next.
"""

from __future__ import annotations

from collections.abc import Sequence

Level = list[str]


def unwrapped(levels: Sequence[Level]) -> list[Level]:
    """Two levels or one: group names over whole labels; blank where there is none."""
    start = next((row for row, level in enumerate(levels) if level[0]), 0)
    labels = [_label([level[place] for level in levels[start:]]) for place in range(len(levels[0]))]
    if start == 0:
        return [labels]
    groups = [_label([level[place] for level in levels[:start]]) for place in range(len(labels))]
    return [_carried(groups, labels), labels]


def _label(lines: Sequence[str]) -> str:
    """Lines of one label joined by spaces; a hyphen at a line's end joins without."""
    text = ""
    for line in filter(None, lines):
        is_open = text.endswith("-") and text[-2:-1].isalpha()
        text = text + line if is_open or not text else f"{text} {line}"
    return text


def _carried(groups: Sequence[str], labels: Sequence[str]) -> Level:
    """Each group name over its own column and those to the right that have none."""
    carried: Level = []
    current = ""
    for group, label in zip(groups, labels, strict=True):
        current = group or current
        carried.append(current if label else group)
    return carried
