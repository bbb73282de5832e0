"""Encodings of short and long texts: which one is found, and whether a guess owns up to it."""

from __future__ import annotations

import pytest
from charset_normalizer import from_bytes

from worksurface_pipeline.readers.declared import declared_markup, declared_source
from worksurface_pipeline.readers.decode import (
    SURE_ENOUGH,
    decode,
    decode_as,
    encoding_remarks,
    peek,
)

# Encoding -> texts, from a lone heading to a sentence.
TEXTS: dict[str, tuple[str, ...]] = {
    "gb18030": (
        "合计",
        "编号,产品\n",
        "姓名\n张三\n",
        "仓库：苏州\n",
        "经办人,审批意见\n李四,同意\n",
        "编号,产品,数量,单价\n0001,笔记本电脑,12,5999\n",
        "第一季度华东地区销售额同比增长百分之十二，主要原因是新产品上市。",
        "该批次设备因运输途中受潮，质检部门建议暂缓验收并通知供应商更换。",
    ),
    "big5": (
        "合計",
        "編號,產品\n",
        "姓名\n張三\n",
        "訂單編號,金額\n0001,繁體中文資料\n",
        "庫存不足，請儘快補貨",
        "第一季度華東地區銷售額同比增長百分之十二，主要原因是新產品上市。",
        "該批次設備因運輸途中受潮，品管部門建議暫緩驗收並通知供應商更換。",
    ),
    "cp932": (
        "合計",
        "名前,年齢\n",
        "氏名\n田中\n",
        "在庫が不足しています",
        "請求書番号,顧客名,金額\n1,株式会社山田製作所,1000\n",
        "第一四半期の売上高は前年同期比で十二パーセント増加しました。",
        "輸送中に水濡れが発生したため、検収を保留し、交換を依頼してください。",
    ),
    "euc_jp": (
        "在庫が不足しています",
        "商品コード,数量",
        "名前,年齢,住所\n佐藤太郎,30,東京\n",
        "第一四半期の売上高は前年同期比で十二パーセント増加しました。",
    ),
    "cp949": (
        "합계",
        "이름,나이\n",
        "재고가 부족합니다",
        "번호,제품,수량\n1,노트북,12\n",
        "일분기 매출은 작년 같은 기간보다 십이 퍼센트 늘었습니다.",
        "운송 중 침수로 검수를 보류하고 공급업체에 교환을 요청했습니다.",
    ),
    "cp1252": (
        "naïve\n",
        "São Paulo\n",
        "prix en €\n",
        "température 5 °C\n",
        "It’s a “quoted” – text",
        "Straße;Größe\nMüller;1,5\n",
        "Københavns lufthavn på øen",
        "Él no está aquí; mañana sí.",
        "Un café à Zürich coûte 5 francs, señor",
    ),
    "cp1250": (
        "Kraków;Łódź\n",
        "miesiąc;sprzedaż\n",
        "množství;cena\nčeský;1\n",
        "Zażółć gęślą jaźń",
        "Město;Počet\nPlzeň;5\nČeské Budějovice;7\n",
        "Příliš žluťoučký kůň úpěl ďábelské ódy",
    ),
    "iso-8859-2": (
        "Łódź;Białystok;sprzedaż\n",
        "Košice;Žilina;štvrtok\n",
        "žádost o schválení přehledu tržeb",
        "Zażółć gęślą jaźń, pchnąć w tę łódź jeża lub ośm skrzyń fig",
    ),
    "cp1251": (
        "Итого",
        "Дата;Клиент;Сумма\n",
        "Имя;Возраст\nИван;30\n",
        "Продажи выросли на двенадцать процентов по сравнению с прошлым годом.",
    ),
    "koi8-r": (
        "Итого",
        "Имя;Возраст\nИван;30\n",
        "Продажи выросли на двенадцать процентов по сравнению с прошлым годом.",
    ),
    "cp1253": ("Όνομα;Ηλικία\n", "Οι πωλήσεις αυξήθηκαν κατά δώδεκα τοις εκατό"),
    "cp1254": ("İstanbul;Değer\nşehir;ağ\n", "Satışlar geçen yıla göre yüzde on iki arttı."),
    "utf-8": ("合计", "Größe", "No accent at all"),
    "utf-8-sig": ("合计", "id,amount\n"),
    "utf-16": ("合计\n", "id\tamount\n", "编号\t产品\n0001\t显示器\n"),
    "utf-16-le": ("id\tamount\n1\t2\n", "编号\t产品\n0001\t显示器\n", "名前,年齢\n佐藤,30\n"),
    "utf-16-be": ("id\tamount\n1\t2\n", "编号\t产品\n0001\t显示器\n", "이름,나이\n김,30\n"),
    "utf-32": ("id,amount\n", "合计"),
    "iso2022_jp_2": ("名前,年齢\n佐藤,30\n",),
}
CASES = [(name, text) for name, texts in TEXTS.items() for text in texts]
IDS = [f"{name}-{len(text)}" for name, text in CASES]
# Two languages that share letters: some words read well in either encoding.
TWINS = {"Česká republika;Plzeň\n": "cp1250", "Árvíztűrő tükörfúrógép": "cp1250"}


