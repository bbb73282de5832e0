from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from worksurface_pipeline.retrieval.passages import PassagePolicy, count_units, split_passages

PIECES = st.sampled_from(
    [
        "word",
        " ",
        "\n",
        "\n\n",
        "# H\n",
        "## 小节\n",
        "===\n",
        "---\n",
        "|---|---|\n",
        "汉字。",
        "ภาษา",
        "x" * 30,
        "```\n",
        "| a | b |\n",
        ". ",
        "\r\n",
        "\u2028",
        "\x0c",
    ]
)
TEXTS = st.lists(PIECES, max_size=60).map("".join)
POLICIES = st.builds(
    PassagePolicy, units=st.integers(2, 30), search_share=st.sampled_from([0.1, 0.4, 0.9])
)


@given(TEXTS, POLICIES)
def test_each_character_lies_in_one_passage_of_bounded_length(
    text: str, policy: PassagePolicy
) -> None:
    spans = list(split_passages(text, policy))
    end = 0
    for span in spans:
        assert text[end : span.start].strip() == ""
        piece = text[span.start : span.end]
        assert piece == piece.rstrip()
        assert piece.strip()
        assert count_units(piece) <= policy.units
        end = span.end
    assert text[end:].strip() == ""


@given(TEXTS)
def test_a_passage_holds_its_own_heading_first(text: str) -> None:
    # Within a fence such a line is no heading; an underlined title may follow and replace it.
    assume("```" not in text and "===" not in text)
    for span in split_passages(text, PassagePolicy(units=20)):
        lines = text[span.start : span.end].splitlines()
        if lines[0].startswith("# H"):
            assert span.heading.startswith("H")
