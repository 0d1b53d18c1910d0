"""Small papers that answer by a sentence of each, by what rows are grouped by, or not at all."""

import pytest

from agentic.annotations import annotations_aggregate
from tests.agentic.search.conftest import given, stored
from tests.cases import every_case
from tests.factories import TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)

PUMPS = {  # model → weight, noise, what it is for
    "Delphin 200": (6.8, 52, "It is suited for clear water."),
    "Delphin 350": (9.5, 58, "It is suited for clear and for dirty water with grains up to 10 mm."),
    "Otter S": (4.1, 47, "It is not suited for dirty water."),
    "Otter XL": (14.2, 63, "It is suited for dirty water with grains up to 35 mm."),
}
PERMITS = {  # number → holder, fee, where
    "P-77": ("Larch Scaffolding", 410, "Quay Street"),
    "P-78": ("Fenwick Removals", 35, "Abbey Road"),
    "P-79": ("Larch Scaffolding", 120, "Mint Lane"),
}
WORK = {"Press 1": [("Oil changed", 2.5, 140), ("Sensor replaced", 1, 85)], "Lathe 2": [("Belt", 3, 62)]}
BOOKS = [
    ("Algebra Anew", "P. Noether", 10, 18, "Campus Press"),
    ("Calculus in Colour", "P. Noether", 6, 32, "Campus Press"),
    ("Rivers of Ice", "L. Amundsen", 3, 24, "Quill Books"),
]
BAKER = """Baker
Salary: EUR 31,500

Your tasks
- Night shifts at the oven
- Training apprentices
Hours: 40"""


@pytest.fixture
def papers(workspace, hash_embedder):
    def store(name, title, text="", **properties):
        document = stored(workspace, name, title, hash_embedder, text=text)
        given(document, **properties)
        return document

    for model, (weight, noise, use) in PUMPS.items():
        name = f"pump-{model.lower().replace(' ', '-')}"
        text = f"{model} submersible pump\n{use}\nDelivery head 15 m"
        own = {"Weight": (weight, "kg"), "Noise_level": (noise, "dB"), "Head": (15, "m"), "Made_in": "Graz"}
        store(name, f"{model} submersible pump", text, **own)
    for number, (holder, fee, street) in PERMITS.items():
        own = {"Permit_number": number, "Holder": holder, "Fee": (fee, "EUR"), "Street": street}
        store(f"permit-{number}", "Street permit", **own, Issued_by="B. Sorrel")
    for machine, lines in WORK.items():
        log = store(f"log {machine}", f"Log of {machine}")
        for row, (work, hours, cost) in enumerate(lines):
            TableRowFactory(
                document=log, table="Log", table_index=1, row=row, label=machine,
                properties={
                    "Machine": machine, "Work": work, "Hours": hours, "Parts charge EUR": cost,
                    "Parts charge EUR (unit)": "EUR",
                },
                quote=f"{machine} {work} {hours} {cost}",
            )  # fmt: skip
    for site, lead in (("School kitchen", 13.5), ("Town fountain", 2.1)):
        sample = store(f"water {site}", "Water certificate", Sampling_point=site)
        TableRowFactory(
            document=sample, table="Results", table_index=1, label="Lead",
            properties={"Parameter": "Lead", "Result": lead, "Result (unit)": "µg/l", "Unit": "µg/l"},
            quote=f"Lead {lead} µg/l",
        )  # fmt: skip
    store("job-baker", "Baker", BAKER, Salary=(31500, "EUR"))
    store("job-clerk", "Clerk", "Clerk\nSalary: EUR 29,000", Salary=(29000, "EUR"))
    recipe = "Nut loaf\nPreparation: 20 minutes\nMethod\n1. Beat the eggs.\n2. Fold in hazelnuts.\n3. Bake."
    baked = {"Preparation": (20, "minutes"), "Baking_time": (60, "minutes"), "Recipe_by": "Luis Prado"}
    store("recipe-nut-loaf", "Nut loaf recipe", recipe, **baked)
    other = {"Preparation": (15, "minutes"), "Baking_time": (12, "minutes"), "Recipe_by": "Hanna Voss"}
    store("recipe-sticks", "Cheese sticks recipe", "Cheese sticks\n1. Cut the dough.\n2. Bake.", **other)
    books = store("books", "Books of May", Read_by="V. Stone", Annual_fee=(900, "EUR"))
    for row, (book, author, copies, price, firm) in enumerate(BOOKS):
        TableRowFactory(
            document=books, table="Lines", table_index=1, row=row, label=book,
            properties={
                "Title": book, "Author": author, "Copies": copies, "Unit price EUR": price,
                "Unit price EUR (unit)": "EUR", "Minutes": 10 * copies, "Firm": firm,
            },
            quote=f"{book} {author} {copies} {price} {firm}",
        )  # fmt: skip
    tickets = store("tickets", "Tickets sold")
    for row, (day, sold) in enumerate((("2025-04-02", 120), ("2025-04-19", 45), ("2025-05-04", 150))):
        TableRowFactory(
            document=tickets, table="Sold", table_index=1, row=row, label=day,
            properties={"Date": day, "Tickets": sold}, quote=f"{day} {sold}",
        )  # fmt: skip
    for hive, site, honey in (("Hive 7", "Orchard", 12.5), ("Hive 9", "Heath", 18)):
        store(hive, f"Card of {hive}", Hive=hive, Site=site, Honey_harvested=(honey, "kg"))
    for number, days, person in (("IR-17", 6, "Ole Berg"), ("IR-18", 2, "Rita Sousa")):
        store(number, f"Incident {number}", Days_lost=days, Injured_person=person, Place="Loading bay")
    for name, km, start in (("Ridge walk", 14.5, "Carrick"), ("Lake walk", 18, "Old Mill station")):
        store(name, name, Length=(km, "km"), Ascent=(460, "m"), Starting_point=start)


