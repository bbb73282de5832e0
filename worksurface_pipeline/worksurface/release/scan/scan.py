"""The scan of a release before it leaves: every file, every kind, what is allowed and what not."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.read import read_written
from worksurface_pipeline.worksurface.release.scan.contacts import emails, phones
from worksurface_pipeline.worksurface.release.scan.model import (
    Allowance,
    Finder,
    Finding,
    Hit,
    Passed,
    ScanReport,
    masked,
)
from worksurface_pipeline.worksurface.release.scan.numbers import cards, ibans, national_ids
from worksurface_pipeline.worksurface.release.scan.secrets import (
    api_keys,
    assigned,
    private_keys,
)
from worksurface_pipeline.worksurface.release.scan.texts import Text, texts_of

FINDERS: tuple[Finder, ...] = (
    emails,
    phones,
    ibans,
    cards,
    national_ids,
    private_keys,
    api_keys,
    assigned,
)
"""What is looked for."""
_ODD = re.compile(r"[\uff01-\uff5e\u2007-\u200a\u2010\u2011\u202f\u00a0]")
_PLAIN: dict[int, int | str | None] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full width
    **dict.fromkeys((0x00A0, *range(0x2007, 0x200B), 0x202F), " "),
    **dict.fromkeys((0x2010, 0x2011), "-"),
}
"""One character for one, so that places stay what they are."""
_TELLING = 0.8  # of a column of bare numbers; one in ten random numbers passes a check digit
_NAMED = 10  # kinds in files that an error names; the rest is counted


def scan_folder(folder: Path, allowed: Sequence[Allowance] = ()) -> ScanReport:
    """All findings in the files of a folder, those that an allowance covers apart."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    found = [item for path in paths for item in _file(path, path.relative_to(folder).as_posix())]
    covers = [next((one for one in allowed if _covers(one, item)), None) for item in found]
    passed = []
    for one in dict.fromkeys(allowed):
        own = [item for item, by in zip(found, covers, strict=True) if by == one]
        passed.append(Passed(allowance=one, places=len(own), files=len({i.file for i in own})))
    refused = tuple(item for item, by in zip(found, covers, strict=True) if by is None)
    return ScanReport(
        files=len(paths), findings=refused, passed=tuple(item for item in passed if item.places)
    )


def hits_of(text: str) -> tuple[Hit, ...]:
    """What stands in one text; a stretch that looks like two things counts for the first.

    Full-width signs and odd spaces are read as those they stand for; the values are as written.
    """
    plain = text.translate(_PLAIN) if _ODD.search(text) else text
    found = sorted(
        (
            hit._replace(value=text[hit.start : hit.start + len(hit.value)])
            for finder in FINDERS
            for hit in finder(plain)
        ),
        key=lambda hit: (hit.start, -len(hit.value)),
    )
    kept: list[Hit] = []
    for hit in found:
        if not kept or hit.start >= kept[-1].start + len(kept[-1].value):
            kept.append(hit)
    return tuple(kept)


def read_allowances(path: Path) -> tuple[Allowance, ...]:
    """The allowances of a JSONL file: kind, file and reason a line. Raises PackageError."""
    fields = "An allowance has kind, file (a pattern, default *) and reason"
    return read_written(path, Allowance, fields)


def refuse_findings(report: ScanReport) -> None:
    """Raises PackageError naming places, without values, if anything was found and not allowed."""
    if not report.findings:
        return
    kinds = sorted({item.kind.value for item in report.findings})
    many = counted(len(report.findings), "place")
    raise PackageError(
        f"{many} of the release hold what looks like personal data or secrets: "
        + "; ".join(told(report.findings)),
        remedy="Remove them from the source, or let a kind pass that may be published, with a"
        f" reason: {' '.join(f'--allow {kind}' for kind in kinds)}, or release.allow",
    )


def told(findings: Sequence[Finding]) -> Iterator[str]:
    """The first finding of each kind in each file, with how many more there are."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for item in findings:
        groups.setdefault((item.kind.value, item.file), []).append(item)
    for (kind, file), items in list(groups.items())[:_NAMED]:
        more = f", and {len(items) - 1} more there" if len(items) > 1 else ""
        yield f"{kind} in {file}, {items[0].place}: {items[0].masked}{more}"
    if len(groups) > _NAMED:
        yield f"and in {counted(len(groups) - _NAMED, 'other file')}"


def _covers(allowance: Allowance, item: Finding) -> bool:
    return allowance.kind == item.kind and fnmatchcase(item.file, allowance.file)


def _file(path: Path, name: str) -> Iterator[Finding]:
    for text in texts_of(path):
        hits = hits_of(text.text)
        if text.is_numeric and len(hits) < _TELLING * len(text.rows):
            continue  # some of many bare numbers pass a check by chance
        starts = _line_starts(text.text) if hits else []
        for hit in hits:
            yield Finding(
                kind=hit.kind,
                file=name,
                place=_place(text, bisect_right(starts, hit.start)),
                masked=masked(hit.value),
            )


def _line_starts(text: str) -> list[int]:
    starts, at = [0], text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _place(text: Text, line: int) -> str:
    if text.rows:
        return f"{text.place}, {text.rows[line - 1]}"
    return text.place or f"line {line}"
