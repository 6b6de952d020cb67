"""Ranked play: the queue, ratings and their ledger, periods. Part of the models; games/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Ladder(models.TextChoices):
    DUEL = "duel"  # two seats
    TABLE = "table"  # three to ten


class Rating(models.Model):
    """What the ledger says of a player on a ladder: the fold of its changes, kept warm."""

    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="ratings")
    ladder = models.CharField(max_length=5, choices=Ladder)
    mu = models.FloatField()
    sigma = models.FloatField()
    # mu - 2 sigma: what the board is sorted by.
    standing = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "ladder"], name="rating_once")]
        indexes: ClassVar = [
            # Ranks and pages of the board are read from it alone.
            models.Index(fields=["ladder", "-standing", "player", "sigma", "rated_at"], name="rating_board_all"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.ladder} {self.mu:.2f}"


class LedgerHead(models.Model):
    """The last number of a ladder's ledger; whoever settles locks it, so that the order is one."""

    ladder = models.CharField(max_length=5, choices=Ladder, primary_key=True)
    number = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.ladder} {self.number}"


class Settlement(models.Model):
    """A rated match, settled once. Numbers are dense on a ladder and follow the order of the ends."""

    match = models.OneToOneField("games.Match", on_delete=models.PROTECT, primary_key=True)
    ladder = models.CharField(max_length=5, choices=Ladder)
    number = models.PositiveIntegerField()
    settled_at = models.DateTimeField()
    # The format, and its noise at that time: what is measured anew later changes no match that was settled.
    preset = models.CharField(max_length=8)
    seats = models.PositiveSmallIntegerField()
    ending = models.CharField(max_length=16)
    noise = models.FloatField()
    # By player: what a league put in place of the match's own places; empty where these count.
    places = models.JSONField(default=dict, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["ladder", "number"], name="settlement_number_once")]
        indexes: ClassVar = [models.Index(fields=["settled_at"], name="settlement_time")]

    def __str__(self) -> str:
        return f"{self.ladder} {self.number}"


class RatingChange(models.Model):
    """One line of the ledger: what one match did to one player's rating, and why."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="changes")
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="rating_changes")
    ladder = models.CharField(max_length=5, choices=Ladder)
    number = models.PositiveIntegerField()  # the settlement's, for reading a player's line in order
    place = models.PositiveSmallIntegerField()
    left = models.BooleanField(default=False)
    # The share of opponents beaten in 5040ths, ties half.
    score = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    # One a compared opponent: {"player": id, "outcome": 0, 1 or 2 (half points), "gain": of mu, "expected": share}.
    reasons = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "player"], name="rating_change_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "ladder", "-number"], name="rating_change_line")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.mu_before:.2f} {self.mu_after:.2f}"


class LedgerAct(models.Model):
    """Settlements taken out of the ledger, taken in again, or given other places: by whom, why, what it changed."""

    class Kind(models.TextChoices):
        UNDO = "undo"
        REDO = "redo"
        CORRECT = "correct"

    kind = models.CharField(max_length=7, choices=Kind)
    by = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="ledger_acts")
    reason = models.CharField(max_length=300)
    made_at = models.DateTimeField(default=timezone.now)
    matches = models.JSONField(default=list)  # the codes
    # One a player and ladder: {"player": id, "ladder": …, "before": shown, "after": shown}.
    changes = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.kind} {self.made_at:%Y-%m-%d %H:%M}"


class PairDecision(models.Model):
    """What a moderator thinks of a pair that may be helping each other; the latest counts. Never changed.

    Of the two it does nothing, so it is no part of what they may take with them.
    """

    class Kind(models.TextChoices):
        NOTHING = "nothing"
        WATCH = "watch"
        STAFF = "staff"  # who can take matches out of the ledger

    helper = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="pair_decisions_as_helper")
    helped = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="pair_decisions_as_helped")
    kind = models.CharField(max_length=7, choices=Kind)
    note = models.CharField(max_length=500)
    by = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="pair_decisions_made")
    made_at = models.DateTimeField(default=timezone.now)
    # What the tables said then: a pair that has shared many more since is to be looked at again.
    tables = models.PositiveIntegerField()
    z = models.FloatField()

    class Meta:
        ordering: ClassVar = ["-made_at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["helper", "helped", "-made_at"], name="pair_decision_latest")]

    def __str__(self) -> str:
        return f"{self.helper_id} {self.helped_id} {self.kind}"


class PeriodScore(models.Model):
    """A player's standing in a month ("2026-11") or a season ("2026-D" begins in December): the best scores count."""

    ladder = models.CharField(max_length=5, choices=Ladder)
    period = models.CharField(max_length=7)
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="period_scores")
    games = models.PositiveIntegerField(default=0)
    best = models.JSONField(default=list)  # the scores that count, in 5040ths, best first
    points = models.PositiveIntegerField(default=0)  # their sum
    total = models.PositiveIntegerField(default=0)  # of all the scores
    # Points, then the mean of all the scores (`ratings.periods.standing`): what the board is sorted by.
    standing = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ladder", "period", "player"], name="period_score_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["ladder", "period", "-standing", "player", "games"], name="period_score_board_ties"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} {self.period} {self.player_id}"


class Offer(models.Model):
    """A ranked table that was put together and waits for everybody's yes."""

    ladder = models.CharField(max_length=5, choices=Ladder)
    preset = models.CharField(max_length=8)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # From the moment that all said yes.
    match = models.OneToOneField("games.Match", on_delete=models.PROTECT, null=True, blank=True)
    # How long its players had waited when the match began, in the mean: what others may expect.
    waited_s = models.PositiveIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["expires_at"], condition=Q(match__isnull=True), name="offer_expiry"),
            models.Index(fields=["-made_at"], condition=Q(match__isnull=False), name="offer_begun"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} {self.preset} {self.pk}"


class Ticket(models.Model):
    """A player in the queue: the primary key is the player, so nobody stands in it twice."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, primary_key=True)
    ladder = models.CharField(max_length=5, choices=Ladder)
    preset = models.CharField(max_length=8)
    # As it was when the player joined: the window is laid around it.
    mu = models.FloatField()
    sigma = models.FloatField()
    joined_at = models.DateTimeField()
    # When a page of the player last asked; who is gone for a while loses the place.
    seen_at = models.DateTimeField()
    offer = models.ForeignKey(Offer, on_delete=models.SET_NULL, null=True, blank=True, related_name="tickets")
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["ladder", "preset", "joined_at"], condition=Q(offer__isnull=True), name="ticket_wait"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.ladder} {self.preset}"


class RankedRecord(models.Model):
    """What leaving ranked matches and refusing offers has brought a player."""

    class Lost(models.TextChoices):
        NOTHING = ""
        AWAY = "away"  # no page asked for a while
        MISSED = "missed"  # an offered table was not taken
        SEATED = "seated"  # another match has begun

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, primary_key=True)
    strikes = models.PositiveSmallIntegerField(default=0)
    struck_at = models.DateTimeField(null=True, blank=True)
    blocked_until = models.DateTimeField(null=True, blank=True)
    # Why the player has lost the place in the queue, until they stand in it again.
    lost = models.CharField(max_length=6, choices=Lost, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.player_id} {self.strikes}"
