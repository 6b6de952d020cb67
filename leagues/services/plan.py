"""What an organizer decides before a season begins, and whether it can be played."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from games.engine.ruleset import Rules, rules_from
from games.services.tables import preset_of
from leagues.engine.figures import TieBreak
from leagues.engine.promotion import Share
from leagues.engine.scoring import Scoring
from leagues.engine.snapshot import Mode
from leagues.engine.standings import TIE_BREAKS
from leagues.models import Season
from leagues.services.errors import NotAllowed, Reason

SMALLEST_TABLE, LARGEST_TABLE = 2, 10
MOST_ROUNDS, MOST_ENTRANTS, MOST_DAYS = 20, 200, 90
MOST_BEST, MOST_MOVING = 99, 10
HALF_HOURS = 7 * 48


@dataclass(frozen=True, slots=True)
class Plan:
    """One season as its organizer wants it; values as in `Season`."""

    name: str = ""
    format: str = Season.Format.ROUND_ROBIN
    mode: str = "strict"
    table_size: int = 4
    rounds: int = 6
    venue: str = Season.Venue.ONLINE
    pace: str = Season.Pace.AGREED
    rules: Rules = field(default_factory=lambda: rules_from({}))
    sentences: Sequence[str] = ()
    turn_ms: int = 30_000
    bank_ms: int = 60_000
    opens_at: datetime | None = None
    round_days: int = 7
    grace_minutes: int = 24 * 60
    looking: str = Season.Looking.FIRST
    approval: bool = True
    most_entrants: int = MOST_ENTRANTS
    last_joining_round: int | None = None
    bye_value: int | None = None
    requested_bye_value: int | None = None
    best_results: int | None = None
    least_results: int = 0
    points: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: Sequence[str] = tuple(TIE_BREAKS)
    substitutes_score: bool = False
    divisions_wanted: int = 1
    promotion: Mapping[str, Any] = field(default_factory=dict)
    keep_apart: Sequence[Sequence[int]] = ()
    least_table: int | None = None
    open_hours: Sequence[Sequence[int]] = ()


def check(plan: Plan) -> None:
    """Refuse what nobody could play: NotAllowed (SETTINGS, or LADDER for what a ladder cannot be)."""
    fits = (
        plan.format in Season.Format.values
        and plan.mode in list(Mode)
        and plan.venue in Season.Venue.values
        and plan.pace in Season.Pace.values
        and plan.looking in Season.Looking.values
        and SMALLEST_TABLE <= plan.table_size <= LARGEST_TABLE
        and 1 <= plan.rounds <= MOST_ROUNDS
        and 0 <= plan.round_days <= MOST_DAYS
        and 0 <= plan.grace_minutes <= MOST_DAYS * 24 * 60
        and plan.table_size <= plan.most_entrants <= MOST_ENTRANTS
        and 1 <= plan.divisions_wanted <= plan.most_entrants // plan.table_size
        and set(plan.tie_breaks) <= set(TieBreak)
        and len(set(plan.tie_breaks)) == len(plan.tie_breaks)
        and (plan.last_joining_round is None or 0 <= plan.last_joining_round <= plan.rounds)
        and _can_score(plan)
        and _can_count(plan)
        and _can_move(plan)
    )
    if not fits:
        raise NotAllowed(Reason.SETTINGS)
    if plan.format == Season.Format.LADDER and not _can_climb(plan):
        raise NotAllowed(Reason.LADDER)


def _can_score(plan: Plan) -> bool:
    """Points that can be read, and rounds off that are worth no more than a table won."""
    try:
        top = Scoring.from_mapping(plan.points).top(plan.table_size)
    except (ValueError, TypeError, AttributeError):
        return False
    byes = (plan.bye_value, plan.requested_bye_value)
    return all(value is None or 0 <= value <= top for value in byes)


def _can_count(plan: Plan) -> bool:
    """Of a season with rounds no more results can count than there are rounds; none asks for more than it counts."""
    best = plan.best_results
    most = MOST_BEST if plan.format == Season.Format.LADDER else plan.rounds
    return (best is None or 1 <= best <= most) and 0 <= plan.least_results <= (best or most)


def _can_move(plan: Plan) -> bool:
    """A rule of promotion that can be read."""
    try:
        share, count = Share(plan.promotion.get("kind", Share.SIXTH)), int(plan.promotion.get("count", 0))
    except (ValueError, TypeError, AttributeError):
        return False
    return 0 <= count <= MOST_MOVING and (share != Share.FIXED or count >= 1)


def _can_climb(plan: Plan) -> bool:
    """A ladder is played on the site, in one division, some days long, at hours of the week."""
    least = plan.least_table
    hours = all(0 <= begin < end <= HALF_HOURS for begin, end in plan.open_hours)
    return (
        plan.venue == Season.Venue.ONLINE
        and plan.divisions_wanted == 1
        and plan.round_days >= 1
        and (least is None or SMALLEST_TABLE <= least <= plan.table_size)
        and hours
    )


def put(season: Season, plan: Plan) -> None:
    """Write a plan into a season's row; the caller stores it."""
    values = asdict(plan) | {
        "rules": plan.rules.to_mapping(),
        "preset": preset_of(plan.rules),
        "sentences": list(plan.sentences),
        "tie_breaks": list(plan.tie_breaks),
        "points": dict(plan.points),
        "promotion": dict(plan.promotion),
        "keep_apart": [list(pair) for pair in plan.keep_apart],
        "open_hours": [list(span) for span in plan.open_hours],
    }
    if plan.format == Season.Format.LADDER:
        values |= {"rounds": 1, "pace": Season.Pace.FIXED, "last_joining_round": None}
    for name, value in values.items():
        setattr(season, name, value)


def plan_of(season: Season) -> Plan:
    """The plan that a season's row holds."""
    names = Plan.__dataclass_fields__
    values = {name: getattr(season, name) for name in names}
    return Plan(**values | {"rules": rules_from(season.rules)})
