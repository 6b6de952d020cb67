#!/usr/bin/env python
"""Runs the administrative commands."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from masuno_site.pools import close_pools


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masuno_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        sys.exit(f"MAS UNO does not start: {problem}")
    finally:
        close_pools()


if __name__ == "__main__":
    main()
