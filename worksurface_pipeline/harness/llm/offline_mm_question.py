"""What a question asks: an operation, its subjects, and the day, person or version that it names.

Words that ask are dropped, and so is where it all happens; what is left names the subject.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from worksurface_pipeline.harness.llm import offline_mm_wording as wording
from worksurface_pipeline.harness.llm.offline_mm_claims import Words
from worksurface_pipeline.harness.llm.offline_mm_values import numbers
from worksurface_pipeline.harness.llm.offline_words import words
from worksurface_pipeline.kernel.calendar_names import MONTHS

_AND = re.compile(r", | and ")
_ARTICLE = re.compile(r"^(?:the|our) ")
_OF_TWO = frozenset({"ratio", "difference", "claim"})
_SUPPOSING = frozenset({"claim", "first"})  # questions that hold a figure which is not asked for


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    `subjects` are the words of what is asked for, `names` the things that are ranked. `day` is the
    month and day that it names, `who` a name, `versions` the versions of `document`.
    """

    text: str
    operation: str
    kind: str
    subjects: tuple[Words, ...]
    names: tuple[str, ...]
    day: tuple[int, int] | None
    who: str
    versions: tuple[int, ...]
    document: Words

    @property
    def subject(self) -> Words:
        """The words of the only or first subject."""
        return self.subjects[0]


def understood(text: str, form: str, people: Sequence[str]) -> Question:
    """A question as far as it is understood; `people` are those known from the records."""
    kind = next((kind for kind, word in wording.FORMS if word in form), "name")
    operation = _operation(kind, text)
    who = _who(text, people)
    plain = _plain(text, who, operation)
    names = _names(plain) if operation == "ranking" else ()
    return Question(
        text=text,
        operation=operation,
        kind=kind,
        subjects=_ranked(plain, names) if names else _subjects(plain, operation),
        names=names,
        day=_day(text),
        who=who,
        versions=_versions(text),
        document=_document(text),
    )


def is_by(day: tuple[int, int], moment: datetime) -> bool:
    """Whether a moment is no later than a day of the year, taken in the year that is nearest."""
    years = (moment.year - 1, moment.year, moment.year + 1)
    days = [date(year, *day) for year in years if day[1] <= monthrange(year, day[0])[1]]
    near = min(days, key=lambda found: abs(found - moment.date()), default=None)
    return near is not None and moment.date() <= near


def _operation(kind: str, text: str) -> str:
    if kind == "verdict":
        return "claim"
    if kind == "list" or (kind == "name" and wording.LISTED.search(text)):
        return "ranking"
    if kind == "person" and wording.PUT_RIGHT.search(text):
        return "corrector"
    if kind == "person" and wording.FIRST.search(text):
        return "first"
    fits = (name for name, pattern in wording.OPERATIONS if re.search(pattern, text, re.IGNORECASE))
    return next(fits, "current")


def _plain(text: str, who: str, operation: str) -> str:
    """The question without days, versions, persons, figures it supposes, and where it happens."""
    plain = wording.POINTS.sub("", wording.DATE.sub(" ", text))
    for value in numbers(plain) if operation in _SUPPOSING else ():
        plain = plain.replace(value.text, " ", 1)
    plain = re.sub(rf"\b{re.escape(who)}\b", " ", plain) if who else plain
    quoted = wording.QUOTE.search(plain)
    document = wording.DOCUMENT.search(plain)
    if document is not None:
        plain = plain.replace(document[0], " ")
    plain = quoted[1] if quoted else plain
    return wording.WHERE.sub(" ", wording.VERSION.sub(" ", plain))


def _subjects(plain: str, operation: str) -> tuple[Words, ...]:
    parts = wording.TWO.split(plain) if operation in _OF_TWO else [plain]
    found = [_naming(part) for part in parts]
    return tuple(part for part in found if part)


def _ranked(plain: str, names: Sequence[str]) -> tuple[Words, ...]:
    """The subject of each name: what is compared, of that one."""
    rest = plain
    for name in names:
        rest = rest.replace(name, " ")
    return tuple(_naming(rest) | words(name) for name in names)


def _naming(part: str) -> Words:
    """The words of a part that name something."""
    kept = frozenset(word for found in wording.AS_NAME.findall(part) for word in words(found))
    return (words(part) - wording.ASKING) | kept


def _names(plain: str) -> tuple[str, ...]:
    listed = wording.LISTED.search(plain)
    parts = _AND.split(listed["names"]) if listed else []
    return tuple(_ARTICLE.sub("", part.strip()) for part in parts if part.strip())


def _day(text: str) -> tuple[int, int] | None:
    found = wording.DATE.search(text)
    return (MONTHS.index(found["month"]) + 1, int(found["day"])) if found else None


def _who(text: str, people: Sequence[str]) -> str:
    """The first person of the records whom the question names, by the whole or the first name."""
    for name in people:
        for form in (name, name.split()[0]):
            if re.search(rf"\b{re.escape(form)}\b", text):
                return form
    return ""


def _versions(text: str) -> tuple[int, ...]:
    found = wording.VERSION.search(text)
    return tuple(int(number) for number in found.groups() if number) if found else ()


def _document(text: str) -> Words:
    found = wording.DOCUMENT.search(text)
    return words(found["name"]) if found else frozenset()
