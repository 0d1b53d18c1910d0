"""Kinds and titles of documents in many languages (kinds.txt), and the days that they are of."""

from datetime import date
from pathlib import Path

import docx
import pytest

from reading import read as read_file
from tests.reading.kinds.test_fields import read
from tests.reading.kinds.test_recognise import ENOUGH
from tests.reading.writing import Text, write_pdf


def corpus():
    whole = Path(__file__).with_name("kinds.txt").read_text(encoding="utf-8")
    for part in whole.split("\n## ")[1:]:
        head, _, text = part.partition("\n")
        yield (*head.split(" | "), text.strip())


@pytest.mark.parametrize("kind, title, text", list(corpus()))
def test_a_document_is_of_its_kind_and_has_its_title(tmp_path, kind, title, text):
    is_within = title in text
    essence = read(tmp_path, f"{text}\n{ENOUGH}" if is_within else f"{title}\n\n{text}\n{ENOUGH}").essence
    assert (essence.kind, essence.title) == (kind, title)


@pytest.mark.parametrize(
    "text, day",
    [
        (
            "LOI n° 2019-486 du 22 mai 2019\n\nElle entre en vigueur le 1er janvier 2020.",
            "2019-05-22",
        ),
        (
            "Whistleblowing Policy\n\nApproved by the Board on 3 May 2021. It applies to all.",
            "2021-05-03",
        ),
        (
            "Urlaubsgesetz\n\nAusfertigungsdatum\n:   1963-01-08\n\n§ 1 Abs. 2 gilt.\n"
            "Geändert durch Gesetz vom 22. März 1962.",
            "1963-01-08",
        ),
        ("第3回 地域交通会議 議事録\n\n日時：令和4年6月15日 14時\n出席者：佐藤会長、鈴木委員", "2022-06-15"),
        (
            "Heron opens office\n\nUtrecht, 8 September 2021 – Heron opened it.",
            "2021-09-08",
        ),
        ("NEWTON HARDWARE\nReceipt # 00481\nDate 09/08/2021\nCashier: 07\nTOTAL £14.70", "2021-08-09"),
        (
            "Discharge Summary\n\nDate of birth: 02/11/1951\nDischarged: 9 January 2022",
            "2022-01-09",
        ),
    ],
)
def test_a_document_is_of_its_own_day(tmp_path, text, day):
    assert read(tmp_path, text + ENOUGH).essence.document_date == date.fromisoformat(day)


def test_days_in_rows_of_a_list_are_not_its_own(tmp_path):
    rows = "\n".join(f"Oak Hill;2021-03-0{day};4.{day};0.{day}" for day in range(1, 7))
    text = f"station;date;temperature;rain\n{rows}\n"
    assert read(tmp_path, text, "weather.csv").essence.document_date is None


def test_the_day_of_a_librarys_template_is_not_told(tmp_path):
    file = docx.Document()
    file.add_heading("Antrag auf Elternzeit", 0)
    file.add_paragraph(ENOUGH)
    file.save(str(tmp_path / "antrag.docx"))
    content = (tmp_path / "antrag.docx").read_bytes()
    assert read_bytes(tmp_path, content, "antrag.docx").essence.document_date is None


def read_bytes(tmp_path, content, name):
    (tmp_path / name).write_bytes(content)
    return read_file(tmp_path / name)


def test_a_datasheet_is_called_by_its_part_and_what_it_is(tmp_path):
    sheet = [
        Text("KS7421", top=60, size=20, bold=True),
        Text("36 V Synchronous Buck Converter", top=90, size=13, bold=True),
        *(
            Text(line, top=120 + 14 * at)
            for at, line in enumerate(
                [
                    "Features: input voltage 4.5 V to 36 V, in a small package.",
                    "Electrical characteristics: supply voltage 4.5 V at least.",
                    "Absolute maximum ratings: input voltage 42 V, for a moment.",
                    "Operating temperature from 0 to 125 degrees, ordering information below.",
                ]
            )
        ),
    ]
    write_pdf(tmp_path / "part.pdf", [sheet])
    essence = read_bytes(tmp_path, (tmp_path / "part.pdf").read_bytes(), "part.pdf").essence
    assert (essence.kind, essence.title) == ("datasheet", "KS7421 36 V Synchronous Buck Converter")


def test_a_bare_name_of_a_kind_goes_on_below(tmp_path):
    protocol = [
        Text("Studienprotokoll", top=60, size=20, bold=True),
        Text("Wirksamkeit eines Schlaftrainings", top=90, size=14, bold=True),
        Text(
            "Primary end point: hours of sleep. Inclusion criteria: adults. Consent is taken.",
            top=120,
        ),
        Text("Participants are randomised into two groups by the investigator, who knows neither.", top=134),
    ]
    write_pdf(tmp_path / "plan.pdf", [protocol])
    essence = read_bytes(tmp_path, (tmp_path / "plan.pdf").read_bytes(), "plan.pdf").essence
    assert essence.title == "Studienprotokoll Wirksamkeit eines Schlaftrainings"
