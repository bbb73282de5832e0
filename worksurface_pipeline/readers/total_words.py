"""The words that a row of totals is called by, and how sure each of them is.

Whole words count, wherever they stand in the label: "North Total", "Summe Personal", "研发小计".
"TotalEnergies" holds none. A company may be called "Total Wine", so that a name which only begins
like a total needs its numbers to agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache


class Word(IntEnum):
    """How much a label says of a total; what is greater says more.

    WEAK words name everything there is ("World", "All regions"), HELD ones stand before a name
    ("Total Wine"), SURE ones behind it or make no name, BARE ones are the whole label.
    """

    NONE = 0
    WEAK = 1
    HELD = 2
    SURE = 3
    BARE = 4


# After the word: a rate, a unit in brackets, a colon.
LABEL_END = (
    r"(?:\s*[(（]?\s*(?P<rate>\d+(?:[.,]\d+)?)\s*%\s*[)）]?|\s*[(（][^()（）]{1,12}[)）])?"
    r"\s*[:：]?$"
)
_HAN = r"(?:[总總]\s*)?(?:[合总小共累][计計]|[合总小共累]\s+[计計]|[總][計和]|总\s*和|総\s*計)"
_TOTALS = r"(?:totals?|totales|totaux|totale)"
_BARE = (
    rf"(?:(?:grand|overall|net|gross|running|sum)\s+|sub-?\s*)?{_TOTALS}|total\s+g[eé]n[eé]ral"
    r"|total\s+general|sous[- ]?total|somme|sum|suma(?:\s+total)?"
    r"|(?:gesamt|zwischen|end|teil)?summe|gesamt(?:ergebnis|betrag)?|insgesamt"
    r"|(?:carried|brought)\s+forward|carry-?\s?over|[uü]bertrag"
    rf"|(?:本[页頁月年日季])?{_HAN}"
)
_SURE = (
    r"(?<!\w)sub-?\s?totals?(?!\w)|(?<!\w)sous[- ]total|(?<!\w)grand\s+total"
    rf"|\s{_TOTALS}$|\w(?:summe|gesamtbetrag)$|\s(?:insgesamt|gesamt)$|zwischensumme"
    r"|^(?:rechnungs|end|gesamt|brutto|netto)betrag$"
    r"|^gesamt(?:kosten|umsatz|aufwand|ertrag|ausgaben|einnahmen|zahl)$"
    rf"|{_HAN}$|^(?:合计|总计|小计|合計|總計|小計)"
)
_BALANCE = (
    r"^(?:ending|closing|opening|beginning|starting|final)\s+balance(?!\w)"
    r"|^(?:anfangs|end|schluss)?saldo(?:vortrag)?(?!\w)|^solde(?!\w)|^期[初末][余餘][额額]"
)
_HELD = (
    rf"(?<!\w)(?:{_TOTALS}|summe|gesamt|insgesamt|overall|combined)(?!\w)|^sum\s+of\s"
    rf"|{_HAN}|{_BALANCE}"
)
_WEAK = (
    r"^(?:all|alle|tous|toutes|todos|todas|both|world(?:\s?wide)?|global|welt(?:weit)?|monde|mundo)"
    r"(?!\w)|^(?:全部|全国|全球|世界|所有)"
)
_FORMS = (
    (re.compile(rf"^(?:{_BARE}){LABEL_END}", re.IGNORECASE), Word.BARE),
    (re.compile(_SURE, re.IGNORECASE), Word.SURE),
    (re.compile(_HELD, re.IGNORECASE), Word.HELD),
    (re.compile(_WEAK, re.IGNORECASE), Word.WEAK),
)
# What one of the words has in it: a quick look, for most labels hold none.
_STEM = re.compile(
    r"tot|sum|somme|gesamt|betrag|forward|over|bertrag|combined|balance|sald|solde|[计計和总總総全世所期]"
    r"|^\W*(?:al|tous|tout|tod|both|world|glob|welt|mond|mund)",
    re.IGNORECASE | re.MULTILINE,
)
# A longer text is a sentence and no label.
_MAX_LABEL = 60


@lru_cache(maxsize=1 << 14)
def word_of(label: str) -> Word:
    """What a label says of a total."""
    text = label.strip().strip("*").strip()
    if len(text) > _MAX_LABEL or not _STEM.search(text):
        return Word.NONE
    plain = text.rstrip(":：").rstrip()
    return next(
        (word for form, word in _FORMS if form.search(plain if word < Word.BARE else text)),
        Word.NONE,
    )


def surest_word(labels: Sequence[str]) -> Word:
    """The surest word of several labels; one look at all of them is enough for most rows."""
    if not _STEM.search("\n".join(labels)):
        return Word.NONE
    return max(map(word_of, labels))
