"""Columns that are asked for by what they measure, rows by what a cell says, and when a number moved."""

import pytest

pytestmark = pytest.mark.django_db

FILES = {
    "outages.csv": """Date,Village,Cause,Minutes down,Ticket
2025-01-09,Dalreoch,Storm,412,OV-1
2025-02-17,Balvraid,Power failure,95,OV-2
2025-03-02,Inchroy,Cut cable,610,OV-3
2025-06-11,Corrie,Power failure,71,OV-4
""",
    "creatures.csv": """name,diet,order,brainwt,bodywt
Ibex,herbi,Artiodactyla,0.4,90
Stoat,carni,Carnivora,0.2,0.3
Roe deer,herbi,Artiodactyla,0.5,15
Badger,omni,Carnivora,0.7,12
""",
    "metals.csv": "symbol,name,melting point\nRe,Rhenium,3459\nW,Tungsten,3695\nHg,Mercury,234\n",
    "us_weddings.csv": "Year,Weddings,Per_1000\n1897,600000,8.1\n1946,1600000,11.8\n1984,2480000,10.5\n",
    "clubs.csv": "Club,2024 members,2025 members\nRowing,41,58\nChess,30,29\nDarts,120,118\n",
    "bikes.csv": "Type,Place,By\nE-Bike,Station,Ulm\nCity,Station,Rad\nE-Bike,Depot,Ulm\nE-Bike,Station,K\n",
    "ferries.csv": "code,kind,vessel,built,crew,is\nNR1,car,Nordlys,1994,9,up\nHV4,car,Havella,1987,6,in\n"
    "MK5,foot,Maake,2021,11,in\n",
    "audit.csv": "Reaction,2023 cases,2024 cases\nMild,41,37\nSevere,3,5\n",
    "leaks.csv": "Year,Leaks,Repaired\n2022,14,12\n2023,9,9\n2024,21,17\n",
    "orders.csv": "Order,Customer,Amount\nA-7,Reed,410\nA-3,Hollis,820\nA-9,Reed,655\n",
    "huts.csv": "Hut,Altitude,Open from,Open until\nAlmsee,1710,2025-05-31,2025-10-19\n"
    "Hochtal,2230,2025-06-12,2025-09-30\nGoldloch,2345,2025-06-20,2025-09-21\n",
    "medals.csv": 'Name,          Medal,    Country\n"A. Bolt",   "GOLD",   "JAM"\n"C. Dix",  "GOLD", "USA"\n'
    '"D. Fox",  "BRONZE", "USA"\n',
}


@pytest.fixture
def tables(keep):
    keep(FILES)


def test_what_is_asked_by_its_measure_its_rows_and_its_time_is_found(tables, ask):
    for question, said in [
        ("Which outage lasted longest?", "Inchroy|highest Minutes down|610"),
        ("Which outage was the shortest?", "Corrie|lowest Minutes down|71"),
        ("What is the average length of an outage due to a power failure?", "over 2 rows|is 83"),
        ("How many outages were longer than 90 minutes?", "3 of 4 rows"),
        ("How heavy is the brain of the badger?", "brainwt|0.7"),
        ("Which metal has the highest melting point?", "Tungsten|3695"),
        ("How many weddings were there in 1946?", "1946|1600000"),
        ("In which year were there the most weddings in the United States?", "1984"),
        (
            "In which year did the number of weddings first exceed 1 million?",
            "1946 is the first of 2 rows|1600000",
        ),
        ("Which clubs lost members between 2024 and 2025?", "2 of 3 rows|Chess|Darts"),
        ("Which clubs gained members between 2024 and 2025?", "1 of 3 rows|Rowing"),
        ("How many E-Bikes are at the Station?", "2 of 4 rows"),
        ("Which ferry has the smallest crew?", "Havella|6"),
        ("Which ferry is the oldest?", "Havella|1987"),
        ("Which vessel was built first?", "Havella|earliest built|1987"),
        ("Which hut lies highest?", "Goldloch|2345"),
        ("Which huts are higher than 2,000 m?", "2 of 3 rows|Hochtal|Goldloch"),
        ("How many mild reactions were there in 2024?", "37"),
        ("How many leaks were there in 2023?", "2023|9"),
        ("How many leaks were there in 2023 and 2024?", "9|21"),
        ("Which huts open before 15 June 2025?", "2 of 3 rows|Almsee|Hochtal"),
        ("How many gold medals went to the USA?", "1 of 3 rows|C. Dix"),
    ]:
        answer, at = ask(question), 0
        assert answer is not None, question
        for words in said.split("|"):
            assert words in answer.text[at:], (question, answer.text)
            at = answer.text.index(words, at)


def test_what_the_rows_do_not_tell_is_not_answered(tables, ask):
    for question in [
        "How many weddings were there in 1950?",  # no such row
        "How heavy is the badger?",  # which of two weights?
        "Which outage was the loudest?",  # no such measure
    ]:
        assert ask(question) is None, question
