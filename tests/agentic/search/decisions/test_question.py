"""What rules make of a question's words, where fields and values are known."""

from dataclasses import replace

import pytest

from agentic.search.decisions.question import decompose
from retrieval.annotations.fields import FieldInfo, Fields
from retrieval.question.analyse import analyse

pytestmark = pytest.mark.django_db


def numbers(name, unit="", **places):
    return FieldInfo(name, (name.capitalize(),), 9, 9, unit, **(places or {"in_properties": True}))


def words(name):
    return FieldInfo(name, (name.capitalize(),), 9, in_properties=True)


KNOWN = Fields(
    by_name={
        info.name: info
        for info in (
            numbers("cupping score"), numbers("weight", "kg"), numbers("rated load", "kg"),
            numbers("price per kg"), numbers("depth", "m"),
            numbers("distance", "m"), numbers("efficiency", "%"),
            numbers("order total", "EUR"), numbers("amount eur", "EUR", in_columns=True),
            numbers("unit price eur", "EUR", in_columns=True), numbers("maintenance interval", "months"),
            words("amount granted"), words("process"),
            numbers("boiling point", "°C"), numbers("labour", "hours"),
            words("governing law"), words("valid until"), words("sampling site"), words("next service"),
            words("supplier"), words("meaning"), words("code"), words("lot"), words("from"),
        )
    },
    values={
        "dust extractor dx-2": (("Machine", "Dust extractor DX-2"),),
        "dust extractor dx-9": (("Machine", "Dust extractor DX-9"),),
        "panel saw ps-3": (("Machine", "Panel saw PS-3"), ("Product", "Panel saw PS-3")),
        "holt timber ltd": (("Supplier", "Holt Timber Ltd"), ("Party", "Holt Timber Ltd")),
        "marl & sons": (("Customer", "Marl & Sons"), ("Party", "Marl & Sons")),
        "england": (("Governing law", "England"),), "ireland": (("Governing law", "Ireland"),),
        "ivo marchetti": (("Technician", "Ivo Marchetti"),),
        "harbour at dusk (inv. 19.14)": (("Object", "Harbour at Dusk (inv. 19.14)"),),
        "washed": (("Process", "Washed"),), "cl-13": (("Lot", "CL-13"),), "cl-15": (("Lot", "CL-15"),),
    },
)  # fmt: skip


@pytest.fixture
def read(workspace):
    return lambda question: decompose(analyse(question, workspace=workspace), KNOWN)


@pytest.fixture
def read_invoices(workspace):
    known = replace(KNOWN, by_name={**KNOWN.by_name, "total": numbers("total", "EUR")})
    return lambda question: decompose(analyse(question, workspace=workspace), known)


@pytest.mark.parametrize(
    ("question", "field", "op", "value"),
    [
        ("Which beans scored at least 85?", "cupping score", "≥", 85),
        ("Which beans weigh more than 500 kg?", "weight", ">", 500),
        ("Which wells are deeper than 70 m?", "depth", ">", 70),
        ("Which washed beans weigh more than 30 kg?", "process", "in", ["Washed"]),
        ("Which receipts have a total over EUR 500?", "order total", ">", 500),
    ],
)
def test_verbs_adjectives_and_plain_values_are_conditions_on_fields(read, question, field, op, value):
    asked = read(question)
    assert (asked.constraints[field]["op"], asked.constraints[field]["value"]) == (op, value)


def test_a_small_word_asks_for_no_field_that_is_called_so(read):
    assert read("List the invoices from Acme").shown == []


def test_what_is_to_be_explained_is_counted_by_no_month(read):
    asked = read("Explain the monthly maintenance of the winch")
    assert (asked.intent, asked.function, asked.group_by) == ("summarize", "", "")


def test_a_word_for_money_is_no_condition_on_what_is_added_up(read):
    asked = read("Total order amount by supplier")
    assert (asked.function, asked.measure, asked.terms) == ("sum", "order total", [])


def test_the_greater_of_two_is_the_greatest(read):
    asked = read("Which boiler has the longer maintenance interval?")
    assert (asked.function, asked.measure) == ("max", "maintenance interval")


@pytest.mark.parametrize(
    ("question", "function", "measure"),
    [
        ("What's the heaviest lot?", "max", "weight"),
        ("Which well is shallowest?", "min", "depth"),
        ("Which supplier has the most efficient pump?", "max", "efficiency"),
    ],
)
def test_a_superlative_asks_for_the_number_that_it_is_said_of(read, question, function, measure):
    asked = read(question)
    assert (asked.intent, asked.function, asked.measure) == ("compute", function, measure)


