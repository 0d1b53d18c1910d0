"""Tables as offices and clubs publish them: long ones of values, months as numbers, men beside women."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

WARDS = """ref,area,Total population,Population: male,Population: female,Age: 0-4
20718,Almond,25016,12117,12899,1499
20724,Sighthill,37298,19174,18124,2261
20728,City Centre,24150,12346,11804,655
20733,Liberton,33392,15875,17517,2251
"""
OF_WARDS = """
How many people live in the Almond ward? → Total population | 25016
Which ward has the most inhabitants? → Sighthill | highest Total population
In which wards do men outnumber women? → 2 of 4 | Sighthill | City Centre
In which wards are there more women than men? → 2 of 4 | Almond | Liberton
"""
LIBRARIES = """name,postcode,wifi,café
Central,PL1,Yes,No
Plymstock,PL9,Yes,Yes
Estover,PL6,No,No
"""
OF_LIBRARIES = """
Which library has a cafe? → 1 of 3 | Plymstock
Which library has a café? → 1 of 3 | Plymstock
"""
RATES = """date,base_rate,business_rate
2019-11,50.10,43.59
2019-12,50.39,43.84
2020-08,42.43,36.91
2021-12,56.65,49.29
"""
OF_RATES = """
What was the business rate in August 2020? → business_rate | 36.91
Was the base rate higher in December 2019 or December 2021, and by how much? → 6.26 apart
Was the base rate higher in December 2019 or December 2022, and by how much? → none
"""
MEDALS = """country,gold,silver,total
Norway,18,12,41
Poland,0,3,4
Latvia,0,1,2
Spain,1,0,3
"""
OF_MEDALS = """
How many countries won no gold at all? → 2 of 4 | gold is 0 | Poland | Latvia
How many countries collected more than 3 medals in total? → 2 of 4 | Norway | Poland
"""
DRIVERS = """Position,Driver,Team,Points
1,Lewis Hamilton,Mercedes,363
2,Valtteri Bottas,Mercedes,289
3,Charles Leclerc,Ferrari,236
4,Sebastian Vettel,Ferrari,230
5,Max Verstappen,Red Bull,278
6,Sergio Pérez,Racing Point,43
"""
OF_DRIVERS = """
How many points did the two Ferrari drivers collect together in the Formula 1 standings? → sum of Points | 466
Which Formula 1 team has the most points when its drivers are added up? → Mercedes: 652
How many Formula 1 drivers scored more than 250 points? → 3 of 6
How many points did Sergio Perez score? → 43
"""
TIERS = """# Travel

### Lodging

