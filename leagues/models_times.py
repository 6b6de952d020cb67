"""When tables are played, who sits in, what is due. Part of the models; leagues/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class TableTime(models.Model):
    """A time that somebody proposed for a table; agreed when all said yes."""

    class State(models.TextChoices):
        PROPOSED = "proposed"
        AGREED = "agreed"
        DROPPED = "dropped"

    table = models.ForeignKey("leagues.LeagueTable", on_delete=models.CASCADE, related_name="times")
    starts_at = models.DateTimeField()
    by = models.ForeignKey("leagues.Entrant", on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.PROPOSED)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "starts_at"], name="table_time_once"),
            models.UniqueConstraint(fields=["table"], condition=Q(state="agreed"), name="table_time_agreed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.starts_at:%Y-%m-%d %H:%M}"


class TimeAnswer(models.Model):
    """What an entrant says to a proposed time."""

    time = models.ForeignKey(TableTime, on_delete=models.CASCADE, related_name="answers")
    entrant = models.ForeignKey("leagues.Entrant", on_delete=models.CASCADE, related_name="+")
    yes = models.BooleanField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["time", "entrant"], name="time_answer_once")]

    def __str__(self) -> str:
        return f"{self.time_id} {self.entrant_id} {self.yes}"


class SubstituteOffer(models.Model):
    """A place that somebody is asked to take for one round; it expires, and the next one is asked."""

    class State(models.TextChoices):
        OFFERED = "offered"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        EXPIRED = "expired"
        WITHDRAWN = "withdrawn"

    place = models.ForeignKey("leagues.Place", on_delete=models.CASCADE, related_name="offers")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="substitute_offers")
    state = models.CharField(max_length=9, choices=State, default=State.OFFERED)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["place"], condition=Q(state="offered"), name="substitute_offer_open_once"),
            models.UniqueConstraint(fields=["place", "player"], name="substitute_offer_once"),
        ]

    def __str__(self) -> str:
        return f"{self.place_id} {self.player_id} {self.state}"


class LeagueDue(models.Model):
    """Something that a season does when its time comes; `key` says of what, so that it stands once."""

    class Kind(models.TextChoices):
        DRAFT = "draft"  # a job that never came back
        PUBLISH = "publish"  # a draft that nobody has to look at
        OPEN_ROUND = "open_round"
        VACATE = "vacate"  # who did not come by the end of the grace
        DEADLINE = "deadline"
        CLOSE = "close"
        OFFER = "offer"  # a substitute's answer
        DISPUTE = "dispute"  # nobody has decided it
        REMIND = "remind"
        LADDER = "ladder"  # who waits is called to tables
        REVIEW = "review"
        AUTOPILOT = "autopilot"

    season = models.ForeignKey("leagues.Season", on_delete=models.CASCADE, related_name="dues")
    kind = models.CharField(max_length=12, choices=Kind)
    key = models.PositiveBigIntegerField(default=0)  # the id of the matchday, table or offer
    due_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "kind", "key"], name="league_due_once")]
        indexes: ClassVar = [models.Index(fields=["due_at"], name="league_due_by_time")]

    def __str__(self) -> str:
        return f"{self.season_id} {self.kind}"


class MailChoice(models.Model):
    """A kind of a league's letters that a player does not want."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="mail_choices")
    kind = models.CharField(max_length=16)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "kind"], name="mail_choice_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
