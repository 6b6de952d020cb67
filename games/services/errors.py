"""Why a service may say no: a closed list beside the engine's own refusals."""

from datetime import datetime
from enum import StrEnum


class Reason(StrEnum):
    # The table
    NO_SUCH_TABLE = "no_such_table"
    NOT_OPEN = "not_open"  # it has started or is closed
    NOT_HOST = "not_host"
    TABLE_FULL = "table_full"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"  # only watches
    HAS_LEFT = "has_left"
    EMPTY_SEAT = "empty_seat"  # nobody, or nobody of that kind, sits there
    TOO_FEW_SEATS = "too_few_seats"
    NOT_ALL_READY = "not_all_ready"
    SIZE = "size"
    CLOCKS = "clocks"
    TOO_MANY_TABLES = "too_many_tables"  # open ones of one host
    STRENGTH = "strength"
    SENTENCE = "sentence"  # a sentence does not say what its rule does
    NOT_RUNNING = "not_running"
    NOT_PAUSED = "not_paused"
    NOT_FINISHED = "not_finished"
    ROUND_RUNNING = "round_running"  # its cards are still hidden
    TOO_MANY_ANALYSES = "too_many_analyses"  # of one account, or of everybody
    # Talk and company
    CHAT_CLOSED = "chat_closed"  # an administrator closed it for this player
    CHAT_FLOOD = "chat_flood"
    NOT_SAID = "not_said"  # nothing, or none of what can be said
    NO_FREE_TEXT = "no_free_text"
    BLOCKED = "blocked"  # somebody sits there with whom one does not sit
    ONESELF = "oneself"
    NO_SUCH_PLAYER = "no_such_player"
    # Friends and invitations
    NO_FRIEND = "no_friend"  # they do not want to be asked
    NO_FRIENDS = "no_friends"  # nothing is between these two
    NOT_ASKED = "not_asked"  # nobody asked to be friends
    TOO_MANY_ASKS = "too_many_asks"
    TOO_MANY_FRIENDS = "too_many_friends"
    NO_INVITATION = "no_invitation"  # they cannot be invited, for whatever cause
    TOO_MANY_INVITATIONS = "too_many_invitations"
    RESTART = "restart"  # the site is about to be restarted
    GUEST = "guest"  # for players with an account
    NO_GUEST = "no_guest"
    NAME_TAKEN = "name_taken"
    RENAMED_LATELY = "renamed_lately"
    # Moderation
    HANDLED = "handled"  # somebody else was quicker
    NO_MODERATOR = "no_moderator"
    OWN_PAIR = "own_pair"  # one of the two does not decide
    NOT_MODERATED = "not_moderated"  # oneself, the staff, other moderators, who is gone
    # Ranked play
    NO_SUCH_QUEUE = "no_such_queue"
    AT_A_TABLE = "at_a_table"  # of a match that is being played
    QUEUE_CLOSED = "queue_closed"  # to this player, for a while
    NO_OFFER = "no_offer"
    RANKED = "ranked"  # is done at casual tables only
    NO_SETTLEMENT = "no_settlement"  # the ledger has nothing there that this could touch
    NO_LEDGER_REASON = "no_ledger_reason"  # whoever changes the ledger says why
    # A command
    NOT_PLAYING = "not_playing"  # no round is being played at this table
    STALE = "stale"  # the table has moved on since the player looked
    ONLY_THE_TABLE = "only_the_table"  # timeout and close are the table's own commands
    COMMAND_ID = "command_id"  # the id is not one
    OTHER_COMMAND = "other_command"  # the id was used for something else
    # A part of the shuffle
    DEAL_VALUE = "deal_value"  # not 32 bytes in hexadecimal
    DEAL_OTHER = "deal_other"  # this seat is bound to something else already
    DEAL_WRONG = "deal_wrong"  # not what the seat is bound to


class NotAllowed(Exception):
    """What was asked for may not be done now; nothing has changed."""

    def __init__(self, reason: Reason, until: datetime | None = None) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.until = until  # it may be done again then, where that is known