| City Type | Maximum Nightly Rate |
|---|---|
| Tier 1 (London) | $300 |
| Tier 2 (Major cities) | $200 |
| Tier 3 (Other) | $150 |
"""
OF_TIERS = """
What is the maximum nightly rate for a Tier 2 city? → Tier 2 (Major cities): $200
What is the highest maximum nightly rate? → Tier 1 | $300
"""
BUDGET = """item,budget1,spend1,budget2,spend2
Salary,6500,4604,6000,1944
Insurance,800,1051,1100,1113
Festivals,1000,500,1000,1800
"""
OF_BUDGET = """
Which item overspent its budget2 the most? → Festivals | highest spend2 less budget2 | 800
Which item overspent its budget1 the most? → Insurance | 251
"""
ARRIVALS = """Year,Series,Arrivals,Value
2021,Visitors,,3495
2022,Visitors,,83475
2023,Visitors,,370050
2021,Visitors,Plane (visitors),1000
2022,Visitors,Plane (visitors),63475
2023,Visitors,Plane (visitors),170050
2021,Visitors,Cruise,2495
2022,Visitors,Cruise,20000
2023,Visitors,Cruise,200000
"""
OF_ARRIVALS = """
How many cruise arrivals were there in 2022 and 2023 together? → sum of Value | 220,000
What was the average value of cruise arrivals in the years from 2021 to 2023? → average of Value | 74,165
How many cruise arrivals were there in 2022? → Value | 20000
How many cruise arrivals did the harbour master record in 2022 and 2023 together? → none
What is the average year of the cruise arrivals? → none
"""
HOMES = """Council,Year,Tenure,Value
Ashford,2021,Private,255
Ashford,2021,Social,50
Ashford,2021,All tenures,305
Dunmore,2021,Private,365
Dunmore,2021,Social,68
Dunmore,2021,All tenures,433
Ashford,2022,Private,267
Ashford,2022,Social,42
Ashford,2022,All tenures,309
Dunmore,2022,Private,377
Dunmore,2022,Social,72
Dunmore,2022,All tenures,449
"""
OF_HOMES = """
Which council has the highest total value in 2021? → Dunmore: 433
How many private homes were completed in Dunmore in 2021? → 365
How many homes were completed in Ashford in 2022? → Value, Ashford: 309
What was the average of private completions per year in Ashford from 2021 to 2022? → average of Value | 261
How much higher was the private value in Dunmore than in Ashford in 2022? → 110 apart
"""
COSTS = """tech,year,parameter,value,unit
wind_offshore,2050,lifetime,25,years
wind_offshore,2050,capacity_cost,2093,EUR/kW
wind_onshore,2050,lifetime,25,years
wind_onshore,2050,capacity_cost,1075,EUR/kW
solar,2050,lifetime,20,years
solar,2050,capacity_cost,600,EUR/kW
"""
OF_COSTS = """
How much higher is the capacity cost of offshore wind than of onshore wind in 2050? → 1,018 EUR/kW apart
What is the average value of offshore wind in 2050? → none
"""

POOLS = """Pool,District,Year opened,Length (m),Adult price (EUR),Visitors last year
Stadtbad,Mitte,1930,25,5.50,142000
Nordbad,Nord,1974,25,4.00,88500
Olympiabad,West,1972,50,6.50,231400
"""
OF_POOLS = """
Which is the oldest swimming pool? → Stadtbad | earliest Year opened | 1930
Which pool is the newest? → Nordbad | 1974
How many lifeguards work at the Olympiabad? → none
"""
FERRIES = """Route,Operator,Crossing time (min),2021,2022
Largs - Cumbrae,Calmac,10,598700,701500
Uig - Tarbert,Calmac,100,88200,110900
Gourock - Dunoon,Western,20,940100,898700
Total,,,1627000,1711100
"""
OF_FERRIES = """
How many passengers did the Uig - Tarbert route carry in 2022? → 110900
How many passengers were carried on all routes together in 2021? → sum of 2021 | 3 rows | 1,627,000
Which operator carried the most ferry passengers in 2022 when its routes are added up? → Western: 898,700
How much longer is the crossing from Uig to Tarbert than the one from Largs to Cumbrae? → 90 apart
How many passengers did the Mallaig - Armadale route carry in 2022? → none
"""
LEVELS = """month,alder_m,rainfall_mm
2021-12,1.10,125
2022-02,1.25,126
2022-03,1.55,73
"""
OF_LEVELS = """
How much rain fell in March 2022? → rainfall_mm | 73
How much snow fell in March 2022? → none
"""
STAFF = """Department,Women,Men,Sick days 2023,Sick days 2024
Planning,14,19,122,98
Libraries,38,12,204,260
Parks,11,30,198,164
"""
OF_STAFF = """
In which departments did sick days go up from 2023 to 2024? → 1 of 3 | Libraries
In which departments did sick days go down from 2023 to 2024? → 2 of 3 | Planning | Parks
How many women work in the Planning department? → Women | 14
"""


@pytest.mark.parametrize(
    ("name", "rows", "questions"),
    [
        ("edinburgh-wards-population.csv", WARDS, OF_WARDS),
        ("plymouth-libraries.csv", LIBRARIES, OF_LIBRARIES),
        ("electricity-rates.csv", RATES, OF_RATES),
        ("milan-medals.csv", MEDALS, OF_MEDALS),
        ("f1-standings.csv", DRIVERS, OF_DRIVERS),
        ("expense-policy.md", TIERS, OF_TIERS),
        ("council-budget.csv", BUDGET, OF_BUDGET),
        ("island-tourism.csv", ARRIVALS, OF_ARRIVALS),
        ("housing-completions.csv", HOMES, OF_HOMES),
        ("swimming-pools.csv", POOLS, OF_POOLS),
        ("ferry-passengers.csv", FERRIES, OF_FERRIES),
        ("river-levels.csv", LEVELS, OF_LEVELS),
        ("council-staff.csv", STAFF, OF_STAFF),
        ("technology-costs.csv", COSTS, OF_COSTS),
    ],
)
def test_published_tables_are_asked_as_people_ask(keep, ask, name, rows, questions):
    keep({name: rows})
    assert misses(ask, questions) == []
