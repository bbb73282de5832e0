"""Any text stands in a LaTeX table as itself: nothing is read as a command."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from worksurface_pipeline.site.latex import DOCUMENT_HEAD, escape_latex, to_latex
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, simple_table

ESCAPED = {
    "ampersand": ("a & b", r"a \& b"),
    "per-cent": ("12 %", r"12 \%"),
    "underscore": ("cross_surface", r"cross\_surface"),
    "hash": ("# 1", r"\# 1"),
    "backslash": (r"C:\new", r"C:\textbackslash{}new"),
    "tilde": ("~5", r"\textasciitilde{}5"),
    "caret": ("2^10", r"2\textasciicircum{}10"),
    "braces": ("{x}", r"\{x\}"),
    "dollar": ("$1,200", r"\$1,200"),
    "command": (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
    "angles-and-bar": ("<a|b>", r"\textless{}a\textbar{}b\textgreater{}"),
    "quotes": ("\"a\" 'b' `c`", r"\symbol{34}a\symbol{34} \textquotesingle{}b"),
    "optional-argument": ("[x]", "{[}x]"),
    "star": ("*", "{*}"),
    "hyphens-are-no-dash": ("--x ---y", "-{}-x -{}-{}-y"),
    "commas-are-no-quote": ("a,,b", "a,{}, b".replace(" ", "")),
    "dash-stays": ("–", "–"),
    "rho": ("ρ = 0.62", r"$\rho$ = 0.62"),
    "at-least": ("≥ 99", r"$\geq$ 99"),
    "chinese-stays": ("模型_1", r"模型\_1"),
    "control-characters": ("a\x00b\x1bc", "a?b?c"),
    "half-a-character": ("a\ud800", "a?"),
    "lines-are-folded": ("a\n\n b\t c", "a b c"),
    "empty": ("", ""),
}
WILD = " ".join(text for text, _ in ESCAPED.values() if text.isprintable())
TABLE = Table(
    name="cells & more_1",
    title="100 % of #1_a",
    columns=(
        Column("A"),
        Column("P", True, "Pair & x"),
        Column("R", True, "Pair & x"),
        Column("n"),
    ),
    groups=(
        RowGroup(
            "model_1",
            (
                Row(
                    (Cell("[x]"), Cell("1", "all 2, n 3"), Cell("3"), Cell("")),
                ),
            ),
        ),
        RowGroup("", (Row((Cell("*"), Cell(""), Cell("4", is_best=True), Cell("")), True),)),
    ),
    notes=("A note & more.",),
)


def _wild(text: str, rows: int) -> Table:
    return simple_table("t", text, (Column(text),), ((text,), ("[",)) * (rows // 2), (text,))


@pytest.mark.parametrize(("text", "escaped"), ESCAPED.values(), ids=ESCAPED)
def test_texts_are_escaped(text: str, escaped: str) -> None:
    assert escape_latex(text).startswith(escaped)


@pytest.mark.parametrize("number", range(0x20, 0x250))
def test_no_sign_alone_is_a_command(number: int) -> None:
    text = escape_latex(f"a{chr(number)}b")
    bare = re.sub(r"\\[a-z]+\{(?:34)?\}|\\[&%$#_{}]|\$\\[a-z]+\$|\{[\[*]\}", "", text, flags=re.I)
    assert not set(bare) & set("\\{}$&#^_~%")


def test_the_form_of_a_table() -> None:
    lines = to_latex(TABLE).splitlines()
    assert lines[0].startswith("% Needs \\usepackage{booktabs,")
    assert r"\caption{100 \% of \#1\_a}\label{tab:cells-more-1}" in lines
    assert r"\sbox0{\begin{tabular}{lrrl}" in lines
    assert (
        r"\multicolumn{1}{c}{} & \multicolumn{2}{c}{Pair \& x} & \multicolumn{1}{c}{} \\" in lines
    )
    assert r"\cmidrule(lr){2-3}" in lines
    assert r"\multicolumn{4}{l}{\textbf{model\_1}} \\" in lines
    assert r"{[}x] & 1 {\scriptsize (all 2, n 3)} & 3 &  \\" in lines
    assert r"\wsbshade {*} &  & \textbf{4} &  \\" in lines
    assert not any("LuaLaTeX" in line for line in lines)


def test_letters_beyond_latin_ask_for_another_engine() -> None:
    chinese = simple_table("t", "物流", (Column("A"),), (("x",),))
    assert "LuaLaTeX" in to_latex(chinese).splitlines()[2]


@pytest.mark.parametrize(
    ("rows", "form"),
    [pytest.param(40, "table", id="a-float"), pytest.param(41, "longtable", id="over-pages")],
)
def test_tall_tables_go_on_over_pages(rows: int, form: str) -> None:
    text = to_latex(simple_table("t", "T", (Column("A"),), (("x",),) * rows))
    assert text.count(rf"\begin{{{form}}}") == text.count(rf"\end{{{form}}}") == 1
    assert text.count(r"\endhead") == (form == "longtable")


def test_every_row_has_every_column_and_every_brace_its_other() -> None:
    text = to_latex(simple_table("t", WILD, (Column(WILD), Column("B")), ((WILD, WILD),), (WILD,)))
    rows = [line for line in text.splitlines() if line.endswith(r" \\")]
    assert [len(re.findall(r"(?<!\\)&", row)) for row in rows] == [1, 1]
    bare = re.sub(r"\\[\\{}]", "", text)
    assert bare.count("{") == bare.count("}")


def test_it_compiles(tmp_path: Path) -> None:
    engine = shutil.which("pdflatex")
    if engine is None:
        pytest.skip("no LaTeX here")
    wild = "".join(sign for sign in WILD if sign < "\u0180" or sign in "–ρ≥")
    tables = (TABLE, _wild(wild, 2), _wild(wild, 50))
    body = "\n".join(to_latex(table) for table in tables)
    text = f"{DOCUMENT_HEAD}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (tmp_path / "t.tex").write_text(text, encoding="utf-8")
    options = ("-draftmode", "-interaction=nonstopmode", "-halt-on-error")
    done = subprocess.run([engine, *options, "t.tex"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
