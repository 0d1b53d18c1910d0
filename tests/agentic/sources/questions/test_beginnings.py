"""Questions to begin with at a source."""

from __future__ import annotations

import pytest

from agentic.models import ApprovedQuery
from agentic.sources.questions.beginnings import beginnings
from retrieval.tables.planning import planned

pytestmark = pytest.mark.django_db


def test_each_is_one_that_rules_answer(shop):
    found = beginnings(shop)
    assert "Top 5 customers by number of orders" in found
    assert len(found) > 2
    assert all(planned(each, shop.stored_schema, shop.dialect).sql for each in found)


def test_what_was_approved_goes_first(shop, user):
    ApprovedQuery.objects.create(source=shop, question="Who buys?", sql="SELECT 1", approved_by=user)
    assert beginnings(shop)[0] == "Who buys?"
