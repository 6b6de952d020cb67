import hashlib
import hmac
from collections import Counter

from games.engine.ruleset import MAS_UNO
from games.engine.shuffle import SeededChance, commitment, context, first_dealer, permutation, round_seed

CONTEXT = "masuno-deal-v1|m=7Q2K9|round=3|n=108|deck=5c1f"
SECRET = bytes(range(32))
NONCES = [bytes([0xA1]) * 32, bytes([0xB2]) * 32, bytes([0xC3]) * 32]


def test_the_published_vector_gives_the_same_deal():
    seed = round_seed(CONTEXT, SECRET, NONCES)
    assert commitment(CONTEXT, SECRET).startswith("73455641")
    assert commitment(CONTEXT, SECRET).endswith("62258526")
    assert seed.hex().startswith("09b3e5d6")
    assert seed.hex().endswith("c87bb46d94")
    assert permutation(seed, "deck0", 108)[:10] == [11, 14, 27, 107, 39, 0, 29, 6, 102, 4]


def test_without_nonces_the_seed_binds_the_context_alone():
    expected = hmac.new(SECRET, CONTEXT.encode() + b"|", "sha256").digest()
    assert round_seed(CONTEXT, SECRET) == expected


def test_a_context_binds_match_round_seats_deck_and_rules():
    base = context(match="ABCDEF", round=1, rules=MAS_UNO, seats=4)
    others = [
        context(match="ABCDEG", round=1, rules=MAS_UNO, seats=4),
        context(match="ABCDEF", round=2, rules=MAS_UNO, seats=4),
        context(match="ABCDEF", round=1, rules=MAS_UNO, seats=5),
    ]
    assert base.startswith("masuno-deal-v1|m=ABCDEF|round=1|seats=4|n=109|deck=")
    assert len({base, *others}) == 4


def test_a_permutation_is_one_and_depends_on_its_label():
    seed = hashlib.sha256(b"seed").digest()
    first, second = permutation(seed, "deck1", 60), permutation(seed, "deck2", 60)
    assert sorted(first) == sorted(second) == list(range(60))
    assert first != second
    assert permutation(seed, "deck1", 60) == first


def test_every_place_is_as_likely():
    """10,000 shuffles of 8: chi-square of card by place, 49 degrees of freedom; a naive swap gives far over 1,000."""
    found = Counter()
    for number in range(10_000):
        order = permutation(number.to_bytes(4, "big"), "deck0", 8)
        found.update(enumerate(order))
    expected = 10_000 / 8
    chi_square = sum((found[place, card] - expected) ** 2 / expected for place in range(8) for card in range(8))
    assert chi_square < 49 + 4 * (2 * 49) ** 0.5


def test_the_first_dealer_is_one_of_the_seats():
    dealers = {first_dealer(bytes([n]), 5) for n in range(100)}
    assert dealers == {0, 1, 2, 3, 4}


def test_picks_of_one_command_go_on_in_one_stream():
    picker = SeededChance(SECRET).picker("give12")
    again = SeededChance(SECRET).picker("give12")
    hand = list(range(50))
    assert [picker.pick(hand) for _ in range(5)] == [again.pick(hand) for _ in range(5)]
    assert len({SeededChance(SECRET).picker(f"give{n}").pick(hand) for n in range(40)}) > 10
