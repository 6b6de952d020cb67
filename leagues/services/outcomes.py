"""What a table's result says, and storing it. Verbs that let people do so are in `results`.

A line of a result is {"entrant": id, "place": 1…, "points": of the match, "cards": points left in hand,
"came": true}. Equal places are ties. A result is never changed: a correction is the next revision.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.engine.cards import cards_of, points_in
from games.engine.ruleset import rules_from
from games.models import Player, Round
from leagues.engine.singles import in_order, parted
from leagues.models import LeagueTable, Matchday, PaperMatch, Place, Result, Season
from leagues.services import paper
from leagues.services.errors import NotAllowed, Reason

type Line = dict[str, Any]
PLAYED_OUT = (Round.Outcome.WON, Round.Outcome.BLOCKED)
ENDED = {
    Result.Kind.PLAYED: LeagueTable.State.FINISHED,
    Result.Kind.PARTIAL: LeagueTable.State.PARTIAL,
    Result.Kind.FORFEIT: LeagueTable.State.FORFEIT,
    Result.Kind.VOID: LeagueTable.State.VOID,
}


def of_match(table: LeagueTable, kind: Result.Kind, now: datetime) -> Result:
    """The result that a table's match says; places stand as the log has them, those of a single round parted."""
    assert table.match is not None
    seats = {seat.player_id: seat for seat in table.match.seats.all()}
    last = Round.objects.filter(match=table.match, finished_at__isnull=False).order_by("-number").first()
    hands = dict(zip(last.seats, last.hands, strict=False)) if last else {}
    climbs = table.matchday.division.season.format == Season.Format.LADDER
    lines: list[Line] = []
    counts: dict[int, int | None] = {}
    for place in table.places.select_related("entrant"):
        seat = seats.get(place.substitute_id or place.entrant.player_id)
        if seat is None or place.role == Place.Role.VACATED:
            lines.append(_absent(place))
        else:
            left = points_in(cards_of(hands.get(seat.number, "")))
            walked_out = climbs and seat.left_order is not None
            lines.append(_line(place, seat.place or len(seats), seat.points, left) | _left(walked_out))
            counts[place.entrant_id] = len(hands[seat.number].split()) if seat.number in hands else None
    if last is not None and last.outcome in PLAYED_OUT and is_single(table.matchday.division.season):
        _part(lines, counts)
    return store(table, kind, lines, None, now)


def of_sheet(season: Season, match: PaperMatch, whose: Mapping[str, int]) -> list[Line]:
    """What a finished sheet of the score keeper says; `whose` are the entrants by the names on it."""
    standing = paper.standing_of(match)
    last = paper.sheet_of(match).deals[: standing.counted][-1:]
    nothing = (0,) * len(match.names)
    left, counts = (last[0].points, last[0].counts) if last else (nothing, nothing)
    lines: list[Line] = [
        {"entrant": whose[name], "place": place, "points": total, "cards": cards, "came": True}
        for name, place, total, cards in zip(match.names, standing.places, standing.totals, left, strict=True)
    ]
    if is_single(season):
        _part(lines, dict(zip((line["entrant"] for line in lines), counts, strict=True)))
    return lines


def is_single(season: Season) -> bool:
    """Whether its matches are of one round each: what is left in hand decides their places."""
    return rules_from(season.rules).ending.kind == "single"


def _part(lines: Sequence[Line], counts: Mapping[int, int | None]) -> None:
    """Let the number of cards left part those of a single round whose hands are worth the same."""
    came = [line for line in lines if line["came"]]
    places = parted([line["place"] for line in came], [counts[line["entrant"]] for line in came])
    for line, place in zip(came, places, strict=True):
        line["place"] = place


def nobody_to_play(table: LeagueTable, here: Sequence[Place], now: datetime) -> Result:
    """A table at which fewer than two came: who did gets the bye's worth, the others nothing."""
    came = {place.pk for place in here}
    lines = [
        _line(place, 1, 0, 0) if place.pk in came else _absent(place)
        for place in table.places.select_related("entrant")
    ]
    return store(table, Result.Kind.FORFEIT, lines, None, now)


def _line(place: Place, rank: int, points: int, cards: int) -> Line:
    return {"entrant": place.entrant_id, "place": rank, "points": points, "cards": cards, "came": True}


def _left(walked_out: bool) -> Line:
    """What a ladder's line says of who walked out, and no other line."""
    return {"left": True} if walked_out else {}


def _absent(place: Place) -> Line:
    return {"entrant": place.entrant_id, "place": 0, "points": 0, "cards": 0, "came": False}


def check_lines(
    table: LeagueTable, lines: Sequence[Mapping[str, Any]], kind: Result.Kind = Result.Kind.PLAYED
) -> list[Line]:
    """Hold a told result to what can be: each place once, places without holes, the absent last and without points."""
    entrants = list(table.places.values_list("entrant_id", flat=True))
    try:
        checked = [
            {
                "entrant": int(line["entrant"]),
                "place": int(line["place"]),
                "points": int(line.get("points", 0)),
                "cards": int(line.get("cards", 0)),
                "came": bool(line.get("came", True)),
            }
            for line in lines
        ]
    except (KeyError, TypeError, ValueError):
        raise NotAllowed(Reason.LINES) from None
    if sorted(line["entrant"] for line in checked) != sorted(entrants):
        raise NotAllowed(Reason.LINES)
    came = sorted(line["place"] for line in checked if line["came"])
    fits = all(0 <= line["points"] <= 100_000 and 0 <= line["cards"] <= 10_000 for line in checked)
    away = all(line["place"] == 0 and line["points"] == 0 for line in checked if not line["came"])
    ranked = all(place == 1 + sum(other < place for other in came) for place in came)
    enough = len(came) >= 2 or kind in {Result.Kind.FORFEIT, Result.Kind.VOID}
    if not (fits and away and ranked and enough):
        raise NotAllowed(Reason.LINES)
    order = {entrant: position for position, entrant in enumerate(entrants)}
    return sorted(checked, key=lambda line: order[line["entrant"]])


def check_single(season: Season, lines: Sequence[Line]) -> None:
    """Hold a result told of a single round to the cards left, where they were written down."""
    came = [line for line in lines if line["came"]]
    if is_single(season) and not in_order([line["place"] for line in came], [line["cards"] for line in came]):
        raise NotAllowed(Reason.CARDS)


def store(
    table: LeagueTable,
    kind: Result.Kind,
    lines: list[Line],
    by: Player | None,
    now: datetime,
    *,
    state: Result.State = Result.State.CONFIRMED,
    reason: str = "",
    deals: Sequence[Mapping[str, Any]] = (),
) -> Result:
    last = table.results.order_by("-revision").first()
    table.results.filter(current=True).update(current=False)
    result = Result.objects.create(
        table=table,
        revision=1 + (last.revision if last else 0),
        kind=kind,
        state=state,
        lines=lines,
        deals=list(deals),
        author=by,
        reason=reason.strip()[:300],
        made_at=now,
    )
    table.state = LeagueTable.State.DECIDED if by and kind != Result.Kind.VOID else ENDED[kind]
    table.postponed = False
    table.save(update_fields=["state", "postponed"])
    if table.matchday.state == Matchday.State.PUBLISHED:
        table.matchday.state = Matchday.State.IN_PLAY
        table.matchday.save(update_fields=["state"])
    return result
