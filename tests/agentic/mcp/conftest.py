"""What tests of the tools for other agents start from."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import async_to_sync
from django.core.files import File
from mcp import Client

from agentic.mcp.caller import Caller, OwnDesk
from agentic.mcp.server import make_server
from reading.formats.media_types import PDF
from tests.agentic.figures_of import company, figure
from tests.factories import ChunkFactory, TableRowFactory
from tests.reading.writing import lines, write_pdf


@pytest.fixture
def acme(workspace, tmp_path):
    """A PDF whose second page says Acme's revenue of fiscal 2024: 1,500 thousand dollars."""
    document = company(workspace, "Acme Corp", "acme.pdf")
    figure(document, 1_200, 2023, months=12, until=12)
    figure(document, 1_500, 2024, months=12, until=12)
    path = write_pdf(tmp_path / "acme.pdf", [lines("Revenue 1,200"), lines("Revenue 1,500")])
    with path.open("rb") as file:
        document.file.save("acme.pdf", File(file), save=False)
    document.media_type = PDF
    document.save()
    document.pages.update(width=612, height=792)
    ChunkFactory(document=document, text="Revenue 1,500 was earned with tyres.", page_start=2)
    TableRowFactory(document=document, label="Tyres", properties={"Amount": 7}, quote="Revenue 1,500", page=2)
    return document


@pytest.fixture
def own(user):
    """The user, as `manage.py mcp` lets in."""
    return Caller(user, OwnDesk("none"))


@pytest.fixture
def call(own):
    """Call a tool: its JSON, or the sentence that says why it failed."""
    return lambda name, caller=own, **arguments: async_to_sync(called)(
        make_server(lambda _: caller), name, arguments
    )


async def called(server, name, arguments):
    """What a client of the SDK is given. `server`: one in this process, or how to reach one."""
    async with Client(server) as client:
        return read(await client.call_tool(name, arguments))


def read(result):
    text = result.content[0].text
    if result.is_error:
        return text
    assert json.loads(text) == result.structured_content
    return result.structured_content
