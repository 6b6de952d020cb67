"""What is added up by the month and for the whole site. Part of the models; games/models.py names them all."""

from typing import ClassVar

from django.db import models


class MonthSums(models.Model):
    """What came of a player's matches and rounds of one preset in one month of Bucharest."""

    COUNTED: ClassVar = ("matches", "matches_won", "rounds", "rounds_won", "points")

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="month_sums")
    month = models.DateField()  # its first day
    preset = models.CharField(max_length=8, blank=True, default="")  # as Match.preset
    matches = models.PositiveIntegerField(default=0)
    matches_won = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    rounds_won = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "month sums"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "month", "preset"], name="month_sums_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.month:%Y-%m} {self.preset}"


class SiteDay(models.Model):
    """What was played to its end on a day of Bucharest, of one preset at tables of one size."""

    COUNTED: ClassVar = ("matches", "rounds", "moves", "round_ms")

    day = models.DateField()
    preset = models.CharField(max_length=8, blank=True, default="")
    seats = models.PositiveSmallIntegerField()
    matches = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    round_ms = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["day", "preset", "seats"], name="site_day_once")]

    def __str__(self) -> str:
        return f"{self.day} {self.preset} {self.seats}"


class SiteCount(models.Model):
    """How many rounds of the site ended so: with this card, or after so many minutes."""

    class What(models.TextChoices):
        CARD = "card"  # the last one that the winner put down, in the notation
        MINUTES = "minutes"  # begun ones

    what = models.CharField(max_length=8, choices=What)
    key = models.CharField(max_length=8)
    rounds = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["what", "key"], name="site_count_once")]

    def __str__(self) -> str:
        return f"{self.what} {self.key}"
