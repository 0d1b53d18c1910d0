"""Behind a proxy that ends TLS one setting is enough."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

ASK = """
import json
import sys
from ragsite.command_line import run
run(["manage.py", "check", "--deploy", "--fail-level", "WARNING"])
from django.test import Client
def asked(path, **headers):
    answer = Client(headers={"Host": "docs.example.org", **headers}).get(path)
    cookie = answer.cookies.get("csrftoken")
    return [answer.status_code, answer.get("Location"), answer.get("Strict-Transport-Security"),
            bool(cookie and cookie["secure"])]
over_tls = {"X-Forwarded-Proto": "https"}
answers = [asked("/login/"), asked("/login/", **over_tls), asked("/api/health")]
print("duckdb" in sys.modules)
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What a ragsite of its own says: the checks before deploying, and how it answered requests.

    One process for all of it: each takes seconds to begin.
    """
    home = tmp_path_factory.mktemp("home")
    (home / "static").mkdir()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("RAGSITE_", "DATABASE_"))
    }
    own = {
        "RAGSITE_HOME": str(home),
        "RAGSITE_HTTPS": "1",
        "RAGSITE_AUTO_LOGIN": "0",
        "RAGSITE_ALLOWED_HOSTS": "docs.example.org",
        "DJANGO_SETTINGS_MODULE": "ragsite.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=settings.BASE_DIR,
        env={**kept, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "leaked" not in done.stderr
    return done.stdout.splitlines()


def test_the_checks_before_deploying_have_nothing_to_say(told):
    assert "no issues" in told[0]


def test_pages_and_cookies_go_over_tls_only_and_health_is_answered_without(told):
    plain, secure, health = json.loads(told[-1])
    assert plain == [301, "https://docs.example.org/login/", None, False]
    assert secure == [200, None, "max-age=31536000", True]
    assert health[:2] == [503, None]  # there is no database here


def test_a_process_that_reads_no_source_does_not_load_duckdb(told):
    assert told[-2] == "False"
