"""A stored rule set as a sheet, for pages outside the games' own."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from games.presenters.rules import Sheet, stored_sheet

register = template.Library()


@register.simple_tag
def told_rules(rules: Mapping[str, Any], sentences: Sequence[str] = ()) -> Sheet:
    """What `components/rules_sheet.html` shows of a rule set as it is stored."""
    return stored_sheet(rules, sentences)
