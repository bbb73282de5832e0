"""Names, times, lists, verdicts and abstentions that wordings of all kinds were tried on."""

from __future__ import annotations

from tests.unit.mmenterprise.evaluation import asked

TOLD = (
    (
        asked.WHO,
        r"""
    Ana Brook | Brook, Ana | ANA | Ana B. | Anna Brook | Ana Brook (not Farida) | Probably Ana |
    Ana Brook, in #team at 10:41 | @ana.brook | ana.brook@company.com | A. Brook | Ms. Brook
""",
        r"""
    Ana Hartley | Lena Brook | Ana's deputy | Ana's manager | the assistant of Ana Brook |
    Ana Brook or somebody in finance | Ana Brook and Tom Sykes | either Ana or Quentin |
    Ana Brook asked; the one who gave it was her successor | It was formerly Ana Brook |
    Farida, on behalf of Ana | I doubt it was Ana | To Ana, from Farida | Someone told Ana Brook |
    unknown
""",
    ),
    (
        asked.WHO_OF_TWO,
        r"""
    Ben C. | Ben Castle | Benjamin Castle | Castle
""",
        r"""
    Ben | Ben (Castle or Dorn)
""",
    ),
    (
        asked.WHO_IS_MAY,
        r"""
    May Lund
""",
        r"""
    In May, Stellan | It may be Quentin | it may have been someone else | That may be so; no name
""",
    ),
    (
        asked.DAY,
        r"""
    12 March | March 12 | 2030-03-12 | 12.3. | 12/3 | 3/12 | 12. März | 12 mars | 12th of March |
    the twelfth of March | by 12 March | 12 March 2030 | 12 March '30 | Tuesday 12 March |
    12 March, formerly 9 March | Mar-12 | 12-Mar-2030 | 12MAR2030 | 20300312
""",
        r"""
    before 12 March | after 12 March | 9-12 March | 9 or 12 March | 9/12 March |
    between 9 and 12 March | March 9 or 12 | March 12-19 | March 12 or 19 | 12 or 13 March |
    12 to 19 March | the day after 12 March | two days before 12 March | a week after 12 March |
    12 March 2027 | It was 12 March but has been moved | postponed from 12 March |
    not until after 12 March | 12 March at the earliest | 3.12.2030 | 2030/12/03 | 12 May | 12 |
    I don't know
""",
    ),
    (
        asked.TIME,
        r"""
    12 March 17:00 | 12 March 5pm | 12 March 17h00 | 12 March 17 Uhr |
    12 March at five in the afternoon | 12 March 1700 hrs | 12 March, 17.00 |
    12 March, 17:00 UTC | Thursday 5 p.m. | 12 March 2030 17:00:00
""",
        r"""
    12 March, 05:00 | 12 March, 17:00-18:00 | 12 March, 16:00 or 17:00 |
    12 March, 17:00 or 18:00 | 12 March, after 17:00 | 12 March, not before 17:00
""",
    ),
    (
        asked.PLAN,
        r"""
    staged rollout | Staged Rollout | a staged roll-out | rollout in stages |
    staged rollout (previously single cutover)
""",
        r"""
    staged rollout, then single cutover | staged rollout was dropped |
    staged rollout was abandoned for another plan | staged rollout was replaced |
    originally staged rollout | the alternative to staged rollout |
    they voted against staged rollout | staged rollout or big bang | nothing was decided
""",
    ),
    (
        asked.STATUS,
        r"""
    in review | under review | In Review ✅
""",
        r"""
    ready for being put in review | past the in review stage
""",
    ),
    (
        asked.HIGHEST,
        r"""
    Alder | Alder, with 46.5 MW | Alder is higher than Cedar and Birch | Alder > Birch > Cedar
""",
        r"""
    Alder is the lowest | Alder comes second | Cedar is higher than Alder | Alder Major |
    Alder and Birch tie | All but Alder | the second after Alder | the one above Alder | Birch
""",
    ),
    (
        asked.LOWEST,
        r"""
    Alder
""",
        r"""
    Alder has the highest
""",
    ),
    (
        asked.ORDER,
        r"""
    Cedar, Alder, Birch | Cedar > Alder > Birch | Birch < Alder < Cedar |
    From lowest to highest: Birch, Alder, Cedar | 3. Birch\n2. Alder\n1. Cedar |
    2. Alder 1. Cedar 3. Birch | Cedar; Alder; Birch |
    Of Alder, Birch and Cedar: Cedar, Alder, Birch | Cedar 58, Alder 46, Birch 40
""",
        r"""
    From lowest to highest: Cedar, Alder, Birch | Cedar < Alder < Birch |
    Cedar (lowest), Alder, Birch (highest) | Cedar = Alder > Birch |
    Cedar and Alder tie, then Birch | Cedar, Alder (or Birch) | Alder, Cedar, Birch | Cedar, Alder
""",
    ),
    (
        asked.CLAIM_TRUE,
        r"""
    supported | Yes, supported | The records support it | well supported
""",
        r"""
    supported by no record | I doubt it is supported |
    would be supported only if Alder were larger | supported in version 1, but later corrected |
    supported until the correction | little supported | far from supported | weakly supported |
    supported or contradicted | Somebody claims it is supported | the opposite is supported |
    The reverse claim is supported | formerly supported | supported? unclear |
    that it is supported is a myth | this lacks being supported | I cannot tell
""",
    ),
    (
        asked.CLAIM_FALSE,
        r"""
    contradicted | No. Contradicted. | contradicts
""",
        r"""
    The opposite is contradicted | contradicted by nothing | no record contradicted it |
    contradicted at first, but the correction bears it out | cannot be contradicted |
    hardly contradicted | This is false; contradicted: no
""",
    ),
    (
        asked.CLAIM_OPEN,
        r"""
    not established | Not established - neither confirmed nor denied | cannot be established |
    unestablished | not_established | not-established | not yet established |
    The records do not say
""",
        r"""
    far from not established | Supported | It was not established at first, but then confirmed |
    not established? it is clearly so | not established in the report, but the tracker shows it
""",
    ),
    (
        asked.NO_LOAD,
        r"""
    not established | I don't know | No idea | There is no such value on record. |
    The records are silent on this. | Nothing on this. | N/A | - | null |
    Jarrowby's load does not appear in the records | never measured |
    Peak load was measured everywhere but at Jarrowby. | missing | Not covered
""",
        r"""
    Not established, so by default 46.5 MW | Not established. By analogy with Hexdale, 46.5 MW. |
    not recorded in the tracker; the deck puts it at 46.5 MW | 46.5 |
    The peak load of Jarrowby is not given directly. Derived from the total: 46.5 MW. |
    not stated; Hexdale's figure of 46.5 MW applies to Jarrowby too | unknown (46.5 MW) |
    Unknown. Use Hexdale's 46.5 MW instead. | not known exactly, between 40 and 50 MW |
    not specified to the decimal: 46 MW | forty-six megawatts |
    not established by the report but by the tracker: same as Hexdale |
    The exact peak load isn't known; same as at Hexdale
""",
    ),
    (
        asked.NO_WRONG_VALUE,
        r"""
    Nobody: the value was right from the start | No wrong value ever went out. |
    It was always right
""",
        r"""
    Ana | Not established; but Ana | not stated, presumably Ana Brook
""",
    ),
    (
        asked.NO_REVISER,
        r"""
    Stellan never revised it | Stellan made no such revision; Ana did, from 48,000 EUR |
    not established | There was no revision by Stellan.
""",
        r"""
    48,000 EUR | Stellan did not announce it, but before it was 48,000 EUR
""",
    ),
    (
        asked.NO_RANKING,
        r"""
    not established | Jarrowby's load is unknown; of the others Alder is highest |
    Cannot be ranked without Jarrowby.
""",
        r"""
    Alder | Alder (Jarrowby's is not recorded) | Not established, though Alder leads
""",
    ),
)
"""Question, answers that are right and answers that are wrong, parted by bars."""
