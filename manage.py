#!/usr/bin/env python
"""The command line of ragsite."""

import os
import sys


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ragsite.settings")
    from ragsite.command_line import run

    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
