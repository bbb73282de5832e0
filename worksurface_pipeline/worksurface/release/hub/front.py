"""The dataset card, README.md: front matter that `datasets` and the Hub read, then the text."""

from __future__ import annotations

import json
from collections.abc import Iterator

from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.card import card_text
from worksurface_pipeline.worksurface.release.hub.model import (
    CITATION,
    DATASHEET,
    LICENCES,
    PUBLIC_PATH,
    RUNS_FOLDER,
    SCAN_PATH,
    TABLE_PATH,
    Facts,
)
from worksurface_pipeline.worksurface.release.model import GOLD
from worksurface_pipeline.worksurface.release.read import TASKS

_CONFIGS = (
    ("tasks", TABLE_PATH),
    ("public", PUBLIC_PATH),
    ("scores", f"{RUNS_FOLDER}/scores.parquet"),
    ("profiles", f"{RUNS_FOLDER}/profiles.parquet"),
    ("trajectories", f"{RUNS_FOLDER}/trajectories.parquet"),
    ("turns", f"{RUNS_FOLDER}/turns.parquet"),
)
"""What `datasets` loads by name, where it is there: the first by default, all of one format."""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"))
_LARGEST = "n>1M"
_TAGS = ("agents", "benchmark", "rag", "tables", "knowledge-graphs", "tool-use")


def readme(facts: Facts) -> str:
    """The card as the Hub shows it."""
    body = card_text(facts.benchmark, facts.version, facts.tasks, facts.changes)
    return "\n".join([*_front(facts), "", body, *_loading(facts), *_looked_at(facts), *_more()])


def _front(facts: Facts) -> Iterator[str]:
    """YAML; texts are JSON strings, which are YAML too."""
    size = next((name for top, name in _SIZES if len(facts.tasks) < top), _LARGEST)
    yield "---"
    yield f"license: {json.dumps(facts.publication.licences.data.lower())}"
    yield f"pretty_name: {json.dumps(facts.benchmark, ensure_ascii=False)}"
    yield f"version: {json.dumps(facts.version)}"
    yield f"task_categories: {json.dumps(['question-answering'])}"
    yield f"tags: {json.dumps(list(_TAGS))}"
    yield f"size_categories: {json.dumps([size])}"
    yield "configs:"
    for name, path in _configs(facts):
        yield f"- config_name: {name}"
        if name == _CONFIGS[0][0]:
            yield "  default: true"
        yield "  data_files:"
        yield "  - split: test"
        yield f"    path: {path}"
    yield "---"


def _configs(facts: Facts) -> Iterator[tuple[str, str]]:
    yield from ((name, path) for name, path in _CONFIGS if path in facts.paths)


def _loading(facts: Facts) -> Iterator[str]:
    yield "\n## Loading\n"
    yield "```python\nfrom datasets import load_dataset\n"
    for name, _ in _configs(facts):
        yield f'{name} = load_dataset("<this folder, or its name>", "{name}", split="test")'
    yield "```\n"
    yield (
        f"`tasks` hold the gold, nested fields as JSON (`{GOLD}/{TASKS}` has them as they are);"
        " `public` is what an agent may see."
    )
    yield "Where documents, tables and graph lie: `package/resources/profiles/<persona>/`."


def _looked_at(facts: Facts) -> Iterator[str]:
    """What the scan let pass, and why."""
    scan = facts.scan
    yield "\n## Personal data and secrets\n"
    if not scan.files:
        yield "Not scanned."
        return
    yield (
        f"All texts of {counted(scan.files, 'file')} were scanned by program for e-mail addresses,"
        " telephone, account, card and identity numbers, keys and passwords. A scan finds forms;"
        " names of persons have none."
    )
    if not scan.passed:
        yield "Nothing was found."
        return
    yield "\n| Found and let pass | In | Places | Files | Reason |\n|---|---|---|---|---|"
    for item in scan.passed:
        one = item.allowance
        reason = one.reason.replace("|", "\\|").replace("\n", " ")
        yield f"| {one.kind.value} | `{one.file}` | {item.places} | {item.files} | {reason} |"


def _more() -> Iterator[str]:
    yield (
        f"\nSee [{DATASHEET}]({DATASHEET}), [{LICENCES}]({LICENCES}), [{CITATION}]({CITATION}) and"
        f" `{SCAN_PATH}`.\n"
    )
