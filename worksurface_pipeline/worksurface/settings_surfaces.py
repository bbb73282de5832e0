"""The user's choices of how files become surfaces, and corrections of single sheets."""

from __future__ import annotations

import codecs
from enum import StrEnum
from typing import Annotated

from pydantic import Field, field_validator, model_validator

from worksurface_pipeline.kernel.model import Frozen

RowNumber = Annotated[int, Field(ge=1)]
# What a sheet rule can state of its sheet.
_RULE_KEYS = ("header_rows", "data_start", "data_end", "drop_rows", "encoding", "delimiter")


class GateName(StrEnum):
    """The coverage gate: as the paper has it, or the stricter reading."""

    PAPER = "paper"
    STRICT = "strict"


class SheetRule(Frozen):
    """How to read one sheet, where the reader decides wrongly; rows are numbered as in the sheet.

    `task` and `file` (the clean name) say which files it is for, `sheet` and `block` which of
    their tables; empty means any, and block 0 takes the sheet as one table. The other keys are
    those of `readers.model.SheetOverride`; at least one of them must be given.
    """

    task: str = ""
    file: str = ""
    sheet: str = ""
    block: int = Field(default=0, ge=0)
    header_rows: tuple[RowNumber, ...] | None = None
    data_start: int = Field(default=0, ge=0)
    data_end: int = Field(default=0, ge=0)
    drop_rows: tuple[RowNumber, ...] = ()
    encoding: str = ""
    delimiter: str = Field(default="", max_length=1)

    @model_validator(mode="after")
    def _is_consistent(self) -> SheetRule:
        if not self.model_fields_set - {"task", "file", "sheet", "block"}:
            raise ValueError(f"it changes nothing; give one of {', '.join(_RULE_KEYS)}")
        last = max(self.header_rows or (0,))
        if self.data_start and last >= self.data_start:
            raise ValueError(f"header row {last} is not above data_start {self.data_start}")
        first = self.data_start or last + 1
        if self.data_end and self.data_end < first:
            raise ValueError(f"data_end {self.data_end} is above the first data row {first}")
        return self

    @field_validator("encoding")
    @classmethod
    def _encoding_exists(cls, name: str) -> str:
        try:
            return codecs.lookup(name).name if name else ""
        except LookupError as error:
            raise ValueError("no such encoding; utf-8, gb18030 and cp1252 are some") from error


class SurfaceChoice(Frozen):
    """How files become surfaces. `seconds` and `memory_mib` bound the reading of one file.

    `sheets` are corrections of what the reader decides of single sheets.
    """

    gate: GateName = GateName.PAPER
    seconds: float = Field(default=120.0, gt=0)
    memory_mib: int = Field(default=4096, ge=256)
    workers: int = Field(default=2, ge=1, le=64)
    sheets: tuple[SheetRule, ...] = ()
