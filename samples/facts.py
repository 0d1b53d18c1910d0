"""The numbers of the sample documents, in one place. The company and its partners are invented.

Money in the reports is in thousands of euros; on invoices, in contracts and policies it is in euros.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import reduce

COMPANY = "Skerrivane Instruments plc"
SHORT_NAME = "Skerrivane"
CUSTOMER = "Dooncrane Tidal Power DAC"
PORT_CUSTOMER = "Carrigmoyle Port Services Ltd"
CENT = Decimal("0.01")


@dataclass(frozen=True, kw_only=True)
class Results:
    """What the company earned and moved in a span of time. Spans add up with `+`.

    `*_rise`: how much a balance grew; a rise of receivables takes cash, a rise of payables gives it.
    """

    current_profilers: int
    load_monitoring: int
    field_services: int
    europe: int
    north_america: int
    cost_of_revenue: int
    research: int
    selling: int
    administration: int
    finance_costs: int
    finance_income: int
    income_tax: int
    depreciation: int
    amortisation: int
    share_based: int
    receivables_rise: int
    inventories_rise: int
    payables_rise: int
    contract_liabilities_rise: int
    equipment_bought: int
    development_costs: int
    borrowings_repaid: int
    dividends: int

    def __add__(self, other: Results) -> Results:
        return Results(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)})

    @property
    def revenue(self) -> int:
        return self.current_profilers + self.load_monitoring + self.field_services

    @property
    def asia_pacific(self) -> int:
        return self.revenue - self.europe - self.north_america

    @property
    def gross_profit(self) -> int:
        return self.revenue - self.cost_of_revenue

    @property
    def operating_expenses(self) -> int:
        return self.research + self.selling + self.administration

    @property
    def operating_income(self) -> int:
        return self.gross_profit - self.operating_expenses

    @property
    def income_before_tax(self) -> int:
        return self.operating_income - self.finance_costs + self.finance_income

    @property
    def net_income(self) -> int:
        return self.income_before_tax - self.income_tax

    @property
    def operating_cash_flow(self) -> int:
        earned = self.net_income + self.depreciation + self.amortisation + self.share_based
        owed = self.payables_rise + self.contract_liabilities_rise
        return earned + owed - self.receivables_rise - self.inventories_rise

    @property
    def investing_cash_flow(self) -> int:
        return -self.equipment_bought - self.development_costs

    @property
    def financing_cash_flow(self) -> int:
        return -self.borrowings_repaid - self.dividends

    @property
    def change_in_cash(self) -> int:
        return self.operating_cash_flow + self.investing_cash_flow + self.financing_cash_flow


@dataclass(frozen=True, kw_only=True)
class Balance:
    """What the company owned and owed on a day."""

    cash: int
    receivables: int
    inventories: int
    prepaid: int
    equipment: int
    intangibles: int
    goodwill: int
    payables: int
    contract_liabilities: int
    current_borrowings: int
    long_term_borrowings: int
    deferred_tax: int
    share_capital: int
    retained_earnings: int

    @property
    def current_assets(self) -> int:
        return self.cash + self.receivables + self.inventories + self.prepaid

    @property
    def total_assets(self) -> int:
        return self.current_assets + self.equipment + self.intangibles + self.goodwill

    @property
    def current_liabilities(self) -> int:
        return self.payables + self.contract_liabilities + self.current_borrowings

    @property
    def total_liabilities(self) -> int:
        return self.current_liabilities + self.long_term_borrowings + self.deferred_tax

    @property
    def equity(self) -> int:
        return self.share_capital + self.retained_earnings

    def after(self, span: Results) -> Balance:
        """The balance at the end of `span`, if this one is that of its first morning."""
        return Balance(
            cash=self.cash + span.change_in_cash,
            receivables=self.receivables + span.receivables_rise,
            inventories=self.inventories + span.inventories_rise,
            prepaid=self.prepaid,
            equipment=self.equipment + span.equipment_bought - span.depreciation,
            intangibles=self.intangibles + span.development_costs - span.amortisation,
            goodwill=self.goodwill,
            payables=self.payables + span.payables_rise,
            contract_liabilities=self.contract_liabilities + span.contract_liabilities_rise,
            current_borrowings=self.current_borrowings,
            long_term_borrowings=self.long_term_borrowings - span.borrowings_repaid,
            deferred_tax=self.deferred_tax,
            share_capital=self.share_capital + span.share_based,
            retained_earnings=self.retained_earnings + span.net_income - span.dividends,
        )


def _quarters() -> dict[tuple[int, int], Results]:
    """One column per quarter, read downwards."""
    keys = ((2024, 1), (2024, 2), (2024, 3), (2025, 1), (2025, 2), (2025, 3))
    columns: dict[str, Sequence[int]] = {
        "current_profilers": (7412, 8105, 8364, 8897, 9846, 10427),
        "load_monitoring": (4188, 4467, 4912, 5034, 5613, 6208),
        "field_services": (2236, 2418, 2671, 2789, 3283, 3476),
        "europe": (8206, 8851, 9317, 9688, 10764, 11402),
        "north_america": (3547, 3926, 4183, 4438, 5129, 5583),
        "cost_of_revenue": (7714, 8246, 8692, 8978, 9934, 10538),
        "research": (1893, 1968, 2047, 2154, 2291, 2368),
        "selling": (1264, 1337, 1402, 1458, 1566, 1631),
        "administration": (1142, 1171, 1206, 1239, 1287, 1318),
        "finance_costs": (214, 209, 203, 198, 187, 176),
        "finance_income": (31, 34, 38, 41, 47, 52),
        "income_tax": (205, 262, 304, 342, 441, 517),
        "depreciation": (612, 619, 627, 641, 655, 668),
        "amortisation": (284, 288, 291, 297, 304, 309),
        "share_based": (148, 151, 153, 162, 167, 171),
        "receivables_rise": (412, 687, 533, 598, 1046, 714),
        "inventories_rise": (236, 318, -142, 421, 357, -268),
        "payables_rise": (187, 264, 121, 233, 418, 156),
        "contract_liabilities_rise": (94, -63, 138, 172, 265, -117),
        "equipment_bought": (734, 812, 691, 846, 1128, 973),
        "development_costs": (318, 341, 329, 352, 387, 364),
        "borrowings_repaid": (500, 500, 500, 500, 500, 500),
        "dividends": (0, 980, 0, 0, 1230, 0),
    }
    return {key: Results(**{name: row[i] for name, row in columns.items()}) for i, key in enumerate(keys)}


QUARTERS = _quarters()
BASIC_SHARES = {2024: 24_480, 2025: 24_600}  # weighted average, thousands
DILUTED_SHARES = {2024: 24_960, 2025: 25_150}
OPENING_CASH = {2024: 9_655, 2025: 11_284}
ORDER_BACKLOG = {(2025, 2): 41_620, (2025, 3): 44_870}
EMPLOYEES = {(2025, 2): 312, (2025, 3): 319}
YEAR_END_2024 = Balance(
    cash=OPENING_CASH[2025],
    receivables=10_936,
    inventories=9_418,
    prepaid=1_307,
    equipment=14_862,
    intangibles=6_215,
    goodwill=3_940,
    payables=9_599,
    contract_liabilities=2_894,
    current_borrowings=2_000,
    long_term_borrowings=11_500,
    deferred_tax=1_146,
    share_capital=12_400,
    retained_earnings=18_423,
)


def year_to_date(year: int, quarter: int) -> Results:
    """The results from 1 January to the end of that quarter."""
    return reduce(Results.__add__, (QUARTERS[year, number] for number in range(1, quarter + 1)))


def per_share(amount: int, shares: int) -> Decimal:
    return (Decimal(amount) / shares).quantize(CENT, ROUND_HALF_UP)


MINUTES_DATE = date(2025, 7, 17)
MINUTES_REVENUE_Q2 = 19_100  # the planted conflict: the Q2 report says QUARTERS[2025, 2].revenue


@dataclass(frozen=True)
class Position:
    description: str
    quantity: int
    unit_price: Decimal

    @property
    def amount(self) -> Decimal:
        return self.quantity * self.unit_price


@dataclass(frozen=True, kw_only=True)
class Invoice:
    number: str
    customer: str
    issued: date
    days_to_pay: int
    positions: tuple[Position, ...]
    vat_rate: Decimal = Decimal("0.23")

    @property
    def due(self) -> date:
        return self.issued + timedelta(days=self.days_to_pay)

    @property
    def net(self) -> Decimal:
        return sum((position.amount for position in self.positions), Decimal(0))

    @property
    def vat(self) -> Decimal:
        return (self.net * self.vat_rate).quantize(CENT, ROUND_HALF_UP)

    @property
    def total(self) -> Decimal:
        return self.net + self.vat


TERMINATION_NOTICE_DAYS = 90
PAYMENT_DAYS = 45
CONTRACT_DATE = date(2024, 11, 4)
CONTRACT_MONTHS = 36
LIABILITY_CAP = 2_500_000
LATE_INTEREST = "8.5%"
WARRANTY_MONTHS = 24

INVOICES = (
    Invoice(
        number="SKI-2025-0417",
        customer=CUSTOMER,
        issued=date(2025, 5, 12),
        days_to_pay=PAYMENT_DAYS,
        positions=(
            Position("EbbTrace 300 current profiler", 6, Decimal("14850.00")),
            Position("Titanium seabed frame TF-2", 6, Decimal("2315.50")),
            Position("Factory calibration with certificate", 6, Decimal("780.00")),
        ),
    ),
    Invoice(
        number="SKI-2025-0452",
        customer=PORT_CUSTOMER,
        issued=date(2025, 6, 30),
        days_to_pay=30,
        positions=(
            Position("EbbTrace 300 current profiler", 2, Decimal("15400.00")),
            Position("Subsea cable, 150 m, with connector", 2, Decimal("1962.75")),
            Position("Installation, per day on site", 3, Decimal("1240.00")),
        ),
    ),
    Invoice(
        number="SKI-2025-0503",
        customer=CUSTOMER,
        issued=date(2025, 8, 21),
        days_to_pay=PAYMENT_DAYS,
        positions=(
            Position("BladeSense 12 load monitor", 4, Decimal("21690.00")),
            Position("Spare strain rosette, set of 8", 10, Decimal("436.20")),
            Position("Commissioning, per day on site", 5, Decimal("1240.00")),
        ),
    ),
)


@dataclass(frozen=True, kw_only=True)
class TravelPolicy:
    """Amounts in euros."""

    version: str
    effective: date
    hotel_per_night: int
    meals_per_day: int
    mileage_per_km: Decimal
    approval_above: int
    booking_days: int
    claim_days: int


TRAVEL_POLICIES = (
    TravelPolicy(
        version="1.0",
        effective=date(2023, 3, 1),
        hotel_per_night=140,
        meals_per_day=45,
        mileage_per_km=Decimal("0.38"),
        approval_above=1_000,
        booking_days=14,
        claim_days=60,
    ),
    TravelPolicy(
        version="2.0",
        effective=date(2025, 2, 1),
        hotel_per_night=175,
        meals_per_day=60,
        mileage_per_km=Decimal("0.43"),
        approval_above=1_500,
        booking_days=10,
        claim_days=30,
    ),
)


@dataclass(frozen=True)
class Characteristic:
    """A row of the datasheet. Limits are written as they are printed; empty where there is none."""

    name: str
    symbol: str
    minimum: str
    typical: str
    maximum: str
    unit: str


PRODUCT = "EbbTrace 300"
PRODUCT_WEIGHT = "6.8 kg"
DEPTH_RATING = "300 m"
ELECTRICAL = (
    Characteristic("Supply voltage", "V_S", "9.0", "12.0", "36.0", "V"),
    Characteristic("Supply current, sampling", "I_S", "185", "210", "260", "mA"),
    Characteristic("Supply current, asleep", "I_Q", "", "1.4", "2.1", "mA"),
    Characteristic("Data rate, RS-485", "f_D", "9.6", "115.2", "460.8", "kbit/s"),
    Characteristic("Operating temperature", "T_A", "-4", "12", "45", "°C"),
)
MEASURING = (
    Characteristic("Current speed", "v", "0.02", "", "6.0", "m/s"),
    Characteristic("Speed error at 1 m/s", "e_v", "", "0.4", "0.9", "%"),
    Characteristic("Direction error", "e_θ", "", "0.6", "1.5", "°"),
    Characteristic("Profiling range", "R", "1.5", "42", "60", "m"),
    Characteristic("Sampling rate", "f_S", "0.1", "4", "8", "Hz"),
)
