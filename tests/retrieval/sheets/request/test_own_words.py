"""What people ask of tables in words of their own: bounds in other columns, units, near words, shares."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

STORE = """Item,Shelf,Qty,Min. qty,Cost (EUR),Firm
Rope 20 m,Loft,4,10,31.50,Brandt Ltd
Hook steel,Loft,12,8,8.90,Okafor
Hook brass,Yard,3,5,9.40,Brandt Ltd
Tarp,Yard,30,6,24.00,Okafor
"""
OF_STORE = """
Which items are below their minimum? → 2 of 4 | Rope 20 m | Hook brass
How many items have dropped under the level where we should reorder? → 2 of 4 | Rope | Hook brass
Which of the items we get from Brandt are under their minimum? → 2 of 4 | Rope | Hook brass
How many tarps do we have? → Qty, Tarp: 30
How many nets do we have? → none
Which shelf has the highest total cost? → Highest sum of Cost (EUR) by Shelf | Loft: 40.40 EUR
"""
BOATS = """,Heron,Marlin,Teal
Price (EUR),38900,44250,31700
Payload (kg),780,1020,905
Delivery (weeks),14,9,6
Sail,yes,no,yes
"""
OF_BOATS = """
Which boats carry more than 900 kg and come in under 8 weeks? → 1 of 3 | Teal
What is the average price of the three boats? → average of Price (EUR) over 3 rows | 38,283.333
What is the price of the Marlin? → Price (EUR), Marlin: 44250
What is the top speed of the Marlin? → none
"""
BUDGET = """Team,January Budget,January Actual,February Budget,February Actual,March Budget,March Actual
Roads,210,190,200,220,300,280
Parks,90,95,80,70,100,140
"""
OF_BUDGET = """
What did Parks actually spend from January to March 2024? → sum of Actual over 3 rows | 305
In which month did the teams spend the most overall? → by Month | March: 420 | February: 290
What percentage of actual spending in March 2024 went into Parks? → Parks is 33.33% | 140 of 420
Which teams overspent in February 2024? → Actual is above Budget | Roads
What did Parks actually spend in April 2024? → none
"""
CASH = """Date,Account,In,Out,Balance
03/01/2024,Tickets,300,,900
17/01/2024,Travel,,120,780
05/02/2024,Travel,,60,720
21/02/2024,Hall,,85,635
13/04/2024,Tickets,150,,785
"""
OF_CASH = """
How much did the club spend on trips in 2024? → sum of Out over 2 rows | where Account is Travel | 180
All the outgoings of the club in the first quarter of 2024? → sum of Out over 3 rows | 265
When was the club's balance lowest, and how much was left? → 21/02/2024 | lowest Balance | 635
"""
AGES = "Age,Answers,Hours per week\n18–29,11,4.2\n30–59,40,6.1\n60 and over,15,9.8\n"
OF_AGES = """
How many answers came from people between 30 and 59? → Answers, 30–59: 40
How many hours per week do the over 60s have? → Hours per week, 60 and over: 9.8
How many answers came from people between 20 and 29? → none
"""


JOBS = """Job,Price (EUR)
"New burr set, fitted",64
"Lid, fitted",12
"Hopper, cleaned",9
"Belt, changed",15
"""
OF_JOBS = """
What did the grinder cost new? → none
What does the lid cost? → Lid, fitted: 12
"""
PARTS = """Part,Fits,List price (EUR)
Level box,"P 43, P 44",315
Suction kit,"P 41, P 43",128.5
Hose coupling,P 44,39.9
"""
OF_PARTS = """
What is the list price of the P 43? → none
What is the list price of the suction kit? → Suction kit: 128.5
"""


@pytest.mark.parametrize(
    ("name", "rows", "questions"),
    [
        ("store.csv", STORE, OF_STORE),
        ("boats.csv", BOATS, OF_BOATS),
        ("budget_teams_2024.csv", BUDGET, OF_BUDGET),
        ("club_cash_2024.csv", CASH, OF_CASH),
        ("survey-by-age.csv", AGES, OF_AGES),
        ("grinder-jobs.csv", JOBS, OF_JOBS),
        ("pump-parts.csv", PARTS, OF_PARTS),
    ],
)
def test_people_ask_in_words_of_their_own(keep, ask, name, rows, questions):
    keep({name: rows})
    assert misses(ask, questions) == []
