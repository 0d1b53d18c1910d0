"""What is asked of “the” document: who wrote it, who was there, when, and what it is."""

from __future__ import annotations

import pytest

from tests.agentic.properties.small_documents import INVOICES

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES = """Harbour Council Meeting Minutes
May 3, 2024

a. In attendance
i. Ada Weaver (Quay) * (Chair)
ii. Carl Potter (Lock)
b. Not in attendance
i. Dora Fuller (Weir) *
ii. Emil Sawyer (Dock)

1. Dues
The council discussed the harbour dues at length and decided nothing about them.

2. Repairs
The council agreed to mend the crane before winter comes.

The meeting was adjourned at 9:36 p.m.
Respectfully submitted by Fritz Hooper, Secretary, on May 7, 2024.
"""
OTHER = MINUTES.replace("May 3, 2024", "June 5, 2024").replace("Fritz Hooper", "Gina Miller")
REPORT = """Dredging of the Outer Harbour
Nora L. Keeler, PhD
Kate M. Shaw, MS

The outer harbour was dredged in the spring. Silt was carried to the northern bank by barges.
"""
LAW = """Hafengesetz

Ausfertigungsdatum: 1963-01-08

Dieses Gesetz gilt für alle Arbeiter, die in dem Hafen beschäftigt sind und nicht nur an einem Tag dort
arbeiten. Es wird von der Behörde, die für den Hafen zuständig ist, und von den Gerichten angewandt.

§ 1 Jeder Arbeiter im Hafen hat Anspruch auf Urlaub. § 2 Der Urlaub beträgt 24 Tage.
"""
FILES = {
    "harbour-minutes-may.txt": MINUTES,
    "harbour-minutes-june.txt": OTHER,
    "dredging.txt": REPORT,
    "hafengesetz.txt": LAW,
}


def test_who_when_and_what_of_a_document_that_its_words_call(keep, ask):
    keep(FILES)
    asked = {
        "Who took the minutes of the meeting of 3 May 2024?": "Fritz Hooper",
        "Who signed the minutes of June?": "Gina Miller",
        "When were the minutes of the May meeting submitted?": "7 May 2024",
        "Who was absent from the meeting of 3 May 2024?": "Dora Fuller (Weir); Emil Sawyer (Dock): absent at",
        "Who attended the June meeting?": "Ada Weaver (Quay) * (Chair); Carl Potter (Lock): present at",
        "Who wrote the report on dredging?": "Nora L. Keeler, PhD; Kate M. Shaw, MS",
        "Wann wurde das Hafengesetz erlassen?": "8 January 1963",
        "When was the German holiday law enacted?": "8 January 1963",
    }
    answers = {question: ask(question) for question in asked}
    told = {question: answer.text if answer else "" for question, answer in answers.items()}
    assert {q: text for q, text in told.items() if asked[q] not in text} == {}


def test_a_meeting_of_a_month_without_minutes_is_none_of_another(keep, ask):
    keep({"minutes.txt": MINUTES.replace("May 3, 2024", "May 3, 2024\nNext meeting: July 5, 2024")})
    assert "Ada Weaver" in ask("Who attended the May meeting?").text
    assert ask("Who attended the July meeting?") is None


def test_who_sent_apologies_is_who_was_absent_and_no_author(keep, ask):
    text = MINUTES.replace("b. Not in attendance\ni. Dora Fuller (Weir) *\nii. Emil Sawyer (Dock)\n", "")
    said = "Minutes: Fritz Hooper. Apologies: Dora Fuller, Emil\nSawyer.\n\n1. Dues"
    keep({"minutes.txt": text.replace("1. Dues", said)})
    told = ask("Who sent apologies for the May meeting?").text
    assert told.startswith("Dora Fuller, Emil Sawyer: absent at")
    assert ask("Who sent flowers to the May meeting?") is None


AGREEMENT = """Mooring Agreement

This agreement is made between the Port of Wend and Osk Rowing Club. The club may moor twelve boats at the
northern quay for as long as it pays the dues that the port has set for the year.

Signatures
For the Port: Ada Weaver, Harbour Master, Port of Wend
For the Club: Carl Potter, President, Osk Rowing Club
"""


