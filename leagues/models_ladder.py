"""Who waits for a table of a ladder. Part of the models; leagues/models.py names them all."""

from typing import ClassVar

from django.db import models


class LadderTicket(models.Model):
    """An entrant who wants to play now. It goes when a table is found, or when no page asks any more."""

    entrant = models.OneToOneField(
        "leagues.Entrant", on_delete=models.CASCADE, primary_key=True, related_name="ladder_ticket"
    )
    division = models.ForeignKey("leagues.Division", on_delete=models.CASCADE, related_name="tickets")
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["division", "joined_at"], name="ladder_ticket_by_time")]

    def __str__(self) -> str:
        return f"{self.division_id} {self.entrant_id}"
