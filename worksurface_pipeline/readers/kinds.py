"""The kinds of files that readers know, and what a file's extension claims."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePosixPath


class MediaKind(StrEnum):
    """What a file is, for the choice of its reader."""

    MARKDOWN = "markdown"
    TEXT = "text"
    HTML = "html"
    CODE = "code"
    JSON = "json"
    XML = "xml"
    PDF = "pdf"
    DOCX = "docx"
    PPTX = "pptx"
    XLSX = "xlsx"
    XLS = "xls"
    XLSB = "xlsb"
    ODS = "ods"
    CSV = "csv"
    IMAGE = "image"
    DOC = "doc"
    PPT = "ppt"
    UNKNOWN = "unknown"


TABLE_KINDS = frozenset(
    {MediaKind.XLSX, MediaKind.XLS, MediaKind.XLSB, MediaKind.ODS, MediaKind.CSV}
)
# Kinds whose files are zip archives of markup.
ZIP_KINDS = frozenset(
    {MediaKind.DOCX, MediaKind.PPTX, MediaKind.XLSX, MediaKind.XLSB, MediaKind.ODS}
)
# Kinds whose files are plain text, so that only the name can tell them apart.
TEXT_KINDS = frozenset(
    {
        MediaKind.MARKDOWN,
        MediaKind.TEXT,
        MediaKind.HTML,
        MediaKind.CODE,
        MediaKind.JSON,
        MediaKind.XML,
        MediaKind.CSV,
    }
)
# Extension of a code file -> the language named on its fence.
CODE_LANGUAGES = {
    "py": "python",
    "pyi": "python",
    "java": "java",
    "js": "javascript",
    "mjs": "javascript",
    "jsx": "jsx",
    "ts": "typescript",
    "tsx": "tsx",
    "c": "c",
    "h": "c",
    "cc": "cpp",
    "cpp": "cpp",
    "hpp": "cpp",
    "cs": "csharp",
    "go": "go",
    "rs": "rust",
    "rb": "ruby",
    "php": "php",
    "kt": "kotlin",
    "scala": "scala",
    "swift": "swift",
    "r": "r",
    "m": "matlab",
    "jl": "julia",
    "lua": "lua",
    "pl": "perl",
    "sh": "bash",
    "bash": "bash",
    "bat": "bat",
    "ps1": "powershell",
    "sql": "sql",
    "css": "css",
    "scss": "scss",
    "vue": "vue",
    "yaml": "yaml",
    "yml": "yaml",
    "toml": "toml",
    "ini": "ini",
    "cfg": "ini",
    "conf": "ini",
    "properties": "properties",
    "env": "ini",
    "proto": "protobuf",
    "gradle": "groovy",
    "dockerfile": "dockerfile",
    "tex": "latex",
}
_EXTENSIONS = {
    MediaKind.MARKDOWN: "md markdown mdown mkd mdx",
    MediaKind.TEXT: "txt text log rst asc srt vtt",
    MediaKind.HTML: "html htm xhtml",
    MediaKind.JSON: "json jsonl ndjson geojson ipynb",
    MediaKind.XML: "xml xsd xsl xslt wsdl rss atom kml plist",
    MediaKind.PDF: "pdf",
    MediaKind.DOCX: "docx docm dotx dotm",
    MediaKind.PPTX: "pptx pptm ppsx potx",
    MediaKind.XLSX: "xlsx xlsm xltx xltm",
    MediaKind.XLS: "xls xlt",
    MediaKind.XLSB: "xlsb",
    MediaKind.ODS: "ods ots",
    MediaKind.CSV: "csv tsv tab psv",
    MediaKind.IMAGE: "png jpg jpeg gif bmp tif tiff webp ico svg",
    MediaKind.DOC: "doc dot",
    MediaKind.PPT: "ppt pps",
}
_BY_EXTENSION = {
    extension: kind for kind, names in _EXTENSIONS.items() for extension in names.split()
} | dict.fromkeys(CODE_LANGUAGES, MediaKind.CODE)


def extension_of(name: str) -> str:
    """The last extension of a file name, lower case, without dot or spaces; "" if none."""
    return PurePosixPath(name.strip()).suffix.removeprefix(".").strip().lower()


def kind_of_name(name: str) -> MediaKind:
    """What the extension claims; UNKNOWN for none or an unknown one."""
    extension = extension_of(name)
    if not extension and name.strip().lower() in {"dockerfile", "makefile"}:
        return MediaKind.CODE
    return _BY_EXTENSION.get(extension, MediaKind.UNKNOWN)
