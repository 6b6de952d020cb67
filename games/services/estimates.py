"""How long a match will take: from the rounds played here, and before there are enough, from simulated ones."""

from typing import Final, NamedTuple

from games import queries
from games.engine.ruleset import Rules
from games.services.tables import preset_of

ENOUGH_ROUNDS: Final = 20
# People and bots together, unhurried. A combo is long to see and to tap, and people find shorter ones.
SECONDS_A_COMMAND: Final = {"mas": 12.0, "clasic": 4.5}
BETWEEN_SECONDS: Final = 12


class Typical(NamedTuple):
    commands: float  # a round
    points: float  # for its winner
    rounds: float  # to 500


# By preset and seats: whole matches to 500 between sensible bots, 60 each (25 from eight seats on).
SIMULATED: Final[dict[str, dict[int, Typical]]] = {
    "mas": {
        2: Typical(10.8, 53.8, 16.1),
        3: Typical(9.2, 104.8, 10.5),
        4: Typical(9.5, 161.1, 7.3),
        5: Typical(10.0, 227.2, 5.4),
        6: Typical(9.7, 296.5, 4.1),
        8: Typical(10.2, 456.8, 2.1),
        10: Typical(11.9, 563.2, 1.3),
        15: Typical(12.7, 935.8, 1.0),
        20: Typical(15.1, 1360.7, 1.0),
    },
    "clasic": {
        2: Typical(52.8, 27.3, 32.2),
        3: Typical(55.6, 49.9, 22.7),
        4: Typical(65.5, 74.2, 17.6),
        5: Typical(73.2, 101.6, 14.5),
        6: Typical(82.1, 128.8, 12.7),
        8: Typical(100.6, 192.7, 7.6),
        10: Typical(120.1, 304.4, 4.8),
        15: Typical(146.6, 448.4, 2.6),
        20: Typical(171.3, 703.0, 1.0),
    },
}


def expected_minutes(rules: Rules, size: int) -> int:
    """About how many minutes a match by these rules with so many seats takes."""
    preset = preset_of(rules)
    kin = preset or ("clasic" if rules.combos == "off" else "mas")
    typical = _simulated(kin, size)
    measured = queries.measured_rounds(preset, size)
    if measured.rounds >= ENOUGH_ROUNDS and measured.points:
        seconds = measured.round_ms / 1000
        rounds_to_500 = typical.rounds * typical.points / measured.points
    else:
        seconds = typical.commands * SECONDS_A_COMMAND[kin]
        rounds_to_500 = typical.rounds
    minutes = _rounds(rules, rounds_to_500) * (seconds + BETWEEN_SECONDS) / 60
    return max(1, round(minutes))


def _simulated(preset: str, size: int) -> Typical:
    figures = SIMULATED[preset]
    return figures[min(figures, key=lambda seats: abs(seats - size))]


def _rounds(rules: Rules, rounds_to_500: float) -> float:
    ending = rules.ending
    if ending.kind == "target":
        return max(1.0, rounds_to_500 * ending.amount / 500)
    return 1 if ending.kind == "single" else ending.amount
