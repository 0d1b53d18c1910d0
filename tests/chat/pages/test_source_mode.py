"""Asking a data source in the chat."""

from __future__ import annotations

import sqlite3

import pytest
from django.urls import reverse

from agentic.models import Run
from agentic.sources.registering.services import add_source

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(user, workspace, tmp_path):
    path = tmp_path / "shop.sqlite"
    made = sqlite3.connect(path)
    made.execute("CREATE TABLE orders (id integer PRIMARY KEY)")
    made.close()
    return add_source(
        user=user, workspace=workspace, name="shop", kind="sqlite", paths=[str(path)], is_trusted=True
    )


def test_the_mode_is_offered_where_there_is_a_source(client, user, workspace):
    client.force_login(user)
    address = reverse("chat", args=[workspace.slug])
    assert 'value="source"' not in client.get(address).content.decode()


def test_a_question_goes_to_the_chosen_source(client, user, workspace, shop):
    client.force_login(user)
    assert "<option>shop</option>" in client.get(reverse("chat", args=[workspace.slug])).content.decode()
    ask = reverse("ask", args=[workspace.slug])
    sent = client.post(ask, {"text": "How many orders are there?", "mode": "source", "source": "shop"})
    assert sent.status_code == 302
    assert Run.objects.get().source == shop
    missing = client.post(ask, {"text": "How many?", "mode": "source", "source": "other"})
    assert missing.status_code == 404
