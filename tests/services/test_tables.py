"""Opening a table, agreeing to what is played, starting."""

from typing import Any

import pytest

from games.engine.ruleset import rules_from
from games.models import Match, Player
from games.services import seating, standing_up, tables
from games.services.errors import Reason
from tests.services.table import fresh, names, open_table, refused, start

pytestmark = pytest.mark.django_db


def test_the_host_sits_at_the_first_seat_of_a_table_with_a_short_code(ana: Player) -> None:
    match = open_table(ana)
    assert names(match) == ["ana"]
    assert len(match.code) == 6
    assert set(match.code) <= set("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    assert (match.state, match.preset, match.host) == ("open", "mas", ana)


def test_a_changed_option_is_no_preset_but_a_shorter_match_is() -> None:
    assert tables.preset_of(rules_from({"preset": "clasic", "ending": "single", "mas_grace_ms": 1500})) == "clasic"
    assert tables.preset_of(rules_from({"catch_penalty": 4})) == ""


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"size": 1}, Reason.SIZE),
        ({"size": 41}, Reason.SIZE),
        ({"turn_ms": 999}, Reason.CLOCKS),
        ({"turn_ms": 120_001}, Reason.CLOCKS),
        ({"bank_ms": -1}, Reason.CLOCKS),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(ana: Player, options: dict[str, Any], reason: Reason) -> None:
    with refused(reason):
        open_table(ana, **options)
    assert not Match.objects.exists()


def test_a_change_of_rules_or_clocks_asks_everyone_again(ana: Player, bogdan: Player) -> None:
    match = open_table(ana, bogdan, bots=1)
    tables.set_ready(match=match, player=bogdan, ready=True)
    tables.change_rules(match=match, by=ana, rules=rules_from({"preset": "clasic"}), turn_ms=20_000)
    assert [seat.ready for seat in match.seats.all()] == [False, False, True]
    with refused(Reason.NOT_ALL_READY, match):
        tables.start_match(match=match, by=ana)
    tables.set_ready(match=match, player=bogdan, ready=True)
    tables.start_match(match=match, by=ana)
    assert (fresh(match).preset, fresh(match).turn_ms) == ("clasic", 20_000)


def test_a_match_needs_two_seats(ana: Player) -> None:
    match = open_table(ana)
    with refused(Reason.TOO_FEW_SEATS, match):
        tables.start_match(match=match, by=ana)


def test_a_free_seat_in_the_middle_is_no_seat_of_the_match(ana: Player, bogdan: Player, carmen: Player) -> None:
    match = open_table(ana, bogdan, carmen)
    standing_up.leave_table(match=match, player=bogdan)
    tables.set_ready(match=match, player=carmen, ready=True)
    round_ = tables.start_match(match=match, by=ana)
    assert (round_.seats, round_.seat_of(carmen.pk), round_.seat_of(bogdan.pk)) == ([0, 2], 1, None)


def test_after_the_start_the_table_is_no_longer_open(ana: Player, bogdan: Player, carmen: Player) -> None:
    match = start(ana, bogdan).match
    for verb in (
        lambda: seating.take_seat(match=match, player=carmen),
        lambda: seating.add_bot(match=match, by=ana),
        lambda: seating.remove_bot(match=match, by=ana, number=1),
        lambda: seating.free_seat(match=match, by=ana, number=1),
        lambda: tables.change_rules(match=match, by=ana, rules=rules_from({})),
        lambda: tables.set_ready(match=match, player=ana, ready=False),
        lambda: tables.start_match(match=match, by=ana),
    ):
        with refused(Reason.NOT_OPEN, match):
            verb()
