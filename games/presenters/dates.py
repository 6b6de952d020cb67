"""Days and months inside a sentence: Romanian writes them small."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language


def written(day: date, form: str) -> str:
    """A day by one of Django's date formats, as it stands in the middle of a sentence."""
    text = date_format(day, form)
    return text.lower() if get_language() == "ro" else text
