"""Tables as they are published: codes, short headings, totals beside quarters, numbers alone, early days."""

import openpyxl
import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

BIKES = """kg,hp,cyl,kmh
182.5,48,2,165
190,48,2,160
154.5,24,1,131
161,24,1,128
231,95,4,212
240.5,102,4,220
"""
OF_BIKES = """
What is the mean kmh of the bikes for each number of cylinders? → 2: 162.5 | 1: 129.5 | 4: 216
How many bikes have more than 40 horsepower? → 4 of 6 | row 1
Which two rows have the highest kmh? → row 6 220 | row 5 212
"""
WOOL = """Area,Member no.,Name,Q1,Q2,Q3,Q4,Year
Garth,12,Alder J.,10,20,30,40,100
Garth,15,Birch T.,20,20,20,20,80
Holm,31,Cole A.,60,50,40,30,180
Holm,33,Dunn B.,5,10,10,5,30
"""
OF_WOOL = """
Which member delivered the most wool? → Cole A. | highest Year | 180
How much wool did each area deliver? → Garth: 180 | Holm: 210
How many members are in Garth? → 2 of 4
Which member had the worst wool? → none
Which area had the highest Q3? → Cole A. | 40 (Area Holm)
Which area delivered the most wool in total? → Highest sum of Year by Area | Holm: 210
Which two members delivered the most wool? → Cole A. 180 | Alder J. 100
"""
ORDERS = """Order,Customer,Pieces,Status,Amount (£)
O-1,Elm,5,open,10.50
O-2,Elm,7,paid,20.60
O-3,Yew,9,open,5.25
Shop order,Yew,2,open,4.25
"""
OF_ORDERS = """
What is the order total of each customer? → Elm: 31.10 GBP | Yew: 9.50 GBP
How many of the shop orders have the status open? → 3 of 4
What is the amount of the first two orders together? → none
Which status came to most amount? → Highest sum of Amount (£) by Status | paid: 20.60 GBP
How do the orders break down by status? → open: 3 | paid: 1
"""
DEATHS = """first_name,age,gender,type,day
Ann,60,Female,Burn,1987-02-01
Bea,40,Female,Death,1987-02-01
Cal,30,Male,Burn,1987-03-01
Dov,50,Male,Gas,1987-04-01
Eli,20,Male,Gas,1988-01-01
"""
OF_DEATHS = """
What was the average age of the women among the mine deaths? → 50
How many of the deaths recorded for the mine in 1987 were burns? → 2 of 5
How do the 1987 Wend mine deaths break down by gender? → Male: 3 | Female: 2
"""
HOMES = """country,region,poverty,income
Amar,sub_saharan_africa,17.5,100
Bora,sub_saharan_africa,12.5,300
Cuzo,europe_north,30.5,900
"""
OF_HOMES = """
In how many countries (Bora included) is the poverty rate above 15 percent? → 2 of 3
Which country has the highest poverty rate? → Cuzo
What is the mean income of the sub-Saharan African countries? → 200
Which has the higher income in the poverty and income table, Amar or Cuzo, and by how much? → 800 apart
What is the highest income, and for which country and region? → Cuzo | 900 | europe_north
"""
SIEGE = """day,wounds,fever,army_change
1854-12-01,3,20,120
1855-01-01,4,30,-200
1855-02-01,5,45,-90
"""
OF_SIEGE = """
How much fever was there in all of 1855? → 75
What was the total fever over the twelve months of 1855? → 75
In which month did the army fall the most, and by how much? → 1855-01-01 | -200
"""
DELAYS = """School,Cause,Minutes
Elm,Snow,10
Elm,Fog,20
Yew,Snow,30
Yew,Snow,5
Yew,Fog,15
"""
OF_DELAYS = """
How many delays were recorded for each school? → Yew: 3 | Elm: 2
"""


@pytest.mark.parametrize(
    ("name", "rows", "questions"),
    [
        ("bikes.csv", BIKES, OF_BIKES),
        ("wool-deliveries.csv", WOOL, OF_WOOL),
        ("shop-orders.csv", ORDERS, OF_ORDERS),
        ("wend-mine-1987-deaths.csv", DEATHS, OF_DEATHS),
        ("poverty-and-income.csv", HOMES, OF_HOMES),
        ("siege-fever.csv", SIEGE, OF_SIEGE),
        ("school-delays.csv", DELAYS, OF_DELAYS),
    ],
)
def test_published_tables_are_asked_plainly(keep, ask, name, rows, questions):
    keep({name: rows})
    assert misses(ask, questions) == []


FUEL = """Bus,Depot,Diesel (l),Price per litre (EUR),Amount (EUR),Date
B1,Elm,100,1.50,150.00,2025-03-02
B2,Elm,50,1.60,80.00,2025-03-09
B1,Yew,70,1.40,98.00,2025-04-02
"""
OF_FUEL = """
How much was spent on diesel in March 2025? → sum of Amount (EUR) | 230 EUR
How many passengers did bus B1 carry? → none
"""


def test_money_that_was_spent_is_no_litres_and_what_is_carried_no_row(keep, ask):
    keep({"bus-fuel-log.csv": FUEL})
    assert misses(ask, OF_FUEL) == []


def test_sheets_are_asked_by_what_they_are_called_and_not_for_what_others_head(keep, ask, tmp_path):
    book = openpyxl.Workbook()
    sheets = {
        "Hives": [["Hive", "Apiary"], ["H1", "Elm"], ["H2", "Elm"], ["H3", "Yew"]],
        "Honey": [["Hive", "Spring honey (kg)"], ["H1", 9], ["H2", 8], ["H3", 10]],
        "Jar price": [["Month", "Jar price (EUR)"], ["May 2024", 6], ["June 2024", 8]],
        "Costs": [["Item", "£"], ["Smoker", 30], ["Veil", 12]],
    }
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "apiary.xlsx")
    keep({"apiary.xlsx": (tmp_path / "apiary.xlsx").read_bytes()})
    assert "7 EUR" in ask("What was the average jar price over the twelve months of 2024?").text
    assert "42 GBP" in ask("What did the apiary cost altogether?").text
    assert "H3" in ask("Which hive had the most spring honey?").text
    answer = ask("Which apiary had the most spring honey?")
    assert answer is None or "Elm" in answer.text
