"""What the workspace of a new installation is called, and what one of before becomes."""

from importlib import import_module

import pytest
from django.apps import apps

from documents.library.services import DEFAULT_WORKSPACE_NAME, ensure_default_workspace
from documents.models import Workspace
from tests.factories import WorkspaceFactory

migration = import_module("documents.migrations.0024_name_of_the_default_workspace")

pytestmark = pytest.mark.django_db


def test_a_new_default_workspace_is_not_called_like_the_page_of_its_documents():
    _, workspace = ensure_default_workspace()
    assert (workspace.slug, workspace.name) == ("default", DEFAULT_WORKSPACE_NAME)
    assert workspace.name != "Documents"


@pytest.mark.parametrize(
    "slug, name, renamed",
    [
        ("default", "Documents", DEFAULT_WORKSPACE_NAME),
        ("default", "Annual reports", "Annual reports"),
        ("other", "Documents", "Documents"),
    ],
)
def test_only_a_name_that_nobody_has_given_is_changed(slug, name, renamed):
    workspace = WorkspaceFactory(slug=slug, name=name)
    migration.rename(apps, None)
    workspace.refresh_from_db()
    assert workspace.name == renamed
    assert Workspace.objects.get(pk=workspace.pk).slug == slug
