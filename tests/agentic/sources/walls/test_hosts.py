"""Which hosts a source may be on."""

from __future__ import annotations

import pytest

from agentic.sources.drivers.types import SourceFailed
from agentic.sources.walls.hosts import allowed_address

NEAR = ("127.0.0.1", "127.8.9.1", "::1", "169.254.169.254", "fe80::1", "0.0.0.0", "::ffff:127.0.0.1")


@pytest.mark.parametrize("host", [*NEAR, "localhost", "/var/run/postgresql", ""])
def test_this_machine_and_its_neighbours_are_refused(settings, host):
    settings.RAGSITE_SOURCE_HOSTS = []
    with pytest.raises(SourceFailed):
        allowed_address(host, 5432)


def test_others_may_be_reached(settings):
    settings.RAGSITE_SOURCE_HOSTS = []
    assert allowed_address("203.0.113.7", 5432) == "203.0.113.7"


@pytest.mark.parametrize("entry", ["127.0.0.1", "127.0.0.0/8", "*"])
def test_what_the_setting_names_may_be_reached(settings, entry):
    settings.RAGSITE_SOURCE_HOSTS = [entry]
    assert allowed_address("127.0.0.1", 5432) == "127.0.0.1"


def test_where_hosts_are_named_all_others_are_refused(settings):
    settings.RAGSITE_SOURCE_HOSTS = ["10.0.0.0/8", "/run/pg"]
    with pytest.raises(SourceFailed, match="RAGSITE_SOURCE_HOSTS"):
        allowed_address("203.0.113.7", 5432)
    assert allowed_address("10.1.2.3", 5432) == "10.1.2.3"
    assert allowed_address("/run/pg", 5432) == ""
