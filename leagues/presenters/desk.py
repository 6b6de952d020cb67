"""The desk of who runs a league: what needs them first, the next step, the log in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.presenters import objections
from leagues.presenters.ranking import points

STATES: dict[str, str | Promise] = {
    "draft": gettext_lazy("being prepared"),
    "registration": gettext_lazy("registration is open"),
    "seeded": gettext_lazy("about to begin"),
    "running": gettext_lazy("running"),
    "paused": gettext_lazy("paused"),
    "review": gettext_lazy("last look at the results"),
    "final": gettext_lazy("it is over"),
    "archived": gettext_lazy("archived"),
    "cancelled": gettext_lazy("called off"),
}
ENTRANTS: dict[str, str | Promise] = {
    "applied": gettext_lazy("wait for your answer"),
    "waitlisted": gettext_lazy("waiting list"),
    "accepted": gettext_lazy("accepted"),
    "active": gettext_lazy("playing"),
    "withdrawn": gettext_lazy("have left"),
    "disqualified": gettext_lazy("disqualified"),
    "declined": gettext_lazy("declined"),
}
PARTS: dict[str, str | Promise] = {
    "owner": gettext_lazy("the league's owner"),
    "director": gettext_lazy("director"),
    "assistant": gettext_lazy("assistant"),
    "staff": gettext_lazy("site staff"),
}
ACTIONS: dict[str, str | Promise] = {
    "open": gettext_lazy("opened the league"),
    "describe": gettext_lazy("changed what the league says of itself"),
    "season": gettext_lazy("prepared a season"),
    "plan": gettext_lazy("changed the plan"),
    "state": gettext_lazy("moved the season on"),
    "appoint": gettext_lazy("gave a role"),
    "dismiss": gettext_lazy("took a role away"),
    "hand_over": gettext_lazy("handed the league over"),
    "owner_asked": gettext_lazy("somebody is asked to run the league"),
    "owner_took": gettext_lazy("somebody took the league over"),
    "owner_stays": gettext_lazy("stays the organizer"),
    "owner_nobody": gettext_lazy("nobody is left to ask to run the league"),
    "news": gettext_lazy("told everybody something"),
    "cancel": gettext_lazy("called the season off"),
    "delete_draft": gettext_lazy("deleted a season that was being prepared"),
    "apply": gettext_lazy("applied"),
    "accept": gettext_lazy("let a player in"),
    "waitlist": gettext_lazy("put a player on the waiting list"),
    "decline": gettext_lazy("declined a player"),
    "withdrawn": gettext_lazy("a player has left"),
    "disqualified": gettext_lazy("disqualified a player"),
    "readmit": gettext_lazy("took a player back"),
    "away": gettext_lazy("a round off"),
    "here": gettext_lazy("no round off after all"),
    "request": gettext_lazy("had the tables made"),
    "discard": gettext_lazy("threw a pairing away"),
    "swap": gettext_lazy("let two players change places"),
    "publish": gettext_lazy("published the tables"),
    "withdraw_pairing": gettext_lazy("took a pairing back"),
    "close": gettext_lazy("closed the round"),
    "completed": gettext_lazy("the round is over"),
    "cut_short": gettext_lazy("too few are left to play: this round and those after it are not played"),
    "reopen": gettext_lazy("opened the round again"),
    "postpone": gettext_lazy("let a table play later"),
    "time": gettext_lazy("set a table's time"),
    "no_show": gettext_lazy("did not come"),
    "claim": gettext_lazy("entered a result"),
    "confirm": gettext_lazy("confirmed a result"),
    "correct": gettext_lazy("corrected a result"),
    "dispute": gettext_lazy("disputes a result"),
    "decide": gettext_lazy("decided a dispute"),
    "vote": gettext_lazy("voted on a dispute"),
    "vote_changed": gettext_lazy("changed their vote on a dispute"),
    "decide_votes": gettext_lazy("two votes decided a dispute"),
    "decide_time": gettext_lazy("nobody decided a dispute in time: the result stands"),
    "penalty": gettext_lazy("took points off"),
    "appeal": gettext_lazy("asks to look at a penalty again"),
    "decide_appeal": gettext_lazy("decided about a penalty"),
    "substitute": gettext_lazy("a substitute"),
    "substitute_wanted": gettext_lazy("looks for a substitute"),
    "substitute_back": gettext_lazy("plays after all, without a substitute"),
    "substitute_none": gettext_lazy("lets nobody be asked any more"),
    "smaller": gettext_lazy("the table is smaller now"),
    "unbar": gettext_lazy("let a player queue again"),
    "keep_apart": gettext_lazy("keeps two players apart"),
    "let_meet": gettext_lazy("lets two players meet again"),
}


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for an organizer: a page to go to, or one button."""

    text: str
    label: str
    link: str = ""
    verb: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """The one thing that comes next. With a link it is a page, with a verb a button."""

    text: str
    label: str = ""
    link: str = ""
    verb: str = ""
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Entrants of one state."""

    state: str
    told: str
    entrants: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DayRow:
    number: int
    level: int
    divided: bool
    state: str
    told: str
    tables: int
    done: int
    opens: Any
    deadline: Any
    link: str
    ladder: bool = False


@dataclass(frozen=True, slots=True)
class Fine:
    """A penalty, its points as they are shown."""

    id: int
    name: str
    worth: str
    reason: str
    appeal: str


@dataclass(frozen=True, slots=True)
class LogRow:
    at: Any
    who: str
    told: str
    about: str
    reason: str
    own_table: bool
    public: bool
    votes: str


def board_link(slug: str, season: int, day: Any) -> str:
    if day.division.season.format == "ladder":
        return f"{reverse('leagues:desk_ladder', args=[slug])}?sezon={season}"
    address = reverse("leagues:board", args=[slug, day.number])
    return f"{address}?sezon={season}&divizia={day.division.level}"


def day_rows(slug: str, season: int, days: Sequence[Any], states: Mapping[str, Any]) -> list[DayRow]:
    """The rounds as a list to open."""
    divided = any(day.division.level > 1 for day in days)
    return [
        DayRow(
            day.number,
            day.division.level,
            divided,
            day.state,
            str(states[day.state]),
            day.table_count,
            day.done_count,
            day.opens_at,
            day.deadline_at,
            board_link(slug, season, day),
            day.division.season.format == "ladder",
        )
        for day in days
    ]


def needs(
    *,
    entrants: Sequence[Any],
    rows: Sequence[DayRow],
    disputes: Sequence[Any],
    penalties: Sequence[Any],
    rights: Mapping[str, bool],
    manage: str,
    people: str,
) -> list[Need]:
    """What waits for whoever looks, most urgent first; nothing that another role has to do."""
    found: list[Need] = []
    if rights["entrants"]:
        found += _applied(sum(one.state == "applied" for one in entrants))
    if rights["pair"]:
        found += [
            Need(_("The tables of round %(number)d wait for your look.") % {"number": row.number}, _("Look"), row.link)
            for row in rows
            if row.state == "draft"
        ]
    if rights["decide"]:
        found += _decisions(disputes, penalties, manage)
    for row in rows:
        if row.state == "closing" and row.done < row.tables:
            found.append(Need(_missing(row), _("Enter results"), row.link))
    if rights["entrants"]:
        found += [_no_show(one, people) for one in entrants if one.state == "active" and one.strikes >= 2]
    return found


def _applied(count: int) -> list[Need]:
    if not count:
        return []
    told = ngettext("%(count)d player wants to enter.", "%(count)d players want to enter.", count) % {"count": count}
    return [Need(told, _("Accept all"), verb="accepta-toti", strong=True)]


def _decisions(disputes: Sequence[Any], penalties: Sequence[Any], manage: str) -> list[Need]:
    found = [
        Need(
            _("%(name)s disputes table %(table)d of round %(round)d.")
            % {
                "name": dispute.claimant.name,
                "table": dispute.table.number,
                "round": dispute.table.matchday.number,
            },
            _("Decide"),
            f"{manage}#contestatie-{dispute.pk}",
        )
        for dispute in disputes
    ]
    found += [
        Need(
            _("%(name)s asks to look at a penalty again.") % {"name": penalty.entrant.name},
            _("Decide"),
            f"{manage}#penalizare-{penalty.pk}",
        )
        for penalty in penalties
        if penalty.appeal == "open"
    ]
    return found


def _missing(row: DayRow) -> str:
    left = row.tables - row.done
    told = ngettext(
        "Round %(number)d: %(count)d result is missing.", "Round %(number)d: %(count)d results are missing.", left
    )
    return told % {"number": row.number, "count": left}


def _no_show(one: Any, people: str) -> Need:
    told = ngettext("%(name)s did not come %(count)d time.", "%(name)s did not come %(count)d times.", one.strikes)
    return Need(told % {"name": one.name, "count": one.strikes}, _("Look"), f"{people}#jucator-{one.pk}")


def step(
    *, state: str, accepted: int, table_size: int = 0, rows: Sequence[DayRow], rights: Mapping[str, bool], copy: bool
) -> Step:
    """The next step of a season in this state."""
    if state == "draft":
        return Step(_("Nobody sees the season yet."), _("Open registration"), verb="deschide")
    if state in {"registration", "seeded"}:
        return _beginning(accepted, table_size)
    if state == "running":
        return _round(rows, rights)
    if state == "paused":
        return Step(_("Nothing opens and closes while the season is paused."), _("Resume the season"), verb="reia")
    if state == "review":
        return Step(_("All rounds are played. Look at the results once more."), _("Make it final"), verb="incheie")
    if copy:
        return Step(_("The season is over."), _("Prepare the next season"), verb="urmatorul")
    return Step(_("The season is over."), idle=True)


def _beginning(accepted: int, table_size: int) -> Step:
    told = ngettext("%(count)d player is accepted.", "%(count)d players are accepted.", accepted) % {"count": accepted}
    if accepted < 2:
        return Step(told + " " + _("Send the link; two are enough to begin."), idle=True)
    if accepted < 2 * table_size:
        told += " " + _("That is less than two full tables of %(size)d: the same people will meet in every round.") % {
            "size": table_size
        }
    return Step(told, _("Begin the season"), verb="incepe")


def _round(rows: Sequence[DayRow], rights: Mapping[str, bool]) -> Step:
    for row in rows:
        if row.state == "draft" and rights["pair"]:
            told = _("The tables of round %(number)d are made.") % {"number": row.number}
            return Step(told, _("Look at them and publish"), row.link)
        if row.state == "drafting":
            return Step(
                _("The tables of round %(number)d are being made.") % {"number": row.number}, _("See"), row.link
            )
    for row in sorted(rows, key=lambda row: row.state == "closing"):
        if row.ladder and row.state in {"published", "in_play", "closing"}:
            return Step(_("The ladder goes by itself."), _("Who waits, and the tables"), row.link)
        if row.state in {"published", "in_play", "closing"}:
            told = _("Round %(number)d: %(done)d of %(tables)d results are in.")
            words = {"number": row.number, "done": row.done, "tables": row.tables}
            return Step(told % words, _("Tables and results"), row.link)
    for row in rows:
        if row.state == "planned":
            told = _("Round %(number)d has no tables yet.") % {"number": row.number}
            return Step(told, _("To the round"), row.link)
    return Step(_("All goes by itself."), idle=True)


def groups(entrants: Iterable[Any]) -> list[Group]:
    """The entrants by state, those who wait first."""
    found = {state: Group(state, str(told)) for state, told in ENTRANTS.items()}
    for one in entrants:
        found[one.state].entrants.append(one)
    return [group for group in found.values() if group.entrants]


def fines(penalties: Iterable[Any], times: int = 10) -> list[Fine]:
    return [Fine(one.pk, one.entrant.name, points(one.value, times), one.reason, one.appeal) for one in penalties]


def log_rows(entries: Iterable[Any]) -> list[LogRow]:
    return [
        LogRow(
            entry.made_at,
            entry.actor_name or _("by itself"),
            str(ACTIONS.get(entry.action, entry.action)),
            _about(entry),
            entry.reason,
            entry.own_table,
            entry.public,
            "; ".join(objections.said(vote["name"], vote["upheld"]) for vote in entry.after.get("votes", ())),
        )
        for entry in entries
    ]


def _about(entry: Any) -> str:
    about = entry.about
    told = [about[name] for name in ("entrant", "player") if about.get(name)]
    told += [", ".join(map(str, about["names"]))] if about.get("names") and not entry.after.get("votes") else []
    told += [_("round %(number)s") % {"number": about["round"]}] if about.get("round") else []
    told += [_("table %(number)s") % {"number": about["table"]}] if about.get("table") else []
    if entry.action == "state":
        told.append(str(STATES.get(entry.after.get("state", ""), "")))
    if entry.action in {"decide", "decide_votes"}:
        told.append(str(objections.STATES.get(entry.after.get("state", ""), "")))
    return " · ".join(filter(None, map(str, told)))
