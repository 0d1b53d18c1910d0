"""Members, their roles, and invitations by a link."""

import re
import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from documents.models import Invitation, Membership, Role
from documents.refusals import RefusedChange
from documents.workspaces.members import (
    accept_invitation,
    add_member,
    change_role,
    invite,
    members_of,
    open_invitation,
    remove_member,
)
from tests.factories import MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 17"


@pytest.fixture(autouse=True)
def _signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)


@pytest.fixture
def anonymous():
    return Client()


@pytest.fixture
def api(client):
    def call(method, path, body=None):
        return getattr(client, method)(f"/api/workspaces/mine/{path}", body, content_type="application/json")

    return call


def test_an_account_is_added_with_a_role(user, other_user, workspace):
    add_member(user=user, workspace=workspace, username="bob", role="editor")
    told = [(member.user.username, member.role) for member in members_of(other_user, workspace)]
    assert told == [("ada", "owner"), ("bob", "editor")]
    with pytest.raises(RefusedChange, match="is a member of “Mine” already"):
        add_member(user=user, workspace=workspace, username="bob", role="viewer")
    with pytest.raises(RefusedChange, match="There is no account “nobody” here"):
        add_member(user=user, workspace=workspace, username="nobody", role="viewer")
    with pytest.raises(RefusedChange, match="There is no role “king”"):
        add_member(user=user, workspace=workspace, username="bob", role="king")


def test_strangers_see_no_members(other_user, workspace):
    assert not members_of(other_user, workspace).exists()


