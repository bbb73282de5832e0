"""What the scan finds, kind by kind, and what looks alike and must pass.

Keys are put together here from parts, so that this file holds none.
"""

from __future__ import annotations

import pytest

from worksurface_pipeline.worksurface.release.scan.model import Kind, masked
from worksurface_pipeline.worksurface.release.scan.scan import hits_of

_RANDOM = "q7Zp2LxV9mKc4TnB8sWd3RfY6hJg1QaE"
_HEX = "9f8e7d6c5b4a39281706f5e4d3c2b1a0"
_SLASHED = "XekW9LctXb03rEMU64yT/Y6BzUZKC97i4xgciFnq"
FOUND = [
    pytest.param("Write to Jane.Doe+hr@acme-corp.co.uk, please", Kind.EMAIL, id="e-mail"),
    pytest.param("张伟 <zhang.wei@corp.cn>", Kind.EMAIL, id="e-mail in Chinese"),
    pytest.param("Call +44 20 7946 0958 today", Kind.PHONE, id="phone of London"),
    pytest.param("+8613800138000", Kind.PHONE, id="phone with its country, no groups"),
    pytest.param("reach us: 0049 30 901820", Kind.PHONE, id="phone with 00"),
    pytest.param("(212) 736-5000", Kind.PHONE, id="phone of New York"),
    pytest.param("212-736-5000.", Kind.PHONE, id="phone in groups, end of a sentence"),
    pytest.param("toll-free 1-800-222-0364 or", Kind.PHONE, id="phone with its 1"),
    pytest.param("联系 13912345678 王经理", Kind.PHONE, id="Chinese mobile"),
    pytest.param("电话：010-62751234", Kind.PHONE, id="Chinese landline after its word"),
    pytest.param("Tel. 089/636-48018", Kind.PHONE, id="German phone after its word"),
    pytest.param("phone: 5551234", Kind.PHONE, id="seven digits after the word"),
    pytest.param("appelez 06 12 34 56 78", Kind.PHONE, id="French mobile after a verb"),
    pytest.param("le 06 12 34 56 78, merci", Kind.PHONE, id="French mobile alone"),
    pytest.param("06.12.34.56.78", Kind.PHONE, id="French mobile with points"),
    pytest.param("06\u202f12\u202f34\u202f56\u202f78", Kind.PHONE, id="narrow spaces"),
    pytest.param("call 0151 23456789", Kind.PHONE, id="German mobile after a verb"),
    pytest.param("Please call me on 07911 123456", Kind.PHONE, id="British, words between"),
    pytest.param("rufen Sie uns an: 030 901820", Kind.PHONE, id="German verb with its words"),
    pytest.param("Handynummer: 0151 23456789", Kind.PHONE, id="German word"),
    pytest.param("T\u00e9l. 01 42 68 53 00", Kind.PHONE, id="French word"),
    pytest.param(
        "\uff0b\uff14\uff19 \uff13\uff10 \uff11\uff12\uff13\uff14\uff15\uff16\uff17",
        Kind.PHONE,
        id="full-width digits",
    ),
    pytest.param("jana [at] x.de", Kind.EMAIL, id="e-mail with [at]"),
    pytest.param("jana.brandt(at)firma(dot)de", Kind.EMAIL, id="e-mail with (at) and (dot)"),
    pytest.param("jana { at } mail { punkt } firma . de".replace(" . ", "."), Kind.EMAIL, id="ät"),
    pytest.param("jana\uff20firma.de", Kind.EMAIL, id="e-mail with a full-width sign"),
    pytest.param("IBAN DE89 3704 0044 0532 0130 00", Kind.IBAN, id="iban in groups"),
    pytest.param("pay to GB82WEST12345698765432 now", Kind.IBAN, id="iban on end"),
    pytest.param("konto de89 3704 0044 0532 0130 00", Kind.IBAN, id="iban in small letters"),
    pytest.param("gb82west12345698765432", Kind.IBAN, id="small iban on end"),
    pytest.param("card 4111 1111 1111 1111 exp", Kind.CARD, id="card in groups"),
    pytest.param("3782-822463-10005", Kind.CARD, id="American Express"),
    pytest.param("卡号: 6222020000000000000", Kind.CARD, id="UnionPay after its word"),
    pytest.param("身份证 11010519491231002X", Kind.NATIONAL_ID, id="Chinese identity"),
    pytest.param("SSN 536-90-4399", Kind.NATIONAL_ID, id="US social security"),
    pytest.param("CF RCCMNL83S18D969H", Kind.NATIONAL_ID, id="Italian codice fiscale"),
    pytest.param("CPF 390.533.447-05", Kind.NATIONAL_ID, id="Brazilian CPF"),
    pytest.param("DNI: 54362315K", Kind.NATIONAL_ID, id="Spanish DNI"),
    pytest.param("NIE X-2482300W", Kind.NATIONAL_ID, id="Spanish NIE"),
    pytest.param("Aadhaar: 2341 2341 2346", Kind.NATIONAL_ID, id="Indian Aadhaar"),
    pytest.param("NIR 2 95 10 99 126 111 93", Kind.NATIONAL_ID, id="French NIR"),
    pytest.param("-----BEGIN RSA " + "PRIVATE KEY-----", Kind.PRIVATE_KEY, id="RSA key"),
    pytest.param("-----BEGIN OPENSSH " + "PRIVATE KEY-----", Kind.PRIVATE_KEY, id="SSH key"),
    pytest.param("id: AK" + "IAQ3EGWZ7RTB2LKX5N", Kind.API_KEY, id="Amazon key"),
    pytest.param("use sk" + "-proj-" + _RANDOM, Kind.API_KEY, id="key of a model's API"),
    pytest.param("gh" + "p_" + _RANDOM + "aB3d", Kind.API_KEY, id="GitHub token"),
    pytest.param("h" + "f_" + _RANDOM, Kind.API_KEY, id="Hub token"),
    pytest.param("xo" + "xb-1234567890-" + _RANDOM, Kind.API_KEY, id="Slack token"),
    pytest.param(
        "S" + "G." + _RANDOM[:22] + "." + _RANDOM + "aB3dE5fG7hJ", Kind.API_KEY, id="SendGrid"
    ),
    pytest.param(
        "https://hooks.sl" + "ack.com/services/T024BE7LD/B0C3RQ4NM/" + _RANDOM[:24],
        Kind.API_KEY,
        id="Slack webhook",
    ),
    pytest.param(
        "xa" + "pp-1-A03RQ4NM7PL-3141592653589-" + _HEX * 2, Kind.API_KEY, id="Slack app token"
    ),
    pytest.param("gs" + "k_" + _RANDOM + _RANDOM[::-1][:20], Kind.API_KEY, id="Groq"),
    pytest.param("da" + "pi" + _HEX, Kind.API_KEY, id="Databricks"),
    pytest.param("whs" + "ec_" + _RANDOM, Kind.API_KEY, id="Stripe webhook"),
    pytest.param("r" + "8_" + _RANDOM + "aB3dE", Kind.API_KEY, id="Replicate"),
    pytest.param("ya" + "29." + _RANDOM, Kind.API_KEY, id="Google access token"),
    pytest.param(
        "AccountName=a;Account" + "Key=" + (_SLASHED * 3)[:86] + "==;EndpointSuffix=x",
        Kind.API_KEY,
        id="Azure",
    ),
    pytest.param("postgres://app:Tr0ub4dor@db.internal/x", Kind.API_KEY, id="in an address"),
    pytest.param('api_key = "' + _RANDOM + '"', Kind.SECRET, id="random value of a key"),
    pytest.param("Authorization: Bearer " + _RANDOM + "aB3dE5fG", Kind.SECRET, id="bearer"),
    pytest.param("-H 'authorization: token " + _HEX + "'", Kind.SECRET, id="header, hexadecimal"),
    pytest.param("curl with bearer " + _RANDOM, Kind.SECRET, id="bearer without its header"),
    pytest.param("AWS_SECRET_ACCESS_KEY=" + _SLASHED, Kind.SECRET, id="Amazon secret with /"),
    pytest.param("secretAccessKey: " + _SLASHED, Kind.SECRET, id="name in humps"),
    pytest.param('"clientSecret": "' + _RANDOM + '"', Kind.SECRET, id="name in humps, JSON"),
    pytest.param("Passwort: Xk9#mQ2v", Kind.SECRET, id="German word"),
    pytest.param("passwd: LNagbRfbkG!", Kind.SECRET, id="no digit, sign at its end"),
    pytest.param("mot de passe : Xk9mQ2vbT4", Kind.SECRET, id="French word"),
    pytest.param("contrase\u00f1a: Xk9mQ2vbT4", Kind.SECRET, id="Spanish word"),
    pytest.param("\u30d1\u30b9\u30ef\u30fc\u30c9\uff1aXk9mQ2vbT4", Kind.SECRET, id="Japanese word"),
    pytest.param("Password: Xk9#mQ2v", Kind.SECRET, id="password"),
    pytest.param("密码：" + _RANDOM, Kind.SECRET, id="Chinese word for password"),
]
ALIKE = [
    "jane@example.com and team@acme.test",  # reserved domains
    "icon@2x.png in @media and @types/node",
    "user@host without a domain",
    "Version 1.2.3.4 and 10.0.0.1:8080",
    "2024-01-02 to 2024-12-31, 31.12.2024",
    "Date: 2024-02-29 14:05:33.120",
    "Order 4500012345, invoice 2024-000123-0001",
    "Amount 1,234,567.89 and -15000000000.00",
    "Total 15,800,000,000 yuan",
    "+12.5% year on year, +3 500 units",
    "ISBN 978-3-16-148410-0",
    "13812345678901 ms since the start",  # fourteen digits
    "id-13912345678-x and v13912345678",
    "123-456-7890 is no number that can be dialled",
    "serial 4111111111111112 and 5500005555555559",  # on end, no word that says card
    "4111 1111 1111 1112 fails the check",
    "DE89 3704 0044 0532 0130 01 fails the check",
    "GB2312, UTF16 and AB12 3456 are codes",
    "110105194912310021 has a wrong check digit",
    "000-12-3456 and 123-45-678 are no social security numbers",
    "sha256:" + "9f86d081884c7d659a2feaa0c55ad015" * 2,
    "commit 60b08b1cc2e8054afbc3ca2160d37876b4f0765c",
    "uuid 123e4567-e89b-12d3-a456-426614174000",
    "password: ********",
    "password = os.environ['DB_PASSWORD']",
    'api_key="YOUR_API_KEY_GOES_HERE_12345"',
    "token: ${GITHUB_TOKEN}",
    "The token is required, the secret is discipline",
    "tokens: 12345678, max_tokens = 20000000",
    "sk-" + "a" * 40,
    "ASIANPACIFICHERITAGE.GOV",
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "https://user@host/path and http://127.0.0.1:3000",
    "Phone calls: 12 in 2024, phone cost 1200",
    "t171__PO_10.md, task_160, 20250101_report_v2.xlsx",
    "13.5 14.5 15.5 16.5",
    "months 01 02 03 04 05 and 06 07 08 09 10, weeks 02.04.06.08.10",
    "06 12 34 56 78 90 and 106 12 34 56 78",  # more pairs, or no 0 before
    "call 20240512, call 4500012345 and call 2 of 30",
    "call 0000 000000 and text 0.151 23456789",
    "contact 2024-05-12 08:30, reach 01/02/2024",
    "the mobile app 2.0.1, fax since 1998",
    "look[at].value, cat (at) home, meeting (at) noon",
    "jana [at] example.com, build(at)page.html",
    "de89 3704 0044 0532 0130 01 fails the check in small letters too",
    "in 2024 this that then were over 20 more",
    "Bearer of the document 2024-05-12, the bearer token is required",
    "Authorization: Bearer ${TOKEN}, Authorization: Bearer <your token>",
    "token report_2024_q3_final.xlsx and token classification_2024",
    "access_key: data/2024/reports/Quarterly_Report_Q3_2024.xlsx",
    "secretPath: src/components/auth/TokenProvider2/indexOfThings",
    "api_key = /run/credentials/service-a1/KeyFile2024",
    "Password: Incorrect! Passwort: vergessen? passwd: required!",
    "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "SG.2024.Q3, xapp-1 and gsk_model_name, whsec_" + "a" * 32,
    "AccountKey=<the key of the account>",
]


@pytest.mark.parametrize(("text", "kind"), FOUND)
def test_what_must_not_leave_is_found_once(text: str, kind: Kind) -> None:
    assert [hit.kind for hit in hits_of(text)] == [kind]


@pytest.mark.parametrize("text", ALIKE)
def test_what_only_looks_alike_passes(text: str) -> None:
    assert hits_of(text) == ()


def test_places_are_those_of_the_value() -> None:
    text = "line\nsee a@corp.cn or 13912345678"
    assert [text[hit.start :].startswith(hit.value) for hit in hits_of(text)] == [True, True]


@pytest.mark.parametrize("value", ["+44 20 7946 0958", "5551234", "a@b.cn"])
def test_a_masked_value_gives_nothing_away(value: str) -> None:
    assert str(len(value)) in masked(value)
    assert value[2:-2] not in masked(value)


def test_long_texts_take_no_longer_than_they_are_long() -> None:
    """Runs of one kind of characters are where careless patterns never end."""
    for char in ("a", "1", "A1", "1 ", "+1", "@a", "-", "a.", "://a:", "eyJ"):
        hits_of(char * (200_000 // len(char)))
