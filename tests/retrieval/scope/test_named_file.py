import pytest

from documents.models import Status
from retrieval.scope.named_file import document_named
from tests.factories import ChunkFactory, DocumentFactory

pytestmark = pytest.mark.django_db
# File → its title → how its text begins.
FILES = {
    "wages-20150828.csv": ("wages 20150828", ""),
    "la-floods.csv": ("la floods", ""),
    "ne_1033_data.xlsx": ("ne 1033 data", ""),
    "nz_public_bodies.csv": ("nz public bodies", ""),
    "Gov_FY10_EDU_recp_by_State.csv": ("Gov FY10 EDU recp by State", ""),
    "event_notification_rpt.txt": ("event notification rpt", ""),
    "cell_2015.pdf": ("Efficiency of a GaInP/GaAs solar cell", "Solar cells with a tunnel junction"),
    "works.html": ("Works", "All works of the town"),
    "minutes-march.md": ("Minutes of March", "The board met in March."),
    "minutes-april.md": ("Minutes of April", "The board met in April."),
}
NAMED = """
wages file → wages-20150828.csv
1992 Los Angeles floods file → la-floods.csv
Nebraska 1033 workbook → ne_1033_data.xlsx
list of New Zealand public bodies → nz_public_bodies.csv
FY10 education benefits table → Gov_FY10_EDU_recp_by_State.csv
event report → event_notification_rpt.txt
paper on the GaInP/GaAs solar cell → cell_2015.pdf
Leeds list ("Town Works") → works.html
wages, dues, tolls and fines file → -
minutes of April → minutes-april.md
minutes → -
2015 table → -
same licence → -
harbour dues register → -
"""


@pytest.mark.parametrize("line", NAMED.strip().splitlines())
def test_a_file_is_known_by_its_name_its_title_and_its_beginning(workspace, line):
    words, _, expected = line.partition(" → ")
    keys = {}
    for name, (title, text) in FILES.items():
        document = DocumentFactory(workspace=workspace, filename=name, title=title, status=Status.READY)
        keys[document.pk] = name
        ChunkFactory(document=document, workspace=workspace, index=0, text=text or title)
    found = document_named(words, workspace)
    assert keys.get(found, "-") == expected


def test_files_that_are_not_ready_and_those_of_other_workspaces_are_not_named(workspace, other_workspace):
    DocumentFactory(workspace=workspace, filename="wages.csv", title="wages", status=Status.FAILED)
    DocumentFactory(workspace=other_workspace, filename="wages.csv", title="wages", status=Status.READY)
    assert document_named("wages file", workspace) is None
