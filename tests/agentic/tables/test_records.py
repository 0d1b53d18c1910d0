"""Documents of one kind asked as the rows of a table."""

import pytest

from agentic.tables.records import Property, _naming
from documents.models import Document, TableRow
from tests.cases import every_case

pytestmark = pytest.mark.django_db

REPORT = """Kiln inspection report

Report number: {number}
Workshop: {workshop}
Inspection date: {day}
Result: {result}
Peak temperature: {peak} °C
Inspector: {inspector}
{also}"""
REPORTS = [
    ("KI-41", "Brickyard Lane", "14 January 2025", "Passed", 1210, "M. Osei"),
    ("KI-42", "Quayside Pottery", "3 February 2025", "Failed", 1085, "M. Osei"),
    ("KI-43", "Glaze and Gather", "19 February 2025", "Passed with remarks", 1240, "T. Ruland"),
    ("KI-44", "Elmfield School", "7 April 2025", "Failed", 990, "T. Ruland"),
]
QUESTIONS = [
    ("Which kiln inspections failed?", ["2 of 4 documents", "KI-42", "KI-44"]),
    ("How many kiln inspections passed?", ["1 of 4 documents", "KI-41"]),
    ("Which kiln inspections were made in February 2025?", ["2 of 4 documents", "KI-42", "KI-43"]),
    ("Which kiln inspections were made after 1 March 2025?", ["1 of 4 documents", "KI-44"]),
    ("Which kilns have a peak temperature of at least 1200 °C?", ["2 of 4", "KI-41", "KI-43"]),
    ("Which kiln inspection has the lowest peak temperature?", ["KI-44", "990"]),
    ("What is the average peak temperature of the kilns that M. Osei inspected?", ["1,147.5"]),
    ("What is the result for Elmfield School?", ["Failed"]),
]


@pytest.fixture
def reports(keep):
    keys = ("number", "workshop", "day", "result", "peak", "inspector")
    files = {
        f"kiln-inspection-{row[0]}.txt": REPORT.format(**dict(zip(keys, row, strict=True)), also="")
        for row in REPORTS
    }
    boiler = (
        "Boiler report\n\nReport number: BO-7\nResult: Failed\nBoiler: Vesta 30\nFlue: sound\n"
        "The boiler stands behind the laundry and was last swept by the caretaker in the cold of spring.\n"
    )
    news = (
        "The kiln club meets on Tuesday. Result of the raffle: see the board. Whoever has a key of the shed "
        "may bring it back before the clay is delivered, or leave it with the caretaker."
    )
    keep({**files, "boiler-report.txt": boiler, "newsletter.txt": news})


@every_case("question, said", QUESTIONS)
def test_documents_of_one_kind_are_asked_as_rows(reports, ask, question, said):
    answer = ask(question)
    assert answer is not None
    at = 0
    for words in said:
        at = answer.text.index(words, at)
    assert all(number.status not in ("unsupported", "contradicted") for number in answer.numbers)


def test_each_value_of_a_document_is_cited_where_it_stands(reports, ask):
    answer = ask("Which kiln inspection has the highest peak temperature?")
    assert answer.citations[0].document == "kiln-inspection-KI-43.txt"
    assert "1240" in answer.citations[0].quote


def test_a_verb_that_no_document_has_is_told_as_left_out(reports, ask):
    answer = ask("How many kiln inspections did M. Osei carry out?")
    assert answer.text.startswith("2 of 4 documents")
    assert "carry" in answer.fit["not_considered"]
    assert not answer.fit["covers"]


def test_a_superseded_edition_is_no_row(reports, ask):
    new, old = (Document.objects.get(filename=f"kiln-inspection-KI-{number}.txt") for number in (44, 42))
    old.superseded_by.add(new)
    assert ask("Which kiln inspections failed?").text.startswith("1 of 3 documents")


def test_documents_of_another_workspace_and_those_not_chosen_are_no_rows(reports, ask, other_workspace):
    moved = Document.objects.get(filename="kiln-inspection-KI-42.txt")
    TableRow.objects.filter(document=moved).update(workspace=other_workspace)
    Document.objects.filter(pk=moved.pk).update(workspace=other_workspace)
    assert "KI-42" not in ask("Which kiln inspections failed?").text
    chosen = list(
        Document.objects.filter(filename__contains="KI-4").exclude(pk=moved.pk).order_by("filename")
    )
    answer = ask("How many kiln inspections passed?", only=[each.pk for each in chosen[:2]])
    assert answer.text.startswith("1 of 2 documents")


