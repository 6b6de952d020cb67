"""What was found in a finished round. Part of the models; games/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Analysis(models.Model):
    """A round that is over, looked at position by position; once a round, whoever asks.

    Whoever does a part of it holds it until `due_at` under the number `step`: what comes back under an
    older number is dropped, so no position is done twice and none of a dead worker's is lost for long.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    round = models.OneToOneField("games.Round", on_delete=models.CASCADE, related_name="analysis")
    asked_by = models.ForeignKey(
        "games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="analyses"
    )
    asked_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    # Of the analysis and the bots in it: games/analysis/rounds.py. The round itself names its rules' version.
    version = models.PositiveSmallIntegerField()
    total = models.PositiveIntegerField()  # positions
    done = models.PositiveIntegerField(default=0)  # of them
    findings = models.JSONField(default=list)  # as games/analysis/findings.py writes them, in order
    step = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    stalled = models.PositiveSmallIntegerField(default=0)  # times in a row that nothing was found
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(state__in=("waiting", "running")), name="analysis_unfinished"),
            models.Index(fields=["asked_by", "asked_at"], name="analysis_asked"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.state} {self.done}/{self.total}"
