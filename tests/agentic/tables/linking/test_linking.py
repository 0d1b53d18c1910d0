"""Questions that are read by what fits a table best, where no rule has a place for each word."""

import io

import openpyxl
import pytest

pytestmark = pytest.mark.django_db

FERNS = """species,family,frondlen,bodywt,rest_total,rest_noon,Spore Test
Ostrich fern,Onoclea,150,900,11,5,positive
Lady fern,Athyria,90,420,12.5,6,negative
Royal fern,Osmunda,160,1300,9,4,positive
Oak fern,Cystopt,30,15,14,7,positive
Hart's tongue,Asplen,40,80,13,6,negative
Wall rue,Asplen,8,2,15,8,negative
Hard fern,Blechn,50,60,10,5,positive
Tree fern,Dickson,300,9000,8,3,negative
Male fern,Dryopt,110,700,12,6,positive
Beech fern,Thelypt,35,20,14.5,7,negative
"""
PLOTS = "\n".join(
    ["plot,keeper,sex,rank,pop,year,fenced"]
    + [
        f"P{number},{name},{sex},{rank},{pop},{year},{fenced}"
        for number, (name, sex, rank, pop, year, fenced) in enumerate(
            [
                ("Ada Wren", "Female", "AsstKeeper", 120, 1990, "none"),
                ("Bo Finch", "Male", "HeadKeeper", 340, 1990, "yes"),
                ("Cy Crane", "Male", "AsstKeeper", 95, 1990, "none"),
                ("Di Heron", "Female", "HeadKeeper", 410, 2000, "yes"),
                ("Ed Swift", "Male", "AsstKeeper", 230, 2000, "yes"),
                ("Flo Rook", "Female", "AsstKeeper", 60, 2000, "none"),
            ],
            start=1,
        )
    ]
)


def workbook(sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


HIRES = {
    "Hires": [
        ["Hire", "Day", "Boat", "Pier", "Quantity", "State"],
        ["H1", "2024-03-02", "B1", "Q1", 2, "kept"],
        ["H2", "2024-03-09", "B2", "Q2", 1, "kept"],
        ["H3", "2024-04-11", "B1", "Q2", 3, "cancelled"],
        ["H4", "2024-04-20", "B3", "Q1", 4, "kept"],
        ["H5", "2024-05-01", "B2", "Q3", 2, "kept"],
    ],
    "Boats": [
        ["Boat", "Name", "Class", "Price EUR"],
        ["B1", "Sea Lark", "Rowing boat", 10],
        ["B2", "Tern", "Canoe", 25],
        ["B3", "Sea Pink", "Rowing boat", 8],
    ],
    "Piers": [
        ["Pier", "Town", "Warden"],
        ["Q1", "Osk", "Ines Moor"],
        ["Q2", "Tarn", "Karl Fell"],
        ["Q3", "Wend", "Ola Brook"],
    ],
}


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("How many kinds of each family are in the fern list?", ["by family", "Asplen: 2"]),
        (
            "Which three ferns in the list are heaviest, in order?",
            ["Tree fern", "Royal fern", "Ostrich fern"],
        ),
        ("Which fern in the list rests longest per day?", ["Wall rue", "rest_total", "15"]),
        ("How many hours do the Asplen ferns of the list rest on average?", ["rest_total", "14"]),
        ("How many of the ferns are spore-positive?", ["5 of 10"]),
    ],
)
def test_a_list_is_read_by_the_words_that_fit_it(keep, ask, question, parts):
    keep({"ferns.csv": FERNS})
    answer = ask(question)
    assert answer is not None
    for part in parts:
        assert part in answer.text


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("How many women keep plots in the list?", ["3 of 6"]),
        ("How many assistant keepers are in the plot list?", ["4 of 6"]),
        ("How many plots had over 100 inhabitants of the population in 1990?", ["2 of 6"]),
    ],
)
def test_contents_are_known_by_other_words_for_them(keep, ask, question, parts):
    keep({"plots.csv": PLOTS})
    answer = ask(question)
    assert answer is not None
    for part in parts:
        assert part in answer.text


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("How many rowing boats were hired in March 2024?", ["Quantity", ": 2 ["]),
        ("How many Tern canoes were hired altogether?", ["sum of Quantity", "is 3"]),
        ("What is the value of the kept hires per town?", ["Osk: 52", "Tarn: 25", "Wend: 50"]),
        ("Which pier warden took the least money?", ["Ola Brook: 50"]),
        ("What is the value of the hires per boat, without cancelled ones?", ["Tern: 75", "Sea Pink: 32"]),
    ],
)
def test_sheets_that_refer_to_others_are_read_as_one(keep, ask, question, parts):
    keep({"boat-hires.xlsx": workbook(HIRES)})
    answer = ask(question)
    assert answer is not None
    for part in parts:
        assert part in answer.text


@pytest.mark.parametrize(
    ("files", "question"),
    [
        ({"ferns.csv": FERNS}, "How many leaflets does the Royal fern have?"),
        ({"ferns.csv": FERNS}, "What is the phone number of the Royal fern nursery?"),
        ({"ferns.csv": FERNS}, "Which fern has the most spore cases?"),
        ({"plots.csv": PLOTS}, "How many plots have no keeper in 2010?"),
        ({"plots.csv": PLOTS}, "How many people died on the plots in 1990?"),
        ({"boat-hires.xlsx": workbook(HIRES)}, "How many hires did Otto Lund make in March 2024?"),
        ({"boat-hires.xlsx": workbook(HIRES)}, "What would two Terns and a Sea Lark cost altogether?"),
        ({"boat-hires.xlsx": workbook(HIRES)}, "How much of the hires of Osk is still to be paid?"),
    ],
)
def test_what_the_table_does_not_tell_is_refused(keep, ask, files, question):
    keep(files)
    assert ask(question) is None


def test_what_other_words_were_taken_for_is_said(keep, ask):
    keep({"wages.csv": "worker,salary\nAda Wren,2100\nBo Finch,1900\nCy Crane,2600\nDi Heron,2300\n"})
    answer = ask("What is the best pay in the worker list of the wages?")
    assert "Cy Crane" in answer.text
    assert not answer.fit["covers"]


def test_two_times_of_a_row_are_compared(keep, ask):
    told = [("Wind", 2001, 40), ("Coal", 2001, 90), ("Wind", 2017, 75), ("Coal", 2017, 30)]
    rows = "\n".join(f"{fuel},{year},{value}" for fuel, year, value in told)
    keep({"osk-power.csv": f"fuel,year,net_output\n{rows}\n"})
    answer = ask("By how much did wind output in Osk grow from 2001 to 2017?")
    assert "35 apart" in answer.text


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("How many plots have no fenced entry in the plot list?", "3 of 6"),
        ("How many plots of rank HeadKeeper have a pop of more than 350?", "1 of 6"),
    ],
)
def test_rows_without_something_and_within_bounds_are_counted(keep, ask, question, part):
    keep({"plots.csv": PLOTS})
    answer = ask(question)
    assert answer is not None
    assert part in answer.text


MATS = """Item,Group,Price (£)
Inflatable mat,Sleeping,5.20
Stove,Cooking,6.60
Tarp,Shelter,3.00
"""


def test_a_price_answers_no_question_for_how_many(ask, keep):
    keep({"mats.csv": MATS})
    assert "6.6" in ask("What is the price of the stove?").text
    assert ask("How many stoves are there for the price?") is None


def test_contents_that_are_denied_with_a_short_not_are_not_told(ask, keep):
    keep({"ferns.csv": FERNS})
    told = ask("Which ferns aren't positive?")
    assert told is None or "Ostrich" not in told.text
