"""Invented documents of eight kinds, in several formats, with values that questions are asked of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from evals.scenarios.receipts import receipts

RECEIPTS = 60


@dataclass(frozen=True)
class Panel:
    model: str
    maker: str
    power: int  # W
    width: int  # mm
    weight: float  # kg
    efficiency: float  # per cent
    warranty: int  # years


@dataclass(frozen=True)
class Transistor:
    name: str
    polarity: str
    package: str
    v_ceo: int  # V
    current: float  # A
    power: float  # W


@dataclass(frozen=True)
class Contract:
    number: str
    supplier: str
    customer: str
    notice: int  # days
    begin: date
    end: date
    signer: str
    law: str


@dataclass(frozen=True)
class Invoice:
    number: str
    supplier: str
    customer: str
    day: date
    due: date
    amount: int  # EUR
    contract: str


@dataclass(frozen=True)
class Solvent:
    name: str
    flash: int  # °C
    boiling: int  # °C
    density: float  # g/cm³


@dataclass(frozen=True)
class Certificate:
    solvent: str
    purity: float  # per cent
    laboratory: str


PANELS = (
    Panel("AlphaSolar 320", "Alpha Solar GmbH", 320, 992, 18.5, 19.2, 12),
    Panel("AlphaSolar 400", "Alpha Solar GmbH", 400, 1052, 21.0, 20.4, 15),
    Panel("AlphaSolar 410 Black", "Alpha Solar GmbH", 410, 1038, 21.4, 20.8, 15),
    Panel("AlphaSolar Slim", "Alpha Solar GmbH", 250, 860, 14.2, 18.1, 10),
    Panel("AlphaSolar Max", "Alpha Solar GmbH", 455, 1134, 24.8, 21.3, 20),
    Panel("BetaSun 350", "Betasun Energy Inc.", 350, 840, 18.9, 19.0, 25),
    Panel("BetaSun 375", "Betasun Energy Inc.", 375, 1000, 20.0, 20.0, 25),
    Panel("BetaSun 430", "Betasun Energy Inc.", 430, 1096, 22.5, 21.0, 30),
    Panel("GammaVolt G5", "Gammavolt Ltd", 405, 1048, 21.9, 20.6, 12),
    Panel("GammaVolt G6", "Gammavolt Ltd", 440, 1120, 23.3, 21.5, 18),
)
TRANSISTORS = (
    Transistor("QX139", "NPN", "TO-126", 80, 1.5, 12.5),
    Transistor("QX547", "NPN", "TO-92", 45, 0.1, 0.5),
    Transistor("QX41C", "NPN", "TO-220", 100, 6, 65),
    Transistor("QX42C", "PNP", "TO-220", 100, 6, 65),
    Transistor("QX557", "PNP", "TO-92", 45, 0.1, 0.5),
    Transistor("QX3055", "NPN", "TO-3", 60, 15, 115),
    Transistor("QX2955", "PNP", "TO-3", 60, 15, 115),
    Transistor("QX48", "NPN", "TO-3", 400, 15, 175),
    Transistor("QX31A", "NPN", "TO-220", 55, 3, 40),
    Transistor("QX140", "PNP", "TO-126", 80, 1.5, 12.5),
    Transistor("QX337", "NPN", "TO-92", 50, 0.8, 0.6),
    Transistor("QX13007", "NPN", "TO-220", 420, 8, 80),
)
HARBOUR, LUMEN = "Harbour Logistics Ltd", "Lumen Power Ltd"
OSPREY, TERN = "Osprey Cleaning GmbH", "Tern Software Inc."
ACME, BOREALIS, CORVID = "ACME Corp", "Borealis Foods AG", "Corvid Media plc"
day = date.fromisoformat
CONTRACTS = (
    Contract("C-1001", HARBOUR, ACME, 30, day("2022-03-01"), day("2024-02-29"), "Mary Quill", "England"),
    Contract("C-1002", LUMEN, ACME, 90, day("2023-01-01"), day("2025-12-31"), "Tom Ander", "England"),
    Contract("C-1003", OSPREY, ACME, 45, day("2023-06-01"), day("2024-05-31"), "Ines Vogt", "Germany"),
    Contract("C-1004", HARBOUR, BOREALIS, 60, day("2022-09-01"), day("2024-08-31"), "Mary Quill", "Germany"),
    Contract("C-1005", TERN, BOREALIS, 30, day("2023-04-01"), day("2026-03-31"), "Leo Park", "Ireland"),
    Contract("C-1006", TERN, ACME, 60, day("2024-01-01"), day("2026-12-31"), "Leo Park", "Ireland"),
    Contract("C-1007", LUMEN, CORVID, 120, day("2021-07-01"), day("2024-06-30"), "Tom Ander", "England"),
    Contract("C-1008", OSPREY, CORVID, 14, day("2023-10-01"), day("2024-09-30"), "Ines Vogt", "Germany"),
)  # fmt: skip
INVOICES = (
    Invoice("INV-2031", HARBOUR, ACME, day("2024-05-12"), day("2024-06-11"), 4200, "C-1001"),
    Invoice("INV-2032", LUMEN, ACME, day("2024-04-02"), day("2024-05-02"), 7350, "C-1002"),
    Invoice("INV-2033", HARBOUR, BOREALIS, day("2024-03-09"), day("2024-04-08"), 1980, "C-1004"),
    Invoice("INV-2034", TERN, BOREALIS, day("2023-11-20"), day("2023-12-20"), 12600, "C-1005"),
    Invoice("INV-2035", OSPREY, ACME, day("2024-02-28"), day("2024-03-29"), 890, "C-1003"),
    Invoice("INV-2036", LUMEN, CORVID, day("2024-06-03"), day("2024-07-03"), 5115, "C-1007"),
    Invoice("INV-2037", TERN, ACME, day("2024-06-21"), day("2024-07-21"), 9980, "C-1006"),
    Invoice("INV-2038", HARBOUR, ACME, day("2023-09-14"), day("2023-10-14"), 3310, "C-1001"),
    Invoice("INV-2039", OSPREY, CORVID, day("2024-04-27"), day("2024-06-26"), 1240, "C-1008"),
    Invoice("INV-2040", HARBOUR, ACME, day("2024-08-01"), day("2024-08-31"), 2750, "C-1001"),
)  # fmt: skip
SOLVENTS = (
    Solvent("Acetone", -20, 56, 0.79), Solvent("Toluene", 4, 111, 0.87), Solvent("Hexane", -22, 69, 0.66),
    Solvent("Ethanol", 13, 78, 0.79), Solvent("Dichloromethane", 110, 40, 1.33),
    Solvent("Chlorobenzene", 28, 132, 1.11), Solvent("Xylene", 27, 139, 0.86),
)  # fmt: skip
CERTIFICATES = (
    Certificate("Acetone", 99.9, "Norlab Testing"), Certificate("Ethanol", 99.5, "Norlab Testing"),
    Certificate("Dichloromethane", 99.8, "Pruefhaus Mitte"), Certificate("Pentane", 99.0, "Norlab Testing"),
    Certificate("Isopropanol", 99.85, "Pruefhaus Mitte"), Certificate("Xylene", 98.5, "Pruefhaus Mitte"),
)  # fmt: skip
CABINETS = {  # cabinet → maintenance, replacing the fan, lowest and highest temperature
    "B-110": (
        "Switch the cabinet off at the main breaker. Vacuum the dust from the base plate.",
        "Unscrew the four bolts of the roof panel. Pull the fan plug and lift the fan out. "
        "Fit the new fan with its arrow pointing up.",
        (-10, 45),
    ),
    "B-120": (
        "Remove the front filter and rinse it with clear water. Check the door seal for cracks. "
        "Tighten the earth screw to 4 Nm.",
        "Open the rear flap and slide the fan tray out. Exchange the tray as a whole.",
        (-20, 50),
    ),
    "B-130": (
        "Empty the condensate tray. Lubricate the hinges with silicone grease.",
        "The fan of this cabinet is sealed and is exchanged by the manufacturer only.",
        (-25, 55),
    ),
}


def files() -> Iterator[tuple[str, str]]:
    """Name and text of each document."""
    for receipt in receipts(RECEIPTS):
        yield receipt.name, receipt.text
    for panel in PANELS:
        yield f"{panel.model.replace(' ', '-')}-panel-datasheet.html", _panel(panel)
    for transistor in TRANSISTORS:
        yield f"{transistor.name}-transistor-datasheet.html", _transistor(transistor)
    for contract in CONTRACTS:
        yield f"{contract.number}-{contract.supplier.split()[0].lower()}-contract.md", _contract(contract)
    for invoice in INVOICES:
        yield f"{invoice.number}-invoice.html", _invoice(invoice)
    for solvent in SOLVENTS:
        yield f"{solvent.name}-datasheet.txt", _solvent(solvent)
    for certificate in CERTIFICATES:
        yield f"{certificate.solvent}-certificate.html", _certificate(certificate)
    for cabinet in CABINETS:
        yield f"Cabinet-{cabinet.replace('-', '')}-manual.md", _manual(cabinet)


def _page(title: str, body: str) -> str:
    return (
        f"<!doctype html><html><head><title>{escape(title)}</title></head><body><h1>{escape(title)}</h1>"
        f"{body}</body></html>"
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    lines = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><tr>{head}</tr>{body}</table>"


def _lines(pairs: Mapping[str, object]) -> str:
    return "".join(f"<p>{escape(label)}: {escape(str(value))}</p>" for label, value in pairs.items())


def _panel(panel: Panel) -> str:
    about = f"<p>The {panel.model} is a solar panel for roofs. It is built for wind and snow.</p>"
    given = {
        "Manufacturer": panel.maker, "Model": panel.model, "Rated power": f"{panel.power} W",
        "Panel width": f"{panel.width} mm", "Panel height": "1690 mm", "Weight": f"{panel.weight} kg",
        "Efficiency": f"{panel.efficiency} %", "Product warranty": f"{panel.warranty} years",
    }  # fmt: skip
    return _page(f"{panel.model} solar panel datasheet", about + _lines(given))


def _transistor(part: Transistor) -> str:
    kind = {"Type": f"{part.polarity} transistor", "Polarity": part.polarity, "Package": part.package}
    given = _lines(kind)
    rows = [
        ("Collector-emitter voltage", "V_CEO", part.v_ceo, "V"),
        ("Emitter-base voltage", "V_EBO", 5, "V"),
        ("Collector current", "I_C", part.current, "A"),
        ("Power dissipation", "P_tot", part.power, "W"),
    ]
    return _page(
        f"{part.name} {part.polarity} transistor datasheet",
        f"{given}<h2>Maximum ratings</h2>{_table(('Parameter', 'Symbol', 'Value', 'Unit'), rows)}",
    )


def _contract(contract: Contract) -> str:
    return (
        f"# Services contract {contract.number}\n\nThis contract is made between {contract.supplier} "
        f"(the supplier) and {contract.customer} (the customer).\n\nContract number: {contract.number}\n\n"
        f"Supplier: {contract.supplier}\n\nCustomer: {contract.customer}\n\n"
        f"Start date: {contract.begin:%d %B %Y}\n\nEnd date: {contract.end:%d %B %Y}\n\n"
        f"Notice period: {contract.notice} days\n\nGoverning law: {contract.law}\n\n"
        "## Services\n\nThe supplier provides its services with due care. Either party may end this contract "
        f"with {contract.notice} days' written notice.\n\nSigned by: {contract.signer}\n"
    )


def _invoice(invoice: Invoice) -> str:
    given = {
        "Invoice number": invoice.number, "Supplier": invoice.supplier, "Customer": invoice.customer,
        "Invoice date": f"{invoice.day:%d %B %Y}", "Due date": f"{invoice.due:%d %B %Y}",
        "Contract number": invoice.contract,
    }  # fmt: skip
    net = invoice.amount - invoice.amount // 5
    rows = [("Services as agreed", f"{net:,}.00"), ("Materials", f"{invoice.amount - net:,}.00")]
    total = f"<p>Total amount: EUR {invoice.amount:,}.00</p>"
    table = _table(("Description", "Amount EUR"), rows)
    return _page(f"Invoice {invoice.number}", _lines(given) + table + total)


def _solvent(solvent: Solvent) -> str:
    return (
        f"{solvent.name} safety datasheet\n\nSolvent: {solvent.name}\nFlash point: {solvent.flash} °C\n"
        f"Boiling point: {solvent.boiling} °C\nDensity: {solvent.density} g/cm³\n\n"
        "Handling\n\nKeep the container closed. Use it in a well ventilated room only.\n"
    )


def _certificate(certificate: Certificate) -> str:
    given = {
        "Solvent": certificate.solvent, "Purity": f"{certificate.purity} %",
        "Issued by": certificate.laboratory, "Date of issue": "14 March 2024",
    }  # fmt: skip
    return _page(f"Certificate of analysis: {certificate.solvent}", _lines(given))


def _manual(cabinet: str) -> str:
    care, fan, (low, high) = CABINETS[cabinet]
    return (
        f"# Cabinet {cabinet} manual\n\n## 1 Safety\n\nOnly trained staff may open the cabinet.\n\n"
        f"## 2 Maintenance\n\nThe maintenance is due every six months. {care}\n\n"
        f"## 3 Replacing the fan\n\n{fan}\n\n## 4 Technical data\n\n"
        f"Operating temperature: {low} °C to {high} °C\n\nProtection class: IP55\n"
    )
