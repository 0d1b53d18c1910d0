import socket
import urllib.request

import pytest


def test_a_test_cannot_reach_another_machine():
    with pytest.raises(pytest.fail.Exception, match="tried to reach"):
        urllib.request.urlopen("http://example.org/")
    with pytest.raises(pytest.fail.Exception, match="tried to reach"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)


def test_a_test_can_reach_this_machine():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
