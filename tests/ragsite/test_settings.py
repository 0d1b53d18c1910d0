"""docs/settings.md says what settings.py reads; a bad value is a sentence."""

import ast
import re
from decimal import Decimal

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from agentic.analysis.items import item_called
from agentic.plans.judgements.thresholds import YEARLY_CHANGE, thresholds
from ragsite import env
from ragsite.storage.database import database_settings
from ragsite.storage.file_storage import storages
from ragsite.storage.secret_key import secret_key

READERS = ("text", "boolean", "integer", "number", "choice", "words", "assignments", "networks", "folder")
COMPUTED = {
    "RAGSITE_HOME",
    "RAGSITE_AUTO_LOGIN",
    "RAGSITE_SECRET_KEY",
    "RAGSITE_TRUSTED_PROXIES",
    "Q_CLUSTER_NAME",
}


def read_settings():
    """Name → default of each variable that the settings file reads, as text."""
    tree = ast.parse((settings.BASE_DIR / "ragsite" / "settings.py").read_text())
    found = {}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="env"), attr=reader), args=[name, *rest]):
                assert reader in READERS
                found.setdefault(name.value, default_of(rest))
    return found


def default_of(arguments):
    value = eval(compile(ast.Expression(arguments[0]), "default", "eval"), {}, {}) if plain(arguments) else ""  # noqa: S307
    return str(int(value)) if isinstance(value, bool) else str(value)


def plain(arguments):
    return bool(arguments) and not any(isinstance(node, ast.Name) for node in ast.walk(arguments[0]))


def documented():
    """Name → default of each row of docs/settings.md."""
    rows = re.findall(
        r"^\| `([A-Z0-9_]+)` \| (.*?) ?\| .+ \|$",
        (settings.BASE_DIR / "docs" / "settings.md").read_text(),
        re.M,
    )
    assert len(rows) == len(dict(rows)), "a setting is documented twice"
    return {name: default.strip("`") for name, default in rows}


def test_every_setting_is_documented_with_its_default():
    read, told = read_settings(), documented()
    assert set(told) == set(read)
    for name in set(read) - COMPUTED:
        assert told[name] == read[name], name


def test_files_lie_in_a_bucket_where_one_is_named(monkeypatch):
    assert storages("")["default"]["BACKEND"].endswith("FileSystemStorage")
    monkeypatch.setattr("ragsite.storage.file_storage.find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match="pip install"):
        storages("files")
    monkeypatch.setattr("ragsite.storage.file_storage.find_spec", lambda name: name)
    options = storages("files", endpoint="http://minio:9000")["default"]["OPTIONS"]
    assert options == {"bucket_name": "files", "endpoint_url": "http://minio:9000", "file_overwrite": False}


@pytest.mark.parametrize(
    ("reader", "value", "sentence"),
    [
        (lambda: env.boolean("RAGSITE_X", False), "maybe", "RAGSITE_X is “maybe”: write 1 or 0."),
        (lambda: env.integer("RAGSITE_X", 1), "ten", "RAGSITE_X is “ten”: write a whole number."),
        (lambda: env.integer("RAGSITE_X", 1, least=1), "0", "RAGSITE_X is 0: the least is 1."),
        (lambda: env.number("RAGSITE_X", 0, least=0, most=1), "much", "RAGSITE_X is “much”: write a number."),
        (
            lambda: env.number("RAGSITE_X", 0, least=-1, most=1),
            "2",
            "RAGSITE_X is 2: write a number from -1 to 1.",
        ),
        (
            lambda: env.assignments("RAGSITE_X"),
            "lean=0.5, healthy",
            "RAGSITE_X says “healthy”: write it as name=2.5 or name=12%.",
        ),
        (
            lambda: env.assignments("RAGSITE_X"),
            "lean=nan",
            "RAGSITE_X says “lean=nan”: write it as name=2.5 or name=12%.",
        ),
        (
            lambda: env.number("RAGSITE_X", 0, least=-1, most=1),
            "nan",
            "RAGSITE_X is nan: write a number from -1 to 1.",
        ),
        (lambda: env.choice("RAGSITE_X", "", ("", "a", "b")), "c", "RAGSITE_X is “c”: write one of a, b."),
    ],
)
def test_a_bad_value_is_one_sentence(reader, value, sentence, monkeypatch):
    monkeypatch.setenv("RAGSITE_X", value)
    with pytest.raises(ImproperlyConfigured, match=f"^{re.escape(sentence)}$"):
        reader()


def test_the_secret_key_is_made_once_for_its_owner_only(tmp_path):
    key = secret_key(tmp_path / "home")
    assert len(key) > 50
    assert secret_key(tmp_path / "home") == key
    assert (tmp_path / "home" / "secret_key").stat().st_mode & 0o077 == 0


def test_a_database_url_is_read_in_all_its_parts(tmp_path):
    read = database_settings("postgresql://ada:p%40ss@db.example:5433/papers?sslmode=require", tmp_path)
    assert (read["USER"], read["PASSWORD"], read["HOST"], read["PORT"], read["NAME"]) == (
        "ada",
        "p@ss",
        "db.example",
        "5433",
        "papers",
    )
    assert read["OPTIONS"]["sslmode"] == "require"


def test_another_kind_of_database_is_refused(tmp_path):
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        database_settings("mysql://localhost/papers", tmp_path)


def test_assignments_take_per_cents_as_shares(monkeypatch):
    monkeypatch.setenv("RAGSITE_X", " lean = 0.5 , healthy=12% ")
    assert env.assignments("RAGSITE_X") == {"lean": Decimal("0.5"), "healthy": Decimal("0.12")}
    monkeypatch.setenv("RAGSITE_X", "")
    assert env.assignments("RAGSITE_X") == {}


def test_every_threshold_is_documented_with_its_bound_and_source():
    text = (settings.BASE_DIR / "docs" / "settings.md").read_text()
    for each in thresholds():
        unit = "%" if each.of == YEARLY_CHANGE else item_called(each.of).unit
        of = each.of.replace("_", " ")
        assert f"| `{each.name}` | {of} | {each.in_words(unit)} | {each.says} | {each.source} |" in text
