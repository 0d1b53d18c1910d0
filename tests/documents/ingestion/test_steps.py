"""The rules' and a model's reading as one."""

from datetime import date

import pytest

from documents.ingestion.steps import merge
from reading.model import Essence, Reading


def merged(rules, model):
    return merge(Reading(essence=Essence(**rules)), Reading(essence=Essence(**model))).essence


def test_the_models_words_stand_for_the_rules_and_its_gaps_do_not():
    essence = merged({"summary": "By rules.", "purpose": "To tell."}, {"summary": "By the model."})
    assert (essence.summary, essence.purpose) == ("By the model.", "To tell.")


@pytest.mark.parametrize(
    "by_rules, kept", [("correspondence", "correspondence"), ("other", "policy"), ("", "policy")]
)
def test_the_kind_that_the_rules_found_stays(by_rules, kept):
    assert merged({"document_type": by_rules}, {"document_type": "policy"}).document_type == kept


def test_the_date_that_the_rules_found_stays():
    first, second = date(2024, 1, 1), date(2024, 2, 2)
    assert merged({"document_date": first}, {"document_date": second}).document_date == first
    assert merged({}, {"document_date": second}).document_date == second


def test_what_a_document_answers_is_what_either_says_each_once():
    essence = merged({"use_when": ["a", "b"], "keywords": ["x"]}, {"use_when": ["c", "a"]})
    assert essence.use_when == ["c", "a", "b"]
    assert essence.keywords == ["x"]
