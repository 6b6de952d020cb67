"""What leagues store. Models store: only the services write, and every change of a state is a verb of theirs.

`Matchday`, `LeagueTable` and `Place` are a league's round, table and seat: `Round` and `Seat` are the game's words.
Points of a league are whole 5040ths of a table won: `POINT`.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from leagues.models_disputes import Dispute, DisputeVote
from leagues.models_feeds import CalledOff
from leagues.models_ladder import LadderTicket
from leagues.models_matchdays import (
    Bye,
    Confirmation,
    LeagueTable,
    Matchday,
    Penalty,
    Place,
    Result,
    Standing,
)
from leagues.models_owning import OwnerOffer
from leagues.models_paper import PaperMatch
from leagues.models_times import LeagueDue, MailChoice, SubstituteOffer, TableTime, TimeAnswer
from leagues.models_weeks import PlayWeek

__all__ = [
    "Bye",
    "CalledOff",
    "Confirmation",
    "Dispute",
    "DisputeVote",
    "Division",
    "Entrant",
    "LadderTicket",
    "League",
    "LeagueDue",
    "LeagueTable",
    "LogEntry",
    "MailChoice",
    "Matchday",
    "News",
    "OwnerOffer",
    "PaperMatch",
    "Penalty",
    "Place",
    "PlayWeek",
    "Result",
    "Role",
    "Season",
    "Standing",
    "SubstituteOffer",
    "TableTime",
    "TimeAnswer",
]


class League(models.Model):
    """A named series run by people."""

    class Visibility(models.TextChoices):
        PUBLIC = "public"  # listed, for all to see
        UNLISTED = "unlisted"  # for whoever has the link or the code
        PRIVATE = "private"  # for its entrants and organizers

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=60)
    owner = models.ForeignKey("games.Player", on_delete=models.PROTECT, related_name="leagues_owned")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    # Who has it may apply.
    code = models.CharField(max_length=8, unique=True)
    zone = models.CharField(max_length=40, default="Europe/Bucharest")
    language = models.CharField(max_length=8, default="ro")
    club = models.CharField(max_length=60, blank=True, default="")
    place = models.CharField(max_length=60, blank=True, default="")
    about = models.TextField(max_length=2000, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-created_at"], condition=Q(visibility="public"), name="league_public"),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.Model):
    """Who helps the owner."""

    class Kind(models.TextChoices):
        DIRECTOR = "director"
        ASSISTANT = "assistant"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="roles")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="league_roles")
    kind = models.CharField(max_length=9, choices=Kind)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "player"], name="role_once")]

    def __str__(self) -> str:
        return f"{self.league_id} {self.player_id} {self.kind}"


class Season(models.Model):
    """One edition of a league, with everything that was promised to its entrants."""

    class State(models.TextChoices):
        DRAFT = "draft"
        REGISTRATION = "registration"
        SEEDED = "seeded"
        RUNNING = "running"
        PAUSED = "paused"
        REVIEW = "review"
        FINAL = "final"
        ARCHIVED = "archived"
        CANCELLED = "cancelled"

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin"
        SWISS = "swiss"
        KNOCKOUT = "knockout"
        LADDER = "ladder"

    class Venue(models.TextChoices):
        ONLINE = "online"
        CLUB = "club"  # paper cards, results tapped in
        BOTH = "both"  # each table as it likes

    class Looking(models.TextChoices):
        """Which drafts wait until an organizer has looked at them."""

        FIRST = "first"
        ALWAYS = "always"
        NEVER = "never"

    class Pace(models.TextChoices):
        FIXED = "fixed"  # all tables of a round begin when it opens
        AGREED = "agreed"  # each table agrees its own time before the deadline

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True, default="")
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    format = models.CharField(max_length=11, choices=Format, default=Format.ROUND_ROBIN)
    # Of Swiss pairing: strict, balanced or power.
    mode = models.CharField(max_length=8, default="strict")
    table_size = models.PositiveSmallIntegerField(default=4)
    rounds = models.PositiveSmallIntegerField(default=6)
    venue = models.CharField(max_length=6, choices=Venue, default=Venue.ONLINE)
    pace = models.CharField(max_length=6, choices=Pace, default=Pace.AGREED)
    # The rules of every match, as `Rules.to_mapping`; frozen when the season starts.
    rules = models.JSONField()
    sentences = models.JSONField(default=list, blank=True)
    preset = models.CharField(max_length=8, blank=True, default="")
    turn_ms = models.PositiveIntegerField(default=30_000)
    bank_ms = models.PositiveIntegerField(default=60_000)
    # The first round opens then; a round lasts so many days, the next one opens when it is over.
    opens_at = models.DateTimeField(null=True, blank=True)
    round_days = models.PositiveSmallIntegerField(default=7)
    grace_minutes = models.PositiveIntegerField(default=24 * 60)
    # Rounds are paired, open and close without anybody's hand; a draft with faults is shown to an organizer anyway.
    looking = models.CharField(max_length=6, choices=Looking, default=Looking.FIRST)
    approval = models.BooleanField(default=True)
    most_entrants = models.PositiveSmallIntegerField(default=200)
    last_joining_round = models.PositiveSmallIntegerField(null=True, blank=True)  # null: a third of the rounds
    # In 5040ths; null: as the format has it.
    bye_value = models.PositiveIntegerField(null=True, blank=True)
    requested_bye_value = models.PositiveIntegerField(null=True, blank=True)
    # So many of one's best results count, null: all; who has fewer than `least_results` has no rank yet.
    best_results = models.PositiveSmallIntegerField(null=True, blank=True)
    least_results = models.PositiveSmallIntegerField(default=0)
    # "share", "places", "winner", or points by size and place: {"4": [..], "3": [..]}.
    points = models.JSONField(default=dict, blank=True)
    tie_breaks = models.JSONField(default=list, blank=True)
    substitutes_score = models.BooleanField(default=False)
    divisions_wanted = models.PositiveSmallIntegerField(default=1)
    # How many go up and down at a boundary: {"kind": "sixth" | "fifth" | "quarter" | "fixed", "count": n}.
    promotion = models.JSONField(default=dict, blank=True)
    # Pairs who should never meet: an account by its id, somebody without one by that of their entry, negative.
    keep_apart = models.JSONField(default=list, blank=True)
    # Of a ladder: nobody is called to a smaller table; null: as the format has it.
    least_table = models.PositiveSmallIntegerField(null=True, blank=True)
    # Of a ladder: when it is open, half hours of the week from Monday 0:00 [[start, end), …]; none: always.
    open_hours = models.JSONField(default=list, blank=True)
    # Decides lots and schedules; shown once the season is final.
    seed = models.CharField(max_length=32)
    copied_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="copies")
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    # When the last round was completed, and when it became final.
    reviewed_at = models.DateTimeField(null=True, blank=True)
    final_at = models.DateTimeField(null=True, blank=True)
    # An organizer last did something.
    tended_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "number"], name="season_once")]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.number}"


class Division(models.Model):
    """One standings table inside a season; its row is what everybody locks who pairs or closes a round."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    # Of a balanced round robin: the rounds as places 0, 1, …, and the entrant on each place.
    schedule = models.JSONField(default=list, blank=True)
    field = models.JSONField(default=list, blank=True)

    class Meta:
        ordering: ClassVar = ["level"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "level"], name="division_once")]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.level}"


