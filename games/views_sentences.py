"""What the table would make of a sentence, while it is written."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.sentences import told


@require_safe
def sentence(request: HttpRequest, number: int) -> HttpResponse:
    """A fragment of the forms that hold the sentences; it says what of them changes nothing."""
    shown = told(request.GET.get(f"rule{number}_sentence", ""))
    return render(request, "components/sentence.html", {"told": shown})
