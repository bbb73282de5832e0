"""What could stand in any office's tables: measures and kinds for abstain tasks.

Only those of which no word stands anywhere in the scope are used, each once in a persona.
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
markup, money
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
expenditure, money
surcharge, money
invoice amount, money
commute distance, km
mileage, km
odometer, km
detour, km
idle fuel, l
spillage, l
tonnage, t
tare weight, kg
carbon footprint, kg
moisture, percent
shrinkage, percent
absenteeism, percent
attrition, percent
vacancy, percent
occupancy, percent
utilisation, percent
markdown, percent
discount, percent
commission, percent
tax deduction, percent
profitability, percent
inflation, percent
humidity, percent
breakage
overtime
headcount
seniority
backlog depth
rework
recalls
complaints
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
    "supervisor",
    "translator",
    "broker",
    "sponsor",
    "mentor",
    "landlord",
    "forwarder",
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
    "brand",
    "postal zone",
    "customs regime",
    "visa category",
    "cost bearer",
    "subsidiary",
    "franchise",
    "packaging material",
    "complaint reason",
    "cancellation reason",
    "escalation stage",
    "inspection verdict",
    "industry",
    "occupation",
)
