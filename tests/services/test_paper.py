"""The score of a match with paper cards: what is written down, once, and what it comes to."""

from typing import Any

import pytest
from django.utils import timezone

from games.models import Player
from leagues.engine import paper as rules
from leagues.engine.paper import Fault, Refused
from leagues.models import PaperMatch
from leagues.services import paper
from tests.services.test_conflicts import at_once

pytestmark = pytest.mark.django_db

NAMES = ["Ana", "Bogdan", "Carmen"]


def deal(nth: int = 1, winner: int | None = 0, *, dealer: int = 0, revision: int = 1, **hands: Any) -> dict[str, Any]:
    """A deal with hands by seat: s1="7 S" or s1=27."""
    held = {seat[1:]: hand for seat, hand in hands.items()}
    return {"id": f"deal-{nth:04}", "winner": winner, "hands": held, "dealer": dealer, "revision": revision}


def begun(ending: str = "target 500", preset: str = "mas") -> PaperMatch:
    return paper.open_match(names=NAMES, ending=ending, preset=preset)


def fresh(match: PaperMatch) -> PaperMatch:
    return PaperMatch.objects.get(pk=match.pk)


def totals(match: PaperMatch) -> tuple[int, ...]:
    return paper.standing_of(fresh(match)).totals


def fault_of(call: Any, *args: Any, **kwargs: Any) -> Fault:
    with pytest.raises(Refused) as no:
        call(*args, **kwargs)
    return no.value.fault


def test_a_match_begins_with_names_a_key_and_a_code_to_show() -> None:
    match = paper.open_match(names=["  Ana  Maria ", "", "Bogdan"])
    assert match.names == ["Ana Maria", "Bogdan"]
    assert (match.preset, match.ending, match.owner) == ("mas", "target 500", None)
    assert (len(match.key), len(match.code)) == (22, 8)
    assert paper.open_match(names=NAMES).key != match.key


@pytest.mark.parametrize(
    "names", [[], ["Ana"], ["Ana", "ana"], ["Ana", "x" * 21], ["Ana", "B\u202eo"], [f"n{k}" for k in range(11)]]
)
def test_names_are_two_to_ten_each_its_own_and_short(names: list[str]) -> None:
    assert fault_of(paper.open_match, names=names) is Fault.NAMES
    assert PaperMatch.objects.count() == 0


@pytest.mark.parametrize(("preset", "ending"), [("poker", "single"), ("mas", "target 0"), ("mas", "until dawn")])
def test_a_match_is_played_by_rules_that_exist(preset: str, ending: str) -> None:
    assert fault_of(paper.open_match, names=NAMES, preset=preset, ending=ending) is Fault.RULES


def test_the_winner_scores_what_the_others_hold() -> None:
    match = begun()
    paper.record(key=match.key, deal=deal(winner=1, s0="9 9 S R D", s2="WC WD WH W1 WM 0"))
    assert totals(match) == (0, 78 + 220, 0)
    assert fresh(match).deals[0]["points"] == {"0": 78, "1": 0, "2": 220}


def test_cards_with_their_colours_and_points_alone_are_read_too() -> None:
    match = begun()
    paper.record(key=match.key, deal=deal(s1="R7 BD", s2=13))
    paper.record(key=match.key, deal=deal(2, s1="105", s2=None))
    assert totals(match) == (27 + 13 + 105, 0, 0)


def test_a_deal_is_written_down_once_whoever_sends_it_again() -> None:
    match = begun()
    for _ in range(3):
        paper.record(key=match.key, deal=deal(s1=20))
    assert totals(match) == (20, 0, 0)
    assert fresh(match).version == 2


def test_in_a_blocked_round_nobody_scores_but_it_counts() -> None:
    match = begun("rounds 2")
    paper.record(key=match.key, deal=deal(winner=None, s0=5, s1=6, s2=7))
    paper.record(key=match.key, deal=deal(2, winner=2, s0=5))
    assert totals(match) == (0, 0, 5)
    assert paper.standing_of(fresh(match)).over


