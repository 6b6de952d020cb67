"""What is stored. Models store: nothing happens when a row is saved, and only the services write.

A round is its log: `Round.state` is the fold of its moves kept warm, and everything that must
happen later is a row of `Due`.
"""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Lower, Replace
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import names
from games.models_analysis import Analysis
from games.models_company import (
    Block,
    ChatLine,
    Connection,
    MaskedWord,
    Mute,
    PushSubscription,
    Report,
    Restart,
)
from games.models_deals import Contribution, Deal, SealedPromise, SecretReading
from games.models_people import FormerName, Friendship, Invitation, ModerationAct, Sums
from games.models_ranked import (
    Ladder,
    LedgerAct,
    LedgerHead,
    Offer,
    PairDecision,
    PeriodScore,
    RankedRecord,
    Rating,
    RatingChange,
    Settlement,
    Ticket,
)
from games.models_sums import MonthSums, SiteCount, SiteDay

__all__ = [
    "Analysis",
    "Block",
    "ChatLine",
    "Connection",
    "Contribution",
    "Deal",
    "Due",
    "FormerName",
    "Friendship",
    "Heartbeat",
    "Invitation",
    "Ladder",
    "LedgerAct",
    "LedgerHead",
    "MaskedWord",
    "Match",
    "ModerationAct",
    "MonthSums",
    "Move",
    "Mute",
    "Offer",
    "PairDecision",
    "PeriodScore",
    "Player",
    "PushSubscription",
    "RankedRecord",
    "Rating",
    "RatingChange",
    "RefusedCommand",
    "Report",
    "Restart",
    "Round",
    "SealedPromise",
    "Seat",
    "Secret",
    "SecretReading",
    "Settlement",
    "SiteCount",
    "SiteDay",
    "Sums",
    "Ticket",
]


def name_shape() -> Func:
    """`names.shape` of the name, as the database works it out.

    Marked letters go first, small and capital: not every database knows how to make them small.
    """
    marked: Combinable = F("username")
    for sign, letter in names.FOLDS:
        marked = Replace(marked, Value(sign), Value(letter))
    shape: Func = Lower(marked)
    for sign, same in names.LOOKALIKES:
        shape = Replace(shape, Value(sign), Value(same))
    return shape


class Player(AbstractUser):
    """The user model. No real names are asked for, so there is no place to keep them."""

    class AgeBand(models.TextChoices):
        UNDER_16 = "under16"
        OVER_16 = "16plus"
        UNKNOWN = "unknown"

    class Invites(models.TextChoices):
        EVERYONE = "everyone"
        FRIENDS = "friends"
        NOBODY = "nobody"

    username = models.CharField(_("username"), max_length=150, unique=True, validators=[names.check])
    shape = models.GeneratedField(
        expression=name_shape(), output_field=models.CharField(max_length=150), db_persist=True
    )
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    age_band = models.CharField(max_length=7, choices=AgeBand, default=AgeBand.UNKNOWN)
    recovery_hash = models.CharField(max_length=200, blank=True, default="", editable=False)
    language = models.CharField(max_length=8, blank=True, default="")
    theme = models.CharField(max_length=5, blank=True, default="")
    is_demo = models.BooleanField(default=False, editable=False)
    # Plays without an account, for as long as the browser's session lasts.
    is_guest = models.BooleanField(default=False, editable=False)
    # Wants to write and read more than phrases; counts only for those who are old enough.
    free_text = models.BooleanField(default=False)
    chat_closed_until = models.DateTimeField(null=True, blank=True)
    # Who may ask this player to a table.
    invites = models.CharField(max_length=8, choices=Invites, default=Invites.EVERYONE)
    renamed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Why moderators warned this player, until the player says to have read it: a `Report.Why`.
    warned_for = models.CharField(max_length=8, blank=True, default="", editable=False)
    # The account was deleted then: the person is gone, the row stands in the history for "a former player".
    gone_at = models.DateTimeField(null=True, blank=True, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta(AbstractUser.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["shape"], name="player_username_shape"),
        ]

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


