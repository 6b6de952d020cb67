"""Why a league's service may say no: a closed list, each with its sentence in `leagues/refusals.py`."""

from enum import StrEnum


class Reason(StrEnum):
    NO_SUCH_LEAGUE = "no_such_league"
    NOT_YOURS = "not_yours"  # the act is for another role
    GUEST = "guest"
    NAME = "name"
    SETTINGS = "settings"  # a plan that cannot be played
    LADDER = "ladder"  # a ladder cannot be played like that
    FROZEN = "frozen"  # what is changed was promised when the season began
    STATE = "state"  # the season, round or table is past or before that
    CODE = "code"
    CLOSED = "closed"  # nobody can enter any more
    ALREADY_IN = "already_in"
    NOT_IN = "not_in"
    DISQUALIFIED = "disqualified"
    TOO_FEW = "too_few"
    TOO_LATE = "too_late"
    LAST_OWNER = "last_owner"
    ONESELF = "oneself"
    NO_SUCH_PLAYER = "no_such_player"
    FIRST = "first"  # somebody else did it a moment ago
    RESULTS_MISSING = "results_missing"
    LINES = "lines"  # a result that cannot be: other people, places with holes, points that do not add up
    CARDS = "cards"  # places of a single round that do not follow what is left in hand
    NO_REASON = "no_reason"
    DISPUTES_OPEN = "disputes_open"
    OWN_TABLE = "own_table"
    NO_VOTE = "no_vote"
    NOT_AT_TABLE = "not_at_table"
    IN_THE_PAST = "in_the_past"
    AFTER_DEADLINE = "after_deadline"
    FILE = "file"
    BARRED = "barred"  # from a ladder's queue, for tables left or missed
    PLAYING = "playing"  # a table waits for them, or they sit at one
    SHUT = "shut"  # the ladder, at this hour


class NotAllowed(Exception):
    """What was asked for may not be done now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Conflict(NotAllowed):
    """Somebody else did it first: look at what they did (HTTP 409)."""

    def __init__(self) -> None:
        super().__init__(Reason.FIRST)
