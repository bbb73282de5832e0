"""The two files that stand, byte for byte, in more than one task."""

from __future__ import annotations

from generators.sample_workspace.pages import as_markdown, page, section
from generators.sample_workspace.sheets import as_csv
from generators.sample_workspace.tables import Table
from generators.sample_workspace.world import (
    CARRIERS,
    COMPANY,
    DEALERS,
    DOMAIN,
    FOUNDED,
    PRODUCTS,
    REGIONS,
    SITES,
)

PROFILE_NAME = "company_profile.md"
CARRIERS_NAME = "carriers.csv"

INSURED_EUR = (40_000, 25_000, 15_000, 60_000)
VANS = (31, 18, 54, 12)


def company_profile() -> bytes:
    """Write the page that operations and product management both keep."""
    return as_markdown(
        page(
            f"{COMPANY}: profile",
            section(
                "Who we are",
                f"{COMPANY} has made weather instruments since {FOUNDED}.",
                f"The plants and depots stand in {', '.join(SITES)}.",
                f"Sales are split into the regions {', '.join(REGIONS)}.",
            ),
            section(
                "What we sell",
                *(f"- {product}" for product in PRODUCTS),
                f"A network of {DEALERS} dealers sells the instruments.",
                f"Questions go to office@{DOMAIN}.",
            ),
        )
    )


def carrier_table() -> Table:
    """Give the carriers that both logistics tasks look up."""
    codes = ("0071", "0072", "0085", "0090")
    rows = zip(codes, CARRIERS, VANS, INSURED_EUR, strict=True)
    return Table(("carrier_code", "carrier", "vans", "insured_value_eur"), tuple(rows))


def carriers_file() -> bytes:
    """Write the carriers as CSV."""
    return as_csv(carrier_table())
