"""Who may call which tool: everybody who may come, by every tool."""

from __future__ import annotations

import pytest

from agentic.mcp.caller import Caller, OwnDesk
from agentic.mcp.tools import AGENT_TOOLS
from documents.models import ApiKey, Membership, Role
from tests.factories import MembershipFactory, RunFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)

NOT_THERE = "There is no workspace “mine”"
LACKS = "lacks the scope “read”"
MAY = ("viewer", "editor", "owner", "superuser", "key read", "key of the workspace", "key of two workspaces")
LACKING = ("key write", "key manage")
STRANGERS = ("stranger", "key of a stranger", "key of other workspaces")

ARGUMENTS = {
    "list_workspaces": {},
    "ask": {"question": "What was Acme's revenue in fiscal 2024?"},
    "search_text": {"query": "tyres"},
    "search_semantic": {"query": "tyres"},
    "annotations_search": {"filters": {"Amount": 7}},
    "annotations_aggregate": {"aggregate": "sum(Amount)"},
    "get_document_metadata": {},
    "facts": {},
    "describe_schema": {},
    "sql": {"statement": "SELECT value FROM metrics"},
    "check_numbers": {"draft": "Acme's revenue was $1.5 million in fiscal 2024."},
}


@pytest.fixture
def who(user, workspace):
    """Name → who calls. The workspace is “mine”."""
    for role in (Role.VIEWER, Role.EDITOR):
        MembershipFactory(user=UserFactory(username=role), workspace=workspace, role=role)
    elsewhere, third = (
        MembershipFactory(user=user, role=Role.OWNER, workspace__slug=slug).workspace
        for slug in ("elsewhere", "third")
    )
    stranger = UserFactory(username="stranger")
    people = {
        "viewer": Membership.objects.get(user__username="viewer").user,
        "editor": Membership.objects.get(user__username="editor").user,
        "owner": user,
        "superuser": UserFactory(username="root", is_superuser=True),
        "stranger": stranger,
    }
    keys = {
        "key read": {"user": user, "scopes": ["read"]},
        "key write": {"user": user, "scopes": ["write"]},
        "key manage": {"user": user, "scopes": ["manage"]},
        "key of the workspace": {"user": user, "workspaces": [workspace]},
        "key of two workspaces": {"user": user, "workspaces": [workspace, third]},
        "key of other workspaces": {"user": user, "workspaces": [elsewhere, third]},
        "key of a stranger": {"user": stranger},
    }
    for name, options in keys.items():
        people[name] = ApiKey.user_of(ApiKey.issue(name=name, **options)[1])
    return {name: Caller(person, OwnDesk("none")) for name, person in people.items()}


@pytest.mark.parametrize("tool", AGENT_TOOLS)
def test_a_tool_is_for_members_and_their_keys(tool, who, call, acme, user):
    arguments = dict(ARGUMENTS[tool])
    if tool == "get_document_metadata":
        arguments["doc_id"] = acme.pk
    told = {name: call(tool, caller=caller, workspace="mine", **arguments) for name, caller in who.items()}
    for name in MAY:
        assert isinstance(told[name], dict), (name, told[name])
    for name in LACKING:
        assert LACKS in told[name]
    for name in STRANGERS:
        assert told[name].startswith(NOT_THERE), name
        assert "mine" not in told[name].removeprefix(NOT_THERE), name


def test_only_ones_own_workspaces_are_listed(who, call):
    seen = {
        name: [each["workspace"] for each in told["workspaces"]]
        for name, caller in who.items()
        if isinstance(told := call("list_workspaces", caller=caller), dict)
    }
    assert seen == {
        "viewer": ["mine"],
        "editor": ["mine"],
        "owner": ["elsewhere", "mine", "third"],
        "superuser": ["elsewhere", "mine", "third"],
        "stranger": [],
        "key read": ["elsewhere", "mine", "third"],
        "key of the workspace": ["mine"],
        "key of two workspaces": ["mine", "third"],
        "key of other workspaces": ["elsewhere", "third"],
        "key of a stranger": [],
    }


def test_a_run_of_another_user_is_not_there(who, call, user, workspace):
    run = RunFactory(user=user, workspace=workspace, status="done", answer="secret")
    for name in ("viewer", "editor", "superuser"):
        told = call("ask", caller=who[name], workspace="mine", run_id=str(run.pk))
        assert told == f"There is no run {run.pk}.", name


def test_a_document_of_another_workspace_is_not_there(who, call, acme):
    told = call("facts", caller=who["owner"], workspace="elsewhere", document_id=acme.pk)
    assert told == f"There is no document {acme.pk} in “elsewhere”."
