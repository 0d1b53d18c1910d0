"""Counts of how often who did what, in one table that all web processes and machines share.

Each count is one statement, which the database makes atomic: requests at once do not get past it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from ragsite.models import Allowance

FORGOTTEN_SECONDS = 3600  # without a try, after which tries begin anew

# The generic cell rate algorithm: `until` runs ahead of the clock by what was had, a minute's worth at most.
SPEND = """
INSERT INTO ragsite_allowance AS a (key, until, tries)
VALUES (%(key)s, clock_timestamp() + make_interval(secs => %(each)s), 0)
ON CONFLICT (key) DO UPDATE SET until = greatest(a.until, clock_timestamp()) + make_interval(secs => %(each)s)
WHERE a.until <= clock_timestamp() + make_interval(secs => %(ahead)s)
RETURNING 0
"""
TRY = """
INSERT INTO ragsite_allowance AS a (key, until, tries)
VALUES (%(key)s, clock_timestamp() + make_interval(secs => {first}), 1)
ON CONFLICT (key) DO UPDATE SET (tries, until) = (
    SELECT n, clock_timestamp() + make_interval(secs => {later})
    FROM (SELECT CASE WHEN a.until + make_interval(secs => %(forgotten)s) < clock_timestamp()
                      THEN 1 ELSE a.tries + 1 END) AS counted (n)
)
WHERE a.until <= clock_timestamp()
RETURNING 0
"""
GROWING = "CASE WHEN {n} < %(free)s THEN 0 ELSE least(power(2, least({n} - %(free)s, 30)), %(longest)s) END"
TRY = TRY.format(first=GROWING.format(n="1"), later=GROWING.format(n="n"))
LEFT = "SELECT extract(epoch FROM until - clock_timestamp()) FROM ragsite_allowance WHERE key = %(key)s"


@dataclass(frozen=True)
class Waits:
    """`free` tries without a wait, then 1, 2, 4 … seconds, `longest` at most."""

    free: int
    longest: float


def spend(key: str, per_minute: int) -> float:
    """0 where it may be had, which is counted; else the seconds until it may."""
    each = 60 / per_minute
    values: dict[str, str | float] = {"key": key, "each": each, "ahead": 60 - each}
    return _counted(SPEND, values, ahead=60 - each)


def attempt(key: str, waits: Waits) -> float:
    """0 where it may be tried, which is counted until it is forgiven; else the seconds until it may."""
    waiting = {"free": waits.free, "longest": waits.longest, "forgotten": FORGOTTEN_SECONDS}
    return _counted(TRY, {"key": key, **waiting})


def tries(key: str) -> int:
    """How often it was tried in a row."""
    since = timezone.now() - timedelta(seconds=FORGOTTEN_SECONDS)
    return Allowance.objects.filter(key=key, until__gte=since).values_list("tries", flat=True).first() or 0


def forgive(key: str, *, all_tries: bool) -> None:
    """Take the last try back, or all of them."""
    row = Allowance.objects.filter(key=key)
    if all_tries:
        row.delete()
    else:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE ragsite_allowance SET tries = greatest(tries, 1) - 1, until = clock_timestamp()"
                " WHERE key = %s",
                [key],
            )


def forget_old() -> int:
    """Remove what no longer counts; returns how many rows. Runs on a schedule."""
    since = timezone.now() - timedelta(seconds=FORGOTTEN_SECONDS)
    return Allowance.objects.filter(until__lt=since).delete()[0]


def _counted(statement: str, values: dict[str, str | float], ahead: float = 0) -> float:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        if cursor.fetchone():
            return 0
        cursor.execute(LEFT, values)
        row = cursor.fetchone()
    return max(float(row[0]) - ahead, 0.001) if row else 0
