"""A data source that is added in the admin."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from agentic.models import DataSource

pytestmark = pytest.mark.django_db
TABLE = b"id,town\n1,Rome\n2,Oslo\n"


@pytest.fixture
def add(client, workspace, settings, tmp_path):
    settings.RAGSITE_HOME = tmp_path
    client.force_login(User.objects.create_superuser("root"))
    given = {"workspace": workspace.pk, "name": "towns", "kind": "duckdb"}
    given |= {"use_role": "viewer", "manage_role": "owner"}
    return lambda **more: client.post(reverse("admin:agentic_datasource_add"), given | more)


def test_it_is_opened_and_read(add):
    assert add(file=SimpleUploadedFile("towns.csv", TABLE)).status_code == 302
    (source,) = DataSource.objects.all()
    assert [(table.name, table.rows) for table in source.stored_schema.tables] == [("towns", 2)]
    assert source.created_by.username == "root"


@pytest.mark.parametrize(
    "more, why",
    [
        ({}, "Give a file"),
        ({"kind": "postgresql", "dsn": "postgresql://u:p@127.0.0.1/x"}, "may not be reached from here"),
        ({"name": "!"}, "valid"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_its_sentence(add, more, why):
    page = add(**more)
    assert page.status_code == 200
    assert why in page.content.decode()
    assert not DataSource.objects.exists()