BAD = {
    "no deal": ("7", Fault.NO_DEAL),
    "no winner at the table": (deal(winner=3), Fault.NO_DEAL),
    "a winner that is no seat": ({**deal(), "winner": "0"}, Fault.NO_DEAL),
    "a hand of nobody": (deal(s3="7"), Fault.NO_DEAL),
    "no id": ({**deal(), "id": "x"}, Fault.NO_DEAL),
    "no dealer": ({**deal(), "dealer": None}, Fault.NO_DEAL),
    "a card that does not exist": (deal(s1="7 Q"), Fault.CARDS),
    "five +4": (deal(s1="WD WD", s2="WD WD WD"), Fault.TOO_MANY_CARDS),
    "nine sevens": (deal(s1="7 " * 9), Fault.TOO_MANY_CARDS),
    "points below nothing": (deal(s1=-5), Fault.POINTS),
    "points beyond all cards": (deal(s1=5000), Fault.POINTS),
    "half points": (deal(s1=1.5), Fault.POINTS),
    "a hand without end": (deal(s1="7 " * 300), Fault.POINTS),
    "a winner with cards": (deal(s0="7"), Fault.WINNER_HOLDS),
}


@pytest.mark.parametrize("bad", BAD)
def test_what_cannot_be_is_refused_and_changes_nothing(bad: str) -> None:
    match, (told, fault) = begun(), BAD[bad]
    assert fault_of(paper.record, key=match.key, deal=told) is fault
    assert (fresh(match).deals, fresh(match).version) == ([], 1)


def test_a_classic_box_has_no_card_that_swaps_hands() -> None:
    assert fault_of(paper.record, key=begun(preset="clasic").key, deal=deal(s1="WH")) is Fault.TOO_MANY_CARDS


def test_a_corrected_deal_counts_anew_and_is_remembered_as_it_was() -> None:
    match = begun()
    paper.record(key=match.key, deal=deal(s1=20))
    paper.correct(key=match.key, deal=deal(winner=1, s0=30))
    assert totals(match) == (0, 30, 0)
    assert [(one["act"], one["deal"]["scored"]) for one in fresh(match).history] == [("corrected", 20)]


def test_of_two_corrections_of_the_same_deal_the_later_is_told() -> None:
    match = begun()
    paper.record(key=match.key, deal=deal(s1=20))
    paper.correct(key=match.key, deal=deal(s1=30))
    assert fault_of(paper.correct, key=match.key, deal=deal(s1=40)) is Fault.CHANGED_MEANWHILE
    paper.correct(key=match.key, deal=deal(s1=30))  # the same again is no conflict
    assert totals(match) == (30, 0, 0)


def test_a_removed_deal_does_not_come_back() -> None:
    match = begun()
    paper.record(key=match.key, deal=deal(s1=20))
    for _ in range(2):
        paper.remove(key=match.key, deal_id="deal-0001")
    paper.record(key=match.key, deal=deal(s1=20))
    assert totals(match) == (0, 0, 0)
    assert [one["act"] for one in fresh(match).history] == ["removed"]


def test_what_was_never_written_cannot_be_put_right_or_removed() -> None:
    match = begun()
    assert fault_of(paper.correct, key=match.key, deal=deal()) is Fault.UNKNOWN_DEAL
    assert fault_of(paper.remove, key=match.key, deal_id="deal-0001") is Fault.UNKNOWN_DEAL
    assert fault_of(paper.remove, key="nobody", deal_id="deal-0001") is Fault.NO_SUCH_MATCH


def test_the_match_is_over_at_the_target_and_who_saw_it_cannot_go_on() -> None:
    match = begun("target 50")
    match = paper.record(key=match.key, deal=deal(winner=1, s0=60))
    standing = paper.standing_of(match)
    assert (standing.over, standing.places) == (True, (2, 1, 2))
    assert fault_of(paper.record, key=match.key, deal=deal(2, s1=90), seen=match.version) is Fault.OVER
    again = paper.record(key=match.key, deal=deal(winner=1, s0=60), seen=match.version)
    assert again.version == match.version


def test_a_deal_of_a_phone_that_did_not_know_of_the_end_is_kept_but_not_counted() -> None:
    match = begun("target 50")
    paper.record(key=match.key, deal=deal(winner=1, s0=60))
    paper.record(key=match.key, deal=deal(2, winner=0, s1=90), seen=1)
    standing = paper.standing_of(fresh(match))
    assert (standing.totals, standing.counted, len(fresh(match).deals)) == ((0, 60, 0), 1, 2)
    paper.correct(key=match.key, deal=deal(winner=1, s0=10))
    assert totals(match) == (90, 10, 0)


def test_in_a_single_round_the_others_are_placed_by_what_they_hold() -> None:
    match = begun("single")
    paper.record(key=match.key, deal=deal(winner=1, s0=60, s2=5))
    assert paper.standing_of(fresh(match)).places == (3, 1, 2)


