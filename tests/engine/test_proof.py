"""The proof of a deal: the same vector in three languages, every field binding, and a shuffle without a bias."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from games.engine import proof
from games.engine.deal import deal
from games.engine.ruleset import rules_from
from games.engine.shuffle import SeededChance, below, commitment, context, permutation, round_seed, words

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "templates/games/verifica.txt"
CHECKER = ROOT / "static/js/proof.js"
CONTEXT = "masuno-deal-v1|m=7Q2K9|round=3|n=108|deck=5c1f"
SECRET = bytes(range(32))
NONCES = [bytes([byte]) * 32 for byte in (0xA1, 0xB2, 0xC3)]
COMMIT = "7345564174bd8d3ca8646ab48af5facb56a9281aeb0c461c9045ed3162258526"
SEED = "09b3e5d6ebf64add69f4d46556f8669bcc4a1662040e2edaa5ec8fc87bb46d94"
FIRST = [11, 14, 27, 107, 39, 0, 29, 6, 102, 4]
RULES = rules_from({"custom_rules": [['honour "cântă „Țăndărică”"']], "mas_uno_card": True})
# The verifier of the protocol as it was first published: it must take the proofs of this site as they are.
FIRST_VERIFIER = (ROOT / "tests/engine/first_verifier.txt").read_text()
SIZE = len(proof.ordered_deck(RULES, 4))

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not on this machine")


def a_proof(nonces: Sequence[bytes] = (NONCES[0], b"", NONCES[1], b"")) -> dict[str, Any]:
    """A round of four: two who took part, a bot, and one who was bound and told nothing."""
    bound = context(match="ABCDEF", round=2, rules=RULES, seats=4)
    unopened = ["", "", "", proof.seat_commitment(bound, 3, NONCES[2])]
    commit, before = commitment(bound, SECRET), hashlib.sha256(b"before").hexdigest()
    listed = [end or proof.seat_commitment(bound, seat, nonces[seat]) for seat, end in enumerate(unopened)]
    told = proof.proof_of(
        context=bound,
        secret=SECRET,
        commit=commit,
        nonces=nonces,
        unopened=unopened,
        before=before,
        chain=proof.link(before, commit, listed),
        rules=RULES.to_mapping(),
        cards=proof.ordered_deck(RULES, 4),
    )
    written: dict[str, Any] = json.loads(json.dumps(told))
    return written


def node(script: str, *arguments: str) -> str:
    done = subprocess.run(["node", "-e", script, *arguments], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.strip()


def said_by_script(told: dict[str, Any], folder: Path, text: str = "") -> tuple[int, str]:
    file, script = folder / "proof.json", folder / "verifica.py"
    file.write_text(json.dumps(told))
    script.write_text(text or SCRIPT.read_text())
    done = subprocess.run([sys.executable, str(script), str(file)], capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def faults_in_node(proofs: Sequence[dict[str, Any]]) -> list[list[str]]:
    """What the page's own checker finds in each, in one process; by hand too, as over plain http."""
    script = f"""
      const proofs = JSON.parse(require("fs").readFileSync(0)), Proof = require({str(CHECKER)!r});
      (async () => {{
        const found = [];
        for (const one of proofs) found.push(await Proof.faults(one));
        Object.defineProperty(globalThis, "crypto", {{ value: {{}} }});
        const again = [];
        for (const one of proofs) again.push(await Proof.faults(one));
        console.log(JSON.stringify([found, again]));
      }})()"""
    done = subprocess.run(
        ["node", "-e", script], input=json.dumps(proofs), capture_output=True, text=True, check=True, cwd=ROOT
    )
    found, by_hand = json.loads(done.stdout)
    assert found == by_hand
    return list(found)


# The vector


def test_the_vector_in_python() -> None:
    seed = round_seed(CONTEXT, SECRET, NONCES)
    assert (commitment(CONTEXT, SECRET), seed.hex()) == (COMMIT, SEED)
    assert permutation(seed, "deck0", 108)[:10] == FIRST


@needs_node
def test_the_vector_in_node() -> None:
    script = f"""
      const Proof = require({str(CHECKER)!r}), Sha = require({str(CHECKER.with_name("sha256.js"))!r});
      const [context, secret, ...nonces] = process.argv.slice(1);
      (async () => {{
        const seed = await Proof.seedOf(context, Sha.bytes(secret), nonces.map(Sha.bytes));
        const first = (await Proof.order(seed, "deck0", 108)).slice(0, 10);
        console.log(JSON.stringify([await Sha.of(`${{context}}|server|`, Sha.bytes(secret)), Sha.hex(seed), first]));
      }})()"""
    told = json.loads(node(script, CONTEXT, SECRET.hex(), *[nonce.hex() for nonce in NONCES]))
    assert told == [COMMIT, SEED, FIRST]


def test_the_vector_with_sha256sum_and_openssl() -> None:
    promise = subprocess.run(
        ["sha256sum"], input=f"{CONTEXT}|server|".encode() + SECRET, capture_output=True, check=True
    )
    assert promise.stdout.split()[0].decode() == COMMIT
    key = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{SECRET.hex()}"]
    seed = subprocess.run(key, input=f"{CONTEXT}|".encode() + b"".join(NONCES), capture_output=True, check=True)
    assert seed.stdout.split()[-1].decode() == SEED


# The proof


def test_a_whole_proof_holds_for_every_checker(tmp_path: Path) -> None:
    told = a_proof()
    assert proof.faults(told) == []
    assert said_by_script(told, tmp_path) == (0, "OK")
    assert said_by_script(told, tmp_path, FIRST_VERIFIER) == (0, "OK")


def test_the_script_has_ten_lines() -> None:
    assert len(SCRIPT.read_text().splitlines()) == 10


