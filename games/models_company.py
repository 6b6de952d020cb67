"""Who is at a table and what they say to one another. Part of the models; games/models.py names them all."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class Connection(models.Model):
    """A page that shows a table: a socket, or one that polls. Forgotten when it has not been seen for a while."""

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="connections")
    player = models.ForeignKey(
        "games.Player", on_delete=models.CASCADE, null=True, blank=True, related_name="connections"
    )
    key = models.CharField(max_length=64, unique=True)
    seen_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="connection_seen")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player_id}"


class ChatLine(models.Model):
    """Something said at a table. A phrase and a reaction are keys of closed lists, in no language yet."""

    class Side(models.TextChoices):
        PLAYERS = "players"
        WATCHERS = "watchers"

    class Kind(models.TextChoices):
        PHRASE = "phrase"
        REACTION = "reaction"
        FREE = "free"

    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="lines")
    side = models.CharField(max_length=8, choices=Side)
    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(max_length=16, blank=True, default="")
    text = models.CharField(max_length=200, blank=True, default="")
    hidden = models.BooleanField(default=False)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="chat_line_once")]
        indexes: ClassVar = [models.Index(fields=["player", "made_at"], name="chat_line_flood")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.key or self.kind}"


class MaskedWord(models.Model):
    """A word that free text shows as dots. Written without diacritics and in small letters it masks all its forms."""

    word = models.CharField(max_length=40, unique=True)

    def __str__(self) -> str:
        return self.word


class Mute(models.Model):
    """`owner` does not want to read `other`; nobody else notices."""

    owner = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="mutes")
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="muted_by")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "other"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.other_id}"


class Block(models.Model):
    """`owner` and `other` sit together no more and read nothing of each other."""

    owner = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="blocked_by")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "other"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.other_id}"


class Report(models.Model):
    """A player or a line that somebody wants looked at, with what was said before it. Kept for 90 days."""

    class Why(models.TextChoices):
        INSULT = "insult"
        THREAT = "threat"
        SEXUAL = "sexual"
        PRIVATE = "private"  # asks for or tells private things
        CHEATING = "cheating"
        NAME = "name"
        OTHER = "other"
        # By the site itself: bound itself to a part of the shuffle and did not tell it, again and again.
        WITHHELD = "withheld"

    class State(models.TextChoices):
        OPEN = "open"
        HANDLED = "handled"

    reporter = models.ForeignKey("games.Player", on_delete=models.SET_NULL, null=True, related_name="reports_made")
    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="reports")
    match = models.ForeignKey("games.Match", on_delete=models.CASCADE, related_name="reports")
    line = models.ForeignKey(ChatLine, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports")
    why = models.CharField(max_length=8, choices=Why)
    # The line and the twenty before it: who, kind, key or text, when.
    context = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=7, choices=State, default=State.OPEN)
    note = models.TextField(blank=True, default="")
    handled_by = models.ForeignKey(
        "games.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="reports_handled"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["reporter", "player", "match", "line"], name="report_once")
        ]
        indexes: ClassVar = [models.Index(fields=["made_at"], name="report_by_time")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.why}"


class Restart(models.Model):
    """When the site will be restarted, as announced; one row at most."""

    name = models.CharField(max_length=8, primary_key=True, default="next")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S}"


class PushSubscription(models.Model):
    """A browser that may be told when its player's turn has come and no page shows the table."""

    player = models.ForeignKey("games.Player", on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=8, blank=True, default="")
    made_at = models.DateTimeField(default=timezone.now)
    # Deliveries in a row that came to nothing.
    failed = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.player_id} {self.made_at:%Y-%m-%d}"
