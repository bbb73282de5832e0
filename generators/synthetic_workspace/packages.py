"""Office packages: zip archives of parts, with nothing of the clock or the machine in them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
CONTENT_TYPES = (
    f'{XML}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>{}</Types>'
)
"""The part that names all others; takes their `Override` elements."""
RELATIONS = f'{XML}<Relationships xmlns="{_PACKAGE}/relationships">{{}}</Relationships>'
"""A relations part; takes its `Relationship` elements."""
# Zip's own epoch: the earliest time that a member can carry.
_TIME = (1980, 1, 1, 0, 0, 0)
# Speed over size: these files are made by the ten thousand and thrown away.
_LEVEL = 1


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """The archive of the parts, in their order."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for name, content in parts.items():
            member = zipfile.ZipInfo(name, _TIME)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3  # else the field says which system made it
            archive.writestr(member, content, compresslevel=_LEVEL)
    return target.getvalue()


def parts_of(package: bytes) -> dict[str, bytes]:
    """The parts of an archive by name."""
    with zipfile.ZipFile(BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
