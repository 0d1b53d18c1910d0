"""What kind a document is of, what it is called and when it was written."""

from datetime import date

import pytest

from reading.text.language import detect_language
from tests.cases import every_case
from tests.reading.kinds.test_fields import read

ENOUGH = "\nIt was so and stays so for all who come after us, whoever they are and wherever they were.\n"


@pytest.mark.parametrize(
    "text, kind, of_type",
    [
        (
            "Minutes of the Council\n\nPresent: A. Bee\nMotion by Bee, seconded by Dee.\n",
            "minutes",
            "meeting_notes",
        ),
        (
            "Ordinance No. 12\n\nBe it ordained: Section 1. No one shall park here. Section 2. Repealed.\n",
            "law",
            "policy",
        ),
        ("Travel Expense Policy\n\nHotels are reimbursed for two nights.\n", "policy", "policy"),
        (
            "Oak v. Elm\n\nPetitioner argued on 3 May 2021. The judgment is affirmed. Docket No. 12-345\n",
            "court opinion",
            "other",
        ),
        (
            "P-7 User Manual\n\nStep 1: install the firmware. Warning: press the connector.\n",
            "manual",
            "technical_doc",
        ),
        (
            "Publication of award of road works\n\nContract amount, date signed, bidder, procurement.\n",
            "notice",
            "other",
        ),
        (
            "土地使用标准（2020 年版）\n\n第 7.9 条 用地指标，不宜超过 3.4 公顷。\n",
            "standard",
            "policy",
        ),
        (
            "社内ポリシー文書\n\n目的と適用範囲を定める。責任は部門にある。手順に従うこと。\n",
            "policy",
            "policy",
        ),
        (
            "Numbers of graduates in schools, by region\n\nActual and projected. Source: schools.\n",
            "table of statistics",
            "other",
        ),
        (
            "Verslag van de vergadering\n\nAanwezig: Jan, Piet. Agenda: begroting. Votes: none.\n",
            "minutes",
            "meeting_notes",
        ),
    ],
)
def test_documents_are_told_by_what_they_call_themselves(tmp_path, text, kind, of_type):
    essence = read(tmp_path, text + ENOUGH).essence
    assert (essence.kind, essence.document_type) == (kind, of_type)


def test_a_sheet_is_a_data_set_called_as_its_file(tmp_path):
    essence = read(
        tmp_path,
        "airline,incidents\nAer Lingus,2\nQantas,1\nAlaska Airlines and Hawaiian,3\n"
        "All Nippon Airways,3\nAvianca of Colombia,5\n",
        "airline-safety.csv",
    ).essence
    assert (essence.kind, essence.title) == ("data set", "airline safety")
    assert "5 rows, by airline, incidents" in essence.summary


def test_a_draft_is_not_called_draft(tmp_path):
    text = (
        "DRAFT\n\nTechnical Council Call\n\nThursday 5 December 2019\n\nIn attendance: A. Bee. Adjourned.\n"
        + ENOUGH
    )
    essence = read(tmp_path, text).essence
    assert essence.title == "Technical Council Call"
    assert essence.document_date == date(2019, 12, 5)


def test_the_hour_of_a_call_is_no_part_of_its_title(tmp_path):
    text = "Technical Council Call – 7:00am PST\n\nIn attendance: A. Bee. Adjourned.\n" + ENOUGH
    assert read(tmp_path, text).essence.title == "Technical Council Call"


def test_a_title_goes_on_with_what_it_is_for_in_lines_of_its_own(tmp_path):
    text = (
        "Technical Charter (the “Charter”)\n\nfor\n\nTern Project of Gull LLC\n\nThe parties hereby agree.\n"
        + ENOUGH
    )
    assert read(tmp_path, text).essence.title == "Technical Charter for Tern Project of Gull LLC"


@every_case(
    "text, language",
    [
        ("The board has approved the plan and it will be put to the vote.", "en"),
        ("Der Vorstand hat den Plan gebilligt, und er wird zur Abstimmung gestellt.", "de"),
        ("Le conseil a approuvé le plan et il sera soumis au vote dans les jours qui suivent.", "fr"),
        ("El consejo ha aprobado el plan y se someterá a la votación de los miembros.", "es"),
        ("Il consiglio ha approvato il piano e sarà messo ai voti della assemblea per la decisione.", "it"),
        ("Het bestuur heeft het plan goedgekeurd en het wordt in de vergadering voorgelegd.", "nl"),
        ("O conselho aprovou o plano e este será submetido à votação dos membros da assembleia.", "pt"),
        ("取締役会はこの計画を承認しました。投票にかけられます。", "ja"),
        ("董事会批准了该计划，将提交表决。", "zh"),
        ("وافق مجلس الإدارة على الخطة وستطرح للتصويت.", "ar"),
        ("12 34 56 km", ""),
    ],
)
def test_the_language_of_a_text_is_told_by_its_letters_and_small_words(text, language):
    assert detect_language(text) == language
