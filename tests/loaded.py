"""Imported by the process from which quick servers are forked: all that a server loads sooner or later."""

from pathlib import Path

import django
from django.conf import settings
from django.template.loader import get_template

django.setup()

import games.routing  # noqa: E402, F401
import masuno_site.server  # noqa: E402
import masuno_site.urls  # noqa: E402, F401

for directory in map(Path, settings.TEMPLATES[0]["DIRS"]):
    for template in directory.rglob("*.html"):
        get_template(str(template.relative_to(directory)))