def test_the_last_owner_stays_owner(user, workspace):
    mine = Membership.objects.get(user=user)
    with pytest.raises(RefusedChange, match="The last owner of “Mine” cannot be demoted"):
        change_role(user=user, member=mine, role="viewer")
    with pytest.raises(RefusedChange, match="cannot be removed: make somebody else an owner first"):
        remove_member(user=user, member=mine)
    mine.refresh_from_db()
    assert mine.role == Role.OWNER
    MembershipFactory(workspace=workspace, role=Role.OWNER)
    remove_member(user=user, member=mine)
    assert not Membership.objects.filter(user=user).exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_leave_at_once_one_stays(user, workspace):
    second = MembershipFactory(workspace=workspace, role=Role.OWNER)
    both, refused = [Membership.objects.get(user=user), second], []
    start = threading.Barrier(2)

    def leave(member):
        try:
            start.wait()
            remove_member(user=member.user, member=member)
        except RefusedChange as error:
            refused.append(str(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=leave, args=[member]) for member in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert Membership.objects.filter(workspace=workspace).count() == 1


def test_a_viewer_may_leave_but_change_nobody(user, workspace):
    viewer = MembershipFactory(workspace=workspace, role=Role.VIEWER)
    mine = Membership.objects.get(user=user)
    for change in (
        lambda: remove_member(user=viewer.user, member=mine),
        lambda: change_role(user=viewer.user, member=viewer, role="owner"),
        lambda: add_member(user=viewer.user, workspace=workspace, username="ada", role="owner"),
        lambda: invite(user=viewer.user, workspace=workspace, role="owner"),
    ):
        with pytest.raises(PermissionDenied):
            change()
    remove_member(user=viewer.user, member=viewer)
    assert not Membership.objects.filter(pk=viewer.pk).exists()


def test_the_api_adds_changes_and_removes(api, other_user, workspace):
    added = api("post", "members", {"username": "bob"})
    assert (added.status_code, added.json()) == (201, {"username": "bob", "role": "viewer"})
    assert api("post", "members", {"username": "bob"}).status_code == 409
    assert api("post", "members", {"username": "eve"}).status_code == 404
    assert api("patch", "members/bob", {"role": "editor"}).json()["role"] == "editor"
    assert api("patch", "members/ada", {"role": "editor"}).status_code == 409
    assert [member["username"] for member in api("get", "members").json()["members"]] == ["ada", "bob"]
    assert api("delete", "members/bob").json() == {"message": "“bob” is no member of “Mine” any more."}
    assert api("delete", "members/bob").status_code == 404


def test_the_page_adds_changes_and_removes(client, other_user, workspace):
    def post(name, **fields):
        return client.post(reverse(name, args=["mine"]), fields, follow=True).content.decode()

    assert "“bob” is an editor of “Mine” now." in post("add_member", username="bob", role="editor")
    assert "“bob” is a viewer now." in post("change_member", username="bob", role="viewer")
    assert "is a member of “Mine” already" in post("add_member", username="bob", role="editor")
    assert "cannot be demoted" in post("change_member", username="ada", role="viewer")
    assert "“bob” is no member of “Mine” any more." in post("remove_member", username="bob")


def link_of(client):
    page = client.post(reverse("invite", args=["mine"]), {"role": "editor", "days": "7"})
    assert page["Cache-Control"] == "no-store"
    return re.search(r"http://testserver(/invitations/[\w-]+/)", page.content.decode())[1]


def test_a_link_makes_an_account_and_a_member_once(client, anonymous, workspace):
    link = link_of(client)
    assert link.split("/")[2] not in client.get(reverse("workspace", args=["mine"])).content.decode()
    assert "ada invites you as" in anonymous.get(link).content.decode()
    joined = anonymous.post(link, {"username": "grace", "password": PASSWORD}, follow=True)
    assert "Welcome to “Mine”: you are an editor." in joined.content.decode()
    assert Membership.objects.get(user__username="grace").role == Role.EDITOR
    assert anonymous.get(reverse("workspace", args=["mine"])).status_code == 200
    again = Client().post(link, {"username": "eve", "password": PASSWORD})
    assert again.status_code == 410
    assert "was used already" in again.content.decode()
    assert not User.objects.filter(username="eve").exists()


def test_only_the_digest_of_a_token_is_stored(user, workspace):
    _, token = invite(user=user, workspace=workspace, role="viewer")
    assert token not in str(Invitation.objects.values().get())


@pytest.mark.parametrize(
    "name, password, says",
    [
        ("grace", "short", "too short"),
        ("grace", "password1", "too common"),
        ("gracehopper", "gracehopper1", "too similar"),
        ("a b", PASSWORD, "The name cannot be used"),
        ("", PASSWORD, "The name cannot be used"),
        ("ada", PASSWORD, "The name “ada” is taken"),
    ],
)
def test_an_account_that_cannot_be_made_uses_no_invitation_up(
    client, anonymous, workspace, name, password, says
):
    link = link_of(client)
    refused = anonymous.post(link, {"username": name, "password": password})
    assert refused.status_code == 422
    assert says in refused.content.decode()
    assert Invitation.objects.get().is_open
    assert anonymous.get(reverse("home")).status_code == 302  # to the sign-in page


def test_whoever_is_signed_in_joins_as_that_user(client, other_user, workspace):
    link = link_of(client)
    browser = Client()
    browser.force_login(other_user)
    assert "Join as bob" in browser.get(link).content.decode()
    browser.post(link, {"as": "me"})
    assert Membership.objects.get(user=other_user).role == Role.EDITOR


def test_an_invitation_demotes_nobody(user, workspace):
    invitation, _ = invite(user=user, workspace=workspace, role="viewer")
    assert accept_invitation(user=user, invitation=invitation).role == Role.OWNER


@pytest.mark.parametrize(
    "change, says",
    [
        ({"expires_at": timezone.now() - timedelta(minutes=1)}, "expired on"),
        ({"revoked_at": timezone.now()}, "is not valid"),
        ({"accepted_at": timezone.now()}, "was used already"),
        ({"digest": "another"}, "is not valid"),
    ],
)
def test_a_link_that_is_over_opens_nothing(anonymous, user, workspace, change, says):
    _, token = invite(user=user, workspace=workspace, role="viewer")
    Invitation.objects.update(**change)
    for call in (anonymous.get, anonymous.post):
        response = call(reverse("invitation", args=[token]), {"username": "eve", "password": PASSWORD})
        assert response.status_code == 410
        assert says in response.content.decode()
    assert not User.objects.filter(username="eve").exists()


@pytest.mark.parametrize("change", ["removed", "demoted", "switched off"])
def test_a_link_dies_with_its_makers_right_to_invite(user, workspace, change):
    host = MembershipFactory(workspace=workspace, role=Role.OWNER)
    _, token = invite(user=host.user, workspace=workspace, role="owner")
    assert open_invitation(token)
    if change == "removed":
        remove_member(user=user, member=host)
    elif change == "demoted":
        change_role(user=user, member=host, role="editor")
    else:
        User.objects.filter(pk=host.user.pk).update(is_active=False)
    with pytest.raises(Invitation.DoesNotExist, match="is not valid"):
        open_invitation(token)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_one_link_at_once_one_gets_in(user, workspace):
    invitation, _ = invite(user=user, workspace=workspace, role="viewer")
    start, refused = threading.Barrier(2), []

    def accept(guest):
        try:
            start.wait()
            accept_invitation(user=guest, invitation=invitation)
        except Invitation.DoesNotExist as error:
            refused.append(str(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=accept, args=[UserFactory()]) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert Membership.objects.filter(workspace=workspace).count() == 2


def test_the_api_invites_lists_and_withdraws(api, workspace):
    made = api("post", "invitations", {"role": "editor", "days": 2}).json()
    assert made["link"].startswith("http://testserver/invitations/")
    (listed,) = api("get", "invitations").json()["invitations"]
    assert "link" not in listed
    assert api("post", "invitations", {"days": 91}).status_code == 422
    assert api("delete", f"invitations/{made['id']}").status_code == 200
    assert api("delete", f"invitations/{made['id']}").status_code == 404
    with pytest.raises(Invitation.DoesNotExist, match="is not valid"):
        open_invitation(made["link"].split("/")[-2])
