"""What leagues and sheets of the score keeper hold of one player, for that player to take along."""

from collections.abc import Iterator
from typing import Any

from games.models import Player
from leagues.models import (
    Confirmation,
    Dispute,
    Entrant,
    LogEntry,
    PaperMatch,
    Penalty,
    Place,
    PlayWeek,
    Result,
    TimeAnswer,
)

ENTRY = (
    *("name", "state", "applied_at", "joined_round", "left_round", "tainted_from", "away", "strikes", "standby"),
    *("zone", "free_times", "final_rank", "abandoned", "barred_until"),
)
SHEET = ("code", "names", "preset", "ending", "deals", "history", "closed_at", "created_at", "updated_at")
LEAGUE, ROUND = "league__slug", "table__matchday__number"


def chapters(player: Player) -> dict[str, Any]:
    """Two chapters of the whole: "leagues" and "paper_sheets". Of tables, only what is the player's own."""
    return {"leagues": _leagues(player), "paper_sheets": _sheets(player)}


def _leagues(player: Player) -> dict[str, Any]:
    return {
        "owned": list(player.leagues_owned.order_by("pk").values("slug", "name", "created_at")),
        "roles": list(player.league_roles.order_by("pk").values(LEAGUE, "kind", "made_at")),
        "seasons": list(_entries(player)),
        "sat_in": list(player.substituted_places.order_by("pk").values("matchday__number", *_table("table__"))),
        "asked_to_sit_in": list(
            player.substitute_offers.order_by("pk").values("state", "made_at", *_table("place__table__"))
        ),
        "asked_to_run": list(player.owner_offers.order_by("pk").values(LEAGUE, "why", "state", "made_at")),
        "confirmed": list(
            Confirmation.objects.filter(player=player).order_by("pk").values("made_at", *_table("result__table__"))
        ),
        "voted": list(player.dispute_votes.order_by("pk").values("upheld", "made_at", *_table("dispute__table__"))),
        "written_down": list(
            Result.objects.filter(author=player)
            .order_by("pk")
            .values("revision", "kind", "lines", "reason", "made_at", *_table("table__"))
        ),
        "done": list(
            LogEntry.objects.filter(actor=player).order_by("pk").values(LEAGUE, "action", "about", "reason", "made_at")
        ),
        "week": PlayWeek.objects.filter(player=player).values("zone", "free").first(),
        "letters_switched_off": list(player.mail_choices.order_by("kind").values_list("kind", flat=True)),
    }


def _table(path: str) -> tuple[str, str]:
    """Which table it was, from a row that leads to one."""
    return f"{path}number", f"{path}matchday__division__season__league__slug"


def _entries(player: Player) -> Iterator[dict[str, Any]]:
    for entry in Entrant.objects.filter(player=player).select_related("season__league").order_by("pk"):
        yield {name: getattr(entry, name) for name in ENTRY} | {
            "league": entry.season.league.slug,
            "season": entry.season.number,
            "tables": list(
                Place.objects.filter(entrant=entry)
                .order_by("matchday__number")
                .values("matchday__number", "table__number", "position", "role", "present_at")
            ),
            "results": list(_lines(entry)),
            "without_a_table": list(
                entry.byes.order_by("matchday__number").values("matchday__number", "kind", "value")
            ),
            "penalties": list(
                Penalty.objects.filter(entrant=entry).values("value", "after_round", "reason", "appeal", "made_at")
            ),
            "disputes": list(
                Dispute.objects.filter(claimant=entry).values(
                    "kind", "text", "lines", "state", "decided_how", "decision", "opened_at", "decided_at", ROUND
                )
            ),
            "times": list(
                TimeAnswer.objects.filter(entrant=entry)
                .order_by("pk")
                .values("time__starts_at", "yes", "time__table__number")
            ),
        }


def _lines(entry: Entrant) -> Iterator[dict[str, Any]]:
    """The entrant's own line of every result that counts."""
    results = Result.objects.filter(table__places__entrant=entry, current=True).select_related("table__matchday")
    for result in results.order_by("table__matchday__number"):
        own: dict[str, Any] = next((line for line in result.lines if line["entrant"] == entry.pk), {})
        yield {"round": result.table.matchday.number, "table": result.table.number, "kind": result.kind} | {
            name: own.get(name) for name in ("place", "points", "cards", "came")
        }


def _sheets(player: Player) -> list[dict[str, Any]]:
    """Sheets opened while signed in, with every round written on them; the keys that let one write stay out."""
    return list(PaperMatch.objects.filter(owner=player).order_by("pk").values(*SHEET))
