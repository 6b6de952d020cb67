"""Why a command may be refused: a closed list, each with the section of RULES that forbids it."""

from enum import Enum


class Refusal(Enum):
    """A reason and the rule it quotes."""

    NOTATION = ("notation", "1")
    NO_SUCH_SEAT = ("no_such_seat", "1")
    SEAT_LEFT = ("seat_left", "11")
    ROUND_OVER = ("round_over", "11")
    NOT_YOUR_TURN = ("not_your_turn", "5")
    CARD_NOT_HELD = ("card_not_held", "5")
    DOES_NOT_FIT = ("does_not_fit", "4")
    COMBO_BROKEN = ("combo_broken", "5")
    COMBOS_OFF = ("combos_off", "2")
    COMBO_OTHER_FACE = ("combo_other_face", "2")
    MUST_END_THE_PLAY = ("must_end_the_play", "5")
    ONLY_ATTACK_FOLLOWS = ("only_attack_follows", "5")
    ONLY_SKIPS_FOLLOW = ("only_skips_follow", "5")
    UNDER_ATTACK = ("under_attack", "6")
    UNDER_SKIPS = ("under_skips", "6")
    ONLY_DRAWN_CARD = ("only_drawn_card", "5")
    ALREADY_DRAWN = ("already_drawn", "5")
    MUST_PLAY = ("must_play", "5")
    NOTHING_TO_PASS = ("nothing_to_pass", "5")
    COLOUR_MISSING = ("colour_missing", "4")
    COLOUR_SUPERFLUOUS = ("colour_superfluous", "5")
    SEAT_MISSING = ("seat_missing", "5")
    SEAT_SUPERFLUOUS = ("seat_superfluous", "5")
    SEAT_IMPOSSIBLE = ("seat_impossible", "8")
    GIFT_MISSING = ("gift_missing", "9")
    GIFT_SUPERFLUOUS = ("gift_superfluous", "5")
    GIFT_NOT_HELD = ("gift_not_held", "9")
    MAS_NOT_SAID = ("mas_not_said", "7")
    OWES_NOTHING = ("owes_nothing", "7")
    CATCH_ONESELF = ("catch_oneself", "7")
    GRACE = ("grace", "7")
    WAITING = ("waiting", "8")
    NO_RACE = ("no_race", "8")
    ALREADY_SHOUTED = ("already_shouted", "8")
    TOO_LATE = ("too_late", "8")
    NOTHING_TO_CONFIRM = ("nothing_to_confirm", "9")
    ALREADY_CONFIRMED = ("already_confirmed", "9")
    NOTHING_TO_CHALLENGE = ("nothing_to_challenge", "8")
    CHALLENGE_ONESELF = ("challenge_oneself", "8")
    NOTHING_TO_CLOSE = ("nothing_to_close", "8")

    def __init__(self, key: str, rule: str) -> None:
        self.key = key
        self.rule = rule


class Refused(Exception):
    """A command that may not be done now; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal
