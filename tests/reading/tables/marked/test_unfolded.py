"""A long list that is set in two halves beside each other, under the same headings."""

import pytest

import reading

ROWS = [
    ("Ashby", "12", "Lowfield", "15"),
    ("Corby", "9", "Millfield", "21"),
    ("Denby", "30", "Northgate", "7"),
    ("Elmton", "11", "", ""),
]
TWO = ("Town", "Rate of damp", "Town", "Rate of damp")
OTHERS = ("Town", "Rate of damp", "Twin town", "Rate of damp")


def page(tmp_path, headings):
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in ROWS)
    heads = "".join(f"<th>{heading}</th>" for heading in headings)
    path = tmp_path / "damp.html"
    path.write_text(f"<html><body><table><tr>{heads}</tr>{cells}</table></body></html>", encoding="utf-8")
    return reading.read(path)


def test_halves_under_the_same_headings_are_one_list(tmp_path):
    read = page(tmp_path, TWO)
    assert {row.label: row.properties["Rate of damp"] for row in read.rows} == {
        "Ashby": 12, "Lowfield": 15, "Corby": 9, "Millfield": 21, "Denby": 30, "Northgate": 7, "Elmton": 11,
    }  # fmt: skip


@pytest.mark.parametrize("headings", [OTHERS, ("Town", "Rate", "Hail", "Gale")])
def test_other_headings_leave_the_rows_as_they_are(tmp_path, headings):
    assert {row.label for row in page(tmp_path, headings).rows} == {row[0] for row in ROWS}
