"""Which columns a table states, and which of them say what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.readers.model import Column, ColumnType

# Headers that any table may have: a shared one says nothing about what two tables have in common.
# By line: keys and places in a list, names and words, time, sums and shares; then Chinese and
# Japanese ones.
_GENERIC_NAMES = """
id ids uid uuid guid key pk index idx no nr num number numbers s_no sr_no sl_no row rows row_id
row_number line line_no item items seq sequence order rank ranking code codes ref
name names full_name title titles label labels description descriptions desc text note notes
comment comments remark remarks detail details type types kind category categories class group
groups status state field fields column columns variable value values data
date dates time times datetime timestamp day days week weeks month months year years quarter period
created created_at updated updated_at start end start_date end_date jan feb mar apr may jun jul aug
sep sept oct nov dec january february march april june july august september october november
december q1 q2 q3 q4
total totals subtotal sub_total grand_total sum count counts average avg mean min max percent
percentage share amount unit units quantity qty yes_no
编号 序号 代码 名称 姓名 标题 描述 说明 备注 类型 类别 状态 日期 时间 年份 年 月 日 月份 季度
合计 总计 小计 总数 数量 单位 金额 值 数值 内容
項目 番号 名前 日付 備考 合計
"""
_GENERIC = frozenset(_GENERIC_NAMES.split())
# A name that some program made up where a file had none, or a number (a year, a running number).
_MADE_UP = re.compile(r"(?:unnamed|column|columns|col|field|var|x|f|c|列|字段)?_?\d+(?:_\d+)*")
# Types that hold the same kind of value, by the name of the kind.
_KINDS = {
    ColumnType.INTEGER: "number",
    ColumnType.DECIMAL: "number",
    ColumnType.PERCENT: "number",
    ColumnType.CURRENCY: "number",
    ColumnType.DURATION: "time",
    ColumnType.TIME: "time",
    ColumnType.DATE: "date",
    ColumnType.DATETIME: "date",
    ColumnType.BOOLEAN: "boolean",
}
_TEXT = "text"


@dataclass(frozen=True, slots=True, order=True)
class Header:
    """A column as it is compared: its normalised name and the kind of its values."""

    name: str
    kind: str


def headers_of(columns: Iterable[Column]) -> frozenset[Header]:
    """The columns that the file names; none whose name some program made up."""
    found = (Header(_name(column), kind_of(column.type)) for column in columns if _counts(column))
    return frozenset(found)


def has_meaning(headers: Iterable[Header]) -> bool:
    """Whether any of them says something about its table."""
    return any(is_meaningful(header.name) for header in headers)


def kind_of(type_: ColumnType) -> str:
    """Number, time, date, boolean or text: columns of different kinds are never shared."""
    return _KINDS.get(type_, _TEXT)


def is_meaningful(name: str) -> bool:
    """Whether a normalised header says something about its table."""
    return bool(name) and name not in _GENERIC and _MADE_UP.fullmatch(name) is None


def _counts(column: Column) -> bool:
    name = _name(column)
    return not column.is_invented and bool(name) and _MADE_UP.fullmatch(name) is None


def _name(column: Column) -> str:
    return identifier(column.source_name or column.name)