class Entrant(models.Model):
    """A player's place in one season. The name is of the day they entered; a deleted account leaves it neutral."""

    class State(models.TextChoices):
        APPLIED = "applied"
        WAITLISTED = "waitlisted"
        ACCEPTED = "accepted"
        ACTIVE = "active"
        WITHDRAWN = "withdrawn"
        DISQUALIFIED = "disqualified"
        DECLINED = "declined"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants")
    # Null for a guest of a club night whom the organizer wrote down, and after the account was deleted.
    player = models.ForeignKey("games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    name = models.CharField(max_length=64)
    division = models.ForeignKey(Division, on_delete=models.PROTECT, null=True, blank=True, related_name="entrants")
    state = models.CharField(max_length=12, choices=State, default=State.APPLIED)
    applied_at = models.DateTimeField(default=timezone.now)
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)
    # Of who was disqualified: from this round on tables count without them; null: from the first.
    tainted_from = models.PositiveSmallIntegerField(null=True, blank=True)
    seed_mu = models.FloatField(default=25.0)
    seed_sigma = models.FloatField(default=25 / 3)
    # What a late one is given for pairing only, in 5040ths.
    pairing_points = models.PositiveIntegerField(default=0)
    # Rounds that were asked off: {"3": "requested"}.
    away = models.JSONField(default=dict, blank=True)
    strikes = models.PositiveSmallIntegerField(default=0)
    # Of a ladder: tables left or missed since the last one played to its end, and until when one may not queue.
    abandoned = models.PositiveSmallIntegerField(default=0)
    barred_until = models.DateTimeField(null=True, blank=True)
    # Ready to sit in for somebody.
    standby = models.BooleanField(default=False)
    zone = models.CharField(max_length=40, blank=True, default="")
    # When they can play, half hours of the week from Monday 0:00 in their zone: [[start, end], …].
    free_times = models.JSONField(default=list, blank=True)
    final_rank = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "player"], condition=Q(player__isnull=False), name="entrant_once"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["season", "state"], name="entrant_state")]

    def __str__(self) -> str:
        return self.name


class News(models.Model):
    """What the organizers tell everybody."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="news")
    author = models.ForeignKey("games.Player", on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "news"
        ordering: ClassVar = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.league_id} {self.made_at:%Y-%m-%d}"


class LogEntry(models.Model):
    """An act on a league: who, what, before and after, why. Never changed; what moves points is for all to see."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="log")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, null=True, blank=True, related_name="log")
    # Null: the season itself, when its time came.
    actor = models.ForeignKey("games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    actor_name = models.CharField(max_length=64, blank=True, default="")
    action = models.CharField(max_length=32)
    about = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True, default="")
    public = models.BooleanField(default=False)
    # Done to a table at which the actor sits.
    own_table = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "log entries"
        indexes: ClassVar = [models.Index(fields=["league", "-made_at"], name="log_by_time")]

    def __str__(self) -> str:
        return f"{self.league_id} {self.action}"