@pytest.mark.parametrize("repeats", [1, 40], ids=["short", "long"])
@pytest.mark.parametrize(("encoding", "text"), CASES, ids=IDS)
def test_text_comes_back_from_its_bytes(encoding: str, text: str, repeats: int) -> None:
    whole = "\n".join([text] * repeats)
    decoded = decode(whole.encode(encoding))
    assert decoded.text == whole
    assert decoded.replaced == 0


@pytest.mark.parametrize(("text", "encoding"), TWINS.items(), ids=["czech", "hungarian"])
def test_what_could_be_either_says_that_it_is_a_guess(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.confidence < SURE_ENOUGH
    assert f"the encoding is a guess; {decoded.other} would fit as well" in encoding_remarks(
        decoded
    )


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(texts[-1], name) for name, texts in TEXTS.items()],
    ids=list(TEXTS),
)
def test_a_sentence_is_no_guess(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.confidence >= SURE_ENOUGH


def test_no_wrong_reading_is_called_sure() -> None:
    """Over the table and its twins, whatever is not the text has a confidence of a guess."""
    wrong = [
        (encoding, text)
        for encoding, text in [*CASES, *((name, text) for text, name in TWINS.items())]
        if (found := decode(text.encode(encoding))).text != text and found.confidence >= SURE_ENOUGH
    ]
    assert wrong == []


def test_the_general_detector_alone_would_not_do() -> None:
    """Why there is a detector of our own: the library is made for pages, not for headings."""
    legacy = [(name, text) for name, text in CASES if not name.startswith(("utf", "iso"))]
    ours = sum(decode(text.encode(name)).text == text for name, text in legacy)
    theirs = sum(str(from_bytes(text.encode(name)).best()) == text for name, text in legacy)
    assert ours == len(legacy)
    assert theirs < len(legacy) * 0.8


@pytest.mark.parametrize("encoding", ["cp874", "cp1256", "cp1255", "mac_cyrillic"])
def test_what_is_not_known_is_a_guess(encoding: str) -> None:
    texts = {"cp874": "สวัสดี", "cp1256": "مرحبا بكم", "cp1255": "שלום רב", "mac_cyrillic": "Итог"}
    assert decode(texts[encoding].encode(encoding)).confidence < SURE_ENOUGH


MIXED = [
    pytest.param("库存不足\n".encode() * 3 + "请补货\n".encode("gb18030") * 3, "gb18030", id="gbk"),
    pytest.param(
        "größer\n".encode() * 3 + "Straße über Größe\n".encode("cp1252"), "cp1252", id="latin"
    ),
    pytest.param(
        "2024 起動しました\n".encode() + "終了しました\n".encode("cp932") * 2, "cp932", id="sjis"
    ),
]


FEW_LINES = [
    pytest.param(["José,Málaga"], ["René,Orléans"], "cp1252", id="one of each"),
    pytest.param(["José,Málaga"], ["René,Orléans", "Hélène,Nîmes"] * 5, "cp1252", id="one of ten"),
    pytest.param(["Łódź,5"], ["Kraków,3", "Poznań,7", "Częstochowa,8"], "cp1250", id="polish"),
    pytest.param(["Москва"], ["Продажи выросли", "на двенадцать"], "cp1251", id="cyrillic"),
]


@pytest.mark.parametrize(("right", "wrong", "other"), FEW_LINES)
def test_no_character_of_a_mixture_is_lost(right: list[str], wrong: list[str], other: str) -> None:
    data = "\n".join(right).encode() + b"\n" + "\n".join(wrong).encode(other)
    decoded = decode(data)
    assert decoded.text == "\n".join([*right, *wrong])
    assert (decoded.encoding, decoded.replaced) == (f"utf-8+{other}", 0)
    assert decoded.confidence < SURE_ENOUGH


@pytest.mark.parametrize("text", ["Ça va bien\nà l’hôtel\n", "€ 5\n20 °C\nMüller\n"])
def test_lines_of_one_old_encoding_are_no_mixture(text: str) -> None:
    assert decode(text.encode("cp1252")).encoding == "cp1252"


@pytest.mark.parametrize(("data", "other"), MIXED)
def test_lines_in_another_encoding_are_read_in_it_with_a_remark(data: bytes, other: str) -> None:
    decoded = decode(data)
    assert (decoded.encoding, decoded.replaced) == (f"utf-8+{other}", 0)
    assert "\ufffd" not in decoded.text
    assert decoded.confidence < SURE_ENOUGH
    assert "the encoding is a guess" in encoding_remarks(decoded)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain\n" + "é".encode() * 20 + b"\xff\n", "plain\n" + "é" * 20 + "\ufffd\n"),
        ("合计订单".encode()[:-1], "合计订\ufffd"),
        ("合计\n合计\n".encode() + b"x\x80y\n", "合计\n合计\nx\ufffdy\n"),
    ],
    ids=["stray byte", "cut off", "stray line"],
)
def test_damage_to_utf8_is_replaced_and_counted(data: bytes, text: str) -> None:
    decoded = decode(data)
    assert (decoded.encoding, decoded.text, decoded.replaced) == ("utf-8", text, 1)
    assert "1 undecodable bytes replaced" in encoding_remarks(decoded)