@every_case(
    "question, says",
    [
        ("What is the minimum weight of the Delphin pumps?", ["6.8 kg", "pump-delphin-200"]),
        ("Total parts charge per machine", ["Press 1: €225", "Lathe 2: €62"]),
        ("Where was the highest lead content found?", ["13.5 µg/l", "School kitchen"]),
        ("Which pumps can handle dirty water?", ["2 documents", "pump-delphin-350", "pump-otter-xl"]),
        ("Which permits were issued to Larch Scaffolding?", ["permit-P-77", "permit-P-79"]),
        ("What are the tasks of the baker?", ["Night shifts at the oven", "Training apprentices"]),
        ("Which walks start at Old Mill station?", ["Lake walk.pdf"]),
        ("Which walks are under 15 km?", ["1 of 2 documents of “walk” where Length is below 15 km"]),
        ("Which recipes need hazelnuts?", ["recipe-nut-loaf", "Fold in hazelnuts."]),
        ("How do I make cheese sticks?", ["1. Cut the dough.", "2. Bake."]),
        ("Which recipe takes the longest to bake and who wrote it?", ["60 minutes", "Luis Prado"]),
        ("Which titles cost more than 30 EUR?", ["1 row", "Calculus in Colour"]),
        ("Which titles are under 70 minutes?", ["2 rows", "Calculus in Colour", "Rivers of Ice"]),
        ("How many copies of books by P. Noether were ordered?", ["adds up to 16"]),
        ("Which incident had the most days lost and who was injured?", ["IR-17.pdf, Ole Berg"]),
        ("Sum of annual fees per reader", ["V. Stone: €900"]),
        ("In which recipes is dough to be cut?", ["recipe-sticks", "Cut the dough."]),
        ("Which hive gave the most honey and where does it stand?", ["18 kg", "Heath"]),
    ],
)
def test_papers_answer(search, papers, question, says):
    run = search(question)
    assert run.answered, run.answer
    assert all(part in run.answer for part in says), run.answer


@every_case(
    "question, not_said",
    [
        ("What is the minimum weight of the Delphin pumps?", "otter"),
        ("Which pumps can handle dirty water?", "pump-otter-s."),
        ("Which permits were issued to Larch Scaffolding?", "P-78"),
        ("What are the tasks of the baker?", "Hours"),
        ("Which walks start at Old Mill station?", "Ridge"),
    ],
)
def test_papers_tell_nothing_of_others(search, papers, question, not_said):
    assert not_said not in search(question).answer


@every_case(
    "question",
    [
        "What is the noise level of the Otter M pump?",  # “m” stands in it as a unit
        "What is the total fee by officer?",  # nothing gives who that is
        "What is the salary of the gardener?",
        "Which incidents happened in the canteen?",
        "Which incident had the most days lost and who reported it?",
    ],
)
def test_papers_do_not_answer_by_what_is_near(search, papers, question):
    run = search(question)
    assert not run.answered, run.answer


def test_rows_are_of_the_month_of_their_own_day(workspace, papers):
    found = annotations_aggregate(workspace=workspace, function="sum", field="Tickets", group_by="month")
    assert {name: int(value) for name, value, *_ in found.rows} == {"2025-04": 165, "2025-05": 150}
    (whole,) = annotations_aggregate(
        workspace=workspace, function="sum", field="Tickets", group_by="year"
    ).rows
    assert whole[0] == "2025"


def test_what_else_is_asked_and_not_told_is_said(search, papers):
    run = search("Which hive gave the most honey and how is it fed?")
    assert not run.answered or run.result["fit"]["missing"], run.answer


def test_sentences_found_by_their_words_are_to_be_read(search, papers):
    assert search("Which pumps can handle dirty water?").result["fit"]["missing"]
