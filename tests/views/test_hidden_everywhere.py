"""The cards of a running round on every address of the site: whoever may not see them gets the same bytes, whatever
they are. The addresses come from the site itself, so that a new one is walked without being named here."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.test import Client

from games.engine.ruleset import rules_from
from games.models import Player, Round
from tests import kept
from tests.leagues.services.league import tables_of
from tests.services.test_matches import bots_only
from tests.views.test_history import masked, play_until_round
from tests.views.test_route_matrix import PLACE, Scene, all_routes

pytestmark = pytest.mark.django_db
# Every page of the games and of the leagues; those of accounts and of the administration know no table.
WALKED = [(name, path) for name, path in sorted(all_routes().items()) if name.startswith(("games:", "leagues:"))]
CLOCK = re.compile(rb'data-now="\d+"')  # the time at which a page was made
ROLES = ("player", "opponent", "spectator", "stranger", "moderator")


class Running:
    """A match of Ana and Bogdan in its second round, which is a league's too; Dan looks on, Mara moderates."""

    def __init__(self) -> None:
        self.scene = Scene()
        ana, bogdan = self.scene.people["player"], Player.objects.get(username="bogdan")
        self.match = play_until_round(bots_only(ana, bogdan, rules=rules_from({"ending": "rounds 3"})), 2)
        table = tables_of(self.scene.day)[0]
        table.match, table.state = self.match, "started"
        table.save()
        self.people = {"player": ana, "opponent": bogdan, "spectator": self.scene.people["other"]}
        self.people["moderator"] = self.scene.people["moderator"]
        self.round = self.match.rounds.get(number=2)

    def restore(self) -> None:
        Round.objects.filter(pk=self.round.pk).update(state=self.round.state)

    def client(self, role: str) -> Client:
        client = Client(headers={"accept-language": "ro"})
        if role in self.people:
            client.force_login(self.people[role])
        return client

    def addresses(self) -> Iterator[str]:
        """Every address; those of a round for both of them, at the deal and after a move."""
        for name, path in WALKED:
            places = set(re.findall(r"<(?:\w+:)?(\w+)>", path))
            if "code" not in places:
                yield self.scene.address(name, path)
                continue
            for number, move in product((1, 2) if "number" in places else (1,), (0, 1) if "move" in places else (1,)):
                told = {"code": self.match.code, "number": str(number), "move": str(move), "username": "bogdan"}
                yield "/" + PLACE.sub(lambda place, told=told: told.get(place[1] or place[2], "1"), path)  # type: ignore[misc]

    def pages(self, role: str) -> dict[str, tuple[int, bytes]]:
        client, found = self.client(role), {}
        for address in self.addresses():
            kept.forget()
            response = client.get(address)
            content = b"".join(response.streaming_content) if response.streaming else response.content
            found[address] = (response.status_code, CLOCK.sub(b"", masked(content)))
        return found

    def swap(self, *seats: int) -> None:
        """Other cards in these hands and in the pile, as many as before."""
        played = Round.objects.get(pk=self.round.pk)
        hands = list(played.state["hands"])
        for seat in seats:
            hands[seat] = " ".join(["WM"] * len(hands[seat].split()))
        played.state["hands"] = hands
        played.state["draw"] = " ".join(["WM"] * len(played.state["draw"].split()))
        played.save()


def seat_of(round_: Round, who: Player) -> int:
    seat = round_.seat_of(who.pk)
    assert seat is not None
    return seat


def test_no_address_tells_a_hidden_card() -> None:
    running = Running()
    for role in ROLES:
        own = running.round.seat_of(running.people[role].pk) if role in running.people else None
        before = running.pages(role)
        running.swap(*[seat for seat in range(running.round.seat_count) if seat != own])
        after = running.pages(role)
        assert {role: [address for address in before if before[address] != after[address]]} == {role: []}
        assert sum(status == 200 for status, _content in before.values()) > 20
        running.restore()


def test_the_walk_would_see_a_card_that_is_shown() -> None:
    """One's own hand is on the table's page: other cards in it are seen there, by oneself alone."""
    running = Running()
    before = {role: running.pages(role) for role in ("player", "stranger")}
    running.swap(seat_of(running.round, running.people["player"]))
    changed = {role: [a for a, page in running.pages(role).items() if page != before[role][a]] for role in before}
    assert f"/t/{running.match.code}/" in changed["player"]
    assert changed["stranger"] == []


def test_every_address_of_a_match_is_walked() -> None:
    running = Running()
    walked = list(running.addresses())
    assert len({name for name, path in WALKED if "<code>" in path}) > 20
    for _name, path in WALKED:
        if "<code>" in path:
            begin = "/" + path.split("<code>")[0] + running.match.code
            assert any(address.startswith(begin) for address in walked)
    assert f"/joc/{running.match.code}/2/1/imagine.png" in walked
