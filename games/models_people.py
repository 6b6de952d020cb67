"""People beyond one table: friends, invitations, what they did. Part of the models; games/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone


class Friendship(models.Model):
    """One asked the other; friends from the moment that `accepted_at` is set."""

    asker = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="friendships_asked")
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="friendships_received")
    made_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)
    # The answer was no; kept so that it is not asked again soon.
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Least("asker", "other"), Greatest("asker", "other"), name="friendship_once"),
            models.CheckConstraint(condition=~Q(asker=F("other")), name="friendship_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} {self.other_id}"


class Invitation(models.Model):
    """A player is asked to an open table; it is gone when the table begins or closes."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="invitations_made")
    to = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="invitations")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "to"], name="invitation_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.to_id}"


class Sums(models.Model):
    """What a player did at tables of one size, added up round by round, so that a profile reads a few rows."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="sums")
    seats = models.PositiveSmallIntegerField()
    matches = models.PositiveIntegerField(default=0)
    matches_won = models.PositiveIntegerField(default=0)
    matches_left = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    rounds_won = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    plays = models.PositiveIntegerField(default=0)
    cards_played = models.PositiveIntegerField(default=0)
    longest_combo = models.PositiveSmallIntegerField(default=0)
    attacks_passed = models.PositiveIntegerField(default=0)
    attacks_suffered = models.PositiveIntegerField(default=0)
    attack_cards = models.PositiveIntegerField(default=0)  # drawn because of them
    mas_said = models.PositiveIntegerField(default=0)
    mas_missed = models.PositiveIntegerField(default=0)
    caught = models.PositiveIntegerField(default=0)
    catches = models.PositiveIntegerField(default=0)
    races = models.PositiveIntegerField(default=0)
    races_lost = models.PositiveIntegerField(default=0)
    # Judged times of shouts in races, in ms.
    reactions = models.PositiveIntegerField(default=0)
    reaction_ms = models.PositiveBigIntegerField(default=0)
    fastest_ms = models.PositiveIntegerField(null=True, blank=True)
    # From the moment a turn began to the command that ended it.
    turns = models.PositiveIntegerField(default=0)
    turn_ms = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "sums"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "seats"], name="sums_once")]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.seats}"


class FormerName(models.Model):
    """A name that a player gave up, kept for them until then; with no end nobody may have it again."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=150)
    shape = models.CharField(max_length=150, db_index=True)
    given_up_at = models.DateTimeField(default=timezone.now)
    kept_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class ModerationAct(models.Model):
    """What a moderator did about a player, for the other moderators to see. Never changed."""

    class Kind(models.TextChoices):
        DISMISS = "dismiss"
        NOTE = "note"
        WARN = "warn"
        HIDE = "hide"  # the reported line
        CLOSE_CHAT = "close"
        OPEN_CHAT = "open"
        RENAME = "rename"
        BAN = "ban"
        LIFT = "lift"  # the ban

    kind = models.CharField(max_length=8, choices=Kind)
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="moderation_acts")
    report = models.ForeignKey(
        "games.Report", on_delete=models.SET_NULL, null=True, blank=True, related_name="moderation_acts"
    )
    by = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="moderation_acts_made")
    # For how many days the chat is closed.
    days = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.CharField(max_length=500, blank=True, default="")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
