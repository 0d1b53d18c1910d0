"""What a question calls the rows of the one file that it is asked of."""

from decimal import Decimal

import pytest

from retrieval.sheets.called_rows import with_rows_called
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.spans import Span

pytestmark = pytest.mark.django_db
SEX = Column("gender", frozenset({"gender"}), frozenset(), is_number=False)
JOB = Column("job", frozenset({"job"}), frozenset(), is_number=False)
STAFF = (("Male", "Manager"), ("Female", "Clerk"), ("Female", "Manager"), ("Male", "Clerk"))


def staff():
    span = Span(document_id=1, filename="staff-data.csv", page=1, quote="", kind="row")
    rows = tuple(Row(sex, {"gender": sex, "job": job, "pay": Decimal(9)}, span) for sex, job in STAFF)
    pay = Column("pay", frozenset({"pay"}), frozenset(), is_number=True)
    return Sheet(1, "staff-data.csv", "staff data", (SEX, JOB, pay), rows, frozenset(), SEX, is_list=True)


def test_a_word_that_only_the_question_has_calls_the_rows_but_women_are_some_of_them():
    assert with_rows_called(staff(), "How many workers are clerks?").called
    assert not with_rows_called(staff(), "How many women are managers?").called
