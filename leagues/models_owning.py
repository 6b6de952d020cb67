"""Who is asked to run a league that has nobody. Part of the models; leagues/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class OwnerOffer(models.Model):
    """A league that somebody is asked to run; it expires, and the next one is asked. Kept as the record of that."""

    class State(models.TextChoices):
        OFFERED = "offered"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        EXPIRED = "expired"
        WITHDRAWN = "withdrawn"  # an organizer is back

    class Why(models.TextChoices):
        VANISHED = "vanished"  # a round is overdue, and no organizer was seen for a week
        GONE = "gone"  # the owner's account was deleted

    league = models.ForeignKey("leagues.League", on_delete=models.CASCADE, related_name="owner_offers")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="owner_offers")
    why = models.CharField(max_length=8, choices=Why)
    state = models.CharField(max_length=9, choices=State, default=State.OFFERED)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league"], condition=Q(state="offered"), name="owner_offer_open_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["expires_at"], condition=Q(state="offered"), name="owner_offer_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.player_id} {self.state}"
