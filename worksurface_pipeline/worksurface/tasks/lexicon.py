"""Lexicons of wording: general English only, nothing from a particular workspace."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(words.split())


STOP = word_set(
    "a an the of in on at to for from by with and or as is are was were be been it its this "
    "that these those than then there their them they which who whose whom what when where "
    "how has have had do does did not no any all each every per between into over under about "
    "out up only also both such same other more less least most very own our we us you your "
    "he she his her one after before until once rather against versus vs among amongst via "
    "within without during e g i"
)
# Words that rubrics use to ask; they say nothing about what a figure counts.
FRAME = word_set(
    "given give giving state stated states say says said report reported reports list listed "
    "lists listing name named names show shown shows mention mentioned mentions note noted "
    "describe described include included includes including contain contains contained quote "
    "quoted summary summarised summarized summarise section brief document guideline "
    "checklist table file files sheet workbook output result results correct correctly "
    "explained explain specify specified identify identified present presented cite cited "
    "figure figures value values number numbers total totals count counts counted counting "
    "overall sum average mean share percentage percent rate proportion distinct different "
    "unique recorded record stand stands calculated computed accurately exactly clearly "
    "create created covers cover i.e row rows entry entries altogether combined split"
)

SUM_CUES = word_set("total totals totalling totalled sum summed altogether combined")
MEAN_CUES = word_set("average averages averaged mean avg")
MAX_CUES = word_set(
    "most highest maximum max largest longest top greatest biggest peak leading leads lead "
    "best busiest latest heaviest oldest tallest priciest costliest commonest first"
)
MIN_CUES = word_set(
    "fewest lowest minimum min smallest shortest least earliest lightest youngest cheapest worst"
)
SHARE_CUES = word_set("share percentage percent proportion rate ratio fraction")
COUNT_CUES = word_set("number count counts counted many")
DISTINCT_CUES = word_set("distinct different unique")
ANAPHORA = word_set("them which these those thereof whom")
NEGATION = word_set("no not without never none missing lack lacks lacking empty blank")
UP_CUES = word_set("increase increased growth grew rise rose rising gain up higher")
DOWN_CUES = word_set("decrease decreased decline declined drop dropped fall fell reduction")

# Nouns that a number behind them only labels: "code 503", "order 000934".
LABEL_NOUNS = word_set(
    "code id no number version step level section chapter page room order item task phase "
    "class grade tier part group type ticket question option sheet figure table appendix rule "
    "article run"
)
# Beside a figure they make it a rule, in front of it a limit: nothing that data can be counted to.
NORM_WORDS = word_set(
    "goal target limit cap ceiling threshold quota allowed permitted budgeted maximum minimum"
)
LIMIT_WORDS = word_set("more less fewer least most over under within maximum minimum")
SCALE_WORDS = word_set("hundred thousand million billion trillion lakh crore")
ROW_WORDS = frozenset({"row", "rows", "records", "entries", "lines"})
FREQUENCY = word_set(
    "frequent frequently common commonest often popular requested used busiest leading leads"
)

# A superlative that names its own measure.
INHERENT_MEASURE = {
    "heaviest": ("weight",),
    "lightest": ("weight",),
    "longest": ("duration", "length", "time", "day", "minute", "hour"),
    "shortest": ("duration", "length", "time", "day", "minute", "hour"),
    "oldest": ("age",),
    "youngest": ("age",),
    "tallest": ("height",),
    "priciest": ("price", "cost"),
    "costliest": ("price", "cost"),
    "cheapest": ("price", "cost"),
}
# Two words for one thing, whatever the workspace.
SYNONYMS = (
    frozenset({"duration", "length", "long"}),
    frozenset({"salary", "pay", "wage", "earning"}),
    frozenset({"cost", "expense", "spending", "spend", "spent"}),
    frozenset({"male", "man"}),
    frozenset({"female", "woman"}),
    frozenset({"quantity", "qty"}),
    frozenset({"amount", "amt"}),
    frozenset({"average", "avg"}),
    frozenset({"percent", "pct", "percentage"}),
    frozenset({"department", "dept"}),
    frozenset({"respondent", "participant", "person"}),
    frozenset({"carrier", "airline"}),
    frozenset({"film", "movie"}),
)
# What a unit word behind a figure says about its column.
UNIT_WORDS = {
    "kg": ("kg", "kilogram"),
    "kilogram": ("kg", "kilogram"),
    "km": ("km", "kilometre", "kilometer"),
    "second": ("second", "sec", "s"),
    "minute": ("minute", "min"),
    "hour": ("hour", "hr", "h"),
    "day": ("day",),
    "kwh": ("kwh",),
    "gb": ("gb",),
    "mb": ("mb",),
    "ms": ("ms", "millisecond"),
    "millisecond": ("ms", "millisecond"),
}
TIME_UNITS = word_set("second minute hour day week month")
# Units that are words of their own: "course hours" is no course in hours.
TIME_WORDS = word_set(
    "second seconds minute minutes hour hours day days week weeks month months year years"
)
TIME_MEASURES = word_set("duration length time")
# Parts of a column name that only say what kind of column it is.
GENERIC_PARTS = word_set(
    "id no nr number num code key name total count value amount score is has user col column "
    "of the in per"
)
UNIT_PARTS = word_set(
    "usd eur gbp cny rmb kg km second sec minute min hour day kwh pct percent percentage ms mb gb"
)

# "add up to", "adds up to", "sum up to": with "up" behind it, the verb says a sum.
SUM_VERBS = word_set("add adds added adding sum sums summed summing")
# Last words of a column's name that are its unit; currencies are said in capitals.
CURRENCY_SUFFIXES = word_set("usd eur gbp cny rmb inr chf jpy")
UNIT_SUFFIXES = CURRENCY_SUFFIXES | word_set(
    "kg g t km m cm mm l ml ms sec secs second seconds min mins minute minutes h hr hrs hour hours "
    "day days week weeks month months year years kwh mwh kw w v c f k gb mb kb pct percent ha sqm"
)
# A column called after a statistic is quoted: "the total of the column “Total”".
STATISTICS = word_set(
    "total totals sum mean median average avg minimum maximum min max count number highest lowest "
    "most least share percentage"
)
# Nouns that measure something: only they are asked for as "what is the …, in hours".
MEASURE_NOUNS = word_set(
    "age allowance altitude amount area bonus budget cap capacity ceiling charge cost credit "
    "deadline density depth deposit diameter discount distance drift duration fee floor fraction "
    "frequency goal height humidity income interval latency length level limit load margin "
    "maximum minimum offset pay payment penalty percentage period power premium pressure "
    "price proportion quota radius rate ratio retention rhythm salary share size speed subsidy "
    "surcharge target tariff temperature term threshold time timeout tolerance total turnover "
    "uptime value voltage volume wage wait weight width"
)
