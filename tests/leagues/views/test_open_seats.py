"""A table with an open seat on the pages: said to all, not to be sat on by who left, and in no form."""

from django.urls import reverse

from leagues.models import Place, Season, SubstituteOffer
from tests.leagues.services.league import names
from tests.leagues.services.test_open_seats import leave, table_of
from tests.leagues.views.conftest import As

OPEN = "has left; a substitute is asked"


def test_the_table_says_that_a_seat_is_open_and_writes_its_result_without_it(as_: As) -> None:
    table = table_of(venue=Season.Venue.CLUB)
    gone, *others = names(table)
    open_seat = table.places.get(entrant__name=gone).entrant_id
    leave(table, gone)
    slug = table.matchday.division.season.league.slug
    address = reverse("leagues:table", args=[slug, table.pk])
    whole = as_(others[0]).get(address).content.decode()
    assert OPEN in whole
    assert f"loc{open_seat}" not in whole
    assert "I cannot play" not in as_(gone).get(address).content.decode()
    assert OPEN in as_("zoe").get(reverse("leagues:rounds", args=[slug])).content.decode()
    assert OPEN in as_("olga").get(reverse("leagues:board", args=[slug, 1])).content.decode()
    by_hand = as_("olga").get(reverse("leagues:desk_result", args=[slug, table.pk])).content.decode()
    assert f"place{open_seat}" not in by_hand
    form = {"revision": "0", "kind": "played"}
    for rank, place in enumerate(table.places.exclude(role=Place.Role.OPEN), start=1):
        key = place.entrant_id
        form |= {f"place{key}": str(rank), f"points{key}": "100", f"cards{key}": ""}
    as_("olga").post(reverse("leagues:desk_result", args=[slug, table.pk]), form)
    assert len(table.results.get().lines) == 3


def test_what_comes_next_for_the_leaver_is_not_that_table(as_: As) -> None:
    table = table_of()
    gone = names(table)[0]
    slug = table.matchday.division.season.league.slug
    address = reverse("leagues:table", args=[slug, table.pk])
    page = reverse("leagues:league", args=[slug])
    assert address in as_(gone).get(page).content.decode()
    leave(table, gone)
    for where in (page, reverse("leagues:index")):
        assert address not in as_(gone).get(where).content.decode()


def test_the_desk_lets_a_table_play_without_its_open_seat(as_: As) -> None:
    table = table_of()
    leave(table, names(table)[0])
    slug = table.matchday.division.season.league.slug
    address = reverse("leagues:desk_table", args=[slug, table.pk])
    whole = as_("olga").get(address).content.decode()
    assert "has left; r1 is asked" in whole
    assert "Play without them" in whole
    seat = table.places.get(role=Place.Role.OPEN)
    as_("olga").post(reverse("leagues:desk_table_act", args=[slug, table.pk, "inapoi"]), {"loc": str(seat.pk)})
    assert table.places.count() == 3
    offer = reverse("leagues:offer", args=[1])
    assert not SubstituteOffer.objects.exists()
    assert as_("r1").post(offer, {"da": "1"}).status_code == 404
