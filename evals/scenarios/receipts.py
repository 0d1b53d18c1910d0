"""Invented receipts, and what is known of them: which have tires, how many, of whom and when."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

SEED = 21
TIRED = 20  # of so many receipts one has tires
TIRES = ("Winter tire 205/55 R16", "Summer tyres 195/65 R15", "All-season tires 185/60", "Truck tyre 315/80")
VENDORS = ("Kellin Garage", "Auto Point", "Northway Tyres", "Bremer Motors", "Tireless Movers", "Retz Parts")
OIL = "Engine oil 5W-30"
OTHERS = {  # item → price; some names have the letters of “tire” in them
    "Air filter": 18, OIL: 42, "Brake pads": 61, "Entire spark plug set": 39, "Wiper blades": 24,
    "Coolant 5 l": 15, "Retired stock clutch kit": 140, "Headlight bulb H7": 9, "Cabin filter": 21,
    "Battery 70 Ah": 118, "Floor mats": 33, "Timing belt": 74,
}  # fmt: skip
FIRST_DAY, DAYS = date(2022, 1, 3), 1090


@dataclass(frozen=True)
class Line:
    item: str
    quantity: int
    price: Decimal

    @property
    def amount(self) -> Decimal:
        return self.quantity * self.price

    @property
    def printed(self) -> str:
        return f"{self.item:<34}{self.quantity:>10}{self.price:>12.2f}{self.amount:>13.2f}"

    @property
    def is_tire(self) -> bool:
        return self.item in TIRES


@dataclass(frozen=True)
class Receipt:
    number: int
    vendor: str
    day: date
    lines: tuple[Line, ...]

    @property
    def name(self) -> str:
        return f"receipt-{self.number:05}.txt"

    @property
    def total(self) -> Decimal:
        return sum((line.amount for line in self.lines), Decimal(0))

    @property
    def tires(self) -> int:
        return sum(line.quantity for line in self.lines if line.is_tire)

    @property
    def text(self) -> str:
        """As a till prints it, its lines under a heading."""
        head = f"{'Item':<34}{'Quantity':>10}{'Price EUR':>12}{'Amount EUR':>13}"
        lines = [line.printed for line in self.lines]
        return (
            f"RECEIPT\n\nVendor: {self.vendor}\nReceipt number: R-{self.number:05}\n"
            f"Date: {self.day:%d %B %Y}\n\n{head}\n{chr(10).join(lines)}\n\n"
            f"Total: EUR {self.total:.2f}\nPaid by card\n"
        )


def receipts(count: int, seed: int = SEED) -> list[Receipt]:
    """The same on every run: one of twenty has tires."""
    made = random.Random(seed)
    return [_receipt(number, made) for number in range(1, count + 1)]


def _receipt(number: int, made: random.Random) -> Receipt:
    items = made.sample(sorted(OTHERS), made.randint(1, 4))
    lines = [Line(item, made.randint(1, 4), Decimal(OTHERS[item])) for item in items]
    if number % TIRED == 0:
        tire = Line(made.choice(TIRES), made.choice((1, 2, 4, 8)), Decimal(made.randint(60, 180)))
        lines.insert(made.randint(0, len(lines)), tire)
    day = FIRST_DAY + timedelta(days=made.randrange(DAYS))
    return Receipt(number, made.choice(VENDORS), day, tuple(lines))


def with_tires(made: Sequence[Receipt]) -> list[Receipt]:
    return [receipt for receipt in made if receipt.tires]


def tires_by(made: Sequence[Receipt], way: str) -> dict[str, int]:
    """How many tires by `vendor` or `month`."""
    counts: Counter[str] = Counter()
    for receipt in with_tires(made):
        counts[receipt.vendor if way == "vendor" else f"{receipt.day:%Y-%m}"] += receipt.tires
    return dict(counts)
