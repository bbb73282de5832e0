"""The failures that document readers return: one constructor, one remedy for each reason."""

from __future__ import annotations

from worksurface_pipeline.readers.model import ExtractionFailure, FailureReason

_REMEDIES = {
    FailureReason.ABSENT: "Put the file where the manifest says, and make it readable",
    FailureReason.UNSAFE_PATH: "Correct the path in the manifest",
    FailureReason.CHANGED: "Freeze the source again, or restore the file",
    FailureReason.EMPTY: "Supply the file with its content, or remove it from the manifest",
    FailureReason.ENCRYPTED: "Save the file without a password",
    FailureReason.CORRUPT: "Fetch the file again, or save it anew from the program that made it",
    FailureReason.NO_TEXT: "Run text recognition over the file and supply the result",
    FailureReason.UNSUPPORTED: "Convert the file to PDF, DOCX, PPTX, XLSX, CSV or plain text",
    FailureReason.TOO_LARGE: "Split it into smaller files, or raise `memory_mib` in the settings",
    FailureReason.TIMEOUT: "Split it into smaller files, or raise `seconds` in the settings",
    FailureReason.WORKER_KILLED: "Split or repair the file, or raise `memory_mib` in the settings",
}


def failure(reason: FailureReason, detail: str, remedy: str = "") -> ExtractionFailure:
    """A failure of the whole file; `remedy` replaces the usual one of the reason."""
    return ExtractionFailure(reason=reason, detail=detail, remedy=remedy or _REMEDIES[reason])


def corrupt(kind: str, error: Exception) -> ExtractionFailure:
    """The failure of a file whose own library gave up on it."""
    words = " ".join(str(error).split())[:200]
    detail = f"The {kind} file is corrupt or truncated: {type(error).__name__}"
    return failure(FailureReason.CORRUPT, f"{detail}: {words}" if words else detail)


def os_failure(error: OSError) -> ExtractionFailure:
    """The failure of a file that the system would not open or read.

    An OSError without a number is a library's own and means damaged content.
    """
    if error.errno is None:
        return corrupt("source", error)
    words = error.strerror or type(error).__name__
    return failure(FailureReason.ABSENT, f"The file cannot be opened: {words}")
