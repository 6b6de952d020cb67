"""What an account can do that allauth does not: the recovery code of a player without an e-mail address."""

import re
import secrets
from datetime import datetime, timedelta
from functools import partial

from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from games import live, names
from games.models import FormerName, Player
from games.services.errors import NotAllowed, Reason

# Without the signs that are mistaken for one another on paper: I, L, O, 0, 1.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
GROUPS = 4
GROUP_LENGTH = 4
RENAMED_EVERY = timedelta(days=30)
# A name given up stays its owner's for so long: nobody else answers to it, and the owner may take it back.
NAME_KEPT = timedelta(days=90)


def issue_recovery_code(*, player: Player) -> str:
    """Give the player a new code and forget the old one; only the answer ever holds it in the clear."""
    code = _new_code()
    player.recovery_hash = make_password(_bare(code))
    player.save(update_fields=["recovery_hash"])
    return code


def reset_with_recovery_code(*, username: str, code: str, password: str) -> str | None:
    """Set the password and answer with the next code; None if name and code do not belong together."""
    player = named(name=username)
    if player is None or not player.is_active or not player.recovery_hash:
        make_password(_bare(code))  # an unknown name takes as long as a wrong code
        return None
    if not check_password(_bare(code), player.recovery_hash):
        return None
    following = _new_code()
    # The hash is compared once more in the write itself: of two who use the same code at once, one wins.
    spent = Player.objects.filter(pk=player.pk, recovery_hash=player.recovery_hash).update(
        password=make_password(password), recovery_hash=make_password(_bare(following))
    )
    if not spent:
        return None
    sessions_ended(player_id=player.pk)
    return following


def sessions_ended(*, player_id: int) -> None:
    """Have the player's open tables look whether they are still signed in, once this is committed.

    Those whose session has ended close within seconds; the others notice nothing.
    """
    transaction.on_commit(partial(live.announce_sessions, player_id))


def set_preferences(*, player: Player, language: str = "", theme: str = "", invites: str = "") -> None:
    """What is given is kept, for this browser's next ones too; the rest stays."""
    player.language, player.theme = language or player.language, theme or player.theme
    player.invites = invites or player.invites
    player.save(update_fields=["language", "theme", "invites"])


@transaction.atomic
def rename(*, player: Player, name: str, now: datetime | None = None) -> None:
    """Be called `name` (as `names.check` likes it) from now on; matches keep the name of their day.

    Once in 30 days. The old name stays this player's for 90 days. Refused: RENAMED_LATELY, NAME_TAKEN
    (also reserved, or kept for somebody), GUEST.
    """
    now = now or timezone.now()
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.is_guest:
        raise NotAllowed(Reason.GUEST)
    if player.renamed_at is not None and now < player.renamed_at + RENAMED_EVERY:
        raise NotAllowed(Reason.RENAMED_LATELY)
    if names.is_reserved(name) or is_taken(name=name, by=player, now=now):
        raise NotAllowed(Reason.NAME_TAKEN)
    set_name(player=player, name=name, kept_until=now + NAME_KEPT, now=now)
    player.renamed_at = now
    player.save(update_fields=["renamed_at"])


def set_name(*, player: Player, name: str, kept_until: datetime | None, now: datetime) -> None:
    """Give a locked player another name and note the old one. Refused: NAME_TAKEN."""
    FormerName.objects.create(
        player=player,
        name=player.username,
        shape=names.shape(player.username),
        given_up_at=now,
        kept_until=kept_until,
    )
    player.username = name
    try:
        with transaction.atomic():
            player.save(update_fields=["username"])
    except IntegrityError as taken:  # somebody took it between the check and now
        raise NotAllowed(Reason.NAME_TAKEN) from taken


def may_rename_from(player: Player) -> datetime | None:
    """When the player may change the name again; None for now."""
    again = player.renamed_at and player.renamed_at + RENAMED_EVERY
    return again if again is not None and again > timezone.now() else None


def named(*, name: str) -> Player | None:
    """The player of this name, whatever letters are capital or lack their marks."""
    plain = names.plain(name)
    found = Player.objects.filter(shape=names.shape(name)).first()
    return found if found is not None and names.plain(found.username) == plain else None


def is_taken(*, name: str, by: Player | None = None, now: datetime | None = None) -> bool:
    """Is there a player of this name, or of one that looks the same, or is it kept for one who had it?

    What is `by`'s own is free for them, unless it was taken from them.
    """
    shape, now = names.shape(name), now or timezone.now()
    own = Q(pk=by.pk) if by else Q(pk__in=())
    if Player.objects.filter(~own, shape=shape).exists():
        return True
    kept = FormerName.objects.filter(shape=shape)
    for_another = Q(kept_until__gt=now) & (~Q(player=by) if by else Q())
    return kept.filter(Q(kept_until=None) | for_another).exists()


def forget_names(now: datetime | None = None) -> int:
    """Free the names that were kept long enough for whoever gave them up."""
    return FormerName.objects.filter(kept_until__lt=now or timezone.now()).delete()[0]


def _new_code() -> str:
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))


def _bare(code: str) -> str:
    """The code as it is hashed: people type spaces, small letters and hyphens as they like."""
    return re.sub(r"[^A-Z0-9]", "", code.upper())
