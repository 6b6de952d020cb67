"""A draft changed by hand: two change places, and the draft says anew what there is to see. Refused: NotAllowed."""

from datetime import datetime

from django.db import transaction

from games.models import Player
from leagues.engine.drafts import Why, drafted
from leagues.models import Bye, Entrant, Matchday, Place
from leagues.services import drafting
from leagues.services.days import locked_day, note
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import sits_at

BY_HAND = " +hand"


@transaction.atomic
def swap(*, day: Matchday, by: Player, one: int, other: int, now: datetime | None = None) -> None:
    """Let two entrants (ids) change places in a draft, or one with a bye and one at a table."""
    day, season = locked_day(day, by)
    if day.state != Matchday.State.DRAFT:
        raise NotAllowed(Reason.STATE)
    places = {place.entrant_id: place for place in day.places.select_related("entrant", "table")}
    byes = {bye.entrant_id: bye for bye in day.byes.filter(kind=Bye.Kind.PAIRING)}
    if one == other or not {one, other} <= places.keys() | byes.keys() or not {one, other} & places.keys():
        raise NotAllowed(Reason.NOT_IN)
    own = any(sits_at(by, places[entrant].table) for entrant in (one, other) if entrant in places)
    names = {entrant.pk: entrant.name for entrant in Entrant.objects.filter(pk__in=[one, other])}
    spots = {entrant: (places.get(entrant), byes.get(entrant)) for entrant in (one, other)}
    for place, bye in spots.values():
        for row in (place, bye):
            if row is not None:
                row.delete()
    for entrant, partner in ((one, other), (other, one)):
        place, bye = spots[partner]
        if place is not None:
            Place.objects.create(table=place.table, matchday=day, entrant_id=entrant, position=place.position)
        if bye is not None:
            Bye.objects.create(matchday=day, entrant_id=entrant, kind=bye.kind, value=bye.value)
    _describe(day, {place.table_id for place, _bye in spots.values() if place is not None})
    note(season, day, "swap", by, now, about={"names": [names[one], names[other]]}, own=own)


def _describe(day: Matchday, changed: set[int]) -> None:
    """Say anew of a draft changed by hand what an organizer should see, and why the changed tables (ids) sit so."""
    snapshot = drafting.snapshot_of(day.division, day)
    tables = {table: tuple(table.places.values_list("entrant", flat=True)) for table in day.tables.all()}
    out = day.byes.filter(kind=Bye.Kind.PAIRING).values_list("entrant", flat=True)
    answer = drafted(snapshot, tuple(tables.values()), out, Why.HAND)
    for row, table in zip(tables, answer.tables, strict=True):
        if row.pk not in changed:
            continue
        row.reasons = [reason.to_mapping() for reason in table.reasons]
        row.save(update_fields=["reasons"])
    day.report = drafting.report_of(snapshot, answer)
    day.algorithm = f"{day.algorithm.removesuffix(BY_HAND)}{BY_HAND}"
    day.save(update_fields=["report", "algorithm"])
