"""Time zones as people call them."""

from django import template

from leagues.option_texts import zone_name

register = template.Library()
register.filter("zone_name", zone_name)
