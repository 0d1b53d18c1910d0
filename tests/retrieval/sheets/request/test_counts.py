"""Columns that only say that something is counted, two contents held against each other, who, which year."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

THEFTS = """city,code,region,inhabitants,total
Ansby,AN,West,41000,135
Brill,BR,South,71023,19
Corve,CO,West,63920,232
Dunmere,DU,South,29159,8
Elvet,EL,North,37253,957
Farrow,FA,North,50291,65
"""
OF_THEFTS = """
How many bicycle thefts were there in Corve? → total, Corve: 232
How many bicycle thefts were there in each region? → West: 367 | South: 27 | North: 1,022
Which city had the most bicycle thefts, and how many? → Elvet | highest total | 957
How many cities had fewer than 20 bicycle thefts? → 2 of 6 | Brill | Dunmere
How many bicycle thefts were there in all cities together? → 1,416
How many cities are there in the region North? → 2 of 6 | Elvet | Farrow
How many bicycle repairs were there in Corve? → none
How many boys under 18 had their bicycle stolen by thefts in Corve? → none
"""
SPECIES = """valley,year,n
Ard,2019,3
Ard,2020,5
Bore,2019,9
Bore,2020,4
"""
OF_SPECIES = """
How many otters were counted in Bore in 2019? → n | 9
How many otters were there in Ard? → 8
In which year did Bore have the most otters? → 2019 | highest n | 9
"""
ORDERS = """client,day,total
Acorn,2024-01-03,120
Birch,2024-01-04,80
Cedar,2024-01-09,300
"""
OF_ORDERS = """
How many orders are there? → 3 rows
"""
STORMS = """Event,Year,Deaths
All events,1931,400
All events,1932,500
Flood,1931,300
Flood,1932,100
Storm,1931,100
Storm,1932,400
"""
OF_STORMS = """
In which year did floods cause the most deaths? → Flood, 1931 | 300
In which year did floods claim the fewest deaths? → Flood, 1932 | 100
Did floods or storms kill more people in total? → Storm: 500 | Flood: 400
Which caused fewer deaths, floods or storms? → Lowest | Flood: 400 | Storm: 500
Did floods or landslides kill more people? → none
In which year were there the most deaths? → Highest sum of Deaths by Year | 1932: 500
"""
SPRINT = """Name,Country,Medal,Time,Year
Ola Brandt,NED,GOLD,9.99,2008
Ivo Kest,GER,SILVER,10.04,2008
Ada Moor,JAM,BRONZE,10.05,2008
Kim Poll,JAM,GOLD,9.91,2012
Ola Brandt,NED,SILVER,9.97,2012
John Doe #3,SUI,BRONZE,9.98,2012
"""
OF_SPRINT = """
Who won the silver medal in the 100 m sprint in 2008? → Ivo Kest
Who won gold in 2012? → Kim Poll
How many medals did Jamaica win? → 2 of 6 | Ada Moor | Kim Poll
How many medals did Germany (GER) win in the sprint file? → 1 of 6 | Ivo Kest
How many medals did Kenya win? → none
"""
SHIPS = """name,age,gender,ship
Ada Wren,31,Female,Petrel
Bo Finch,87,Male,Petrel
John Roe #2,44,Male,Tern
Cy Crane,15,Male,Tern
"""
OF_SHIPS = """
Who was the oldest person on the ships, and at what age? → Bo Finch | highest age | 87
Who was the youngest male passenger? → Cy Crane | lowest age | 15
"""


PUPILS = """State Name,Code,Day School,Evening School,TOTAL
Ardland,01,12000,426,12426
Boria,02,1000,158,1158
Cantia,03,33000,986,33986
"""
OF_PUPILS = """
Which states had more than 10,000 pupils in total in 2009? → 2 of 3 | Ardland | Cantia
How many pupils were there in Boria in 2009? → TOTAL, Boria: 1158
"""
APPEALS = """last_name,first_name,age,state,offence,sentence,convicted,released
Abbit,Jo,31,TX,Theft,Life,1995,2009
Arden,Mo,43,TX,Arson,Death,1983,1999
Bell,Cy,27,NY,Theft,20 years,1990,2001
"""
OF_APPEALS = """
Which state has the most releases? → TX: 2
How many of the released persons had been sentenced to death? → 1 of 3 | Mo Arden
"""
STOCK = """unit,item_name,county,delivered,purchase_cost
EA,Rifle,Ada,2001,499
EA,Rifle,Boon,2001,499
KT,Truck,Ada,2003,700
"""
OF_STOCK = """
Which item has the highest purchase cost? → highest purchase_cost | 700 | Truck
Which item cost the most in total? → Rifle: 998
"""


STOPS = """name,lines,passengers,location
Ard Gate,1,2079,Osk
Bore Street,"1, 5, 14",8069,Osk
Corve,"2, 14",2049,Osk
Dun,14,7040,Osk
Elm,3,6000,Osk
Fen,2,6100,Osk
"""
OF_STOPS = """
How many stations of tram line 14 are there? → 3 of 6 | “14”
Which Osk tram station has the most passengers? → Bore Street | 8069
"""
CARS = """mfr,model,hp,origin
Vanta,Swift,647,Osk
Vanta,Swallow,949,Osk
Orro,Lark,597,Wend
Orro,Wren,310,Wend
Orro,Finch,320,Wend
"""
OF_CARS = """
Which car has the most horsepower? → Vanta Swallow | 949 | Vanta Swift
Which cars are from Osk? → 2 of 5 | Vanta Swift | Vanta Swallow
"""
STORMY = """state,id,people,storms
Ard,1,486,22
Bore,2,741,0
Corve,3,694,0
"""
OF_STORMY = """
How many of the 3 entries in the people, ships and storms file had no storms? → 2 of 3 | storms is 0
"""


@pytest.mark.parametrize(
    ("name", "content", "lines"),
    [
        ("uk-bicycle-thefts-2010.csv", THEFTS, OF_THEFTS),
        ("otters.csv", SPECIES, OF_SPECIES),
        ("orders.csv", ORDERS, OF_ORDERS),
        ("natural-events.csv", STORMS, OF_STORMS),
        ("100m-sprint-medals.csv", SPRINT, OF_SPRINT),
        ("passengers.csv", SHIPS, OF_SHIPS),
        ("FY09_EDU_Pupils_by_State.csv", PUPILS, OF_PUPILS),
        ("releases.csv", APPEALS, OF_APPEALS),
        ("stock.csv", STOCK, OF_STOCK),
        ("07-tram-stations.csv", STOPS, OF_STOPS),
        ("03-roadster-cars.csv", CARS, OF_CARS),
        ("people_ships_storms.csv", STORMY, OF_STORMY),
    ],
)
def test_what_is_counted_who_and_which_year(name, content, lines, keep, ask):
    keep({name: content})
    assert misses(ask, lines) == []


def test_rows_go_by_what_their_file_calls_them(keep, ask):
    keep({"03-roadster-cars.csv": CARS})
    assert ask("Which car has the most horsepower?").fit["covers"]


def test_rows_that_the_question_alone_calls_so_are_never_sure(keep, ask):
    keep({"07-tram-stops.csv": STOPS.replace("lines", "routes").replace("name,", "Name,")})
    told = ask("Which tram driver has the most passengers?")
    assert told.text.startswith("Bore Street")
    assert not told.fit["covers"]
    assert "something else by “driver”" in " ".join(told.fit["missing"])
