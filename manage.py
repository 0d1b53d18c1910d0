#!/usr/bin/env python
"""The command line of ragsite."""

import gc
import os
import sys

NEW_OBJECTS = 50_000  # before garbage is looked for; Python's own 700 costs a start a sixth of its time


def main() -> int:
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ragsite.settings")
    from ragsite.command_line import run

    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