def test_the_next_seat_deals_next() -> None:
    match = begun()
    assert paper.standing_of(match).dealer == 0
    paper.record(key=match.key, deal=deal(dealer=2, s1=5))
    assert paper.standing_of(fresh(match)).dealer == 0


def test_an_evening_can_be_ended_by_hand_and_gone_on_with() -> None:
    match = begun()
    paper.record(key=match.key, deal=deal(winner=2, s1=5))
    match = paper.finish(key=match.key)
    assert paper.standing_of(match).over
    assert fault_of(paper.record, key=match.key, deal=deal(2, s1=5), seen=match.version) is Fault.OVER
    assert paper.finish(key=match.key).version == match.version
    assert not paper.standing_of(paper.go_on(key=match.key)).over


def test_two_hundred_deals_are_enough() -> None:
    match = begun("rounds 1000")
    changes = [{"change": str(k), "act": "record", "deal": deal(k, s1=1)} for k in range(rules.MOST_DEALS)]
    paper.merge(key=match.key, changes=changes)
    assert len(fresh(match).deals) == rules.MOST_DEALS
    assert fault_of(paper.record, key=match.key, deal=deal(999, s1=1)) is Fault.TOO_MANY_DEALS


def test_what_two_phones_kept_without_network_all_counts_once() -> None:
    match = begun()
    kept = [[{"change": f"{p}{k}", "act": "record", "deal": deal(p * 10 + k, s1=k)} for k in (1, 2)] for p in (1, 2)]
    for changes in (*kept, *kept):
        assert paper.merge(key=match.key, changes=changes)[1] == {}
    assert totals(match) == (6, 0, 0)


def test_what_is_refused_of_a_phone_leaves_the_rest_standing() -> None:
    match = begun()
    acts = [
        {"change": "good", "act": "record", "deal": deal(s1=20)},
        {"change": "odd", "act": "record", "deal": deal(2, s1="Q")},
        {"change": "late", "act": "correct", "deal": deal(revision=7, s1=30)},
        {"change": "what", "act": "burn"},
        {"change": "gone", "act": "remove", "deal": {"id": "deal-0009"}},
        {"change": "more", "act": "record", "deal": deal(3, s1=5)},
        {"change": "end", "act": "finish"},
    ]
    match, refused = paper.merge(key=match.key, changes=acts)
    faults = (Fault.CARDS, Fault.CHANGED_MEANWHILE, Fault.NO_DEAL, Fault.UNKNOWN_DEAL)
    assert refused == dict(zip(("odd", "late", "what", "gone"), faults, strict=True))
    assert totals(match) == (25, 0, 0)
    assert fresh(match).closed_at


@pytest.mark.parametrize("changes", [None, {}, [{}] * 251])
def test_no_list_of_changes_is_refused(changes: Any) -> None:
    assert fault_of(paper.merge, key=begun().key, changes=changes) is Fault.TOO_MANY_CHANGES


def test_a_sheet_stays_when_its_owner_goes(ana: Player) -> None:
    match = paper.open_match(names=NAMES, owner=ana)
    ana.delete()
    assert fresh(match).owner is None


def test_old_sheets_of_nobody_make_room_for_new_ones(ana: Player) -> None:
    old, own = begun(), paper.open_match(names=NAMES, owner=ana)
    PaperMatch.objects.update(updated_at=timezone.now() - paper.KEPT)
    new = begun()
    assert list(PaperMatch.objects.order_by("pk")) == [own, new]
    assert old.pk < own.pk


@pytest.mark.django_db(transaction=True)
def test_deals_written_at_the_same_moment_are_all_there() -> None:
    match = begun()
    at_once(*[lambda k=k: paper.record(key=match.key, deal=deal(k, s1=k)) for k in (1, 2, 3, 3)])  # type: ignore[misc]
    assert totals(match) == (6, 0, 0)


def test_every_card_of_a_box_is_worth_what_the_rules_say() -> None:
    worth = {word: points for word, points, _most in rules.faces_worth("mas")}
    assert worth == {str(n): n for n in range(10)} | dict.fromkeys("SRD", 20) | {
        **dict.fromkeys(("WC", "WD"), 50),
        **dict.fromkeys(("WH", "W1", "WM"), 40),
    }
    assert {word: most for word, _points, most in rules.faces_worth("mas")}["W1"] == 3