def test_a_superlative_that_may_be_said_of_several_numbers_is_of_none(read):
    assert read("Which lot is the cheapest?").function == ""


@pytest.mark.parametrize(
    ("question", "field", "value"),
    [
        (
            "When is the dust extractor due for its next service?",
            "machine",
            ["Dust extractor DX-2", "Dust extractor DX-9"],
        ),
        ("When is the panel saw due for its next service?", "about", "panel saw"),
        ("Which contracts are governed by English law?", "governing law", ["England"]),
        ("Which solvents boil above 100 degrees?", "boiling point", 100),
        ("Which training records expire before 2027?", "end", "2026-12-31"),
        ("What did Holt Timber get billed in total?", "kind", ["invoice"]),
    ],
)
def test_conditions_are_told_in_people_s_own_words(read, question, field, value):
    asked = read(question)
    assert asked.constraints[field]["value"] == value
    assert not set(" ".join(asked.terms).split()) & {"degrees", "law", "governed", "expire", "billed", "due"}


@pytest.mark.parametrize(
    "question",
    ["Which sheets were not signed by Ivo Marchetti?", "List all sheets except those of Ivo Marchetti"],
)
def test_whom_a_question_denies_is_not_meant(read, question):
    told = read(question).constraints["technician"]
    assert (told["op"], told["value"]) == ("≠", "Ivo Marchetti")


def test_words_without_a_verb_that_tell_which_are_a_list(read):
    asked = read("beans with a cupping score of at least 85")
    assert (asked.intent, asked.by_document) == ("list", True)
    assert read("How are beans of the highest score roasted?").intent != "list"


def test_an_amount_of_money_is_that_of_the_documents_that_are_named(read_invoices):
    told = read_invoices("List the invoices to Holt Timber over EUR 5,000").constraints["amount"]
    assert (told["op"], told["value"]) == (">", 5000)


def test_two_names_that_stand_under_several_labels_must_both_be_there(read_invoices):
    asked = read_invoices("How much did Holt Timber invoice Marl & Sons?")
    assert asked.constraints["about"]["value"] == "Holt Timber Marl & Sons"
    assert (asked.function, asked.measure) == ("sum", "amount")


@pytest.mark.parametrize(
    ("question", "function", "measure"),
    [
        ("What does invoice INV-7 of Holt Timber come to?", "sum", "amount"),
        ("How many training hours did Ivo Marchetti have?", "sum", "labour"),
        ("Which is the largest invoice?", "max", "amount"),
        ("What did Holt Timber get billed in total?", "sum", "amount"),
    ],
)
def test_what_is_computed_may_be_said_without_its_field(read_invoices, question, function, measure):
    asked = read_invoices(question)
    assert (asked.function, asked.measure) == (function, measure)


def test_a_column_of_money_may_be_told_by_its_heading_alone(workspace):
    amount = numbers("amount eur", in_columns=True)
    known = Fields(by_name={"amount eur": amount, "quantity": numbers("quantity", in_columns=True)})
    spent = decompose(analyse("What did we spend on taxis?", workspace=workspace), known)
    assert (spent.function, spent.measure, spent.terms) == ("sum", "amount eur", ["taxis"])
    claimed = analyse("How many hotel nights were claimed altogether?", workspace=workspace)
    told = decompose(claimed, known)
    assert (told.function, told.measure, told.terms) == ("sum", "quantity", ["hotel nights"])


def test_a_field_is_asked_for_by_its_last_word(read):
    assert read("At which sites was the depth over 5 m?").shown == ["sampling site"]


def test_what_a_code_means_is_its_meaning(read):
    assert read("What does code E7 mean?").shown[0] == "meaning"


def test_a_field_of_things_that_are_compared_is_listed(read):
    asked = read("Compare the cupping score of CL-13 and CL-15")
    assert (asked.intent, asked.shown) == ("list", ["cupping score"])
    assert asked.constraints["lot"]["value"] == ["CL-13", "CL-15"]


def test_what_something_was_granted_for_is_no_amount(read):
    assert read("What was the choir granted for?").shown == []


def test_a_number_in_a_name_bounds_nothing(read):
    assert "weight" not in read("Compare the Aquilo 200 and the Aquilo 350 by weight").constraints
    assert read("Which beans have a weight of 200?").constraints["weight"]["value"] == 200


def test_a_value_that_goes_on_is_named_by_all_of_its_beginning(read):
    asked = read("Where is Harbour at Dusk lent to?")
    assert asked.constraints["object"]["value"] == ["Harbour at Dusk (inv. 19.14)"]
    assert not any("Dusk" in term for term in asked.terms)
