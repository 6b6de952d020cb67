"""Matches that are over: one's own, and those that everybody may find."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries, queries_history, queries_people
from games.history_forms import OwnSearchForm, SearchForm
from games.models import Player
from games.presenters import history, pages, searches
from games.queries_history import Page, Place, Search
from games.services import accounts
from games.views import player_of

MOST_PEOPLE = 20  # that a part of a name may mean; the others are left out, and that is said


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    assert player is not None
    asked = Asked(request, OwnSearchForm(request.GET), player, player)
    page = queries_history.own(player, asked.search, _place(request)) if asked.search else Page([], None, None)
    context = asked.context(page) | {"over": pages.games_of(player.pk, page.matches)}
    context["going"] = pages.games_of(player.pk, queries.unfinished_matches_of(player))
    return render(request, "games/my_games.html", context)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Everybody's list: no match of a table that was not public, unless it was ranked."""
    asked = Asked(request, SearchForm(request.GET), player_of(request), None)
    page = queries_history.listed(asked.search, _place(request)) if asked.search else Page([], None, None)
    return render(request, "games/games.html", asked.context(page) | {"over": history.rows(page.matches)})


class Asked:
    """What a visitor looks for: read once, then searched for, told, and kept in the links of the page."""

    def __init__(self, request: HttpRequest, form: SearchForm, viewer: Player | None, owner: Player | None) -> None:
        self.form, self.viewer, self.owner = form, viewer, owner
        self.query = {name: value for name in form.fields if (value := request.GET.get(name, ""))}
        self.meant: dict[str, list[Player]] = {}  # by the field that they were written in
        self.people: list[Player] = [owner] if owner else []
        self.others: list[Player] = []
        self.search = self._read() if form.is_valid() else None

    def _read(self) -> Search | None:
        """None, with the form's errors, for what there is not."""
        asked = dict(self.form.cleaned_data)
        person, other = asked.pop("person", ""), asked.pop("other")
        self.people = self.people or self._named("person", person)
        self.others = self._named("other", other)
        self.meant = {} if self.owner else {"person": self.people}
        self.meant["other"] = self.others
        if not self.people and not self.form.errors:
            self.people, self.others = self.others, []
            if asked["result"] and not self.people:
                self.form.add_error("result", _("Say whose result it is: write the player's name."))
        one = {player.pk for player in self.people} if len(self.people) == 1 else set()
        self.others = [player for player in self.others if player.pk not in one]
        people, others = ([player.pk for player in some] for some in (self.people, self.others))
        return None if self.form.errors else Search(people=tuple(people), others=tuple(others), **asked)

    def _named(self, field: str, part: str) -> list[Player]:
        """Who is meant; whose page the visitor may not see is told of as a name that nobody has."""
        if not part:
            return []
        exact = accounts.named(name=part)
        found = [exact] if exact else queries_history.named_like(part)
        if self.owner and not exact:
            mates = queries_people.table_mates(self.owner, [player.pk for player in found])
            found = [player for player in found if player.pk in mates and player != self.owner]
        seen = queries_people.seen_by(self.viewer, found)
        known = [player for player in found if player == self.viewer or player.pk in seen]
        if not known:
            self.form.add_error(field, _("There is no such player here."))
        return known[:MOST_PEOPLE]

    def context(self, page: Page) -> dict[str, Any]:
        places = {"newer": page.newer, "older": page.older}
        links = {name: queries_history.place_text(at) if at else "" for name, at in places.items()}
        told = searches.told(self.query, self.form.cleaned_data, self.meant) if self.search else None
        context = {"form": self.form, "told": told, "query": searches.address(self.query), **links}
        return context | {"duels": self._duels(), "filtered": bool(self.query)}

    def _duels(self) -> dict[str, Any] | None:
        """Head to head, where two are meant and no more."""
        if self.search is None or not len(self.people) == len(self.others) == 1:
            return None
        one, other = self.people[0], self.others[0]
        rows = queries_history.duels(one, other, every=self.viewer in (one, other))
        return {"rows": rows, "one": one.username, "other": other.username} if rows else None


def _place(request: HttpRequest) -> Place | None:
    older, newer = request.GET.get("before", ""), request.GET.get("after", "")
    return queries_history.place(older) or queries_history.place(newer, back=True)
