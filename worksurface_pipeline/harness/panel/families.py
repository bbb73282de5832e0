"""Model families by name, and a warning when auditors are not independent of one another.

Judges of one family agree in error, and rank their own kin first; a panel of three then counts
for less than three.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

from worksurface_pipeline.kernel.model import Frozen

# Words of model names by the family they tell. A distilled model belongs to two.
_FAMILIES = {
    "openai": ("gpt", "chatgpt", "o1", "o3", "o4", "davinci", "codex"),
    "anthropic": ("claude", "opus", "sonnet", "haiku"),
    "google": ("gemini", "gemma", "palm"),
    "meta": ("llama", "codellama"),
    "qwen": ("qwen", "qwq", "qvq"),
    "mistral": (
        "mistral",
        "mixtral",
        "ministral",
        "magistral",
        "codestral",
        "devstral",
        "pixtral",
    ),
    "deepseek": ("deepseek",),
    "xai": ("grok",),
    "microsoft": ("phi",),
    "cohere": ("command", "aya"),
    "zhipu": ("glm", "chatglm"),
    "moonshot": ("kimi", "moonshot"),
    "amazon": ("nova", "titan"),
    "nvidia": ("nemotron",),
    "01-ai": ("yi",),
    "minimax": ("minimax", "abab"),
    "bytedance": ("doubao", "seed"),
    "ibm": ("granite",),
}
_BY_WORD = {word: family for family, words in _FAMILIES.items() for word in words}
_WORDS = re.compile(r"[a-z]+\d*|\d+")
_LETTERS = re.compile(r"^[a-z]+")


class FamilyWarning(Frozen):
    """Two models of one family; `is_under_test` when the second is judged, not judging."""

    auditor: str
    other: str
    family: str
    is_under_test: bool

    def __str__(self) -> str:
        role = "the model under test" if self.is_under_test else "the auditor"
        return f"The auditor {self.auditor} and {role} {self.other} are both {self.family}."


def families_of(model: str, declared: Mapping[str, str] | None = None) -> frozenset[str]:
    """Families that a model's id tells; an unknown name is a family of its own.

    `declared` says the family of ids whose names do not. What stands before the last slash is the
    host or protocol (openai/ serves models of any family) and tells nothing.
    """
    if declared and model in declared:
        return frozenset({declared[model]})
    name = model.lower().rpartition("/")[2]
    return _told(name) or frozenset({name})


def family_warnings(
    auditors: Sequence[str],
    under_test: Sequence[str] = (),
    declared: Mapping[str, str] | None = None,
) -> tuple[FamilyWarning, ...]:
    """Pairs of auditors, and of an auditor and a model under test, that share a family."""
    pairs = [(first, second, False) for first, second in combinations(auditors, 2)]
    pairs += [(auditor, model, True) for auditor in auditors for model in under_test]
    return tuple(
        FamilyWarning(auditor=first, other=second, family=family, is_under_test=is_test)
        for first, second, is_test in pairs
        for family in sorted(families_of(first, declared) & families_of(second, declared))
    )


def _told(name: str) -> frozenset[str]:
    words = _WORDS.findall(name)
    stems = [match[0] for word in words if (match := _LETTERS.match(word))]
    return frozenset(_BY_WORD[word] for word in (*words, *stems) if word in _BY_WORD)
