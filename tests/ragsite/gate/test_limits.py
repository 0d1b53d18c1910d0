"""Who comes too often waits, and nobody else; passwords cannot be guessed, nor owners locked out."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from documents.models import ApiKey
from ragsite import env
from ragsite.allowances import Waits, attempt, forget_old, spend
from ragsite.api import api
from ragsite.gate.limits import KINDS, SEARCHED_BY_READING
from ragsite.models import Allowance

pytestmark = pytest.mark.django_db
WRONG, RIGHT = "wrong", "a right password"


@pytest.fixture(autouse=True)
def _as_others_reach_it(settings):
    settings.RAGSITE_AUTO_LOGIN = False


@pytest.fixture
def member(workspace, user):
    user.set_password(RIGHT)
    user.is_staff = True
    user.save()
    return user


def sign_in(password, *, name="ada", address="192.0.2.1", path="/login/", **headers):
    return Client(**headers).post(path, {"username": name, "password": password}, REMOTE_ADDR=address)


def later(**time):
    """Let that much time pass for every count."""
    for row in Allowance.objects.all():
        Allowance.objects.filter(pk=row.pk).update(until=row.until - timedelta(**time))


# Signing in


@pytest.mark.parametrize("path", ["/login/", "/admin/login/"])
def test_sixty_wrong_passwords_in_a_row_are_not_answered(member, path):
    answers = [sign_in(WRONG, path=path) for _ in range(60)]
    assert [each.status_code for each in answers[:5]] == [200] * 5
    assert [each.status_code for each in answers].count(200) < 12  # some waits end meanwhile
    assert "Too many tries to sign in: wait 1 second" in answers[5].content.decode()
    assert int(answers[5]["Retry-After"]) == 1


def test_a_right_password_is_no_way_round_the_wait(member):
    for _ in range(6):
        sign_in(WRONG)
    assert sign_in(RIGHT).status_code == 429


def test_waits_grow_and_end(member):
    for _ in range(5):
        sign_in(WRONG)
    waits = []
    for _ in range(4):
        refused = sign_in(WRONG)
        waits.append(int(refused["Retry-After"]))
        later(seconds=waits[-1])
        assert sign_in(WRONG).status_code == 200
    assert waits == [1, 2, 4, 8]
    later(seconds=16)
    assert sign_in(RIGHT).status_code == 302


def test_no_wait_is_longer_than_the_setting(member, settings):
    settings.RAGSITE_SIGN_IN_WAIT_SECONDS = 30
    for _ in range(15):
        sign_in(WRONG)
        later(seconds=30)
    sign_in(WRONG)
    assert int(sign_in(WRONG)["Retry-After"]) <= 30


def test_after_signing_in_all_tries_are_there_again(member):
    for _ in range(4):
        sign_in(WRONG)
    assert sign_in(RIGHT).status_code == 302
    assert [sign_in(WRONG).status_code for _ in range(5)] == [200] * 5


def test_a_session_is_no_way_to_guess_on(member):
    browser = Client()
    browser.force_login(member)
    statuses = [
        browser.post("/admin/login/", {"username": "bob", "password": WRONG}).status_code for _ in range(6)
    ]
    assert statuses == [200] * 5 + [429]


def test_other_names_and_ways_of_writing_one_are_no_way_round(member):
    for name in ("ada", "Ada", "ADA", "ａｄａ", "adA"):
        sign_in(WRONG, name=name)
    assert sign_in(WRONG, name="ada").status_code == 429
    spraying = [sign_in(WRONG, name=f"user{at}").status_code for at in range(30)]
    assert spraying.count(200) == 15  # with the five above: four times as many as for one name
    assert spraying[-1] == 429


def test_an_attacker_locks_nobody_out(member):
    for at in range(60):
        sign_in(WRONG, address=f"198.51.100.{at}")
    assert sign_in(RIGHT, address="192.0.2.9").status_code == 302


def test_a_name_that_is_tried_from_everywhere_leaves_each_address_one_try(member):
    for at in range(20):
        sign_in(WRONG, address=f"198.51.100.{at}")
    assert sign_in(WRONG, address="203.0.113.1").status_code == 200
    assert sign_in(WRONG, address="203.0.113.1").status_code == 429


def test_names_that_exist_and_others_are_treated_alike(member):
    there = [sign_in(WRONG, name="ada", address="192.0.2.3").status_code for _ in range(7)]
    absent = [sign_in(WRONG, name="nobody", address="192.0.2.4").status_code for _ in range(7)]
    assert there == absent


@pytest.mark.django_db(transaction=True)
def test_tries_at_once_are_each_counted():
    passed = []

    def guess():
        passed.append(attempt("name at once", Waits(5, 900)) == 0)
        connection.close()

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(passed) == 5


# Addresses


@pytest.fixture
def proxied(settings, monkeypatch):
    monkeypatch.setenv("RAGSITE_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")
    settings.RAGSITE_TRUSTED_PROXIES = env.networks("RAGSITE_TRUSTED_PROXIES")


def guessed_out(address, forwarded):
    """Whether the sixth guess is refused, where each comes with what stands in `forwarded`."""
    statuses = [
        sign_in(WRONG, address=address, HTTP_X_FORWARDED_FOR=forwarded(at)).status_code for at in range(6)
    ]
    return statuses[-1] == 429


@pytest.mark.usefixtures("proxied")
def test_behind_a_trusted_proxy_clients_are_told_apart(member):
    assert guessed_out("127.0.0.1", lambda at: "192.0.2.1, 10.1.2.3")
    answer = sign_in(RIGHT, address="127.0.0.1", HTTP_X_FORWARDED_FOR="192.0.2.2, 10.1.2.3")
    assert answer.status_code == 302


@pytest.mark.usefixtures("proxied")
def test_what_a_client_writes_before_the_proxy_is_not_believed(member):
    assert guessed_out("127.0.0.1", lambda at: f"198.51.100.{at}, 192.0.2.1")


@pytest.mark.usefixtures("proxied")
def test_a_header_from_elsewhere_is_not_believed(member):
    assert guessed_out("203.0.113.5", lambda at: f"198.51.100.{at}")


def test_without_trusted_proxies_no_header_is_believed(member):
    assert guessed_out("127.0.0.1", lambda at: f"198.51.100.{at}")


def test_one_ipv6_network_counts_as_one_address(member):
    statuses = [sign_in(WRONG, address=f"2001:db8:1:2::{at}").status_code for at in range(6)]
    assert statuses[-1] == 429
    assert sign_in(RIGHT, address="2001:db8:1:3::1").status_code == 302


# Everything else


@pytest.fixture
def few(settings):
    for kind in ("QUESTIONS", "SEARCHES", "UPLOADS", "REQUESTS"):
        setattr(settings, f"RAGSITE_{kind}_PER_MINUTE", 3)


def browser_of(user):
    browser = Client()
    browser.force_login(user)
    return browser


def caller(user, name="program"):
    return Client(headers={"Authorization": f"Bearer {ApiKey.issue(user=user, name=name)[1]}"})


@pytest.mark.usefixtures("few")
def test_pages_of_one_user_are_limited_and_those_of_another_are_not(member, other_user):
    ada, bob = browser_of(member), browser_of(other_user)
    assert [ada.get("/w/mine/").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = ada.get("/w/mine/")
    assert 1 <= int(refused["Retry-After"]) <= 20
    assert "These are too many requests: wait" in refused.content.decode()
    assert bob.get("/").status_code == 200
    later(seconds=20)


@pytest.mark.usefixtures("few")
def test_kinds_are_counted_apart_and_asking_is_refused_in_words(member):
    ada = browser_of(member)
    for _ in range(3):
        ada.get("/w/mine/")
    answers = [ada.post("/w/mine/ask/", {"text": ""}, headers={"HX-Request": "true"}) for _ in range(4)]
    assert [each.status_code for each in answers] == [422, 422, 422, 429]
    assert answers[-1].json()["error"].startswith("You are asking too many questions: wait")


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("path", ["/api/agentic/query", "/api/queries", "/api/chat/query"])
def test_a_key_that_asks_too_often_is_told_when_to_come_back(member, path):
    program = caller(member)
    answers = [program.post(path, {}, content_type="application/json") for _ in range(4)]
    assert [each.status_code for each in answers] == [422, 422, 422, 429]
    assert answers[-1].json()["error"].startswith("You are asking too many questions")
    assert int(answers[-1]["Retry-After"]) >= 1


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("path", ["/api/runs/{}/matches.csv", "/runs/{}/matches.csv"])
def test_all_matches_of_a_run_are_a_search_though_they_are_only_read(member, settings, path):
    settings.RAGSITE_SEARCHES_PER_MINUTE, settings.RAGSITE_REQUESTS_PER_MINUTE = 2, 99
    reader = caller(member) if "api" in path else browser_of(member)
    answers = [reader.get(path.format(uuid4())) for _ in range(3)]
    assert [each.status_code for each in answers] == [404, 404, 429]
    assert "You are searching too often" in answers[-1].content.decode()


@pytest.mark.usefixtures("few")
def test_a_program_leaves_its_owners_browser_alone_and_many_keys_are_few_together(member):
    first = caller(member)
    assert [first.get("/api/documents?workspace=mine").status_code for _ in range(4)][-1] == 429
    assert browser_of(member).get("/w/mine/").status_code == 200
    together = [caller(member, f"program {at}").get("/api/kb/info?workspace=mine") for at in range(8)]
    assert [each.status_code for each in together].count(200) == 9 - 3


@pytest.mark.usefixtures("few")
def test_wrong_keys_and_strangers_are_counted_by_address(member):
    wrong = Client(headers={"Authorization": "Bearer rs_wrong"})
    assert [wrong.get("/api/documents").status_code for _ in range(4)] == [401, 401, 401, 429]
    assert Client(REMOTE_ADDR="192.0.2.7").get("/login/").status_code == 200


@pytest.mark.usefixtures("few")
def test_who_sits_at_the_machine_is_never_counted(settings, workspace):
    settings.RAGSITE_AUTO_LOGIN = True
    browser = Client(headers={"Host": "localhost:8000"})
    assert {browser.get("/login/").status_code for _ in range(9)} == {302}
    assert not Allowance.objects.exists()


def test_all_that_is_counted_by_itself_is_there():
    known = {
        operation
        for _, router in api._routers
        for view in router.path_operations.values()
        for operation in (each.view_func.__name__ for each in view.operations)
    }
    names = {pattern.name for pattern in get_resolver().url_patterns if hasattr(pattern, "name")}
    for resolver in get_resolver().url_patterns:
        names |= {each.name for each in getattr(resolver, "url_patterns", ()) if hasattr(each, "name")}
    assert set().union(*KINDS.values()) | SEARCHED_BY_READING <= known | names
    assert {"ask", "upload", "attach_files", "agentic_query"} <= set().union(*KINDS.values())


def test_zero_is_no_limit_and_costs_no_query(member, django_assert_num_queries):
    with django_assert_num_queries(0):
        Client().get("/login/")


def test_a_minutes_worth_may_come_at_once_and_then_as_it_grows_back():
    assert [spend("a", 3) > 0 for _ in range(4)] == [False, False, False, True]
    later(seconds=20)
    assert [spend("a", 3) > 0 for _ in range(2)] == [False, True]


def test_old_counts_are_removed():
    spend("old", 3)
    spend("new", 3)
    Allowance.objects.filter(key="old").update(until=timezone.now() - timedelta(hours=2))
    assert forget_old() == 1
    assert Allowance.objects.get().key == "new"
