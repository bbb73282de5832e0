"""What each handed hard file must yield: one check for every row of its EXPECT.csv."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from worksurface_pipeline.readers.model import (
    ColumnType,
    DocumentContent,
    Extraction,
    ExtractionFailure,
    Picture,
    TypedTable,
    Workbook,
)

Check = Callable[[Extraction], None]
NO_REMARK = ""


def book_of(result: Extraction) -> Workbook:
    assert isinstance(result, Workbook), result
    return result


def table_of(result: Extraction, sheet: str = "") -> TypedTable:
    tables = book_of(result).tables
    return next(table for table in tables if table.sheet == sheet) if sheet else tables[0]


def table(
    columns: list[str],
    rows: int,
    sums: Mapping[str, float] | None = None,
    first: tuple[object, ...] | None = None,
    remark: str = NO_REMARK,
) -> Check:
    """The first table has these columns and rows, sums and first row."""

    def check(result: Extraction) -> None:
        found = table_of(result).frame
        assert found.columns == columns
        assert found.height == rows
        assert {name: found[name].sum() for name in sums or {}} == dict(sums or {})
        assert first is None or found.row(0) == first
        assert remark in " ".join(book_of(result).remarks)
        assert "\ufffd" not in found.write_csv()

    return check


def fails(reason: str, *words: str) -> Check:
    """The file is a failure for this reason, with a remedy."""

    def check(result: Extraction) -> None:
        assert isinstance(result, ExtractionFailure), result
        assert result.reason.value == reason
        assert [word for word in words if word not in result.detail] == []
        assert result.remedy

    return check


def text(
    *parts: str, kind: str, lacks: tuple[str, ...] = (), remark: str = NO_REMARK, margin: str = ""
) -> Check:
    """A document with these parts in this order, spaces aside, and without others."""

    def check(result: Extraction) -> None:
        assert isinstance(result, DocumentContent), result
        assert result.kind == kind
        words = " ".join(result.text.split())
        places = [words.find(" ".join(part.split())) for part in parts]
        assert -1 not in places, (parts, places)
        assert places == sorted(places)
        assert [part for part in lacks if part in result.text] == []
        assert remark in " ".join(result.remarks)
        assert not margin or margin in result.furniture

    return check


def both(*checks: Check) -> Check:
    """Several checks of one file."""

    def check(result: Extraction) -> None:
        for one in checks:
            one(result)

    return check


def sheets(count: int, failed: Mapping[str, str]) -> Check:
    """Every sheet is listed, and each without a table has its reason."""

    def check(result: Extraction) -> None:
        book = book_of(result)
        assert len(book.sheets) == len(set(book.sheets)) == count
        assert {item.part: item.reason.value for item in book.failures} == dict(failed)
        assert {one.sheet for one in book.tables} | set(failed) == set(book.sheets)

    return check


def _identifiers(result: Extraction) -> None:
    found = table_of(result)
    assert found.frame["sku"].to_list() == ["00123", "00045", "1-2"]
    assert found.frame["ean"].to_list()[1:] == ["12345678901234567890", "9007199254740993"]
    assert found.frame["phone"].to_list()[:2] == ["+49 170 1234567", "0049170"]
    assert found.texts["ratio"].to_list() == ["1/2", "3E5", "1e400"]
    # N/A is a missing value, and the column says that it was written.
    assert found.columns[4].null_reasons == ("N/A", "nan")


def _title_rows(result: Extraction) -> None:
    found = table_of(result)
    assert found.layout.titles == ("Sales report Q1 2025", "Exported 2025-04-02 by SYSTEM")
    assert found.layout.totals[0].startswith("Total | 40")
    assert found.frame["Share"].to_list() == [0.25, 0.75]


def _formulas(result: Extraction) -> None:
    found = table_of(result)
    assert found.frame["Profit"].to_list() == [None] * 3
    assert found.columns[3].null_reasons == ("formula never calculated",)
    assert found.texts["Profit"].to_list() == ["=B2-C2", "=B3-C3", "=B4-C4"]
    assert found.frame["Income"].sum() == 9500


def _hidden(result: Extraction) -> None:
    hidden = {one.sheet: one.is_hidden for one in book_of(result).tables}
    assert hidden == {
        "Visible": False,
        "Hidden Data": True,
        "VeryHidden": True,
        "HiddenRowsCols": False,
    }
    found = table_of(result, "HiddenRowsCols")
    assert found.frame.shape == (5, 3)
    assert [found.frame[name].sum() for name in found.frame.columns] == [15, 150, 1500]
    assert (found.layout.hidden_rows, found.layout.hidden_columns) == ((3,), (2,))


def _formats(result: Extraction) -> None:
    found = table_of(result)
    shown = found.texts.row(0, named=True)
    kept = found.frame.row(0, named=True)
    units = {column.name: column.unit for column in found.columns}
    types = {column.name: column.type for column in found.columns}
    assert shown["date"] == "2024-02-29"
    assert (shown["time"], shown["duration"]) == ("18:00:00", "36:00:00")
    assert (shown["percent"], kept["percent"], units["percent"]) == ("12.66%", 0.1266, "percent")
    assert (kept["currency"], units["currency"]) == (1234.5, "EUR")
    assert kept["accounting"] == -500
    assert (shown["text_date"], types["text_date"]) == ("31/12/2024", ColumnType.TEXT)
    assert kept["custom"] == 7


def _errors(result: Extraction) -> None:
    found = table_of(result)
    shown = found.texts["column_1"].to_list()
    assert sorted(shown) == [
        "#DIV/0!",
        "#N/A",
        "#NAME?",
        "#NULL!",
        "#NUM!",
        "#REF!",
        "#VALUE!",
    ]
    assert found.frame["column_1"].to_list() == [None] * 7
    assert set(found.columns[0].null_reasons) == set(shown)


def _merged(result: Extraction) -> None:
    found = table_of(result)
    assert found.frame["Region"].to_list() == ["North", "North", "South"]
    assert found.layout.titles == ("2024 sales by region (units)",)


def _inventory(result: Extraction) -> None:
    found = table_of(result, "Inventory")
    assert found.frame["sku"].to_list() == ["0007", "0008"]
    assert found.frame["when"].to_list() == [date(2024, 12, 30), date(2024, 12, 31)]
    assert found.frame["calc"].to_list() == [None, None]
    assert found.columns[4].null_reasons == ("formula without a stored result",)
    assert table_of(result, "Hidden").is_hidden


def _tiny(result: Extraction) -> None:
    found = table_of(result, "OneCell")
    assert found.frame.row(0) == ("x",)
    assert (found.row_numbers, found.layout.column_numbers) == ((7,), (3,))
    assert table_of(result, "数据").frame.columns == ["值"]


def _bomb(result: Extraction) -> None:
    # 61 MB are read within the worker's memory: below every limit, so that nothing is refused.
    found = table_of(result)
    assert found.frame.height + len(found.layout.header_rows) == 20_000
    assert found.texts.to_series(0)[-1] == "A" * 3000


def _shares_no_word(result: Extraction) -> None:
    """A nested table's words stand once."""
    assert isinstance(result, DocumentContent)
    assert result.text.count("inner") == 1


