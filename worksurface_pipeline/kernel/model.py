"""Base of every record that crosses a module boundary."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable, closed record: unknown fields are refused, NaN and infinity too."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
