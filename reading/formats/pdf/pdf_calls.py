"""pdfium asked about each character or object of a page, at as little cost as ctypes allows.

A page holds some 4,000 characters and the calls took half of the time that reading it takes. pdfium is not
thread-safe: the caller sees to it that one thread at a time is in here.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

BLOCK = 1024  # calls for whose answers there is room at a time


def bare(function: Any, result: Any = ctypes.c_int) -> Any:
    """pdfium's function, called without conversions and without letting other threads run.

    It takes numbers that fit a C int, and for all else ctypes objects. It takes a third as long as pdfium's
    own, and is worth it where it is called for each character or object of a page.
    """
    return ctypes.PYFUNCTYPE(result)(address_of(function))


def address_of(pointer: Any) -> int:
    address = ctypes.cast(pointer, ctypes.c_void_p).value
    assert address
    return address


def handle(pointer: Any) -> ctypes.c_void_p:
    """A page or its text, as bare functions take it."""
    return ctypes.c_void_p(address_of(pointer))


class Room:
    """Where pdfium writes `width` numbers in each of a block of calls.

    It is kept from page to page, because ctypes takes as long for an object to write to as for a call.
    """

    def __init__(self, kind: Any, width: int = 1) -> None:
        block = (kind * width * BLOCK)()
        self.parts = list(block)
        self.numbers = np.ctypeslib.as_array(block)


def numbers_of(function: Any, arguments: Sequence[Sequence[Any]], rooms: Sequence[Room]) -> Floats:
    """What `function(argument…, room…)` writes in each call: a row for each number, a column for each call.

    `arguments`: the first ones of all calls, the second ones and so on. What is not written is 0.
    """
    count = len(arguments[-1])
    found = np.empty((sum(room.numbers.shape[1] for room in rooms), count))
    for start in range(0, count, BLOCK):
        given = [each[start : start + BLOCK] for each in arguments]
        called = slice(len(given[-1]))
        for room in rooms:
            room.numbers[called] = 0
        deque(map(function, *given, *[room.parts for room in rooms]), maxlen=0)
        found[:, start : start + BLOCK] = np.hstack([room.numbers[called] for room in rooms]).T
    return found
