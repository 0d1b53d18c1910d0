"""By what a question is searched."""

import pytest

from retrieval.question.analyse import analyse
from retrieval.question.wording.rewriting import places_named, rewritten
from tests.factories import DocumentFactory, EntityFactory


@pytest.mark.parametrize(
    "question, searched",
    [
        ("YTD opex?", "YTD (year to date) opex (operating expenses)?"),
        (
            "Please tell me the SG&A of Acme",
            "the SG&A (selling, general and administrative expenses) of Acme",
        ),
        ("Can you please tell me, who signed?", "who signed?"),
        ("What were operating expenses (opex)?", "What were operating expenses (opex)?"),
        ("Which PO did they po?", "Which PO (purchase order) did they po?"),
        ("What does the adjustment say?", "What does the adjustment say?"),
        ("please", "please"),
        ("How quickly must it be paid?", "How quickly must it be paid?"),
        ("Just-in-time deliveries", "Just-in-time deliveries"),
    ],
)
def test_short_forms_are_spelled_out_and_fillers_left_out(question, searched):
    assert rewritten(question) == searched


@pytest.mark.parametrize(
    "question, places",
    [
        ("opex of ACME in London", ["London"]),
        ("rent at New York’s office", ["New York"]),
        ("revenue in Q3 2024", []),
        ("revenue in March", []),
        ("what is said in Section 4", []),
    ],
)
def test_what_is_named_as_a_place_is_one(question, places):
    assert [mention.name for mention in places_named(question, [])] == places


@pytest.mark.django_db
def test_an_analysis_names_measure_time_and_place_known_or_not(workspace):
    document = DocumentFactory(workspace=workspace, organizations=["ACME"])
    EntityFactory(document=document, entity_name="ACME", role="subject")
    EntityFactory(document=document, entity_name="Paris", entity_type="location")
    told = analyse("Please give me YTD opex of ACME in London and Paris", workspace=workspace).as_json()
    assert told["measures"] == ["operating_expenses"]
    assert told["organizations"] == ["ACME"]
    assert set(told["locations"]) == {"London", "Paris"}
    assert "operating expenses" in told["transformed_query"]
    assert "lease" not in told["transformed_query"].lower()
