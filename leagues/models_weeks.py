"""When people can play. Part of the models; leagues/models.py names them all."""

from django.db import models


class PlayWeek(models.Model):
    """When somebody can play, in all leagues, on the clocks where they live."""

    player = models.OneToOneField("games.Player", on_delete=models.CASCADE, primary_key=True, related_name="play_week")
    zone = models.CharField(max_length=40)
    # Half hours of the week from Monday 0:00: [[start, end), …].
    free = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return f"{self.player_id} {self.zone}"