def test_nobody_s_part_leaves_the_seed_to_the_server(tmp_path: Path) -> None:
    told = a_proof([b""] * 4)
    assert said_by_script(told, tmp_path) == (0, "OK")
    seed = round_seed(told["ctx"], SECRET)
    assert told["deck"] == permutation(seed, "deck0", SIZE)


def test_the_deck_of_a_proof_is_the_one_that_is_dealt() -> None:
    told = a_proof()
    nonces = [bytes.fromhex(nonce) for nonce in told["nonces"]]
    start = deal(RULES, 4, 0, SeededChance(round_seed(told["ctx"], SECRET, nonces)))
    cards = proof.ordered_deck(RULES, 4)
    order = [cards[place] for place in told["deck"]]
    assert [start.hands[(seat + 1) % 4] for seat in range(4)] == [order[seat:28:4] for seat in range(4)]


def tampered() -> Iterator[tuple[str, dict[str, Any]]]:
    """The proof with one field changed, in every place of it that a value stands at."""
    whole, zeros = a_proof(), "0" * 64
    for field in ("commit", "server_secret", "before", "chain"):
        yield field, whole | {field: zeros}
        yield f"{field} by a digit", whole | {field: ("1" if whole[field][0] == "0" else "0") + whole[field][1:]}
    for old, new in (
        ("round=2", "round=3"),
        ("m=ABCDEF", "m=ABCDEG"),
        ("seats=4", "seats=5"),
        (f"n={SIZE}", f"n={SIZE - 1}"),
    ):
        yield f"ctx {old}", whole | {"ctx": whole["ctx"].replace(old, new)}
    yield "ctx deck", whole | {"ctx": whole["ctx"][:-1] + ("0" if whole["ctx"][-1] != "0" else "1")}
    for field in ("nonces", "seat_commits", "unopened"):
        for seat in range(4):
            told = deepcopy(whole)
            told[field][seat] = "ab" * 32
            yield f"{field} {seat}", told
        yield f"{field} one less", whole | {field: whole[field][:-1]}
        yield f"{field} turned round", whole | {field: whole[field][::-1]}
    yield "unopened, none", whole | {"unopened": ["", "", "", ""]}
    yield "nonces, one not told", whole | {"nonces": ["", "", *whole["nonces"][2:]]}
    for place in (0, 50, SIZE - 2):
        told = deepcopy(whole)
        told["deck"][place], told["deck"][place + 1] = told["deck"][place + 1], told["deck"][place]
        yield f"deck {place}", told
    yield "deck one less", whole | {"deck": whole["deck"][:-1]}
    yield "cards", whole | {"cards": whole["cards"].replace("R0", "R1", 1)}
    yield "cards one less", whole | {"cards": whole["cards"].rsplit(" ", 1)[0]}
    for name, value in RULES.to_mapping().items():
        yield f"rules {name}", whole | {"rules": whole["rules"] | {name: "other" if value != "other" else "same"}}
    yield "rules one more", whole | {"rules": whole["rules"] | {"secret_rule": True}}


def test_a_proof_with_any_field_changed_is_refused_by_the_script(tmp_path: Path) -> None:
    for name, told in tampered():
        assert told != a_proof(), name
        code, said = said_by_script(told, tmp_path)
        assert code == 1, f"{name}: {said}"


@needs_node
def test_a_proof_with_any_field_changed_is_refused_by_the_page() -> None:
    cases = dict(tampered())
    for name, faults in zip(cases, faults_in_node(list(cases.values())), strict=True):
        assert faults != [], name
    assert faults_in_node([a_proof(), a_proof([b""] * 4)]) == [[], []]
    assert set(cases) >= {"commit", "ctx deck", "nonces 0", "unopened 3", "deck 0", "cards", "rules combos"}


def test_every_field_is_tampered_with() -> None:
    assert {name.split(",")[0].split(" ")[0] for name, _ in tampered()} == set(a_proof())


# The shuffle

DEALS, CARDS = 10_000, 108


def z_of(shuffle: Callable[[bytes], list[int]]) -> float:
    """How far the table card × position of many deals is from an even one, in standard deviations of chi-square."""
    counts = [[0] * CARDS for _ in range(CARDS)]
    for number in range(DEALS):
        for position, card in enumerate(shuffle(number.to_bytes(4, "big"))):
            counts[card][position] += 1
    expected = DEALS / CARDS
    chi = sum((seen - expected) ** 2 for row in counts for seen in row) / expected
    freedom = (CARDS - 1) ** 2
    return (chi - freedom) / (2 * freedom) ** 0.5


def naive(seed: bytes) -> list[int]:
    """Every place is swapped with any other."""
    order, stream = list(range(CARDS)), words(hashlib.sha256(seed).digest(), "deck0")
    for one in range(CARDS):
        other = below(stream, CARDS)
        order[one], order[other] = order[other], order[one]
    return order


def off_by_one(seed: bytes) -> list[int]:
    """Sattolo's: no card may stay where it is."""
    order, stream = list(range(CARDS)), words(hashlib.sha256(seed).digest(), "deck0")
    for top in range(CARDS - 1, 0, -1):
        other = below(stream, top)
        order[top], order[other] = order[other], order[top]
    return order


def test_ten_thousand_deals_show_no_bias() -> None:
    assert abs(z_of(lambda seed: permutation(hashlib.sha256(seed).digest(), "deck0", CARDS))) < 4


@pytest.mark.parametrize(("shuffle", "z"), [(naive, 95), (off_by_one, 69)])
def test_two_planted_bad_shuffles_are_rejected(shuffle: Callable[[bytes], list[int]], z: float) -> None:
    assert z_of(shuffle) == pytest.approx(z, abs=8)
