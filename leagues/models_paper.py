"""Matches played with paper cards, whose score is kept on a phone."""

from django.db import models
from django.utils import timezone


class PaperMatch(models.Model):
    """One table with paper cards. Who has its key may write; who has its code may read."""

    # 128 bits: the address is the permission, for nobody needs an account to keep a score.
    key = models.CharField(max_length=22, unique=True)
    code = models.CharField(max_length=8, unique=True)
    owner = models.ForeignKey(
        "games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="paper_matches"
    )
    names = models.JSONField()  # by seat, as they were typed
    preset = models.CharField(max_length=8)
    ending = models.CharField(max_length=20)  # as the rules write it: "target 500"
    # In order: {"id", "winner", "hands": {seat: cards or points}, "points": {seat: n}, "scored", "dealer", "revision"}
    deals = models.JSONField(default=list, blank=True)
    # What was corrected or removed, as it was: {"at", "act", "deal"}; what is removed does not come back.
    history = models.JSONField(default=list, blank=True)
    version = models.PositiveIntegerField(default=1)
    closed_at = models.DateTimeField(null=True, blank=True)  # ended by hand
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.code