@pytest.mark.parametrize(
    ("also", "question"),
    [
        ("The chimney was swept before.\n", "What is the result of the chimney of Elmfield School?"),
        ("Next visit: 9 February 2026\n", "Which kilns were repaired in February 2026?"),
    ],
)
def test_what_the_documents_tell_of_something_else_is_not_asked_of_their_rows(keep, ask, also, question):
    keys = ("number", "workshop", "day", "result", "peak", "inspector")
    keep(
        {
            f"kiln-inspection-{row[0]}.txt": REPORT.format(**dict(zip(keys, row, strict=True)), also=also)
            for row in REPORTS
        }
    )
    assert ask(question) is None


def test_documents_that_share_few_labels_are_no_kind(keep, ask):
    keep({"one.txt": "Colour: red\nSize: 4\nOwner: Ada\n", "two.txt": "Weight: 4 kg\nSize: 9\nPlace: Ulm\n"})
    answer = ask("How many documents have a size above 5?")
    assert answer is None or "of 2 documents" not in answer.text


def test_lines_of_several_documents_are_added_up(keep, ask):
    note = """Delivery note

Note number: {number}
Customer: {customer}
Note date: {day}
Driver: Ida Holm

| Item | Quantity | Crates |
| --- | --- | --- |
{lines}
"""
    keep(
        {
            "delivery-note-1.md": note.format(
                number="DN-1",
                customer="Ashdown",
                day="2 May 2025",
                lines="| Quinces | 40 | 4 |\n| Medlars | 12 | 1 |",
            ),
            "delivery-note-2.md": note.format(
                number="DN-2",
                customer="Birling",
                day="9 May 2025",
                lines="| Quinces | 25 | 3 |\n| Damsons | 30 | 2 |",
            ),
        }
    )
    answer = ask("What is the total quantity of Quinces in the delivery notes?")
    assert "65" in answer.text
    assert "delivery-note-1.md" in ask("Which delivery note has the highest quantity of Quinces?").text


def test_cells_that_a_question_denies_are_not_told(reports, ask):
    answer = ask("Which kiln inspections were not made by M. Osei?")
    assert answer is None or "KI-41" not in answer.text


def test_documents_are_called_by_no_day():
    def record(day, room):
        return tuple(Property(name, value, "", None) for name, value in (("Date", day), ("Room", room)))

    days = {1: record("14 January 2025", "Hall"), 2: record("3 March 2025", "Attic")}
    assert _naming(days, ["Date", "Room"]) == "Room"
    assert _naming({1: record("Spring 2025", "Hall"), 2: record("May", "Hall")}, ["Date", "Room"]) == "Date"


def test_documents_are_not_called_by_who_did_something():
    def record(name, room):
        return tuple(
            Property(label, value, "", None) for label, value in (("Filed by", name), ("Room", room))
        )

    assert (
        _naming({1: record("Jonna Ek", "Hall"), 2: record("Bo Lund", "Attic")}, ["Filed by", "Room"])
        == "Room"
    )


LEASE = """Boat lease

Lease number: {no}
Harbour: {where}
Term: {term} months
Notice: {notice} months
Length: {size} m
Hours sailed: {hours} h
"""
LEASES = [("BL-1", "Skua", 24, 3, 9, 2.5), ("BL-2", "Tern", 36, 1, 12, 4), ("BL-3", "Skua", 24, 2, 7, 1.5)]


@pytest.fixture
def leases(keep):
    keys = ("no", "where", "term", "notice", "size", "hours")
    keep({f"boat-lease-{row[0]}.txt": LEASE.format(**dict(zip(keys, row, strict=True))) for row in LEASES})


@every_case(
    "question, said",
    [
        ("Which boat leases run for 24 months?", ["2 of 3 documents", "BL-1", "BL-3"]),
        ("Which boat leases have a notice of at least 2 months?", ["2 of 3 documents", "BL-1", "BL-3"]),
        ("Which boat leases have at least 9 metres?", ["2 of 3 documents", "BL-1", "BL-2"]),
        ("Which boat leases run for 3 years?", ["1 of 3 documents", "BL-2"]),
    ],
)
def test_numbers_are_compared_in_the_unit_of_their_label(leases, ask, question, said):
    answer = ask(question)
    at = 0
    for words in said:
        at = answer.text.index(words, at)
    assert answer.fit["covers"]


