"""What follows from two columns, yes and no, parts of the rows, groups of many, rows in their order."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

BRANCHES = """Branch,District,Opened,Staff,Loans 2021,Loans 2022,Loans 2023,Visitors 2023,Open Sundays
Harbour,North,1987,12,84210,91340,95120,60200,yes
Mill Street,North,1965,7,51020,49870,47300,30110,no
Old Town,Centre,1921,21,150400,161250,172930,140800,yes
Parkside,South,2004,9,62300,70140,69950,41230,no
Riverbank,South,1999,5,30110,28940,31020,19800,no
Station,Centre,2015,14,98760,120310,133470,110400,yes
Hilltop,East,1978,4,21980,20450,18870,12040,no
"""
JOBS = """Job,Customer,Finished,Received,Type of work,Mechanic,Parts (EUR),Load (t),Warranty
W-101,Hedda Braun,2024-01-10,2024-01-08,Brakes,Iva,84.20,1.5,no
W-102,Milo Sand,2024-01-19,2024-01-11,Gears,Tomas,132.00,2,yes
W-103,Lakeside School,2024-01-24,2024-01-22,Wheels,Iva,39.90,0.5,no
W-104,Hedda Braun,,2024-02-02,Frame,Rosa,210.50,3,no
W-105,Otto Keller,2024-02-06,2024-02-05,Brakes,Tomas,22.00,1,yes
W-106,City Post,2024-02-29,2024-02-14,Gears,Iva,176.40,4,no
W-107,City Post,2024-02-20,2024-02-14,Brakes,Rosa,61.00,2.5,no
W-108,Nina Hart,2024-04-02,2024-03-20,Lights,Iva,18.75,0.25,no
"""
LOANS = """Loan,Member,Genre,Lent on,Due,Returned,Fine EUR
L-1,Ada Wren,crime,2024-03-01,2024-03-22,2024-03-20,0
L-2,Bo Finch,crime,2024-03-02,2024-03-23,2024-03-30,0.70
L-3,Ada Wren,travel,2024-03-05,2024-03-26,2024-03-26,0
L-4,Cy Crane,crime,2024-03-08,2024-03-29,2024-04-08,1.00
"""
YEARS = """Year,Field,Variety,Harvest (t),Pickers
2022,Long Acre,Gala,40,8
2022,Mill Bank,Gala,20,5
2022,Sandpit,Elstar,30,6
2023,Long Acre,Gala,30,7
2023,Mill Bank,Gala,15,4
2023,Sandpit,Elstar,18,5
"""

FLEET = """Van,Depot,Weeks,Hours booked,Leased
V-1,North,2,80,yes
V-2,South,3,95,
V-3,North,1,40,no
"""
UPGRADES = """Upgrade,Site,Measure,Capacity,Unit,Cost EUR
U-1,Harbour,Solar panels,85,kW,96050
U-2,Quay,Solar panels,240,kW,231120
U-3,Mill,Battery,400,kWh,152000
U-4,Quay,Battery,150,kWh,63000
U-5,Weir,Rainwater tank,30,m3,14500
"""
SHARES = "Pool,Share 2021,Share 2023\nLido,20%,30%\nAqua,50%,60%\nLake,30%,10%\n"
SEATS = """Seat,State,Place,Start,Terms,Cause
"Poirier, Pascal",IA,"Adams, NE US",1985-03-09,1,Death
"Poirier, Jean",IA,"Adams, NE US",1890-01-01,2,Resignation
"Marsh, Ann",TX,"Brown, NE US",1901-05-06,3,Volcanic activity
"Adler, Pascal",OH,"Brown, NE US",1911-02-03,4,Volcanic activity
"""
RATES = "Year,Divorces,Divorces_per_1000,Marriages_per_1000\n1946,610000,4.3,16.4\n1947,483000,3.4,13.9\n"
VANS = "Van,Depot,Driver,Leased\nV-1,North,Ann,yes\nV-2,South,Bo,no\nV-3,North,Cy,no\n"
TRIPS = "Trip,Start,End,Duration (hours)\nT-1,2024-03-01,2024-03-04,5\nT-2,2024-03-02,2024-03-03,7\n"
WINES = "Wine,Country,Bought on,Bottles\nColle,Italy,2019-02-01,6\nRaut,France,2020-05-05,12\n"
INTAKE = "Group,Total drinks 2004,Total drinks 2015\nMen,400,300\nWomen,350,260\nYouth,500,410\n"
POOLS = "Pool,Kind,June,July\nLido,outdoor,900,1200\nAqua,indoor,500,450\nLake,outdoor,300,800\n"

OF_BRANCHES = """
Which branch has the most loans per staff member in 2023? → Station [ | Loans 2023 per Staff | 9,533.5714
How many visitors per employee did Station have in 2023? → Visitors 2023 per Staff | 7,885.7143
Which branch gained the most loans from 2021 to 2023? → Station [ | rise in Loans 2021–2023 | 34,710
Which branch in the North gained the most loans from 2021 to 2023? → Harbour [ | 10,910
Which branch lost the most loans between 2021 and 2022 in the South? → Riverbank [ | 1,170
Which branch grew fastest in percent from 2021 to 2023? → Station [ | 35.15%
How did total loans change between 2021 and 2023? → 69,880
How many branches had more loans in 2023 than in 2022? → 4 of 7
How many branches had fewer loans in 2023 than in 2022? → 3 of 7
How many branches are open on Sundays? → 3 of 7 | Harbour | Old Town | Station
Which branches are not open on Sundays? → 4 of 7 | Mill Street | Hilltop
What share of the branches is open on Sundays? → 42.86% | 3 of 7
Rank the branches by visitors. → Old Town 140800 | Station 110400 | Hilltop 12040
Rank the districts by staff. → Centre 35 | North 19 | South 14 | East 4
Is Hilltop open on Sundays? → No: Hilltop
Is Station open on Sundays? → Yes: Station
Does Harbour have more staff than Station? → No: Staff, Harbour 12 | Station 14
Which districts have more than one branch? → 3 of 4 District | North (2) | Centre (2) | South (2)
By how much did the average age of readers change from 2021 to 2023? → none
What is the sum of loans per staff member in 2023? → none
What is the average number of loans per staff member in 2023? → none
Which branches did not gain loans between 2021 and 2023? → none
Does Harbour have more staff than Station in the North? → none
"""
OF_JOBS = """
Which jobs took more than a week? → 3 of 8 | Finished is above a week | W-102 | W-106 | W-108
Which gear job took the longest? → W-106 | days from Received to Finished | 15 days
How long did job W-101 take? → days from Received to Finished | 2 days
What was the average turnaround time for brake jobs? → average of days from Received to Finished | is 3 days
Which customers came more than once? → 2 of 6 Customer | Hedda Braun (2) | City Post (2)
How many customers had exactly one job? → 4 of 6 Customer
What percentage of the gear jobs were done by Tomas? → 50% | 1 of 2
Which jobs are not finished yet? → Finished is not told | W-104
Which jobs are unfinished? → W-104
How many jobs were not under warranty? → 6 of 8
Which month had the most jobs? → Month of Received | February 2024: 4
How many jobs came in February 2024? → 4 of 8 | Received is February 2024
Did Rosa work on any brakes? → Yes: 1 of 8 | W-107
Did Tomas do any lights? → No: 0 of 8
What is the load of the brake jobs together? → sum of Load (t) | is 5
What was the average turnaround time of the jobs from January to February? → average of days | is 5.667
Which jobs took longer than a week before March 2024? → 2 of 8 | W-102 | W-106
Which customers had at least two jobs? → 2 of 6 Customer | Hedda Braun (2) | City Post (2)
Which customers had at least 2 jobs with a load above 2 tonnes? → City Post (2)
"""
OF_LOANS = """
Which loans came back after their due date? → 2 of 4 | days from Due to Returned is above zero | L-2 | L-4
At what price were the crime loans sold? → none
How many loans were not returned late? → Returned is at most Due: 2
How many loans were not late? → none
"""
OF_SEATS = """
How many seats are in Nebraska? → 4 of 4
When did Pascal Poirier start? → 1985-03-09
What was the first term of Ann Marsh? → 3
Which seat had the fewest terms from volcanoes? → Marsh, Ann [1] has the lowest | of 2 rows
"""
OF_RATES = """
What was the divorce rate per thousand people in 1946? → 4.3
How many marriages per 1,000 people were there in 1947? → 13.9
"""
OF_VANS = """
What did we spend on the vans at North? → none
What did the vans at depot North cost? → none
What did the leased vans come to? → none
"""
OF_TRIPS = """
How many days did trip T-1 last? → days from Start to End, T-1 | : 3 days
How long did trip T-1 last? → Duration (hours), T-1 | : 5
"""
OF_WINES = """
At what price were the wines from Italy bought? → none
At what price was Colle bought? → none
For what amount were the wines bought in 2020? → none
What price do the wines from Italy have? → none
"""
OF_UPGRADES = """
Which upgrade has the highest cost per kW? → U-1 | Cost EUR per kW | 1,130
What is the cost per kilowatt of U-2? → Cost EUR per kilowatt | 963
What is the cost per kW of U-3? → none
What is the cost per tonne of U-2? → none
What is the cost per kWh of U-3? → Cost EUR per kWh, U-3 | 380
"""
OF_SHARES = """
Which pool gained the most in per cent from 2021 to 2023? → none
"""
OF_FLEET = """
Is V-2 leased? → none
How many weeks was V-2 booked? → 3
How many hours was V-1 booked? → 80
"""
OF_YEARS = """
By what percentage was the harvest of 2023 smaller than that of 2022? → 27 (30%) less in 2023 than in 2022
Rank the varieties by harvest in 2022. → Gala 60 | Elstar 30
"""


@pytest.mark.parametrize(
    ("name", "rows", "questions"),
    [
        ("branches.csv", BRANCHES, OF_BRANCHES),
        ("jobs.csv", JOBS, OF_JOBS),
        ("loans.csv", LOANS, OF_LOANS),
        ("harvest.csv", YEARS, OF_YEARS),
        ("fleet.csv", FLEET, OF_FLEET),
        ("shares.csv", SHARES, OF_SHARES),
        ("upgrades.csv", UPGRADES, OF_UPGRADES),
        ("wines.csv", WINES, OF_WINES),
        ("vans.csv", VANS, OF_VANS),
        ("seats.csv", SEATS, OF_SEATS),
        ("rates.csv", RATES, OF_RATES),
        ("trips.csv", TRIPS, OF_TRIPS),
    ],
    ids=[
        "branches",
        "jobs",
        "loans",
        "harvest",
        "fleet",
        "shares",
        "upgrades",
        "wines",
        "vans",
        "seats",
        "rates",
        "trips",
    ],
)
def test_questions_are_answered_by_what_follows_from_the_columns(keep, ask, name, rows, questions):
    keep({name: rows})
    found = misses(ask, questions)
    assert not found, "\n".join(found)


def test_groups_that_no_column_tells_are_not_left_out(keep, ask):
    keep({"jobs.csv": JOBS})
    assert "sum of Load (t)" in ask("What is the load of the brake jobs together?").text
    assert ask("What is the load of the brake jobs together, by supplier?") is None


def test_so_much_per_unit_is_not_the_column_in_that_unit(keep, ask):
    keep({"jobs.csv": JOBS})
    told = ask("Which job gave the most per tonne?")
    assert told is None or "Load (t)" not in told.text


def test_a_number_in_a_unit_is_that_of_the_column_in_it(keep, ask):
    keep({"jobs.csv": JOBS})
    assert "sum of Load (t) over 3 rows" in ask("How many tonnes did the brake jobs load together?").text


def test_late_fees_are_fines(keep, ask):
    keep({"loans.csv": LOANS})
    assert "is 1.7" in ask("What did the crime loans cost in late fees altogether?").text


def test_a_share_of_other_things_is_none_of_the_rows(keep, ask):
    keep({"pool_visitors.csv": POOLS})
    told = ask("What share of all pool visitors went to the outdoor pools?")
    assert told is None or "%" not in told.text


def test_when_is_no_number(keep, ask):
    keep({"hires.csv": "Agreement,Begins,Instalments\nHP-1,2024-01-15,48\nHP-2,2024-02-01,36\n"})
    told = ask("When is the last instalment of agreement HP-1 due?")
    assert told is None or "48" not in told.text


def test_what_was_done_at_another_time_is_not_counted(keep, ask):
    keep({"wines.csv": "Wine,Bought on,Bottles\nColle,2019-02-01,6\nRaut,2020-05-05,12\nVeld,2021-04-03,6\n"})
    assert ask("How many wines in the list should have been drunk before 2021?") is None


def test_a_whole_of_something_else_is_not_added_up(keep, ask):
    keep({"energy-intake.csv": INTAKE})
    assert (
        ask("By how much did the average energy intake of the total population fall from 2004 to 2015?")
        is None
    )


STOCK = """Item,Store,On hand,Minimum
Plank,North,26,30
Batten,North,210,80
Batten,South,35,50
Bolt,North,480,200
"""
OF_STOCK = """
Which items are below their minimum? → 2 of 4 | Minimum less On hand | Plank | Batten
Which items are below their minimum stock? → 2 of 4 | Minimum less On hand
How many items are above their minimum? → 2 of 4 | On hand less Minimum
"""
NOTES = "Article,Quantity\nOat milk 1 l,60\nCups,1000\nBeans,24\nFlour,16\nRye oat milk 2 l,30\n"


def test_a_limit_of_its_own_is_no_lowest_of_all(keep, ask):
    keep({"stock.csv": STOCK})
    found = misses(ask, OF_STOCK)
    assert not found, "\n".join(found)


def test_a_word_of_two_of_few_rows_is_not_what_all_are_called(keep, ask):
    keep({"delivery_notes.csv": NOTES})
    told = ask("How much oat milk was delivered altogether?")
    assert told is None or "1,130" not in told.text


PERMITS = """Permit,Holder,Valid from,Valid to
P-1,Mira Toth,2025-01-01,2025-12-31
P-2,Jan Wolff,2025-03-01,2026-02-28
P-4,Sam Idris,2024-09-01,2025-08-31
"""


def test_what_ends_in_a_year_is_told_by_the_day_of_its_end(keep, ask):
    keep({"permits.csv": PERMITS})
    told = ask("Which permits end in 2025?").text
    assert "P-1" in told
    assert "P-4" in told
    assert "P-2" not in told


def test_of_two_columns_that_have_a_cell_the_one_named_beside_it_is_meant(keep, ask):
    rows = ("M-1,York,Hull,3", "M-2,Hull,York,5", "M-3,Goole,York,2")
    keep({"matches.csv": "\n".join(["Match,Home team,Away team,Goals", *rows])})
    told = ask("What is the sum of goals for home team York?").text
    assert told.startswith("Goals, York: 3 ")
    for question in ("for away team York", "for the York away team"):
        assert "where Away team is York is 7 " in ask(f"What is the sum of goals {question}?").text
