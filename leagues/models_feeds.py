"""What calendars still hold of tables that are no more. Part of the models; leagues/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class CalledOff(models.Model):
    """A calendar's entry of a table that was taken away, or at which somebody sits no more: it is told as cancelled."""

    season = models.ForeignKey("leagues.Season", on_delete=models.CASCADE, related_name="called_off")
    # The table's id, which the entry keeps; the row itself may be gone.
    table = models.PositiveBigIntegerField()
    # Whose own calendar; null: the league's.
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, null=True, blank=True, related_name="called_off"
    )
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    sequence = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "player"], name="called_off_once"),
            models.UniqueConstraint(fields=["table"], condition=Q(player=None), name="called_off_for_all_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.player_id}"
