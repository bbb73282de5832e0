"""Word lists of our own: people, companies, products, places and terms. None holds a digit."""

from __future__ import annotations


def listed(text: str, mark: str = " ") -> tuple[str, ...]:
    """The entries of a list written as one text."""
    return tuple(text.split(mark))


FIRST_NAMES = listed(
    "Aisling Amadou Anneli Arash Benedikta Bram Catarina Chidi Dagny Davor Edda Emeka Farida Fionn "
    "Giulia Goran Hanneke Haruto Ilse Imran Jadranka Joris Kaja Kofi Leila Lorcan Maren Mateus "
    "Nadira Niels Oona Osman Paloma Petr Quirin Rasmus Renske Samira Stellan Tamsin Tavita Ulrike "
    "Vasco Venla Wanjiru Willem Xenia Yara Yusuf Zdenka"
)
LAST_NAMES = listed(
    "Abara Aldersey Bakkema Brennick Castellane Dorvath Ekholm Fenwyck Galdames Harrowgate "
    "Iversley Jankauer Kestrin Lindqvane Mbarika Norvelle Oduvale Pellerine Quistgard Rautavesi "
    "Santorelli Tschirner Umarovic Valderhaug Westerling Ximenard Yarborne Zelenkova Ashgrove "
    "Birchmore Colvander Drummell Estevane Farnholt Greyling Hollenbach"
)
COMPANY_STEMS = listed(
    "Alderfen Brightmoor Cindervale Dunlerry Eastmarch Fernhollow Glasswater Hartwell Ivorygate "
    "Juniper Kingsmere Larkfield Merrowby Northaven Oakstead Pinefold Quarrybank Redhythe "
    "Silverbeck Thornlea"
)
COMPANY_ENDS = {
    "research_lab": ("Systems", "Labs", "Technologies", "Works"),
    "analysis_firm": ("Advisory", "Insight", "Consulting", "Analytics"),
}
PRODUCTS = {
    "research_lab": listed(
        "Lattice Harbour Kestrel Monsoon Pergola Tessera Windlass Bulwark Caravel Filament Gantry "
        "Hearthstone Isobar Keystone Mooring Pinnacle Quarto Rampart Sextant Trellis Anvil Beacon "
        "Cloister Drumlin Escarpment Foundry Girder Halyard Ingot Jetty Lantern Marquee Nacelle "
        "Obelisk Pylon Quarry Rotunda Spindle Turret Viaduct"
    ),
    "analysis_firm": listed(
        "Almanac Compass Groundwork Meridian Outlook Signpost Tally Abacus Barometer Chronicle "
        "Digest Fathom Gazette Handbook Inkwell Lodestar Notebook Overture Prospect Waypoint Atlas "
        "Ballad Courier Dossier Epilogue Folio Glossary Herald Index Journal Kaleidoscope Ledger "
        "Monograph Narrative Octavo Primer Quarterly Register Sonnet Treatise"
    ),
}
# A codename is one of each, so that projects of one corpus hardly share it.
TINTS = listed(
    "amber ashen blue brisk calm copper distant early faint gentle hollow ivory keen late mellow "
    "narrow olive pale quiet russet silver tawny upper violet"
)
CODENAMES = listed(
    "heron bramble cobalt drift ember foxglove granite hazel indigo jasper linden maple nettle "
    "orchard pebble quarry rowan saddle thistle umber valley willow yarrow zephyr"
)
CUSTOMER_STEMS = listed(
    "Ardmore Bellweather Corran Delphine Estuary Fairholm Gantry Hollin Inverness Kittering "
    "Lowland Marlow Nethercote Orrin Penhale Quillan Rushmere Selkirk Tamarind Ullswater "
    "Verity Westray Yarrow Zennor Ainsdale Brockwell Calloway Dunmore Everley Farnham"
)
CUSTOMER_TRADES = listed(
    "Ports Clinics Rail Foods Water Schools Logistics Energy Mutual Homes Grain Transit"
)
SITES = listed(
    "Ashby Brackwater Calder Denholm Elmstead Farrow Gorsley Hexton Ilford Kirkwall Ludlow Marston"
)
SITE_ENDS = listed("Cross Mill Gate Quay Green Heath Lock Moor")
# Descriptions of how somebody writes; the words at the start name the style.
VOICES = (
    "terse, lower case, no pleasantries",
    "careful, hedges and checks twice",
    "warm, chatty, likes exclamation marks",
    "formal and polite, full sentences",
    "plain and direct",
)
# What each role is called, by archetype; the order is that in which people are taken.
ROLES = {
    "lead": {"research_lab": "research lead", "analysis_firm": "study director"},
    "manager": {"research_lab": "project manager", "analysis_firm": "engagement manager"},
    "author": {"research_lab": "technical writer", "analysis_firm": "report editor"},
    "first": {"research_lab": "research engineer", "analysis_firm": "senior analyst"},
    "data": {"research_lab": "evaluation engineer", "analysis_firm": "data engineer"},
    "joiner": {"research_lab": "junior engineer", "analysis_firm": "junior analyst"},
    "contact": {"research_lab": "customer contact", "analysis_firm": "client contact"},
    "second": {"research_lab": "machine learning engineer", "analysis_firm": "survey analyst"},
    "finance": {"research_lab": "finance partner", "analysis_firm": "finance partner"},
}
# The noun of a unit of work, and the name of the room in which it is shared.
ITEM_ROOM = {"research_lab": "runs", "analysis_firm": "evidence"}
# Words of a domain that point to experiments of its authors; anything else is a firm's analysis.
LAB_WORDS = listed("method experiment learning engineering computer software physics benchmark")
# Words by which a fact would tell that it comes from a publication: such facts are not taken.
PUBLICATION_WORDS = r"\b(?:paper|article|arxiv|et al|proceedings|journal|conference|preprint|doi)\b"
MONTHS = listed(
    "January February March April May June July August September October November December"
)
