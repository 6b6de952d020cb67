"""A disputed result on the pages: claimed with figures, voted on, decided; and for whom the form is there."""

from django.test import Client
from django.urls import reverse

from games.models import Player
from leagues.models import Dispute, LeagueTable, Place, Role
from leagues.services import disputes, results
from tests.leagues.services.league import in_order, names, player, published, tables_of
from tests.leagues.views.conftest import As

ASKED = "What do you say?"


def played() -> tuple[LeagueTable, LeagueTable]:
    """The first two tables of a round, the first one with its result."""
    table, other = tables_of(published(8))
    results.claim(table=table, by=player("olga"), lines=in_order(table))
    return table, other


def at(table: LeagueTable, verb: str = "") -> str:
    slug = table.matchday.division.season.league.slug
    name, args = ("leagues:table_act", [slug, table.pk, verb]) if verb else ("leagues:table", [slug, table.pk])
    return reverse(name, args=args)


def read(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def disputed(table: LeagueTable) -> Dispute:
    told = disputes.dispute(table=table, by=player(names(table)[3]), kind="result", text="I was second")
    assert isinstance(told, Dispute)
    return told


def test_who_says_that_a_result_is_wrong_says_what_it_should_be(as_: As) -> None:
    table, _ = played()
    places = list(Place.objects.filter(table=table))
    form = {"fel": "result", "text": "Upside down"}
    for rank, place in enumerate(reversed(places), start=1):
        form |= {f"drept{place.entrant_id}": str(rank), f"dreptpuncte{place.entrant_id}": str(100 * (4 - rank))}
    as_(names(table)[3]).post(at(table, "contesta"), form)
    told = Dispute.objects.get()
    assert [line["place"] for line in told.lines] == [4, 3, 2, 1]
    whole = read(as_(names(table)[0]), at(table))
    assert "Upside down" in whole
    assert "It should be:" in whole


def test_figures_that_cannot_be_are_refused_and_nothing_is_claimed(as_: As) -> None:
    table, _ = played()
    entrant = table.places.get(position=0).entrant_id
    for value in ("9", "²", "x"):
        form = {"fel": "result", "text": "No", f"drept{entrant}": value}
        answer = as_(names(table)[3]).post(at(table, "contesta"), form, follow=True)
        assert "This result cannot be" in answer.content.decode()
    assert not Dispute.objects.exists()


def test_those_who_did_not_sit_there_are_asked_on_the_leagues_page_and_vote(as_: As) -> None:
    table, other = played()
    told = disputed(table)
    league = reverse("leagues:league", args=[table.matchday.division.season.league.slug])
    first, second = names(other)[:2]
    assert at(table) in read(as_(first), league)
    assert ASKED in read(as_(first), at(table))
    for one in (first, second):
        as_(one).post(at(table, "voteaza"), {"contestatie": str(told.pk), "da": "0"})
    told.refresh_from_db()
    assert told.state == Dispute.State.REJECTED
    assert ASKED not in read(as_(names(other)[2]), league)
    whole = read(as_(first), at(table))
    assert "Two votes decided." in whole
    assert f"{second}: the result stands" in whole


def test_the_log_tells_how_a_dispute_was_decided_and_who_voted_what(as_: As) -> None:
    table, other = played()
    told = disputed(table)
    first, second, third = names(other)[:3]
    for one, upheld in ((first, False), (first, True), (second, False), (third, True)):
        disputes.vote(dispute=told, by=player(one), upheld=upheld)
    slug = table.matchday.division.season.league.slug
    whole = read(as_(first), reverse("leagues:public_log", args=[slug]))
    assert "changed their vote on a dispute" in whole
    assert f"round 1 · table {table.number} · was accepted<" in whole
    assert f"{first}: they are right; {second}: the result stands; {third}: they are right<" in whole
    assert f"{third}: they are right<" in read(as_("olga"), reverse("leagues:log", args=[slug]))


def test_in_a_season_of_one_table_those_whose_vote_counts_are_asked_on_the_leagues_page(as_: As) -> None:
    (table,) = tables_of(published(4))
    first, second, third, fourth = names(table)
    results.claim(table=table, by=player(first), lines=in_order(table))
    disputed(table)
    league = reverse("leagues:league", args=[table.matchday.division.season.league.slug])
    told = {one: ASKED in read(as_(one), league) for one in (first, second, third, fourth, "olga")}
    assert told == {first: False, second: True, third: True, fourth: False, "olga": False}
    assert "did not sit" not in read(as_(second), at(table)).replace("who did not sit", "")


def test_a_director_who_plays_is_not_asked_for_a_vote_and_the_sites_staff_who_play_are(as_: As) -> None:
    table, other = played()
    disputed(table)
    season = table.matchday.division.season
    director, staff = player(names(other)[0]), player(names(other)[1])
    Role.objects.create(league=season.league, player=director, kind=Role.Kind.DIRECTOR)
    Player.objects.filter(pk=staff.pk).update(is_staff=True)
    league = reverse("leagues:league", args=[season.league.slug])
    assert ASKED not in read(as_(director.username), league)
    assert ASKED in read(as_(staff.username), league)


def test_how_somebody_voted_is_not_shown_while_others_vote(as_: As) -> None:
    table, other = played()
    told = disputed(table)
    first, second = names(other)[:2]
    as_(first).post(at(table, "voteaza"), {"contestatie": str(told.pk), "da": "1"})
    whole = read(as_(second), at(table))
    assert "1 vote so far." in whole
    assert f"{first}: they are right" not in whole
    assert "✓ They are right" in read(as_(first), at(table))
    league = reverse("leagues:league", args=[table.matchday.division.season.league.slug])
    assert ASKED not in read(as_(first), league)


def test_nobody_of_the_table_nor_a_stranger_is_asked_and_a_sent_form_is_refused(as_: As, client: Client) -> None:
    table, other = played()
    told = disputed(table)
    league = reverse("leagues:league", args=[table.matchday.division.season.league.slug])
    for one in (names(table)[0], names(table)[3], "zoe", "olga"):
        assert ASKED not in read(as_(one), at(table)), one
        assert ASKED not in read(as_(one), league), one
        answer = as_(one).post(at(table, "voteaza"), {"contestatie": str(told.pk), "da": "1"}, follow=True)
        assert "Those vote who did not sit at that table" in answer.content.decode()
    assert client.post(at(table, "voteaza"), {"contestatie": str(told.pk), "da": "1"}).status_code == 302
    wrong = ({"contestatie": str(told.pk)}, {"contestatie": "0", "da": "1"}, {"contestatie": "x", "da": "1"}, {})
    for form in wrong:
        as_(names(other)[0]).post(at(table, "voteaza"), form)
    as_(names(other)[0]).post(at(other, "voteaza"), {"contestatie": str(told.pk), "da": "1"})
    assert not told.votes.exists()


def test_the_desk_shows_the_votes_and_what_is_asked_for(as_: As) -> None:
    table, other = played()
    lines = in_order(table, [line["entrant"] for line in in_order(table)][::-1])
    disputes.dispute(table=table, by=player(names(table)[3]), kind="result", text="Upside down", lines=lines)
    disputes.vote(dispute=Dispute.objects.get(), by=player(names(other)[0]), upheld=True)
    slug = table.matchday.division.season.league.slug
    whole = read(as_("olga"), reverse("leagues:desk_running", args=[slug]))
    assert "1 vote so far." in whole
    assert f"1. {names(table)[3]} (300)" in whole
    as_("olga").post(
        reverse("leagues:desk_act", args=[slug, "decide"]),
        {"dispute": str(Dispute.objects.get().pk), "upheld": "1", "reason": "Seen"},
    )
    assert table.results.get(current=True).lines[3]["place"] == 1
