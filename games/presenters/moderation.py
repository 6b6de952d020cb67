"""Reports and what was done about them, as moderators read them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.names import shown_name
from games.phrases import PHRASES, REACTIONS, WHYS


class Said(NamedTuple):
    """A line of the talk as it was when it was reported."""

    at: datetime | None
    name: str
    text: str
    reported: bool


class Case(NamedTuple):
    """A report."""

    number: int
    made_at: datetime
    why: str
    name: str  # of the reported player
    username: str
    reporter: str
    code: str
    is_open: bool
    handler: str
    others: int  # further reports of the same player
    line: bool  # whether a line was reported that can be hidden
    said: tuple[Said, ...]


class Act(NamedTuple):
    """Something that a moderator did."""

    made_at: datetime
    by: str
    told: str
    name: str
    username: str
    note: str


class Choice(NamedTuple):
    """A measure to choose: what the form sends, and what it is called and does."""

    value: str
    name: str | Promise
    help: str | Promise


# What the site itself reports.
OWN_WHYS: dict[str, str | Promise] = {
    "withheld": gettext_lazy("Binds itself to the shuffle and withholds its part"),
}
ACTS: dict[str, str | Promise] = {
    "dismiss": gettext_lazy("nothing to object to"),
    "note": gettext_lazy("a note"),
    "warn": gettext_lazy("a warning"),
    "hide": gettext_lazy("the line is hidden"),
    "open": gettext_lazy("the chat is open again"),
    "rename": gettext_lazy("the name is taken away"),
    "ban": gettext_lazy("the account is closed"),
    "lift": gettext_lazy("the account is open again"),
}
CHOICES = (
    Choice("dismiss", gettext_lazy("Nothing to object to"), gettext_lazy("The report is closed.")),
    Choice("warn", gettext_lazy("Warn"), gettext_lazy("The player reads why, and has to confirm it.")),
    Choice("close-1", gettext_lazy("Close the chat for a day"), ""),
    Choice("close-7", gettext_lazy("Close the chat for a week"), ""),
    Choice(
        "close-30", gettext_lazy("Close the chat for a month"), gettext_lazy("The player plays on, and says nothing.")
    ),
    Choice(
        "rename",
        gettext_lazy("Take the name away"),
        gettext_lazy("At every table too; the player may choose another one."),
    ),
    Choice(
        "ban",
        gettext_lazy("Close the account"),
        gettext_lazy("Signed out everywhere; a bot plays on, a ranked match is left."),
    ),
)


def case(report: Any, others: int = 0) -> Case:
    """Show a report with what was said before it."""
    return Case(
        number=report.pk,
        made_at=report.made_at,
        why=str(WHYS.get(report.why) or OWN_WHYS.get(report.why, report.why)),
        name=shown_name(report.player.username),
        username=report.player.username,
        reporter=_reporter(report),
        code=report.match.code,
        is_open=report.state == "open",
        handler=shown_name(report.handled_by.username) if report.handled_by else "",
        others=others,
        line=report.line_id is not None,
        said=tuple(_said(report)),
    )


def _reporter(report: Any) -> str:
    if report.reporter:
        return shown_name(report.reporter.username)
    return _("the site itself") if report.why in OWN_WHYS else _("somebody who is gone")


def _said(report: Any) -> Iterable[Said]:
    last = len(report.context) - 1
    for index, line in enumerate(report.context):
        text = PHRASES.get(line["said"]) or REACTIONS.get(line["said"]) or line["said"]
        reported = report.line_id is not None and index == last
        yield Said(parse_datetime(line["at"]), shown_name(line["who"]), str(text) or "…", reported)


def act(act: Any) -> Act:
    """Say what a moderator did."""
    told = (
        ngettext("the chat is closed for %(days)d day", "the chat is closed for %(days)d days", act.days)
        % {"days": act.days}
        if act.kind == "close"
        else str(ACTS[act.kind])
    )
    return Act(
        act.made_at, shown_name(act.by.username), told, shown_name(act.player.username), act.player.username, act.note
    )


def warning(why: str) -> str:
    """Say what a player was reported and warned for; "" where there is no warning."""
    return str(WHYS.get(why) or OWN_WHYS.get(why, ""))
