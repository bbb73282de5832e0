"""The one exception tree. Every error says what went wrong, where, and what to do about it."""

from __future__ import annotations


class WorksurfaceError(Exception):
    """Root of all errors that the product raises on purpose.

    `what` is a sentence fragment, `where` a file, task or setting, `remedy` the next step.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what = what.rstrip(".")
        self.where = where
        self.remedy = remedy.rstrip(".")
        super().__init__(str(self))

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where else ""
        step = f" {self.remedy}." if self.remedy else ""
        return f"{self.what}{place}.{step}"


class SettingsError(WorksurfaceError):
    """A key or value of worksurface.toml, of the environment or of a command is wrong."""


class SourceError(WorksurfaceError):
    """The workspace cannot be read, or is not what its lock says."""


class MetadataError(SourceError):
    """A metadata.json cannot be understood."""


class UnsafePathError(SourceError):
    """A path from a manifest leaves the source task's folder."""


class PinnedSourceChangedError(SourceError):
    """A pinned source differs from its lock."""


class HubError(SourceError):
    """The Hugging Face Hub could not be reached, or refused."""


class LakeError(WorksurfaceError):
    """An artifact cannot be written to or read from the lake."""


class QueryError(WorksurfaceError):
    """A SQL query was refused or failed; the message is safe to show to an agent."""


class QueryRefusedError(QueryError):
    """The statement is not a single SELECT over the exposed views."""


class QueryLimitError(QueryError):
    """The query ran into its memory, time or row limit."""


class ModelError(WorksurfaceError):
    """A model call failed for a reason that is not the model's."""


class ModelUnavailableError(ModelError):
    """Network, server, rate limit or time-out: another attempt may succeed."""


class ModelTooLateError(ModelError):
    """The caller's own limit of time was reached before the model had replied."""


class ModelConfigurationError(ModelError):
    """Unknown model, missing or refused key: no attempt can succeed."""


class PackageError(WorksurfaceError):
    """Gold, evidence or proof of a released task cannot be found or replayed."""


class DuplicateIdError(PackageError):
    """Two records share an id."""
