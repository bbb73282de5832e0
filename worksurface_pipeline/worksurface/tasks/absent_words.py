"""What could stand in any office's tables: measures and kinds for abstain tasks.

Only those of which no word stands anywhere in the scope are used, each once in a persona. Words
that a reader could take for another name of a common column (brand for product, forwarder for
carrier, mileage for distance) do not belong here: the question would then have an answer.
"""

from __future__ import annotations

from dataclasses import dataclass

# Said in the currency of the file's other columns.
MONEY = "money"
PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Measured:
    """A thing that is measured, and its unit: a suffix of columns, MONEY, PERCENT or ""."""

    name: str
    unit: str = ""


def measured(lines: str) -> tuple[Measured, ...]:
    """Things that are measured: one a line: its name, and its unit behind a comma."""
    parts = (line.partition(",") for line in lines.strip().splitlines())
    return tuple(Measured(name.strip(), unit.strip()) for name, _, unit in parts)


MEASURES = measured("""
overtime premium, money
handling fee, money
customs duty, money
parking fee, money
insurance deductible, money
royalty, money
demurrage, money
tuition subsidy, money
postage, money
courier fee, money
lodging expense, money
relocation grant, money
stamp duty, money
excise, money
escrow, money
depreciation, money
amortisation, money
goodwill, money
dividend, money
pension contribution, money
childcare voucher, money
gratuity, money
rebate, money
refund, money
chargeback, money
cashback, money
write-off, money
overdraft, money
retainer, money
licence fee, money
brokerage, money
cleaning bill, money
heating bill, money
packing expense, money
scrap proceeds, money
warranty reserve, money
commission, money
allowance, money
commute distance, km
odometer, km
detour, km
idle fuel, l
spillage, l
tare weight, kg
carbon footprint, kg
shrinkage, percent
absenteeism, percent
attrition, percent
vacancy, percent
occupancy, percent
markdown, percent
commission, percent
tax deduction, percent
inflation, percent
breakage
overtime
headcount
seniority
backlog depth
recalls
reminders
applicants
vacancies
absences
apprentices
witnesses
escalations
cancellations
subscriptions
attendees
referrals
turnover rank
credit standing
inspection tally
audit findings
""")
KINDS = (
    "insurer",
    "auditor",
    "approver",
    "translator",
    "broker",
    "sponsor",
    "mentor",
    "landlord",
    "inspector",
    "accountant",
    "payment method",
    "billing currency",
    "tax bracket",
    "vendor tier",
    "contract class",
    "loyalty tier",
    "nationality",
    "dialect",
    "hair colour",
    "paint colour",
    "postal zone",
    "customs regime",
    "visa category",
    "cost bearer",
    "subsidiary",
    "franchise",
    "blood group",
    "shoe size",
    "marital status",
    "packaging material",
    "cancellation reason",
    "escalation stage",
)