def test_single_characters_that_pass_for_utf8_make_no_mixture() -> None:
    """Two bytes of another encoding are valid UTF-8 now and then: not a reason to read by line."""
    text = "模\n" + "库存数量\n" * 20
    assert decode(text.encode("gb18030")).text == text
    # Three characters whose six bytes are two of UTF-8.
    accident = bytes.fromhex("e4b8ade6b0b4")
    lines = accident + b"\n" + "库存数量\n".encode("gb18030") * 200
    assert decode(lines).encoding == "gb18030"


@pytest.mark.parametrize(
    ("data", "declared"),
    [
        (b'<?xml version="1.0" encoding="GB2312"?><a/>', "gb2312"),
        (b'<html><head><meta charset="Shift_JIS"></head>', "shift_jis"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=big5">', "big5"),
        (b"<html><body>charset=big5</body>", ""),
        (b"x" * 5000 + b"<meta charset=big5>", ""),
    ],
    ids=["xml", "meta", "http-equiv", "prose", "too-late"],
)
def test_markup_declares(data: bytes, declared: str) -> None:
    assert declared_markup(data) == declared


@pytest.mark.parametrize(
    ("data", "declared"),
    [
        (b"# -*- coding: gbk -*-\nx = 1\n", "gbk"),
        (b"#!/usr/bin/env python\n# vim: set fileencoding=euc-jp :\n", "euc-jp"),
        (b"# encoding: Windows-1251\nputs 1\n", "windows-1251"),
        (b"\xef\xbb\xbf# coding=utf-8-unix\n", "utf-8"),
        (b'@charset "iso-8859-2";\nbody {}\n', "iso-8859-2"),
        (b"x = 'coding: gbk'\n", ""),
        (b"\n\n# coding: gbk\n", ""),
    ],
    ids=["emacs", "vim", "ruby", "bom", "css", "string", "third line"],
)
def test_source_declares(data: bytes, declared: str) -> None:
    assert declared_source(data) == declared


@pytest.mark.parametrize(
    ("data", "declared", "encoding", "remark"),
    [
        ("Привет".encode("koi8-r"), "koi8-r", "koi8-r", ""),
        ("编号".encode("gb18030"), "gb2312", "gb18030", ""),
        ("编号 数量 单价 合计".encode("gb18030"), "utf-8", "gb18030", "the file declares utf-8"),
        ("编号".encode(), "gb2312", "utf-8", "the file declares gb2312"),
        (b"plain", "gb2312", "utf-8", ""),
        ("naïve".encode("cp1252"), "no-such-encoding", "cp1252", ""),
    ],
    ids=["obeyed", "larger", "false", "false-utf8", "ascii", "unknown"],
)
def test_a_declaration_is_believed_when_it_fits(
    data: bytes, declared: str, encoding: str, remark: str
) -> None:
    decoded = decode(data, declared)
    assert decoded.encoding == encoding
    told = [text for text in encoding_remarks(decoded) if "declares" in text]
    assert told == ([f"{remark}, its bytes do not agree"] if remark else [])


def test_a_stated_encoding_is_obeyed() -> None:
    decoded = decode_as("編號".encode("big5"), "big5")
    assert decoded is not None
    assert (decoded.text, decoded.confidence) == ("編號", 1.0)
    assert decode_as(b"x", "no-such") is None


def test_plain_text_with_a_zero_byte_is_not_utf16() -> None:
    assert decode(b"a,b\n1,x\0y\n2,z\n").text == "a,b\n1,x\0y\n2,z\n"
    assert peek("编号\t产品\n".encode("utf-16")) == "编号\t产品\n"
