"""What could stand in any office's files: proper names and topics of rules for abstain tasks."""

from __future__ import annotations

from worksurface_pipeline.worksurface.tasks.absent_words import measured

NAMES = (
    "Halcyon Brook",
    "Larkspur Quay",
    "Tamarind Fold",
    "Veridian Marsh",
    "Oleander Pike",
    "Brambling Moor",
    "Quillon Ferry",
    "Zephyrine Lodge",
    "Amberley Heath",
    "Foxglove Wharf",
    "Hawthorn Copse",
    "Juniper Glade",
    "Kestrel Weir",
    "Lavender Orchard",
    "Marigold Spinney",
    "Nightjar Dell",
    "Peregrine Crag",
    "Quince Knoll",
    "Rowan Hollow",
    "Saffron Thicket",
    "Teasel Beck",
    "Umber Grange",
    "Verbena Combe",
    "Wagtail Fell",
    "Yarrow Tarn",
    "Aldermoor Paddock",
    "Bellwether Croft",
    "Cinnabar Mews",
    "Dovecote Priory",
    "Elderberry Sluice",
    "Fennimore Warren",
    "Gorsebank Causeway",
    "Harebell Rill",
    "Ivywood Hurst",
    "Jessamine Bluff",
    "Kingcup Coppice",
    "Lodestar Barrow",
    "Mulberry Mere",
    "Nettlefold Down",
    "Ottermere Holt",
    "Pimpernel Ness",
    "Ravenscar Haven",
)
TOPICS = measured("""
notice period, weeks
probation period, months
parking surcharge, euros
vaccination quota, percent
ventilation interval, minutes
uniform allowance, euros
catering budget, euros
subsidy threshold, euros
tuition fee, euros
noise ceiling, decibels
lunch duration, minutes
commute distance, kilometres
hotel rate, euros
mileage rate, cents
printer speed, pages per minute
password length, characters
attachment size, megabytes
archive period, years
severance fee, euros
overtime premium, percent
jubilee bonus, euros
invoice deadline, days
dunning fee, euros
escrow deposit, euros
insurance premium, euros
liability cap, euros
royalty rate, percent
commission rate, percent
shredding interval, weeks
evacuation time, minutes
drill frequency, months
pallet height, centimetres
aisle width, centimetres
forklift speed, kilometres per hour
absence threshold, days
childcare subsidy, euros
pension share, percent
postage limit, euros
petty cash limit, euros
gift threshold, euros
visitor quota, persons
interview duration, minutes
backup retention, days
lease term, years
audit interval, months
reimbursement limit, euros
cancellation fee, euros
late payment penalty, percent
storage temperature, degrees
maintenance interval, months
inspection interval, weeks
complaint deadline, days
rebate rate, percent
redundancy pay, weeks
overbooking margin, percent
customs charge, euros
""")
