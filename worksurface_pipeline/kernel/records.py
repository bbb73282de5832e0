"""Records to JSONL and back, and the file form of the values that assets store."""

from __future__ import annotations

import gc
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, Self, TypeVar, get_args, get_origin

import polars as pl
from pydantic import BaseModel, TypeAdapter
from pydantic_core import PydanticSerializationError

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.model import Frozen

R = TypeVar("R", bound=BaseModel)
V = TypeVar("V")
ReadFile = Callable[[str], bytes]


class Stored(Protocol):
    """A value with a file form: what the lake keeps of it. Equal values give equal bytes."""

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """Relative file names and contents."""
        ...

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """The value again; `read` gives the bytes of one file by its name."""
        ...


def settled(value: V, read: ReadFile) -> V:
    """A value that was just stored, with what is large left in its files: `read` gives those.

    A kind that can do so has a method `settled`; any other value is small enough to be held.
    """
    settle = getattr(value, "settled", None)
    return settle(read) if callable(settle) else value


class RecordSet(Frozen):
    """A stored value whose fields are tuples of records (a JSONL file each) or plain values.

    Records of a field with `exclude_if` have no file while it holds; `value.json` names the file
    where there is one. So a value without them is stored as before there was such a field.
    """

    def to_files(self) -> Iterator[tuple[str, bytes]]:
        """One `<field>.jsonl` per tuple of records, `value.json` for all other fields."""
        plain = {}
        for name, field in type(self).model_fields.items():
            if _row_type(field.annotation) is None:
                plain[name] = self.model_dump(mode="json", include={name})[name]
            elif field.exclude_if is None or not field.exclude_if(getattr(self, name)):
                if field.exclude_if is not None:
                    plain[name] = f"{name}.jsonl"
                yield f"{name}.jsonl", to_jsonl(getattr(self, name))
        yield "value.json", (canonical_json(plain) + "\n").encode()

    @classmethod
    def from_files(cls, read: ReadFile) -> Self:
        """Read what `to_files` wrote."""
        values = TypeAdapter(dict[str, object]).validate_json(read("value.json"))
        for name, field in cls.model_fields.items():
            row = _row_type(field.annotation)
            if row is not None and (field.exclude_if is None or name in values):
                data = read(f"{name}.jsonl")
                with uncollected():
                    values[name] = tuple(from_jsonl(data, row))
        return cls.model_validate(values)


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for reference cycles meanwhile: for work that makes records by the thousand.

    Records hold what they are made of and make no cycle. The collector finds nothing to free among
    them, and walks through all of them again and again: most of the time that reading would take.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            _age()
            gc.enable()


def _age() -> None:
    """Count what was made among the old objects, as if it had been walked through already."""
    if not gc.get_freeze_count():  # somebody else's frozen objects stay so
        gc.freeze()
        gc.unfreeze()


def to_jsonl(records: Iterable[BaseModel]) -> bytes:
    """Records as JSON without spaces, fields in their order, one a line, UTF-8, LF."""
    return b"".join(json_line(record) for record in records)


def json_line(record: BaseModel, errors: str = "surrogatepass") -> bytes:
    """One such line; `errors` is what becomes of half a character, as `str.encode` has it."""
    try:
        return record.__pydantic_serializer__.to_json(record) + b"\n"
    except PydanticSerializationError:  # half a character, as in a name that is no UTF-8
        return (canonical_json(record) + "\n").encode("utf-8", errors)


def from_jsonl(data: bytes, kind: type[R]) -> Iterator[R]:
    """Records of type `kind` from JSONL bytes; blank lines are skipped."""
    validated = kind.__pydantic_validator__.validate_json
    for line in io.BytesIO(data):
        if not line.isspace():
            yield validated(line)


def frame_to_parquet(frame: pl.DataFrame) -> bytes:
    """A frame as Parquet bytes; equal frames give equal bytes under one lock."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", statistics=False)
    return buffer.getvalue()


def frame_from_parquet(data: bytes) -> pl.DataFrame:
    """A frame from Parquet bytes."""
    return pl.read_parquet(io.BytesIO(data))


def _row_type(annotation: object) -> type[BaseModel] | None:
    """The record type R of an annotation `tuple[R, ...]`, else None."""
    if get_origin(annotation) is not tuple:
        return None
    first = get_args(annotation)[0]
    return first if isinstance(first, type) and issubclass(first, BaseModel) else None
