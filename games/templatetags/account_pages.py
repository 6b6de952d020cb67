"""Small helpers of the account pages."""

import re

from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.account_forms import PASSWORD_HELP

register = template.Library()

# In this order: every browser names those that came before it.
BROWSERS = ("Edg", "OPR", "SamsungBrowser", "Firefox", "FxiOS", "Chrome", "CriOS", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")
SPOKEN = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "FxiOS": "Firefox", "CriOS": "Chrome"}


@register.filter
def tidy(field: BoundField) -> BoundField:
    """The field without the placeholder that says its label again, the rules of a password in one line."""
    attrs = field.field.widget.attrs
    attrs.pop("placeholder", None)
    if attrs.get("autocomplete") == "new-password" and field.help_text:
        field.help_text = PASSWORD_HELP
    return field


@register.filter
def device(user_agent: str) -> str:
    """What a person calls a browser: "Chrome, Android"."""
    names = (next((name for name in known if name in user_agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(SPOKEN.get(name, name) for name in names if name) or _("Unknown browser")


@register.filter
def allows_passkeys(request: HttpRequest) -> bool:
    """Browsers offer passkeys only on https, and on the machine itself under the name localhost."""
    return request.is_secure() or bool(re.fullmatch(r"localhost(:\d+)?", request.get_host()))
