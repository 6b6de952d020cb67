"""What a table does not accept of its result. Part of the models; leagues/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class Dispute(models.Model):
    """Somebody at a table says that its result is wrong, or what happened there."""

    class State(models.TextChoices):
        OPEN = "open"
        UPHELD = "upheld"
        REJECTED = "rejected"

    class Kind(models.TextChoices):
        RESULT = "result"
        CONDUCT = "conduct"
        CONNECTION = "connection"

    class How(models.TextChoices):
        """What decided it."""

        ORGANIZER = "organizer"
        VOTES = "votes"
        TIME = "time"  # nobody did in time: what is written down stands

    table = models.ForeignKey("leagues.LeagueTable", on_delete=models.CASCADE, related_name="disputes")
    claimant = models.ForeignKey("leagues.Entrant", on_delete=models.CASCADE, related_name="disputes")
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.CharField(max_length=500)
    # The result that it is about, and the lines that should stand instead; none where the claimant names none.
    revision = models.PositiveSmallIntegerField(default=0)
    lines = models.JSONField(default=list, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    reopened = models.BooleanField(default=False)
    opened_at = models.DateTimeField(default=timezone.now)
    decided_how = models.CharField(max_length=9, choices=How, blank=True, default="")
    decided_by = models.ForeignKey("games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decision = models.CharField(max_length=300, blank=True, default="")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "claimant", "kind"], name="dispute_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind}"


class DisputeVote(models.Model):
    """What one who did not sit there thinks of a dispute; may change until it is decided."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="votes")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="dispute_votes")
    upheld = models.BooleanField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["dispute", "player"], name="dispute_vote_once")]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.player_id} {self.upheld}"
