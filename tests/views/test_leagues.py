"""The pages of leagues for everybody and for their entrants: who sees what, and what they may do."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues.models import Entrant, League, LeagueTable, Matchday, Place, PlayWeek, Result, Season, SubstituteOffer
from leagues.option_texts import zone_name
from leagues.services import clock, disputes, entrants, leagues, paper, results
from leagues.services.plan import Plan
from tests.leagues.services.league import (
    NOON,
    decide_all,
    ids,
    in_order,
    names,
    player,
    published,
    season_of,
    tables_of,
)
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db
TABS = ("league", "standings", "rounds", "people", "rules", "public_log")
OTHERS = (League.Visibility.UNLISTED, League.Visibility.PUBLIC)


def page(client: Client, name: str, *args: object, **query: str) -> str:
    answer = client.get(reverse(f"leagues:{name}", args=args), query)
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def seen(league: League, visibility: str) -> League:
    League.objects.filter(pk=league.pk).update(visibility=visibility)
    league.refresh_from_db()
    return league


@pytest.mark.parametrize("visibility", OTHERS)
@pytest.mark.parametrize("tab", TABS)
def test_a_league_that_is_not_private_is_open_to_whoever_has_its_address(
    anybody: Client, tab: str, visibility: str
) -> None:
    league = seen(published(8).division.season.league, visibility)
    assert league.name in page(anybody, tab, league.slug)


def test_pages_with_times_say_once_and_in_one_sentence_whose_clocks_they_mean(anybody: Client) -> None:
    day = published(8)
    league, table = day.division.season.league, tables_of(day)[0]
    desk = signed_in(player("olga"))
    pages = [page(anybody, tab, league.slug) for tab in ("league", "rounds", "public_log")]
    pages += [page(anybody, "table", league.slug, table.pk), page(desk, "desk_table", league.slug, table.pk)]
    assert [one.count("All times are those of Bucharest.") for one in pages] == [1] * len(pages)
    assert [one.count("Bucharest") for one in pages] == [1] * len(pages)
    told = anybody.get(f"/liga/{league.slug}/", headers={"accept-language": "ro"}).content.decode()
    assert "Toate orele sunt cele din București." in told


def test_a_zone_is_chosen_by_the_name_of_its_town(anybody: Client) -> None:
    page = signed_in(player("olga")).get("/ligi/timp/").content.decode()
    assert '<option value="America/New_York">New York</option>' in page
    assert '<option value="Europe/Bucharest" selected>Bucharest</option>' in page
    assert [zone_name(zone) for zone in ("Europe/Rome", "America/Argentina/San_Juan")] == ["Rome", "San Juan"]


def test_before_a_result_nothing_stands_before_the_names_and_after_it_their_places(anybody: Client) -> None:
    day = published(8)
    league, (table, other) = day.division.season.league, tables_of(day)
    addresses = (("rounds", league.slug), ("table", league.slug, table.pk), ("table", league.slug, other.pk))
    assert ["leaguetable__place" in page(anybody, *address) for address in addresses] == [False] * 3
    lines = in_order(table)
    lines[3] |= {"came": False, "place": 0, "points": 0, "cards": 0}
    results.claim(table=table, by=player("olga"), lines=lines)
    told = page(anybody, "table", league.slug, table.pk)
    places = [part.split("</b>")[0] for part in told.split("leaguetable__place")[1:]]
    assert places == ['">1', '">2', '">3', ' muted">–']


def test_a_private_league_does_not_exist_but_for_its_people() -> None:
    day = published(8)
    league = seen(day.division.season.league, League.Visibility.PRIVATE)
    table = tables_of(day)[0]
    addresses = [reverse(f"leagues:{tab}", args=[league.slug]) for tab in (*TABS, "feed_league")]
    addresses += [
        reverse("leagues:table", args=[league.slug, table.pk]),
        reverse("leagues:export", args=[league.slug, "clasament", "csv"]),
    ]
    for person, status in ((None, 404), (player("zoe"), 404), (player("e1"), 200), (player("olga"), 200)):
        client = signed_in(person) if person else Client()
        assert {client.get(address).status_code for address in addresses} == {status}, person


def test_a_code_opens_a_private_league_and_lets_one_enter() -> None:
    season = season_of(4)
    league = seen(season.league, League.Visibility.PRIVATE)
    client = signed_in(player("zoe"))
    assert client.get(reverse("leagues:code", args=["XXXXXX"])).url == reverse("leagues:index")
    assert client.get(reverse("leagues:code_form"), {"cod": league.code.lower()}).url == reverse(
        "leagues:league", args=[league.slug]
    )
    assert "Enter the league" in page(client, "league", league.slug)
    client.post(reverse("leagues:act", args=[league.slug, "inscrie"]))
    assert Entrant.objects.get(player__username="zoe").state == Entrant.State.APPLIED


def test_a_draft_is_seen_by_its_organizers_alone(anybody: Client) -> None:
    season = leagues.open_league(owner=player("olga"), name="Ciornă", plan=Plan(), visibility="public", now=NOON)
    address = reverse("leagues:league", args=[season.league.slug])
    assert anybody.get(address).status_code == 404
    assert signed_in(player("olga")).get(address).status_code == 200


def test_an_unlisted_league_asks_for_its_code_before_one_enters() -> None:
    season = season_of(4)
    league = seen(season.league, League.Visibility.UNLISTED)
    client = signed_in(player("zoe"))
    enter = reverse("leagues:act", args=[league.slug, "inscrie"])
    answer = client.post(enter, {"cod": "WRONG"}, follow=True)
    assert "This code does not open the league." in answer.content.decode()
    client.post(enter, {"cod": league.code})
    assert Entrant.objects.filter(player__username="zoe").exists()


def test_who_is_not_signed_in_is_asked_to_before_entering(anybody: Client) -> None:
    league = season_of(4).league
    answer = anybody.post(reverse("leagues:act", args=[league.slug, "inscrie"]))
    assert answer.status_code == 302
    assert reverse("account_login") in answer.url


def test_an_entrant_asks_rounds_off_stands_by_and_leaves() -> None:
    season = season_of(4)
    client = signed_in(player("e1"))

    def send(verb: str, **fields: str) -> Entrant:
        client.post(reverse("leagues:act", args=[season.league.slug, verb]), fields)
        return Entrant.objects.get(player__username="e1")

    assert send("liber", etapa="2", liber="1").away == {"2": "requested"}
    assert send("liber", etapa="2", liber="0").away == {}
    assert send("rezerva", gata="1").standby
    assert send("retrage").state == Entrant.State.ACCEPTED  # not without the tick
    assert send("retrage", sigur="1").state == Entrant.State.WITHDRAWN


def test_the_index_lists_open_public_leagues_and_finds_them() -> None:
    season = season_of(4)
    League.objects.update(club="Clubul Ambasadorilor", place="Cluj-Napoca", language="ro")
    client = signed_in(player("zoe"))
    for query in ({}, {"cauta": "marți"}, {"club": "ambasad"}, {"loc": "cluj"}, {"limba": "ro"}):
        assert season.league.name in page(client, "index", **query), query
    for query in ({"cauta": "nimic"}, {"loc": "Iași"}, {"limba": "en"}):
        assert season.league.name not in page(client, "index", **query), query
    seen(season.league, League.Visibility.UNLISTED)
    assert season.league.name not in page(client, "index")


def test_what_is_next_for_me_stands_first() -> None:
    day = published(4)
    (table,) = tables_of(day)
    whole = page(signed_in(player("e1")), "index")
    assert reverse("leagues:table", args=[day.division.season.league.slug, table.pk]) in whole
    assert whole.index("What comes next for you") < whole.index("Leagues to join")


def test_every_number_of_the_standings_opens_its_sum() -> None:
    day = published(8, table_size=4)
    decide_all(day, NOON)
    league = day.division.season.league
    first = Entrant.objects.get(standings__rank=1)
    whole = page(signed_in(player("e1")), "standings", league.slug)
    sums = reverse("leagues:sums", args=[league.slug, first.pk])
    for kind in ("points", "wins", "opponents", "difference", "cards"):
        assert f"{sums}#{kind}" in whole
    opened = page(signed_in(player("e1")), "sums", league.slug, first.pk)
    assert "Round 1, table 1: place 1 of 4" in opened or "Round 1, table 2: place 1 of 4" in opened
    assert "10.00" in opened


def test_a_round_that_is_only_a_draft_shows_no_table(anybody: Client) -> None:
    day = published(8)
    Matchday.objects.filter(pk=day.pk).update(state=Matchday.State.DRAFT)
    league, table = day.division.season.league, tables_of(day)[0]
    assert "Table 1" not in page(anybody, "rounds", league.slug, etapa="1")
    assert anybody.get(reverse("leagues:table", args=[league.slug, table.pk])).status_code == 404


def online(**plan: object) -> tuple[LeagueTable, League]:
    opens = timezone.now() - timedelta(hours=1)
    day = published(4, venue=Season.Venue.ONLINE, opens_at=opens, **plan)
    clock.take_due(timezone.now())
    (table,) = tables_of(day)
    return table, day.division.season.league


def test_four_who_sit_down_are_taken_to_their_match() -> None:
    table, league = online()
    sit = reverse("leagues:sit", args=[league.slug, table.pk])
    *first, last = [signed_in(player(name)) for name in names(table)]
    for client in first:
        assert client.post(sit).url == reverse("leagues:table", args=[league.slug, table.pk])
    waiting = first[0].post(sit, headers={"hx-request": "true"})
    assert b"You are at the table" in waiting.content
    assert b"<html" not in waiting.content
    answer = last.post(sit)
    table.refresh_from_db()
    there = reverse("games:table", args=[table.match.code])
    assert answer.url == there
    assert first[0].post(sit, headers={"hx-request": "true"})["HX-Redirect"] == there


def test_nobody_else_sits_down() -> None:
    table, league = online()
    sit = reverse("leagues:sit", args=[league.slug, table.pk])
    assert "Only who sits at that table" in signed_in(player("zoe")).post(sit, follow=True).content.decode()
    assert not Place.objects.filter(present_at__isnull=False).exists()


def at(table: LeagueTable, league: League, verb: str) -> str:
    return reverse("leagues:table_act", args=[league.slug, table.pk, verb])


def test_a_table_agrees_its_time_by_form_alone() -> None:
    table, league = online()
    moment = (timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0)
    first, *others = [signed_in(player(name)) for name in names(table)]
    first.post(at(table, league, "propune"), {"cand": moment.isoformat()})
    time = table.times.get()
    for client in others:
        client.post(at(table, league, "raspunde"), {"ora": str(time.pk), "pot": "1"})
    table.refresh_from_db()
    assert (table.play_at, table.sequence) == (moment, 1)
    first.post(at(table, league, "nu-mai-pot"))
    table.refresh_from_db()
    assert (table.play_at, table.sequence) == (None, 2)


def test_ones_own_time_is_read_on_the_clocks_of_ones_zone() -> None:
    table, league = online()
    name = names(table)[0]
    client = signed_in(player(name))
    boxes = {"liber": ["0-evening", "0-night"], "fus": "America/New_York"}
    client.post(at(table, league, "saptamana"), boxes)
    week = PlayWeek.objects.get(player__username=name)
    assert (week.zone, week.free) == ("America/New_York", [[34, 48]])
    day = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%d")
    client.post(at(table, league, "propune"), {"cand": f"{day}T12:00"})
    assert table.times.get().starts_at.utcoffset() == timedelta(0)
    assert table.times.get().starts_at.hour in {16, 17}


def paper_table() -> tuple[LeagueTable, League]:
    day = published(4, opens_at=timezone.now() - timedelta(hours=1))
    clock.take_due(timezone.now())
    (table,) = tables_of(day)
    return table, day.division.season.league


def form_of(table: LeagueTable) -> dict[str, str]:
    fields = {}
    for place, one in enumerate(ids(table), start=1):
        fields |= {f"loc{one}": str(place), f"puncte{one}": str(500 - 100 * place), f"carti{one}": "7 S"}
    return fields


def test_any_seat_writes_a_paper_result_and_the_others_confirm_it() -> None:
    table, league = paper_table()
    assert table.paper
    first, *others = [signed_in(player(name)) for name in names(table)]
    first.post(at(table, league, "rezultat"), form_of(table))
    result = Result.objects.get()
    assert (result.state, result.lines[0]["points"], result.lines[0]["cards"]) == ("claimed", 400, 27)
    for client in others:
        assert "Yes, it is right" in client.get(reverse("leagues:table", args=[league.slug, table.pk])).content.decode()
        client.post(at(table, league, "confirma"), {"varianta": "1"})
    result.refresh_from_db()
    assert result.state == Result.State.CONFIRMED
    assert "10.00" in page(others[0], "standings", league.slug)


@pytest.mark.parametrize("wrong", ["x", "-1", "²", "9999999"])
def test_points_that_are_no_number_are_refused_and_nothing_is_stored(wrong: str) -> None:
    table, league = paper_table()
    fields = form_of(table) | {f"puncte{ids(table)[0]}": wrong}
    signed_in(player(names(table)[0])).post(at(table, league, "rezultat"), fields)
    assert not Result.objects.exists()


def test_a_result_comes_from_the_sheet_on_which_it_was_kept() -> None:
    table, league = paper_table()
    client = signed_in(player(names(table)[0]))
    sheet = client.post(at(table, league, "foaie")).url
    deal = {"id": "deal-0001", "winner": "2", "dealer": "0", "hands-0": "7", "hands-1": "S", "hands-3": "9"}
    key = sheet.rstrip("/").rsplit("/", 1)[-1]
    from_paper(key, deal)
    client.post(reverse("leagues:paper_close", args=[key]), {"on": "1"})
    whole = client.get(reverse("leagues:table", args=[league.slug, table.pk])).content.decode()
    assert "Take it from my sheet" in whole
    code = whole.split('name="foaie" value="')[1].split('"')[0]
    client.post(at(table, league, "din-foaie"), {"foaie": code})
    lines = {line["entrant"]: line for line in Result.objects.get().lines}
    winner = ids(table)[2]
    assert (lines[winner]["place"], lines[winner]["points"]) == (1, 36)
    assert Result.objects.get().deals


def from_paper(key: str, deal: dict[str, str]) -> None:
    hands = {name[-1]: value for name, value in deal.items() if name.startswith("hands-")}
    told = {"id": deal["id"], "winner": int(deal["winner"]), "dealer": 0, "hands": hands}
    paper.record(key=key, deal=told)


def test_somebody_is_found_to_sit_in_and_plays() -> None:
    table, league = online()
    season = table.matchday.division.season
    zoe = entrants.apply(season=season, player=player("zoe"), now=NOON)
    entrants.accept(entrant=zoe, by=player("olga"), now=NOON)
    entrants.stand_by(entrant=zoe, by=player("zoe"), ready=True)
    signed_in(player(names(table)[0])).post(at(table, league, "inlocuitor"))
    offer = SubstituteOffer.objects.get()
    assert offer.player.username == "zoe"
    client = signed_in(player("zoe"))
    assert "would you sit in for" in page(client, "index")
    there = client.post(reverse("leagues:offer", args=[offer.pk]), {"da": "1"}).url
    assert there == reverse("leagues:table", args=[league.slug, table.pk])
    assert "Sit down at the table" in client.get(there).content.decode()
    assert signed_in(player("e1")).post(reverse("leagues:offer", args=[offer.pk]), {"da": "1"}).status_code == 404


def test_what_a_table_says_is_wrong_waits_for_the_organizers() -> None:
    table, league = paper_table()
    results.claim(table=table, by=player("olga"), lines=in_order(table))
    client = signed_in(player(names(table)[3]))
    client.post(at(table, league, "contesta"), {"fel": "result", "text": "Am fost al doilea."})
    assert "Am fost al doilea." in client.get(reverse("leagues:table", args=[league.slug, table.pk])).content.decode()
    assert table.disputes.get().state == "open"


def test_letters_are_switched_off_by_kind() -> None:
    zoe = player("zoe")
    client = signed_in(zoe)
    assert page(client, "mail").count("checked") == 10
    client.post(reverse("leagues:mail"), {"vreau": ["pairing", "news", "nonsense"]})
    assert page(client, "mail").count("checked") == 2
    assert set(zoe.mail_choices.values_list("kind", flat=True)) >= {"desk", "time"}
    client.post(reverse("leagues:mail"), {"vreau": ["pairing", "time", "news"]})
    assert page(client, "mail").count("checked") == 3


def test_who_lost_points_reads_why_and_asks_once_to_look_again() -> None:
    day = published(4)
    entrant = Entrant.objects.get(name="e1")
    penalty = disputes.penalize(entrant=entrant, by=player("olga"), value=504, reason="Late again")
    client, league = signed_in(player("e1")), day.division.season.league
    assert "Late again" in page(client, "league", league.slug)
    assert "Late again" not in page(signed_in(player("e2")), "league", league.slug)
    appeal = reverse("leagues:act", args=[league.slug, "contesta"])
    signed_in(player("e2")).post(appeal, {"penalizare": str(penalty.pk), "text": "x"})
    penalty.refresh_from_db()
    assert penalty.appeal == "none"
    client.post(appeal, {"penalizare": str(penalty.pk), "text": "My train was late."})
    penalty.refresh_from_db()
    assert penalty.appeal == "open"
    assert "Why should it be looked at again?" not in page(client, "league", league.slug)


def test_names_stand_in_the_order_of_the_alphabet() -> None:
    season = season_of(2)
    for name in ("Zoe", "Ștefan", "Ana", "Șerban"):
        entrants.apply(season=season, player=player(name), now=NOON)
    entrants.accept_all(season=season, by=player("olga"), now=NOON)
    whole = page(Client(), "people", season.league.slug)
    order = [whole.index(f">{name}<") for name in ("Ana", "Șerban", "Ștefan", "Zoe")]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("visibility", "leads"), [(League.Visibility.PUBLIC, True), (League.Visibility.UNLISTED, False)]
)
def test_a_public_league_leads_to_its_games(anybody: Client, visibility: str, *, leads: bool) -> None:
    """Everybody's list has no match of the others."""
    league = seen(published(8).division.season.league, visibility)
    assert (f"{reverse('games:games')}?league={league.slug}" in page(anybody, "rounds", league.slug)) is leads