def test_number_in_another_unit_than_the_label_is_compared_with_none(leases, ask):
    answer = ask("Which boat leases have a length of at least 9 kg?")
    assert answer is None or not answer.text.startswith("2 of 3")


def test_hours_of_each_are_added_up(leases, in_part):
    told = in_part("Hours sailed per harbour")[1]
    assert "Skua: 4.0 hours" in told.text
    assert "Tern: 4 hours" in told.text


def test_document_of_the_kind_that_could_not_be_read_is_told(leases, keep, ask):
    words = "The fourth boat is let by word of mouth until further notice, as it has been for many years now."
    keep({"boat-lease-BL-4.txt": f"Boat lease\n\n{words}\n"})
    answer = ask("Which boat leases run for 24 months?")
    assert not answer.fit["covers"]
    assert any("1 more document" in missing for missing in answer.fit["missing"])


NOTE = """Parcel note

Note number: {no}
Courier: {who}
Left on: {day}
Deliver to: Mill Lane
Crates: {crates}
Check: {check}
Packed by: {packer}
It was handed over at the back gate, with the bell rung twice and the dog shut in the yard.
"""
NOTES = [
    ("PN-1", "Swift", "3 May 2025", 4, "Complies", "Ada Moss"),
    ("PN-2", "Swift", "9 June 2025", 5, "Does not comply", "Tim Orr"),
    ("PN-3", "Heron", "21 June 2025", 2, "Does not comply", "Ada Moss"),
]


@pytest.fixture
def notes(keep):
    keys = ("no", "who", "day", "crates", "check", "packer")
    keep({f"parcel-note-{row[0]}.txt": NOTE.format(**dict(zip(keys, row, strict=True))) for row in NOTES})


@every_case(
    "question, said",
    [
        ("Which parcel notes do not comply?", ["2 of 3 documents", "PN-2", "PN-3"]),
        ("Show me all parcel notes that do not comply", ["2 of 3 documents", "PN-2", "PN-3"]),
        ("Which parcel note has the most crates and who packed it?", ["PN-2", "5", "Packed by Tim Orr"]),
    ],
)
def test_denied_cells_and_who_did_it(notes, ask, question, said):
    answer = ask(question)
    at = 0
    for words in said:
        at = answer.text.index(words, at)
    assert answer.fit["covers"]


@every_case("question", ["Crates on the parcel notes month by month", "Crates on the parcel notes by month"])
def test_numbers_are_added_up_by_the_month_of_the_only_day(notes, in_part, question):
    told = in_part(question)[1]
    assert "June 2025: 7" in told.text
    assert "May 2025: 4" in told.text


def test_which_of_something_that_no_label_is_called_is_not_told_by_another(notes, in_part):
    assert in_part("Which driver delivered PN-1?")[0] is None


SEED = """Seed trial

Trial number: {no}
Grower: {grower}
Sprouted: {share} %
Lot weight: {weight} kg
Taken on: {day}
The pots were watered each morning from the green can, and turned to the light at noon.
"""
SEEDS = [
    ("T-1", "Vale Seeds", 64, 200, "3 May 2025"),
    ("T-2", "Moss Farm", 91, 300, "9 May 2025"),
    ("T-3", "Moss Farm", 58, 150, "2 June 2025"),
]


@pytest.fixture
def seeds(keep):
    keys = ("no", "grower", "share", "weight", "day")
    keep({f"seedtrial-{row[0]}.txt": SEED.format(**dict(zip(keys, row, strict=True))) for row in SEEDS})


@every_case(
    "question, said",
    [
        ("How many kilos of seed were there per grower?", ["Moss Farm: 450", "Vale Seeds: 200"]),
        ("Which seeds sprouted below 70 %?", ["2 of 3 documents", "T-1", "T-3"]),
    ],
)
def test_what_the_documents_are_called_is_no_part_of_a_cell(seeds, in_part, question, said):
    text = in_part(question)[1].text
    assert all(words in text for words in said)
