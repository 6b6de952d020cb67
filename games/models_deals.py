"""How a round comes to be dealt: the promise, what the players add to it, and who opened its secret.

Part of the models; games/models.py names them all. The protocol: engine/proof.py and services/promises.py.
"""

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone


class Deal(models.Model):
    """The promise of a round that is to be dealt, made before any player adds to its seed. Never deleted.

    One that is withdrawn says why, and its secret is shown. `people[k]` says who will sit on round seat k:
    {"seat": match seat, "player": id or null}.
    """

    class Stage(models.TextChoices):
        PROMISED = "promised"  # nobody is asked yet
        COMMIT = "commit"  # players send what binds them
        OPEN = "open"  # the list is published, and players open what is on it
        READY = "ready"  # nothing more is waited for
        DEALT = "dealt"
        OFF = "off"  # withdrawn

    class Off(models.TextChoices):
        SEATS = "seats"  # other people will sit there
        SILENCE = "silence"  # nobody opened anything, and everybody is asked once more
        ENDED = "ended"  # the match went on no further

    match = models.ForeignKey("games.Match", on_delete=models.PROTECT, related_name="deals")
    number = models.PositiveSmallIntegerField()  # of the round
    attempt = models.PositiveSmallIntegerField(default=1)
    people = models.JSONField()
    context = models.CharField(max_length=200)
    commit = models.CharField(max_length=64)
    # The chain of the match: the link before this promise, and, once the list is published, its own.
    before = models.CharField(max_length=64)
    chain = models.CharField(max_length=64, blank=True, default="")
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.PROMISED)
    # When the stage ends by itself, and when the round is dealt at the earliest.
    until = models.DateTimeField(null=True, blank=True)
    deal_at = models.DateTimeField(null=True, blank=True)
    promised_at = models.DateTimeField()
    listed_at = models.DateTimeField(null=True, blank=True)
    dealt_at = models.DateTimeField(null=True, blank=True)
    round = models.OneToOneField("games.Round", on_delete=models.PROTECT, null=True, blank=True, related_name="promise")
    off = models.CharField(max_length=8, choices=Off, blank=True, default="")
    # The secret of one that was withdrawn, in hexadecimal; that of a dealt one is the round's.
    revealed = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number", "attempt"], name="deal_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["match"],
                condition=~models.Q(stage__in=("dealt", "off")),
                name="deal_standing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}.{self.attempt} {self.stage}"

    def seat_of(self, player_id: int | None) -> int | None:
        """The round seat that a player will have, None for who only watches."""
        people: list[dict[str, Any]] = self.people
        if player_id is None:
            return None
        return next((k for k, who in enumerate(people) if who["player"] == player_id), None)


class Contribution(models.Model):
    """What a player's page adds to a deal: first what binds it, then, once all are bound, what it is bound to."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="contributions")
    seat = models.PositiveSmallIntegerField()  # a round seat
    player = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="contributions")
    commit = models.CharField(max_length=64)
    nonce = models.CharField(max_length=64, blank=True, default="")
    made_at = models.DateTimeField(default=timezone.now)
    opened_at = models.DateTimeField(null=True, blank=True)
    # The time to open it was over then, and it was not opened.
    withheld_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deal", "seat"], name="contribution_once")]
        indexes: ClassVar = [
            models.Index(
                fields=["player", "withheld_at"],
                condition=models.Q(withheld_at__isnull=False),
                name="contribution_withheld",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.seat}"


class SealedPromise(models.Model):
    """The secret of a promise, sealed with a key that only the server has, until the round takes it over."""

    deal = models.OneToOneField(Deal, on_delete=models.CASCADE, primary_key=True)
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.pk}"


class SecretReading(models.Model):
    """A secret was opened before its round was over: which, when and what for. Kept for 90 days."""

    class Purpose(models.TextChoices):
        DEAL = "deal"  # the round is dealt
        CHANCE = "chance"  # the pile is shuffled anew, a card is taken at random
        REVEAL = "reveal"  # the round is over, or the promise withdrawn
        REPLAY = "replay"  # an operator folds the stored rounds again
        OTHER = "other"

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="secret_readings")
    number = models.PositiveSmallIntegerField()  # of the round
    purpose = models.CharField(max_length=8, choices=Purpose)
    read_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-read_at"]
        indexes: ClassVar = [models.Index(fields=["read_at"], name="secret_reading_by_time")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.purpose}"
