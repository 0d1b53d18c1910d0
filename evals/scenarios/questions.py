"""Forty questions over eight kinds of invented documents, with what a right answer says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from evals.scenarios.corpus import (
    CERTIFICATES,
    CONTRACTS,
    INVOICES,
    PANELS,
    RECEIPTS,
    SOLVENTS,
    TRANSISTORS,
    Contract,
    Invoice,
    Panel,
    Solvent,
    Transistor,
)
from evals.scenarios.receipts import OIL, Receipt, receipts, tires_by, with_tires


@dataclass(frozen=True)
class Asked:
    """What a right answer has. `documents`: lists these and no others, by name without ending.

    `groups`: group → value, all of them. `names`: what the list names. `values`: numbers of its first
    paragraph. `says`, `never`: words. `is_refused`: there is no answer.
    """

    text: str
    kind: str
    documents: frozenset[str] | None = None
    groups: dict[str, float] | None = None
    names: frozenset[str] = frozenset()
    values: tuple[float, ...] = ()
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    is_refused: bool = False


def of_receipts(made: list[Receipt]) -> list[Asked]:
    """The four questions about tires, of any number of receipts."""
    tires = with_tires(made)
    return [
        Asked("List every tire purchase receipt", "receipts", documents=_named(r.name for r in tires)),
        Asked(
            "What is the total quantity of tires purchased?",
            "receipts",
            values=(sum(r.tires for r in tires),),
        ),
        Asked(
            "Sum the quantities of tires by vendor",
            "receipts",
            groups={name: float(count) for name, count in tires_by(made, "vendor").items()},
        ),
        Asked(
            "How many tires were bought per month?",
            "receipts",
            groups={name: float(count) for name, count in tires_by(made, "month").items()},
        ),
    ]


def questions() -> list[Asked]:
    made = receipts(RECEIPTS)
    oil = sum(line.amount for r in made if r.day.year == 2023 for line in r.lines if line.item == OIL)
    of_kellin = [r for r in made if r.vendor == "Kellin Garage"]
    over = [r for r in made if r.total > 300]
    dearest = max(made, key=lambda r: r.total)
    return [
        *of_receipts(made),
        Asked("What did we spend on engine oil in 2023?", "receipts", values=(float(oil),)),
        Asked("Which receipts are from Kellin Garage?", "receipts", _named(r.name for r in of_kellin)),
        Asked("How many receipts have a total over 300 EUR?", "receipts", values=(len(over),)),
        Asked(
            "Which receipt has the highest total?",
            "receipts",
            values=(float(dearest.total),),
            says=(dearest.name,),
        ),
        *_of_panels(),
        *_of_transistors(),
        *_of_contracts(),
        *_of_invoices(),
        *_of_solvents(),
        *_of_manuals(),
        Asked("List all receipts for unicorn feed", "receipts", is_refused=True),
        Asked("What is the product warranty of the DeltaSun 500 panel?", "panels", is_refused=True),
    ]


def over_two_documents() -> list[Asked]:
    """Questions whose answer needs two documents of the eight kinds, or two steps."""
    quill = [c.number for c in CONTRACTS if c.signer == "Mary Quill"]
    lumen = [c for c in CONTRACTS if c.supplier.startswith("Lumen")]
    return [
        Asked("Who signed the contract referred to in invoice INV-2034?", "hops", says=("Leo Park",)),
        Asked("When does the contract end that invoice INV-2036 refers to?", "hops", says=("30 June 2024",)),
        Asked("What is the notice period of the contract behind invoice INV-2035?", "hops", values=(45,)),
        Asked(
            "Which invoices refer to the contract with a notice period of 120 days?",
            "hops",
            _invoices(lambda i: i.contract == "C-1007"),
        ),
        Asked(
            "What is the total amount of the invoices that refer to the contracts signed by Mary Quill?",
            "hops",
            values=(sum(i.amount for i in INVOICES if i.contract in quill),),
        ),
        Asked(
            "How many invoices belong to the contract C-1001?",
            "hops",
            values=(sum(i.contract == "C-1001" for i in INVOICES),),
        ),
        Asked(
            "Which contracts are with the supplier of invoice INV-2032?",
            "hops",
            _contracts(lambda c: c in lumen),
        ),
        Asked("What is the purity of the solvent with the lowest flash point?", "hops", is_refused=True),
        Asked("What is the purity of the solvent with the highest boiling point?", "hops", values=(98.5,)),
        Asked(
            "Who issued the certificate of the solvent with a boiling point of 56 °C?",
            "hops",
            says=("Norlab",),
        ),
    ]


def _of_panels() -> list[Asked]:
    alpha = [p for p in PANELS if p.model.startswith("AlphaSolar")]
    beta = [p for p in PANELS if p.model.startswith("BetaSun")]
    longest = max(PANELS, key=lambda p: p.warranty)
    return [
        Asked(
            "What is the minimum panel width for AlphaSolar models?",
            "panels",
            values=(min(p.width for p in alpha),),
            says=("AlphaSolar-Slim",),
        ),
        Asked(
            "Which panels have a rated power of at least 400 W?", "panels", _panels(lambda p: p.power >= 400)
        ),
        Asked(
            "Which warranty is longest and who gives it?",
            "panels",
            values=(longest.warranty,),
            says=(longest.maker.split()[0],),
        ),
        Asked("List all panels that weigh less than 19 kg", "panels", _panels(lambda p: p.weight < 19)),
        Asked(
            "What is the average efficiency of BetaSun panels?",
            "panels",
            values=(round(sum(p.efficiency for p in beta) / len(beta), 2),),
        ),
    ]


def _of_transistors() -> list[Asked]:
    return [
        Asked(
            "Which transistors have V_CEO of at least 60 V?", "transistors", _parts(lambda t: t.v_ceo >= 60)
        ),
        Asked(
            "List the NPN transistors in a TO-220 package",
            "transistors",
            _parts(lambda t: t.polarity == "NPN" and t.package == "TO-220"),
        ),
        Asked("How many transistors are PNP?", "transistors", values=(_parts_count("PNP"),)),
        Asked("What is the power dissipation of the QX3055?", "transistors", values=(115,)),
        Asked(
            "Which transistors have a collector current under 1 A?",
            "transistors",
            _parts(lambda t: t.current < 1),
        ),
    ]


def _of_contracts() -> list[Asked]:
    acme = [c for c in CONTRACTS if c.customer == "ACME Corp"]
    return [
        Asked(
            "Which contracts with ACME have under 60 days notice?",
            "contracts",
            _contracts(lambda c: c in acme and c.notice < 60),
        ),
        Asked(
            "Which contracts end before July 2024?",
            "contracts",
            _contracts(lambda c: f"{c.end}" < "2024-07-01"),
        ),
        Asked(
            "Who signed the contract that the invoice INV-2036 refers to?",
            "contracts",
            says=("Tom Ander",),
            never=("Mary Quill",),
        ),
        Asked(
            "What is the average notice period of contracts with ACME?",
            "contracts",
            values=(sum(c.notice for c in acme) / len(acme),),
        ),
        Asked(
            "List the contracts with England as governing law",
            "contracts",
            _contracts(lambda c: c.law == "England"),
        ),
        Asked(
            "How many contracts are there by customer?",
            "contracts",
            groups={
                name: float(sum(c.customer == name for c in CONTRACTS))
                for name in {c.customer for c in CONTRACTS}
            },
        ),
    ]


def _of_invoices() -> list[Asked]:
    def total(test: Callable[[Invoice], bool]) -> float:
        return float(sum(i.amount for i in INVOICES if test(i)))

    suppliers = {i.supplier for i in INVOICES}
    highest = max(INVOICES, key=lambda i: i.amount)
    return [
        Asked(
            "What is the total amount of invoices from Harbour Logistics in 2024?",
            "invoices",
            values=(total(lambda i: i.supplier.startswith("Harbour") and i.day.year == 2024),),
        ),
        Asked(
            "Which invoices are due in June 2024?",
            "invoices",
            _invoices(lambda i: (i.due.year, i.due.month) == (2024, 6)),
        ),
        Asked(
            "List the invoices to ACME over EUR 5,000",
            "invoices",
            _invoices(lambda i: i.customer == "ACME Corp" and i.amount > 5000),
        ),
        Asked(
            "Sum the total amounts of invoices by supplier",
            "invoices",
            groups={name: total(partial(_is_from, name)) for name in suppliers},
        ),
        Asked(
            "Which invoice has the highest total amount?",
            "invoices",
            values=(highest.amount,),
            says=(highest.number,),
        ),
    ]


def _is_from(supplier: str, invoice: Invoice) -> bool:
    return invoice.supplier == supplier


def _of_solvents() -> list[Asked]:
    certified = {c.solvent for c in CERTIFICATES}
    return [
        Asked(
            "Which solvents are in both datasheets and certificates?",
            "solvents",
            names=frozenset(s.name for s in SOLVENTS if s.name in certified),
        ),
        Asked("Which solvents have a flash point below 0 °C?", "solvents", _solvents(lambda s: s.flash < 0)),
        Asked("What is the boiling point of acetone?", "solvents", values=(56,)),
        Asked(
            "Which certificates show a purity of at least 99.8 %?",
            "certificates",
            _named(f"{c.solvent}-certificate" for c in CERTIFICATES if c.purity >= 99.8),
        ),
        Asked("How many certificates were issued by Norlab Testing?", "certificates", values=(3,)),
        Asked(
            "List the solvents with a density over 1 g/cm³", "solvents", _solvents(lambda s: s.density > 1)
        ),
    ]


def _of_manuals() -> list[Asked]:
    return [
        Asked(
            "Explain the maintenance steps for cabinet B-120",
            "manuals",
            says=("front filter", "door seal", "earth screw"),
            never=("condensate", "base plate"),
        ),
        Asked(
            "How do I replace the fan of cabinet B-110?",
            "manuals",
            says=("roof panel", "fan plug"),
            never=("rear flap",),
        ),
        Asked("What is the operating temperature of cabinet B-130?", "manuals", values=(-25, 55)),
    ]


def _named(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.rpartition(".")[0] or name for name in names)


def _panels(test: Callable[[Panel], bool]) -> frozenset[str]:
    return frozenset(f"{p.model.replace(' ', '-')}-panel-datasheet" for p in PANELS if test(p))


def _parts(test: Callable[[Transistor], bool]) -> frozenset[str]:
    return frozenset(f"{t.name}-transistor-datasheet" for t in TRANSISTORS if test(t))


def _parts_count(polarity: str) -> int:
    return sum(t.polarity == polarity for t in TRANSISTORS)


def _contracts(test: Callable[[Contract], bool]) -> frozenset[str]:
    return frozenset(f"{c.number}-{c.supplier.split()[0].lower()}-contract" for c in CONTRACTS if test(c))


def _invoices(test: Callable[[Invoice], bool]) -> frozenset[str]:
    return frozenset(f"{i.number}-invoice" for i in INVOICES if test(i))


def _solvents(test: Callable[[Solvent], bool]) -> frozenset[str]:
    return frozenset(f"{s.name}-datasheet" for s in SOLVENTS if test(s))
