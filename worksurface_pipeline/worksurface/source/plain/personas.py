"""A guess at who works on a folder of files, from names alone, with the reason for it.

The roles are those of the public source and three more that office folders often belong to. A
guess never decides by itself: the mapping says "to confirm" until a person does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

FALLBACK = "Office Worker"
# A role is taken from file names only if so many of them, and this share, speak for it.
_FEWEST_FILES = 2
_LEAST_SHARE = 0.2
_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

_TERMS = {
    "Operations Manager": "operations operation ops admin administration office facility"
    " facilities meeting meetings attendance roster staff onboarding kpi 运营 行政 考勤",
    "Logistics Manager": "logistics shipping shipment shipments warehouse freight supply carrier"
    " carriers delivery deliveries inventory stock fleet customs route routes 物流 仓库 库存 运输",
    "Researcher": "research paper papers experiment experiments study studies trial trials survey"
    " thesis literature citation citations lab hypothesis 研究 论文 实验",
    "Backend Developer": "backend server api apis deploy deployment migration migrations service"
    " services src code java python config incident postmortem endpoint schema 后端 接口",
    "Product Manager": "product roadmap feature features launch prd requirement requirements"
    " feedback backlog competitor competitors persona release retention 产品 需求 竞品",
    "Finance Manager": "finance financial budget budgets invoice invoices accounting ledger tax"
    " taxes expense expenses payroll audit 财务 预算 发票",
    "Legal Counsel": "legal contract contracts agreement agreements compliance nda litigation"
    " regulation regulations policy policies 法务 合同",
    "Sales Manager": "sales customer customers crm lead leads quote quotes pipeline account"
    " accounts marketing campaign campaigns 销售 客户 营销",
}
_ROLES = {term: role for role, terms in _TERMS.items() for term in terms.split()}
_CODE = frozenset({".py", ".java", ".go", ".ts", ".js", ".sql", ".sh", ".rs", ".c", ".cpp", ".kt"})


@dataclass(frozen=True, slots=True)
class Guess:
    """A persona's label and why it was guessed."""

    label: str
    reason: str


def guess_persona(name: str, files: Sequence[str]) -> Guess:
    """Who works on the folder called `name` that holds `files`; FALLBACK when nothing tells."""
    said = _by_role(_words(name))
    if len(said) == 1:
        role, words = next(iter(said.items()))
        return Guess(role, f"the name says {_listed(words)}")
    votes = [(role, words) for path in files for role, words in _votes(path)]
    counts: dict[str, int] = {}
    for role, _ in votes:
        counts[role] = counts.get(role, 0) + 1
    ranked = sorted(counts, key=lambda role: (-counts[role], role))
    if not ranked or not _is_enough(counts[ranked[0]], len(files)):
        return Guess(FALLBACK, "no name tells the role")
    if len(ranked) > 1 and counts[ranked[1]] == counts[ranked[0]]:
        return Guess(FALLBACK, f"{ranked[0]} and {ranked[1]} fit the names equally")
    words = {word for role, found in votes if role == ranked[0] for word in found}
    reason = f"{counts[ranked[0]]} of {len(files)} file names say {_listed(words)}"
    return Guess(ranked[0], reason)


def _is_enough(count: int, files: int) -> bool:
    return count >= min(_FEWEST_FILES, files) and count >= _LEAST_SHARE * files


def _votes(path: str) -> Iterator[tuple[str, set[str]]]:
    """Each role that a file's path speaks for, once."""
    found = _by_role(_words(path))
    ending = PurePosixPath(path).suffix.lower()
    if ending in _CODE:
        found.setdefault("Backend Developer", set()).add(ending)
    yield from found.items()


def _by_role(words: Sequence[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for word in words:
        for term in _terms(word):
            found.setdefault(_ROLES[term], set()).add(term)
    return found


def _terms(word: str) -> Iterator[str]:
    """Terms in a word: the word itself, or any term within a run of Chinese characters."""
    if word in _ROLES:
        yield word
    elif not word.isascii():
        yield from (term for term in _ROLES if not term.isascii() and term in word)


def _words(text: str) -> list[str]:
    apart = _CAMEL.sub(" ", unicodedata.normalize("NFKC", text))
    return [word.casefold() for word in _WORD.findall(apart)]


def _listed(words: set[str]) -> str:
    return ", ".join(f"'{word}'" for word in sorted(words)[:3])
