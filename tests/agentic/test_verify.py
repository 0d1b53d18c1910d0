from decimal import Decimal

from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.verification import verify as verification
from agentic.verify import verify


def test_programs_find_the_check_under_its_public_name():
    assert verify is verification.verify


def test_of_an_answer_that_quotes_only_what_it_says_itself_is_proven():
    quote = "The fee is 40 euros, and 60 euros from the 3rd week on."
    span = Span(document_id=1, filename="fees.txt", page=1, quote=quote, kind="chunk")
    figures = tuple(Figure(value=Decimal(n), text=f"{n} euros", unit="EUR", span=span) for n in (40, 60))
    evidence = Evidence(spans=(span,), figures=figures)
    text = f"40 euros: “{quote}” [1]"
    assert [n.text for n in verify(Draft(text=text, claims="40 euros"), evidence).numbers] == ["40 euros"]
    assert verify(Draft(text=text, claims=""), evidence).numbers == ()
    assert len(verify(Draft(text=text), evidence).numbers) > 1
