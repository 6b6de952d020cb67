"""The rounds of a league, their tables and results. Part of the models; leagues/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Matchday(models.Model):
    """A round of a division: one set of tables."""

    class State(models.TextChoices):
        PLANNED = "planned"
        DRAFTING = "drafting"
        DRAFT = "draft"
        PUBLISHED = "published"
        IN_PLAY = "in_play"
        CLOSING = "closing"
        COMPLETED = "completed"
        VOID = "void"

    division = models.ForeignKey("leagues.Division", on_delete=models.CASCADE, related_name="matchdays")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State, default=State.PLANNED)
    opens_at = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveSmallIntegerField(default=0)
    # How often its tables were thrown away and made anew: other ones each time.
    attempt = models.PositiveSmallIntegerField(default=0)
    # What the pairing was made from and by, so that it can be made again: a digest, the seed's label, the version.
    snapshot = models.CharField(max_length=64, blank=True, default="")
    seed = models.CharField(max_length=64, blank=True, default="")
    algorithm = models.CharField(max_length=32, blank=True, default="")
    report = models.JSONField(default=dict, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["division", "number"], name="matchday_once")]

    def __str__(self) -> str:
        return f"{self.division_id}/{self.number}"


class LeagueTable(models.Model):
    """Entrants who meet in one round."""

    class State(models.TextChoices):
        SEATED = "seated"
        STARTED = "started"
        FINISHED = "finished"
        PARTIAL = "partial"
        DECIDED = "decided"
        FORFEIT = "forfeit"
        VOID = "void"

    matchday = models.ForeignKey(Matchday, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    planned_size = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.SEATED)
    match = models.OneToOneField(
        "games.Match", on_delete=models.PROTECT, null=True, blank=True, related_name="league_table"
    )
    paper = models.BooleanField(default=False)
    # When it is played: the round's opening, or as its players agreed.
    play_at = models.DateTimeField(null=True, blank=True)
    # Raised with every change of the time, for the calendars.
    sequence = models.PositiveSmallIntegerField(default=0)
    # Why these sit together, as data of the pairing: a list of {"kind": …, …}.
    reasons = models.JSONField(default=list, blank=True)
    postponed = models.BooleanField(default=False)
    # When a ladder called its players up.
    called_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["matchday", "number"], name="league_table_once")]

    def __str__(self) -> str:
        return f"{self.matchday_id}/{self.number}"


class Place(models.Model):
    """Whose place at a league's table it is, and who plays it."""

    class Role(models.TextChoices):
        REGULAR = "regular"
        SUBSTITUTE = "substitute"
        VACATED = "vacated"  # did not come
        OPEN = "open"  # has left the season; somebody is asked to sit in

    table = models.ForeignKey(LeagueTable, on_delete=models.CASCADE, related_name="places")
    matchday = models.ForeignKey(Matchday, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey("leagues.Entrant", on_delete=models.PROTECT, related_name="places")
    position = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=10, choices=Role, default=Role.REGULAR)
    # Who plays in the entrant's stead.
    substitute = models.ForeignKey(
        "games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="substituted_places"
    )
    # 0, or at a ladder, where one plays often in the same round, the table's number.
    turn = models.PositiveSmallIntegerField(default=0)
    # The button "I am here".
    present_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["matchday", "entrant", "turn"], name="place_entrant_once"),
            models.UniqueConstraint(fields=["table", "position"], name="place_position_once"),
            models.UniqueConstraint(
                fields=["matchday", "substitute"], condition=Q(substitute__isnull=False), name="place_substitute_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.position}"


class Bye(models.Model):
    """An entrant without a table."""

    class Kind(models.TextChoices):
        PAIRING = "pairing"
        REQUESTED = "requested"
        LATE = "late"
        ABSENT = "absent"
        WITHDRAWN = "withdrawn"

    matchday = models.ForeignKey(Matchday, on_delete=models.CASCADE, related_name="byes")
    entrant = models.ForeignKey("leagues.Entrant", on_delete=models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=9, choices=Kind)
    value = models.PositiveIntegerField(default=0)  # in 5040ths

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["matchday", "entrant"], name="bye_once")]

    def __str__(self) -> str:
        return f"{self.matchday_id} {self.entrant_id} {self.kind}"


class Result(models.Model):
    """How a table ended. A correction is a new row: one of a table's results is current."""

    class Kind(models.TextChoices):
        PLAYED = "played"
        PARTIAL = "partial"
        FORFEIT = "forfeit"
        VOID = "void"

    class State(models.TextChoices):
        CLAIMED = "claimed"  # entered, and not yet confirmed by the others
        CONFIRMED = "confirmed"

    table = models.ForeignKey(LeagueTable, on_delete=models.CASCADE, related_name="results")
    revision = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=7, choices=Kind, default=Kind.PLAYED)
    state = models.CharField(max_length=9, choices=State, default=State.CONFIRMED)
    # One a place: {"entrant": id, "place": 1, "points": match points, "cards": left in points, "came": true}.
    lines = models.JSONField()
    # Of paper tables: the deals as they were tapped in.
    deals = models.JSONField(default=list, blank=True)
    author = models.ForeignKey("games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True, default="")
    current = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "revision"], name="result_revision_once"),
            models.UniqueConstraint(fields=["table"], condition=Q(current=True), name="result_current_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} r{self.revision}"


class Confirmation(models.Model):
    """One of a table says that a claimed result is right."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="confirmations")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["result", "player"], name="confirmation_once")]

    def __str__(self) -> str:
        return f"{self.result_id} {self.player_id}"


class Penalty(models.Model):
    """Points taken off an entrant, for a reason that all can read; counted in standings and pairings."""

    class Appeal(models.TextChoices):
        NONE = "none"
        OPEN = "open"
        UPHELD = "upheld"  # the penalty is gone
        REJECTED = "rejected"

    entrant = models.ForeignKey("leagues.Entrant", on_delete=models.CASCADE, related_name="penalties")
    value = models.PositiveIntegerField()  # in 5040ths
    after_round = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=300)
    author = models.ForeignKey("games.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    appeal = models.CharField(max_length=8, choices=Appeal, default=Appeal.NONE)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.entrant_id} -{self.value}"


class Standing(models.Model):
    """An entrant's line after a round: worked out from the results, never added to."""

    division = models.ForeignKey("leagues.Division", on_delete=models.CASCADE, related_name="standings")
    entrant = models.ForeignKey("leagues.Entrant", on_delete=models.CASCADE, related_name="standings")
    after_round = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    # Each tie-break's figure, as the engine writes it.
    figures = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["division", "after_round", "entrant"], name="standing_once"),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}/{self.after_round} {self.rank}"
