"""Columns that only say that something is counted, by themselves: which get the words of what that is."""

from decimal import Decimal

from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.shapes.counts import with_things_counted
from retrieval.sheets.things_counted import fit_of, things_of
from retrieval.spans import Span
from tests.cases import every_case

CITY = Column("city", frozenset({"citi"}), frozenset(), is_number=False)


def sheet_of(filename, heading, numbers, label=CITY):
    span = Span(document_id=1, filename=filename, page=1, quote="", kind="row")
    rows = tuple(
        Row(f"City {at}", {label.name: f"City {at}", heading: Decimal(number)}, span)
        for at, number in enumerate(numbers)
    )
    counted = Column(heading, frozenset({heading.lower()}), frozenset(), is_number=True)
    return Sheet(
        1, filename, filename.rpartition(".")[0], (label, counted), rows, frozenset(), label, is_list=True
    )


def things(sheet):
    return with_things_counted(sheet).columns[1].things


@every_case(
    "filename, heading, numbers, own",
    [
        ("bike-thefts.csv", "total", ("3", "40"), {"theft"}),
        ("otters.csv", "n", ("3", "40"), {"otter"}),
        ("otters.csv", "weight", ("3", "40"), set()),
        ("rain-storms.csv", "total", ("3.5", "40"), set()),  # measured, not counted
        ("orders.csv", "total", ("3", "40"), set()),  # what they come to
        ("orders.csv", "count", ("3", "40"), {"order"}),
        ("cities.csv", "total", ("3", "40"), set()),  # which the rows are
    ],
)
def test_what_a_column_counts(django_db_blocker, django_db_setup, filename, heading, numbers, own):
    with django_db_blocker.unblock():
        assert things(sheet_of(filename, heading, numbers)) == own


def test_rows_are_not_what_their_column_counts(django_db_blocker, django_db_setup):
    with django_db_blocker.unblock():
        sheet = with_things_counted(sheet_of("bike-thefts.csv", "total", ("3", "40")))
        assert fit_of("How many thefts are there?", sheet) == "others"
        assert fit_of("How many cities are there?", sheet) == "rows"


def test_what_is_counted_stands_before_what_it_is_counted_by(django_db_blocker, django_db_setup):
    with django_db_blocker.unblock():
        assert things_of(["Pupils_by_State"]) == {"pupil"}
