"""The invented company all sample files speak of, and the facts that several tasks share."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

COMPANY = "Kestlind Instruments"
DOMAIN = "kestlind.example"
YEAR = 2024
FOUNDED = 1987
DEALERS = 164

OPERATIONS = "Operations Manager"
LOGISTICS = "Logistics Manager"
RESEARCHER = "Researcher"
BACKEND = "Backend Developer"
PRODUCT = "Product Manager"

RAIN_GAUGE = "Plovik rain gauge"
ANEMOMETER = "Sturnel anemometer"
BAROMETER = "Ombrix barometer"
THERMOMETER = "Halvik thermometer"
STATION = "Tessarin station"
PRODUCTS = (RAIN_GAUGE, ANEMOMETER, BAROMETER, THERMOMETER, STATION)

REGIONS = ("Norrmark", "Vestholm", "Osterlia", "Sundhaven")
SITES = ("Brakke", "Lindmoor", "Tofsund")
CARRIERS = ("Rauvik Freight", "Trellmo Cargo", "Oskand Parcel", "Vendrik Haulage")

FIRST_NAMES = ("Ilka", "Bram", "Sunna", "Torvin", "Mirel", "Odda", "Jorun", "Pelle", "Asta")
LAST_NAMES = ("Thornvale", "Oskerby", "Lindqvarn", "Morrowby", "Hestrand", "Calverin", "Ryskold")


def rng(name: str) -> Random:
    """Give every table a generator of its own, so that changing one leaves the others alone."""
    return Random(f"kestlind/{name}")


def person(random: Random) -> str:
    """Make up a name; no real person is meant."""
    return f"{random.choice(FIRST_NAMES)} {random.choice(LAST_NAMES)}"


def day(random: Random, first: date, days: int) -> date:
    """Draw one of `days` days from `first` on."""
    return first + timedelta(days=random.randrange(days))


def bell(random: Random, low: float, high: float, digits: int = 1) -> float:
    """Draw a middling number; adding uniforms needs no library functions that vary by machine."""
    share = (random.random() + random.random() + random.random()) / 3
    return round(low + (high - low) * share, digits)
