"""What else a company is called: its ticker, as the cover lists it, and its names of before."""

from reading.profile.organizations import find_organizations
from reading.text.letters import folded
from tests.cases import every_case
from tests.reading.drawing import draw

COVER = """
    FORM 10-K
    ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934

    HARBOUR TOOLS, INC.
    (Exact name of registrant as specified in its charter)

    Securities registered pursuant to Section 12(b) of the Act:
    Title of each class            Trading Symbol(s)     Name of each exchange on which registered
    Common Stock, $0.01 par value       HBT              New York Stock Exchange
    1.500% Notes due 2026               HBT26            New York Stock Exchange
    Class B Stock                       HBT.B            Nasdaq
"""
HEADED_AT_ITS_FOOT = """
    FORM 10-K
    KESTREL AIRWAYS, INC.
    (Exact name of registrant as specified in its charter)

    Securities registered pursuant to Section 12(b) of the Act:
    Common Stock, $5.00 Par Value      KA          New York Stock Exchange
    (Title of each class)       (Trading Symbol)   (Name of each exchange on which registered)
"""
TEXTS = {
    HEADED_AT_ITS_FOOT: ["KA"],
    COVER: ["HBT", "HBT.B"],
    COVER + "\n    Harbour Tools, Inc. (formerly known as Old Quay Mills, Inc.) makes spanners.": [
        "HBT",
        "HBT.B",
        "Old Quay Mills, Inc.",
    ],
    """
    Annual report of Block Works, Inc.

    Block Works, Inc. builds. We changed our name from “Square Works, Inc.” to “Block Works, Inc.”.
    """: ["Square Works, Inc."],
    """
    Annual report of Heron Data plc

    Heron Data plc keeps data. We were formerly known as Stork Systems Limited.
    """: ["Stork Systems Limited"],
    """
    Annual report of Heron Data plc

    Heron Data plc, f/k/a Stork Systems, keeps data.
    """: ["Stork Systems"],
    """
    Larch Foods, Inc.
    Annual report for 2023
    Trading symbol: LRCH. Listed in New York.
    (formerly known as Pine Foods Company)
    """: ["LRCH", "Pine Foods Company"],
    """
    Larch Foods, Inc.
    Market letter. Ticker: ELM fell, Ticker: OAK rose.
    """: [],
    """
    FORM 10-K
    LARCH FOODS, INC.
    (Exact name of registrant as specified in its charter)
    Pine Foods Company
    (Former name, former address and former fiscal year, if changed since last report)
    """: ["Pine Foods Company"],
    """
    FORM 10-K
    LARCH FOODS, INC.
    (Exact name of registrant as specified in its charter)
    Not applicable
    (Former name, former address and former fiscal year, if changed since last report)

    Larch Foods, Inc. competes with Oak Foods, Inc. (formerly known as Elm Foods, Inc.).
    """: [],
}


@every_case("text", TEXTS)
def test_tickers_and_former_names_are_names_of_the_subject(text):
    subject = find_organizations(draw(text))[0]
    assert subject.role == "subject"
    assert [alias for alias in subject.aliases if alias != subject.short] == TEXTS[text]


@every_case(
    "word, plain",
    [
        ("Nestlé", "nestle"),
        ("NESTLÉ", "nestle"),
        ("Société", "societe"),
        ("Weiß", "weiss"),
        ("Łódź", "lodz"),
        ("Газпром", "gazprom"),
        ("Яндекс", "yandex"),
        ("Тойота", "toyota"),
        ("ΟΠΑΠ", "opap"),
        ("日産", "日産"),
        ("3M", "3m"),
    ],
)
def test_words_are_compared_without_the_marks_of_their_alphabet(word, plain):
    assert folded(word) == plain
