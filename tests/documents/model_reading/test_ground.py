"""What says nothing, and what a document bears out."""

import pytest

from documents.model_reading.ground import Ground, is_generic

SENTENCES = (
    "Please run pump P-204 below 1,450 rpm until our technician has been on site.",
    "Piotr Nowak brings a new coupling on Thursday.",
    "The warranty of Larkfield runs until 30 June 2024.",
)


@pytest.fixture
def ground():
    return Ground(SENTENCES, known="Subject: Larkfield Pumps GmbH")


@pytest.mark.parametrize(
    "text",
    [
        "What is the purpose of this document?",
        "Who is the author of the report?",
        "Important information about Larkfield Pumps",
        "Financial performance",
        "This document contains details of pumps and their couplings.",
        "The agreement between Ann and Bob covers supply, payment and warranty.",
        "Other documents on the same subject",
    ],
)
def test_what_could_be_said_of_any_document_is_generic(text):
    assert is_generic(text, subject="Larkfield Pumps GmbH")


@pytest.mark.parametrize(
    "text",
    [
        "What is the notice period?",
        "The agreement runs for 36 months.",
        "Larkfield's revenue in 2023",
        "This agreement starts on 4 November 2024 and ends with the year.",
    ],
)
def test_what_tells_something_is_not(text):
    assert not is_generic(text, subject="Larkfield")


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Pump P-204 must run below 1450 rpm.", True),
        ("Piotr Nowak brings a coupling.", True),
        ("Larkfield Pumps brings a new coupling.", True),  # known besides
        ("Pump P-204 must run below 1,540 rpm.", False),
        ("Pieter Novak brings a new coupling.", False),
        ("The pump was dismantled because its bearing had failed.", False),
        ("Pump P-204 must run below 1,450 rpm until Piotr Nowak brings a new coupling.", False),  # of two
        ("Piotr 执行 a new coupling.", False),
    ],
)
def test_a_statement_is_borne_out_by_figures_names_and_words_together(ground, text, expected):
    assert ground.bears_out(text) is expected


def test_words_from_all_over_do_not_bear_out_a_statement_but_a_purpose(ground):
    text = "Pump technician warranty until June, coupling Thursday"
    assert not ground.bears_out(text)
    assert ground.touches(text)


def test_no_words_are_borne_out_by_nothing():
    assert not Ground([]).bears_out("A pump runs.")
    assert not Ground(SENTENCES).bears_out("")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Larkfield Pumps plans an operating margin of 14.7% to 15.0% in fiscal 2023.", True),
        ("Larkfield Pumps plans to increase sales by 4% to 5% in fiscal 2023.", True),
        ("Larkfield Pumps plans to increase sales by 14.7% to 15.0% in fiscal 2023.", False),
    ],
)
def test_a_figure_of_another_thing_in_a_row_of_figures_bears_out_nothing(text, expected):
    row = (
        "For fiscal 2023, the Company plans to: Comparable sales 4% to 5% New stores, net 25-30 "
        "Remodel and relocation projects 20-30 Operating margin 14.7% to 15.0% Effective tax rate 24.6%"
    )
    ground = Ground([row], known="Subject: Larkfield Pumps GmbH")
    assert ground.bears_out(text) is expected