# The finished matches that everybody may find: those of public tables, and ranked ones.
LISTED = Q(state="finished") & (Q(public=True) | Q(kind="ranked"))


class Match(models.Model):
    """One or more rounds by the same seats, and before that the open table."""

    class State(models.TextChoices):
        OPEN = "open"
        PLAYING = "playing"
        BETWEEN = "between"
        PAUSED = "paused"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class Kind(models.TextChoices):
        CASUAL = "casual"
        RANKED = "ranked"
        LEAGUE = "league"

    code = models.CharField(max_length=6, unique=True)
    host = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hosted")
    public = models.BooleanField(default=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.CASUAL)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    rules = models.JSONField()
    # What the customizable cards were written as, one a rule of the rule set; "" for one put together from parts.
    sentences = models.JSONField(default=list, blank=True)
    # "mas" or "clasic" where the rules are that preset's, "" where an option was changed.
    preset = models.CharField(max_length=8, blank=True, default="")
    size = models.PositiveSmallIntegerField()
    # How many sat down when it began; 0 before.
    seated = models.PositiveSmallIntegerField(default=0)
    # The league that seated it, by its word in addresses, and what it was called then; "" for all others.
    league = models.CharField(max_length=60, blank=True, default="")
    league_name = models.CharField(max_length=60, blank=True, default="")
    # A round of that league put these people together: how often they met weighs nothing then.
    paired = models.BooleanField(default=False)
    turn_ms = models.PositiveIntegerField()
    bank_ms = models.PositiveIntegerField()
    # Counts every change that is not a move; with the round's version it numbers a screen.
    version = models.PositiveIntegerField(default=1)
    # Counts what is said and who comes to watch: its own number, for it changes no screen.
    talk = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="rematch")

    class Meta:
        verbose_name_plural = "matches"
        indexes: ClassVar = [
            models.Index(
                fields=["-created_at"],
                condition=Q(state="open", public=True),
                name="match_open_tables",
            ),
            models.Index(fields=["-finished_at"], name="match_finished"),
            # What everybody may find, in the order of the list; with all that it is looked through by, so that
            # a search that finds little reads this index alone.
            models.Index(
                fields=["-finished_at", "-id", "kind", "preset", "seated", "league"],
                condition=LISTED,
                name="match_listed_all",
            ),
            models.Index(fields=["kind", "-finished_at", "-id"], condition=LISTED, name="match_listed_kind"),
            models.Index(fields=["preset", "-finished_at", "-id"], condition=LISTED, name="match_listed_preset"),
            models.Index(fields=["seated", "-finished_at", "-id"], condition=LISTED, name="match_listed_seated"),
            models.Index(fields=["league", "-finished_at", "-id"], condition=LISTED, name="match_listed_league"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_rated(self) -> bool:
        """Whether it counts: nobody is played for by a bot, who goes leaves, and watchers see it a round late."""
        return self.kind == self.Kind.RANKED or (self.kind == self.Kind.LEAGUE and bool(self.preset))


class Seat(models.Model):
    """A place at a match: a player, or a bot."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=16, blank=True, default="")
    name = models.CharField(max_length=64)
    # Before the start: accepts the rules shown. While paused: wants to go on.
    ready = models.BooleanField(default=False)
    agrees_pause = models.BooleanField(default=False)
    # 1 for the first that left the running match, then 2, …; null for all who stayed.
    left_order = models.PositiveSmallIntegerField(null=True, blank=True)
    bank_ms = models.PositiveIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    bot_plays = models.BooleanField(default=False)
    # No page of the player shows the table since then; null while one does.
    away_since = models.DateTimeField(null=True, blank=True)
    points = models.PositiveIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_once"),
            models.UniqueConstraint(
                fields=["match", "player"],
                condition=Q(player__isnull=False),
                name="seat_player_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.name}"

    @property
    def is_human(self) -> bool:
        return self.player_id is not None


class Round(models.Model):
    """A deal played to its end.

    Inside a round seats are counted from 0 over those still in the match; `roster[k]` says who sits
    on round seat k: {"seat": match seat, "player": id or null, "bot": strength or "", "name": …}.
    `clock` is what time needs between two moves; services/waiting.py describes it.
    """

    class Outcome(models.TextChoices):
        RUNNING = ""
        WON = "won"
        BLOCKED = "blocked"
        ABORTED = "aborted"

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    roster = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    rules_version = models.PositiveSmallIntegerField()
    context = models.CharField(max_length=200)
    commit = models.CharField(max_length=64)
    # The secret in hexadecimal, from the moment the round is over.
    revealed = models.CharField(max_length=64, blank=True, default="")
    # What the players added to its seed, by round seat, in hexadecimal; "" for who added nothing, [] where nobody did.
    nonces = models.JSONField(default=list, blank=True)
    state = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    last_at = models.PositiveIntegerField(default=0)
    clock = models.JSONField(default=dict)
    began_at = models.DateTimeField()
    # Where `at` counts from: `began_at`, moved on by every time during which no clock ran.
    zero_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True, default="")
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # a match seat
    points = models.PositiveIntegerField(default=0)
    hands = models.JSONField(default=list)  # at the end, by round seat, as text
    totals = models.JSONField(default=dict)  # after the round: match seat (as text) -> points

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="round_once"),
        ]
        indexes: ClassVar = [
            # What the clock looks through when it starts.
            models.Index(fields=["match"], condition=Q(finished_at__isnull=True), name="round_running"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def seats(self) -> list[int]:
        """The match seat on each round seat."""
        return [person["seat"] for person in self.roster]

    def seat_of(self, player_id: int | None) -> int | None:
        """The round seat of a player, None for who only watches."""
        if player_id is None:
            return None
        people: list[dict[str, Any]] = self.roster
        return next((k for k, who in enumerate(people) if who["player"] == player_id), None)


class Secret(models.Model):
    """What a running round's seed is made of, sealed with a key that only the server has."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True)
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.pk}"


class Move(models.Model):
    """One accepted command: the log is the game. Never changed, never deleted."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()  # a round seat
    text = models.TextField()
    at = models.PositiveIntegerField()
    events = models.JSONField(default=list)
    command_id = models.CharField(max_length=64)
    payload = models.CharField(max_length=32)
    # How it came over a socket, with what decided when a shout, a MAS! or a catch counts: services/judging.py.
    signal = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="move_once"),
            models.UniqueConstraint(fields=["round", "command_id"], name="move_command_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}#{self.number} {self.text}"


class RefusedCommand(models.Model):
    """The answer to a command that changed nothing, so that asking again gets the same one."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="refused_commands")
    command_id = models.CharField(max_length=64)
    payload = models.CharField(max_length=32)
    refusal = models.CharField(max_length=32)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "command_id"], name="refused_command_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.refusal}"


class Due(models.Model):
    """Something that must happen later, in the position it names; a stale one does nothing."""

    class Kind(models.TextChoices):
        CLOCK = "clock"  # a turn, a race or an honour rule runs out
        BOT = "bot"
        NEXT_ROUND = "next_round"
        EXPIRY = "expiry"  # an open or a paused table closes
        CATCH = "catch"  # a catch that waits for a MAS! on its way
        AWAY = "away"  # a seat's player may have gone, or has been gone for long

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="dues")
    kind = models.CharField(max_length=12, choices=Kind)
    seat = models.SmallIntegerField(default=-1)  # -1: of the whole table
    due_at = models.DateTimeField()
    # The round and its version; outside a round 0 and the match's version.
    round_number = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveIntegerField()
    # Somebody is doing it until then; a process that dies gives it back by itself.
    leased_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "kind", "seat"], name="due_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["due_at"], name="due_by_time")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind} {self.due_at:%H:%M:%S}"


class Heartbeat(models.Model):
    """When the clock last ran; the gap up to the next start is nobody's time."""

    name = models.CharField(max_length=32, primary_key=True)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.beat_at:%H:%M:%S}"
