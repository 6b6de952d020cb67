"""The promise of a round that is to be dealt, and what the players' pages add to its seed ("masuno-deal-v1").

The server promises its secret first (`made`). Then each page binds itself to a number of its own, the list of
these is published (`publish`), and only then they are opened: so nobody, the server least of all, can choose
a number by what the others have. What is missing when the time is up counts as not given (`close`).
Everything here runs inside a caller's transaction, the match locked.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Q

from games.engine import proof, shuffle
from games.engine.ruleset import Rules
from games.models import Contribution, Deal, Due, Match, Round, SealedPromise, Seat, Secret
from games.services import sealing

Stage = Deal.Stage


def standing(match: Match) -> Deal | None:
    """The promise of the match's next round, if there is one."""
    return Deal.objects.filter(match=match).exclude(stage__in=(Stage.DEALT, Stage.OFF)).first()


def made(match: Match, number: int, seats: Sequence[Seat], rules: Rules, now: datetime) -> Deal:
    """Give the promise that stands for round `number` and exactly these seats: a new one where there is none.

    One that was made for other seats is withdrawn, and its secret shown.
    """
    deal = standing(match)
    if deal is not None and (deal.number, deal.people) == (number, _people(seats)):
        return deal
    if deal is not None:
        withdraw(deal, Deal.Off.SEATS, now)
    return _new(match, number, seats, rules, now)


def _people(seats: Iterable[Seat]) -> list[dict[str, Any]]:
    return [{"seat": seat.number, "player": seat.player_id} for seat in seats]


def _new(match: Match, number: int, seats: Sequence[Seat], rules: Rules, now: datetime) -> Deal:
    last = Deal.objects.filter(match=match).order_by("number", "attempt").last()
    secret = sealing.new_secret()
    context = shuffle.context(match=match.code, round=number, rules=rules, seats=len(seats))
    deal = Deal.objects.create(
        match=match,
        number=number,
        attempt=last.attempt + 1 if last is not None and last.number == number else 1,
        people=_people(seats),
        context=context,
        commit=shuffle.commitment(context, secret),
        before=last.chain if last is not None else proof.FIRST_LINK,
        promised_at=now,
    )
    SealedPromise.objects.create(deal=deal, sealed=sealing.seal(secret))
    return deal


def gather(deal: Deal, now: datetime, deal_at: datetime) -> None:
    """Ask the players for their parts, or for what is still missing of them; nobody is waited for where nobody is.

    The round is not dealt before `deal_at`.
    """
    deal.deal_at = deal_at
    if deal.stage == Stage.OPEN:
        deal.until = _open_until(now)
    elif deal.stage != Stage.READY:
        _ask(deal, now)
    deal.save(update_fields=["deal_at", "stage", "until"])


def _ask(deal: Deal, now: datetime) -> None:
    if expected(deal):
        deal.stage, deal.until = Stage.COMMIT, now + timedelta(milliseconds=settings.SHUFFLE_COMMIT_MS)
        deal.save(update_fields=["stage", "until"])
    else:
        publish(deal, now)


def expected(deal: Deal) -> set[int]:
    """The round seats whose players have a page open, or closed one so lately that it may only be loading."""
    seats = Seat.objects.filter(match=deal.match_id, player__isnull=False, left_order__isnull=True)
    looked_for = Due.objects.filter(match=deal.match_id, kind=Due.Kind.AWAY).values("seat")
    here = Q(player__connections__match=deal.match_id) | Q(away_since__isnull=True, number__in=looked_for)
    numbers = set(seats.filter(here).values_list("number", flat=True))
    return {k for k, person in enumerate(deal.people) if person["seat"] in numbers}


def _open_until(now: datetime) -> datetime:
    return now + timedelta(milliseconds=settings.SHUFFLE_OPEN_MS)


def publish(deal: Deal, now: datetime) -> None:
    """Close the list of who takes part: from now on nobody can be added, and what is on it may be opened."""
    commits = dict(deal.contributions.values_list("seat", "commit"))
    listed = proof.published(deal.context, commits, len(deal.people))
    deal.chain = proof.link(deal.before, deal.commit, listed)
    deal.listed_at = now
    deal.stage, deal.until = (Stage.OPEN, _open_until(now)) if commits else (Stage.READY, None)
    deal.save(update_fields=["chain", "listed_at", "stage", "until"])


def close(deal: Deal, now: datetime) -> None:
    """Wait for nothing more: what was not opened is left out."""
    if deal.stage in (Stage.PROMISED, Stage.COMMIT):
        publish(deal, now)
    if deal.stage == Stage.OPEN:
        deal.stage, deal.until = Stage.READY, None
        deal.save(update_fields=["stage", "until"])


def is_silent(deal: Deal) -> bool:
    """Whether no player adds anything to this deal's seed."""
    return not Contribution.objects.filter(deal=deal).exclude(nonce="").exists()


def nonces(deal: Deal) -> list[str]:
    """What was opened, in hexadecimal, by round seat, "" where nothing was; [] where nobody opened anything."""
    opened = dict(deal.contributions.exclude(nonce="").values_list("seat", "nonce"))
    return [opened.get(seat, "") for seat in range(len(deal.people))] if opened else []


def keep(deal: Deal, round_: Round, now: datetime) -> None:
    """The promise has become a round, which takes over the secret."""
    Secret.objects.create(round=round_, sealed=SealedPromise.objects.get(deal=deal).sealed)
    SealedPromise.objects.filter(deal=deal).delete()
    deal.stage, deal.round, deal.dealt_at = Stage.DEALT, round_, now
    deal.save(update_fields=["stage", "round", "dealt_at"])


def withdraw(deal: Deal, why: str, now: datetime) -> None:
    """Take a promise back before it became a round; what it promised is shown, so that nothing can be hidden so."""
    close(deal, now)
    deal.revealed = sealing.promised_secret(deal, sealing.Purpose.REVEAL).hex()
    SealedPromise.objects.filter(deal=deal).delete()
    deal.stage, deal.off = Stage.OFF, why
    deal.save(update_fields=["revealed", "stage", "off"])


def end(match: Match, now: datetime) -> None:
    """The match goes on no further: what was promised for a next round is withdrawn."""
    deal = standing(match)
    if deal is not None:
        withdraw(deal, Deal.Off.ENDED, now)


def came_late(deal: Deal) -> bool:
    """Whether nobody was asked in time, and now somebody could be."""
    return deal.stage == Stage.READY and is_silent(deal) and bool(expected(deal))


def shift(by: timedelta) -> None:
    """Nobody could answer while nobody could be here. What needs no answer any more is not put off."""
    Deal.objects.exclude(stage__in=(Stage.DEALT, Stage.OFF)).update(until=F("until") + by)


def asks_again(deal: Deal, *, rated: bool) -> bool:
    """Whether everybody is asked once more: in a rated match where nobody added anything, and only once a round."""
    if not rated or not is_silent(deal) or not expected(deal):
        return False
    same = Deal.objects.filter(match=deal.match_id, number=deal.number)
    return not same.filter(off=Deal.Off.SILENCE).exists()