def _equal_widths(result: Extraction) -> None:
    """Rows of one Markdown table have equally many cells."""
    assert isinstance(result, DocumentContent)
    blocks = [
        block.split("\n") for block in result.text.strip().split("\n\n") if block.startswith("|")
    ]
    assert len(blocks) > 4
    assert [block for block in blocks if len({line.count("|") for line in block}) > 1] == []
    assert result.text.count("Merged Cell 1.1 1.2") == 2


def _slides(result: Extraction) -> None:
    assert isinstance(result, DocumentContent)
    assert result.quality.pages == 3
    assert [place.number for place in result.places] == [1, 2, 3]


def _picture(result: Extraction) -> None:
    assert result == Picture(media_type="image/png", width=900, height=420)


def _no_controls(result: Extraction) -> None:
    assert isinstance(result, DocumentContent)
    assert [char for char in result.text if ord(char) < 32 and char not in "\n\t"] == []


CHINESE = ["编号", "产品", "数量", "单价"]
MEASURES = ("Units", "Price", "Rev")
MERGED = ["Region", *(f"H{half} / {name}" for half in "12" for name in MEASURES)]

CHECKS: dict[str, Check] = {
    "erp_export_html.xls": table(
        ["订单号", "金额"], 2, {"金额": 1322.5}, ("0012", 1234.5), "xls, the file holds html"
    ),
    "really_xlsx.csv": table(["k", "v"], 5, {"v": 55}, remark="csv, the file holds xlsx"),
    "report_is_pdf.xlsx": text(
        "Total 4,711 units", kind="pdf", remark="the name says xlsx, the file holds pdf"
    ),
    "shengye_electric_2024_annual_report.pdf.docx": text(
        "# Annual Report", "Converted from a PDF. Revenue 12.5 million.", kind="docx"
    ),
    "word2006ml.doc": text(
        "My Document Title",
        "The quick brown fox jumped",
        "Bibliography",
        kind="doc",
        lacks=("<w:", "<pkg:", "xmlns"),
    ),
    "cn_utf16le_bom.csv": both(
        table(CHINESE, 3, {"数量": 149}, remark="decoded as utf-16"),
        lambda result: _equals(table_of(result).frame["编号"][0], "0001"),
    ),
    "cn_gb18030.csv": table(CHINESE, 3, {"数量": 149}, remark="decoded as gb18030"),
    "jp_cp932.csv": table(
        ["名前", "年齢", "住所"], 3, {"年齢": 90}, ("佐藤太郎", 30, "東京"), "decoded as cp932"
    ),
    "bom_utf8.csv": table(["id", "amount"], 2, {"amount": 25}),
    "nul_bytes.csv": table(["a", "b"], 2, {"a": 3}, (1, "xy")),
    "ragged.csv": table(["id", "name", "qty", "column_4", "column_5"], 4, {"qty": 80}),
    "quoted_newlines.csv": table(
        ["id", "comment", "amount"], 3, {"amount": 20}, (1, "line one\nline two, with comma", 5)
    ),
    "dup_empty_headers.csv": table(
        ["id", "amount", "amount (2)", "column_4", "Amount (3)"],
        2,
        {"amount": 21, "amount (2)": 41, "Amount (3)": 61},
    ),
    "title_rows.csv": both(
        table(["Region", "Units", "Revenue", "Share"], 2, {"Revenue": 4000}), _title_rows
    ),
    "header_only.csv": table(["a", "b", "c"], 0),
    "one_cell.csv": table(["column_1"], 1, first=("hello",)),
    "empty.csv": fails("empty", "empty"),
    "whitespace_only.csv": fails("empty"),
    "wide_17000_columns.csv": fails("too_large", "17,000 columns"),
    "ids_and_big_ints.csv": _identifiers,
    "injection.csv": table(["name", "v"], 3, {"v": 6}, ("=cmd|' /C calc'!A0", 1)),
    "formulas_no_cache.xlsx": _formulas,
    "hidden_sheets.xlsx": both(sheets(4, {}), _hidden),
    "formats_dates_percent.xlsx": _formats,
    "error_cells.xlsx": _errors,
    "merged_two_row_header.xlsx": both(table(MERGED, 3, {"H1 / Units": 42}), _merged),
    "cols_16384.xlsx": sheets(3, {"Sheet1": "too_large", "Sheet2": "empty", "Sheet3": "empty"}),
    "tiny_and_empty_sheets.xlsx": both(sheets(5, {"Empty": "empty", "EMPTY ": "empty"}), _tiny),
    "chart_and_macro_sheets.xlsx": sheets(
        4, {"Hidden": "empty", "VeryHidden": "empty", "Chart": "empty"}
    ),
    "password_secret.xlsx": fails("encrypted", "password"),
    "truncated.xlsx": fails("corrupt", "corrupt or truncated"),
    "empty_zero_bytes.xlsx": fails("empty", "empty"),
    "zip_bomb_like.xlsx": _bomb,
    "inventory_biff8.xls": _inventory,
    "too_small.xls": fails("corrupt", "corrupt"),
    "password_user.pdf": fails("encrypted", "password"),
    "scanned_image_only.pdf": fails("no_text", "scan", "1 page"),
    "two_column.pdf": text(
        "# Two-column report",
        "Left column sentence 19. Left column sentence 20. Right column sentence 1. Right column",
        kind="pdf",
    ),
    "rotated_text.pdf": text(
        # The page is displayed turned, so that the "vertical" label is the upright one.
        "Vertical axis label: units shipped",
        "Horizontal title 2024",
        kind="pdf",
    ),
    "truncated.pdf": text("Left column sentence 1.", kind="pdf", remark="damaged"),
    "not_a_pdf.pdf": text(
        "# Sign in", kind="html", remark="the name says pdf, the file holds html"
    ),
    "blank_pages.pdf": fails("empty", "2 pages"),
    "borderless_table.pdf": text(
        "| SKU-4563 | D-22 | | 156 | | CRITICAL | | | | 180 | | -24 | |",
        "Total Variance Cost: $4,287.50",
        "| SKU-7789 | Accessories | $8.50 | $5,950.00 | 2024-11-05 | |",
        kind="pdf",
    ),
    "tracked_changes.docx": text(
        "can be:",
        "ApacheCon EU 2009",
        "extracting text from binary files.",
        kind="docx",
        lacks=('" \\o "',),
    ),
    "merged_tables.docx": both(
        text(
            "| Cell 1.0 | Merged Cell 1.1 1.2 | |",
            "| Cell 1.0 | Merged Cell 1.1 2.1 | Cell 1.2 | | Cell 2.0 | | Cell 2.2 |",
            kind="docx",
        ),
        _equal_widths,
    ),
    "footnote_and_table.docx": text(
        "in 2024.[^1]",
        "| North | 1,200 |",
        "[^1]: Restated after the audit of 3 March 2025.",
        kind="docx",
    ),
    "headers_lists_nested.docx": both(
        text(
            "# 1 Scope",
            "- First item",
            "1. Numbered",
            "| outer |",
            kind="docx",
            lacks=("CONFIDENTIAL", "Page footer"),
            margin="CONFIDENTIAL – header",
        ),
        _shares_no_word,
    ),
    "truncated.docx": fails("corrupt", "corrupt or truncated"),
    "password_secret.docx": fails("encrypted", "password"),
    "table_notes_chart_hidden.pptx": both(
        text(
            "| EMEA | $1.2M | | APAC | $0.8M |",
            "> Speaker note: APAC excludes Japan.",
            "| Jan | 10 | | Feb | 20 | | Mar | 31 |",
            "Hidden slide: price list 2025",
            kind="pptx",
            remark="hidden slides: 3",
        ),
        _slides,
    ),
    "post_invalid_time.json": text('"post_date": "2024-02-08T023:18:00Z"', kind="json"),
    "lines.json": text(
        '{"id": 1, "v": 10}', '{"id": 2, "v": 20}', kind="json", remark="JSON lines: 2 records"
    ),
    "broken.json": text('{"a": 1, "b": [1,2,}', kind="json", remark="not valid JSON"),
    "laughs.xml": text(
        "&d;", "&e;", kind="xml", lacks=("lollol", "root:"), remark="entities not expanded"
    ),
    "page.html": text(
        "| DE-FR | $1,200 | | DE-FR | $1,350 |",
        kind="html",
        lacks=("alert", "color:red", "127.0.0.1"),
    ),
    "crlf_ctrl.txt": both(text("Line one Page two red tab sep", kind="text"), _no_controls),
    "Dup.java": text(
        "````java",
        '/* ``` fence breaker ``` */ public class Dup { String s = "```"; } ````',
        kind="code",
    ),
    "screenshot_table.png": _picture,
}
"""Handed file -> check of what the reader gives."""


def _equals(found: object, wanted: object) -> None:
    assert found == wanted
