"""Registering, changing and removing sources, and who may."""

from __future__ import annotations

import json
import sqlite3
from types import SimpleNamespace

import openpyxl
import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from agentic.models import CachedResult, DataSource
from agentic.sources.registering.connect import built_path, connection_of, driver_of
from agentic.sources.registering.schedule import refresh_due
from agentic.sources.registering.services import (
    add_source,
    change_source,
    may_manage,
    refresh_source,
    remove_source,
    source_for,
    sources_of,
)
from documents.library.deletion import remove_documents, remove_workspace
from documents.models import Role, Workspace
from documents.refusals import RefusedChange
from tests.factories import DocumentFactory, MembershipFactory, TableRowFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_home(settings, tmp_path):
    settings.RAGSITE_HOME = tmp_path / "home"


def test_a_source_is_read_when_it_is_added(shop):
    assert [table.path for table in shop.stored_schema.tables] == ["customers", "orders"]
    assert shop.place == "shop.sqlite"
    assert shop.read_at


def test_the_connection_is_kept_encrypted(user, workspace, shop_server):
    source = add_source(user=user, workspace=workspace, name="Our Shop", kind="postgresql", dsn=shop_server)
    stored = DataSource.objects.get(name="our-shop")
    assert "reads" not in stored.connection + stored.place
    assert connection_of(stored)["dsn"] == shop_server
    assert driver_of(source).run("SELECT 1 AS n", rows=1, seconds=5).rows == ((1,),)


def test_another_secret_key_says_so(shop, settings):
    settings.SECRET_KEY = "another"
    with pytest.raises(RefusedChange, match="secret key"):
        refresh_source(user=shop.created_by, source=shop)


def test_credentials_that_can_write_are_refused_unless_insisted_on(user, workspace, shop_server):
    import psycopg
    from django.db import connection

    params = connection.get_connection_params()
    own = {name: params[name] for name in ("host", "port", "user", "password") if params.get(name)}
    name = shop_server.split("dbname=")[1].split()[0]
    with psycopg.connect(**own, dbname=name, autocommit=True) as server:
        server.execute(f"GRANT INSERT ON orders TO {name}")
        try:
            given = {
                "user": user,
                "workspace": workspace,
                "name": "w",
                "kind": "postgresql",
                "dsn": shop_server,
            }
            with pytest.raises(RefusedChange, match="can change the database"):
                add_source(**given)
            source = add_source(**given, insist=True)
        finally:
            server.execute(f"REVOKE INSERT ON orders FROM {name}")
    assert source.may_write