def test_whoever_signed_for_each_side_is_told(keep, ask):
    keep({"mooring-agreement.txt": AGREEMENT, "dredging.txt": REPORT})
    text = ask("Who signed the mooring agreement?").text
    assert text.startswith(
        "For the Port: Ada Weaver, Harbour Master, Port of Wend; For the Club: Carl Potter"
    )
    assert "signer of mooring-agreement.txt" in text


def test_several_documents_that_go_by_the_words_are_told_one_by_one(keep, ask):
    keep(FILES)
    lines = ask("Who took the minutes?").text.splitlines()
    assert [line.split(":")[0] for line in lines] == ["- Gina Miller", "- Fritz Hooper"]


def test_all_documents_and_what_none_gives_are_left_to_others(keep, ask):
    keep(FILES)
    for question in ("Who took the minutes of all meetings?", "Who wrote the report on tides?"):
        answer = ask(question)
        assert answer is None or "writer" not in answer.text


def test_a_summary_is_what_the_document_is_with_its_own_words_and_places(keep, ask):
    keep(FILES)
    answer = ask("Summarise the harbour minutes of May")
    assert answer.text.startswith(
        "Harbour Council Meeting Minutes, of 3 May 2024: minutes (harbour-minutes-may.txt"
    )
    quotes = [line.split("”")[0].strip("- “") for line in answer.text.splitlines() if "“" in line]
    assert quotes
    assert all(quote in " ".join(MINUTES.split()) for quote in quotes)
    assert {citation.document for citation in answer.citations} == {"harbour-minutes-may.txt"}
    assert not answer.numbers
    assert "a law (hafengesetz.txt" in ask("Fasse das Hafengesetz zusammen").text
    assert "minutes (harbour-minutes-june.txt" in ask("What kind of document is the June minutes?").text


def test_which_of_several_is_to_be_summed_up_is_asked(keep, ask):
    keep(FILES)
    answer = ask("What are the minutes about?")
    assert not answer.answered
    assert "harbour-minutes-may.txt" in answer.text
    assert "Name one of them" in answer.text
    assert not answer.warnings


def test_a_property_of_the_invoice_is_given_for_each_of_several(keep, ask):
    keep(INVOICES)
    text = ask("What is the total of the invoice?").text
    assert text.startswith("By document, the total:")
    assert "invoice-2024-011" in text
    assert "€1,250.50" in text
    assert "Not given by invoice-77" in ask("When is the invoice due?").text


PAPER = """Growth of Mosses on Slate Roofs

{authors}
Institute of Roofs, Ashdown

Abstract
We measured how mosses grow on slate roofs over nine winters.
"""


@pytest.mark.parametrize(
    ("authors", "told"),
    [
        ("Ada Holm†, Peter van Ree2 and Jo M. Okafor", "Ada Holm, Peter van Ree and Jo M. Okafor"),
        ("Moss Survey Team", "Moss Survey Team"),
    ],
)
def test_who_wrote_a_paper_is_told_by_the_names_under_its_title(keep, ask, authors, told):
    keep({"mosses.txt": PAPER.format(authors=authors)})
    assert ask("Who wrote the moss growth paper?").text.startswith(f"{told}: the author of mosses.txt")


@pytest.mark.parametrize(
    ("below", "told"),
    [
        ("Ada Wren\nversion 1.0.2, May 2018\n", "Ada Wren"),
        ("Ada Wren, Bo T Finch and Cy Crane\n\n2022-10-08\n", "Ada Wren, Bo T Finch and Cy Crane"),
        ("Ada Wren\ntranslated by Cy Crane\n", "Ada Wren"),
    ],
)
def test_who_wrote_a_guide_is_told_by_the_names_below_its_title(keep, ask, below, told):
    keep(
        {"kiln.txt": f"Kiln firing for beginners\n{below}\n\n1. Load the kiln\n\nStack the shelves evenly.\n"}
    )
    assert ask("Who is the author of the guide to kiln firing?").text.startswith(
        f"{told}: the author of kiln"
    )


def test_what_stands_below_a_title_and_is_no_name_is_no_author(keep, ask):
    keep({"kiln.txt": "Kiln firing for beginners\nSafety First\nRead all of it.\n\nWritten by: you\n"})
    told = ask("Who is the author of the guide to kiln firing?")
    assert told is None or "the author of" not in told.text
