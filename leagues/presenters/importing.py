"""What is wrong with a line of an imported file, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

FAULTS: dict[str, str | Promise] = {
    "empty": gettext_lazy("there is no name on it"),
    "long": gettext_lazy("the name is longer than 40 letters"),
    "twice": gettext_lazy("the same name stands further up"),
    "in": gettext_lazy("is in the season already"),
    "unknown": gettext_lazy("nobody with an account has this name, and the season is played online"),
    "out": gettext_lazy("has left or was disqualified: take them back among the players"),
    "full": gettext_lazy("nobody can enter any more"),
}
