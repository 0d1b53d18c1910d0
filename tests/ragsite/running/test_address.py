"""What `start --host` listens on, and the address that it tells."""

import socket

import pytest

from ragsite.running.address import Address, CannotListen, address_of, listen


@pytest.mark.parametrize(
    ("host", "is_private", "from_here", "url"),
    [
        ("127.0.0.1", True, "127.0.0.1", "http://127.0.0.1:8000"),
        ("localhost", True, "127.0.0.1", "http://127.0.0.1:8000"),
        ("::1", True, "::1", "http://[::1]:8000"),
    ],
)
def test_only_loopback_is_private(host, is_private, from_here, url):
    address = address_of(host, 8000)
    assert (address.is_private, address.from_here, address.url) == (is_private, from_here, url)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.1.2.3", "2001:db8::1"])
def test_others_reach_every_other_address(host):
    assert not Address(host, 8000).is_private


def test_this_machine_reaches_what_listens_on_all_addresses():
    with listen(Address("0.0.0.0", 0)) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection((Address("0.0.0.0", port).from_here, port), timeout=5):
            pass


def test_a_port_that_is_taken_is_named():
    with listen(Address("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(CannotListen, match=f"Port {port} is taken"):
            listen(Address("127.0.0.1", port))


def test_a_port_that_cannot_be_is_named():
    with pytest.raises(CannotListen, match="Port 70000 cannot be used"):
        listen(Address("127.0.0.1", 70_000))


@pytest.mark.parametrize("host", ["\udcff", ""])
def test_a_host_that_is_none_is_one_sentence(host):
    with pytest.raises(CannotListen, match="is no address of this machine"):
        address_of(host, 8000)