@pytest.mark.parametrize(
    "given, why",
    [
        ({"kind": "oracle"}, "kind is “oracle”"),
        ({"kind": "postgresql", "dsn": ""}, "Give a connection string"),
        ({"kind": "postgresql", "dsn": "nonsense"}, "no connection string"),
        ({"kind": "postgresql", "dsn": "postgresql://a:b@127.0.0.1/x"}, "may not be reached"),
        ({"kind": "postgresql", "dsn": "postgresql://h/x"}, "no database or no user"),
        ({"kind": "mysql", "dsn": "mysql://h"}, "no connection string|PyMySQL"),
        ({"kind": "sqlite"}, "Give a file"),
        ({"kind": "sqlite", "paths": ["/etc/passwd"]}, "may not be a source"),
        ({"kind": "document", "document": 0}, "There is no document"),
        ({"kind": "sqlite", "name": "!"}, "Give the source a name"),
        ({"kind": "sqlite", "use_role": "king"}, "use_role is “king”"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_a_sentence(user, workspace, given, why):
    with pytest.raises(RefusedChange, match=why):
        add_source(**{"user": user, "workspace": workspace, "name": "x", **given})
    assert not DataSource.objects.exists()


def test_a_file_that_is_no_database_is_refused(user, workspace, tmp_path):
    path = tmp_path / "x.sqlite"
    path.write_text("no database, but long enough to be looked at" * 50)
    with pytest.raises(RefusedChange, match="cannot be opened as a SQLite database"):
        add_source(
            user=user, workspace=workspace, name="x", kind="sqlite", paths=[str(path)], is_trusted=True
        )


def test_a_file_without_tables_is_not_told_to_grant_rights(user, workspace):
    empty = SimpleUploadedFile("empty.sqlite", b"")
    with pytest.raises(RefusedChange, match="There is no table in that file"):
        add_source(user=user, workspace=workspace, name="x", kind="sqlite", files=[empty])


def test_files_of_allowed_folders_only(user, workspace, shop_file, settings, tmp_path):
    given = {"user": user, "workspace": workspace, "name": "x", "kind": "sqlite"}
    settings.RAGSITE_SOURCE_FOLDERS = [str(shop_file.parent / "data")]
    (shop_file.parent / "data").mkdir()
    link = shop_file.parent / "data" / "link.sqlite"
    link.symlink_to(shop_file)
    for path in (shop_file, link, shop_file.parent / "data" / ".." / "shop.sqlite"):
        with pytest.raises(RefusedChange, match="may not be a source"):
            add_source(**given, paths=[str(path)])
    settings.RAGSITE_SOURCE_FOLDERS = [str(shop_file.parent)]
    add_source(**given, paths=[str(shop_file)])


def test_sent_tables_become_a_source_and_go_with_it(
    user, workspace, tmp_path, django_capture_on_commit_callbacks
):
    book = openpyxl.Workbook()
    for row in (["Sales by town", None], [None, None], ["Town", "Net sales"], ["Rome", 5], ["Oslo", 7.5]):
        book.active.append(row)
    book.active.title = "Q1"
    book.save(tmp_path / "b.xlsx")
    files = [
        SimpleUploadedFile("people.csv", b"id,name\n1,Ada\n2,Bob\n"),
        SimpleUploadedFile("b.xlsx", (tmp_path / "b.xlsx").read_bytes()),
    ]
    source = add_source(user=user, workspace=workspace, name="files", kind="duckdb", files=files)
    assert {table.path: table.rows for table in source.stored_schema.tables} == {"people": 2, "q1": 2}
    found = driver_of(source).run("SELECT sum(net_sales) FROM q1", rows=1, seconds=5)
    assert found.rows == ((12.5,),)
    with django_capture_on_commit_callbacks(execute=True):
        remove_source(user=user, source=source)
    assert not [path for path in built_path(source).parent.rglob("*") if path.is_file()]


def test_a_table_of_a_document_answers_as_a_source(user, workspace):
    document = DocumentFactory(workspace=workspace)
    for row, (label, value) in enumerate([("Revenue", 10), ("Costs", 4)]):
        TableRowFactory(
            document=document,
            table="Income",
            row=row,
            label=label,
            properties={"2023": value, "2024": value + 1},
        )
    source = add_source(user=user, workspace=workspace, name="doc", kind="document", document=document.pk)
    found = driver_of(source).run("SELECT label, _2024 FROM income ORDER BY 2", rows=5, seconds=5)
    assert found.rows == (("Costs", 5), ("Revenue", 11))
    document.delete()
    assert not DataSource.objects.exists()


@pytest.mark.parametrize("how", ["document", "workspace"])
def test_what_was_read_of_a_document_goes_with_it(user, workspace, how, django_capture_on_commit_callbacks):
    document = DocumentFactory(workspace=workspace)
    TableRowFactory(document=document, label="Rent", properties={"Amount": 5})
    source = add_source(user=user, workspace=workspace, name="rents", kind="document", document=document.pk)
    stored = built_path(source)
    assert stored.exists()
    with django_capture_on_commit_callbacks(execute=True):
        if how == "document":
            remove_documents([document], name="it")
        else:
            remove_workspace(workspace)
    assert not DataSource.objects.exists()
    assert not stored.exists()


def test_a_document_of_others_is_none(user, workspace, other_workspace):
    document = DocumentFactory(workspace=other_workspace)
    with pytest.raises(RefusedChange, match="There is no document"):
        add_source(user=user, workspace=workspace, name="x", kind="document", document=document.pk)


def test_roles_say_who_may_ask_and_who_may_manage(shop, user, other_user, workspace):
    editor = MembershipFactory(workspace=workspace, role=Role.EDITOR).user
    viewer = MembershipFactory(workspace=workspace, role=Role.VIEWER).user
    change_source(user=user, source=shop, use_role=Role.EDITOR, manage_role=Role.EDITOR)
    assert list(sources_of(editor, workspace)) == [shop]
    assert may_manage(editor, shop)
    for stranger in (viewer, other_user):
        assert not sources_of(stranger, workspace).exists()
        with pytest.raises(DataSource.DoesNotExist):
            source_for(stranger, workspace, "shop")
    with pytest.raises(PermissionDenied):
        remove_source(user=viewer, source=shop)
    with pytest.raises(PermissionDenied):
        add_source(user=editor, workspace=workspace, name="y", kind="postgresql", dsn="x")


def test_a_refresh_shows_what_has_changed_and_forgets_results(shop, user, shop_file):
    CachedResult.objects.create(source=shop, key="k", found={})
    with sqlite3.connect(shop_file) as file:
        file.executescript("CREATE TABLE extra (a integer); ALTER TABLE orders DROP COLUMN status;")
    file.close()
    version = shop.schema_version
    assert refresh_source(user=user, source=shop) == [
        "Column orders.status is gone.",
        "Table extra is new.",
    ]
    assert shop.schema_version != version
    assert not CachedResult.objects.exists()


def test_a_schedule_reads_old_sources_and_keeps_why_one_failed(shop, shop_file, settings):
    settings.RAGSITE_SOURCE_REFRESH_HOURS = 24
    assert refresh_due() == 0
    DataSource.objects.update(read_at=None)
    assert refresh_due() == 1
    DataSource.objects.update(read_at=None)
    shop_file.unlink()
    assert refresh_due() == 0
    shop.refresh_from_db()
    assert shop.trouble.startswith("There is no file")


def test_the_command(user, workspace, shop_file, capsys):
    named = {"workspace": "mine", "user": "ada", "json": True}
    call_command("sources", "add", "shop", kind="sqlite", path=[str(shop_file)], **named)
    assert json.loads(capsys.readouterr().out)["tables"] == 2
    call_command("sources", **named)
    assert json.loads(capsys.readouterr().out)["total"] == 1
    call_command("sources", "show", "shop", workspace="mine", user="ada")
    assert "orders (5 rows): id INTEGER" in capsys.readouterr().out
    call_command("sources", "remove", "shop", **named)
    with pytest.raises(CommandError, match="There is no data source “shop”"):
        call_command("sources", "refresh", "shop", **named)


def test_a_file_that_is_broken_is_told_without_the_folders_here(user, workspace, tmp_path):
    file = SimpleUploadedFile("readings.parquet", b"no table" * 50)
    with pytest.raises(RefusedChange, match=r"readings\.parquet cannot be read as a table") as refusal:
        add_source(user=user, workspace=workspace, name="r", kind="duckdb", files=[file])
    assert str(tmp_path) not in str(refusal.value)


def test_superusers_may_ask_in_shared_workspaces_that_their_key_opens(shop, other_user, other_workspace):
    def may_ask() -> set[bool]:
        one = DataSource.objects.usable_in(shop.workspace, other_user).filter(pk=shop.pk).exists()
        return {one, DataSource.objects.usable_by(other_user).filter(pk=shop.pk).exists()}

    assert may_ask() == {False}
    other_user.is_superuser = True
    assert may_ask() == {True}
    assert may_manage(other_user, shop)
    for opened in (other_workspace.pk, shop.workspace_id):  # such a key opens what a member may
        other_user.api_key = SimpleNamespace(opened=frozenset({opened}))
        assert may_ask() == {False}
    other_user.api_key = None
    Workspace.objects.filter(pk=shop.workspace_id).update(kind=Workspace.Kind.SESSION)
    shop.workspace.refresh_from_db()
    assert may_ask() == {False}
