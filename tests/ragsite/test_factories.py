"""Each factory gives a row that the database takes."""

import inspect

import pytest
from factory.django import DjangoModelFactory

from tests import factories

FACTORIES = [
    factory
    for _, factory in inspect.getmembers(factories, inspect.isclass)
    if issubclass(factory, DjangoModelFactory) and not factory._meta.abstract
]


@pytest.mark.django_db
@pytest.mark.parametrize("factory", FACTORIES, ids=lambda factory: factory.__name__)
def test_a_factory_makes_two_rows(factory):
    rows = [factory(), factory()]
    for row in rows:
        row.refresh_from_db()


@pytest.mark.django_db
def test_the_workspaces_of_two_users_are_apart(user, other_user, workspace, other_workspace):
    assert list(user.workspaces.all()) == [workspace]
    assert list(other_user.workspaces.all()) == [other_workspace]
