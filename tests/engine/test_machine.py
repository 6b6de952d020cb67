"""Random rounds under random rule sets: what must hold in every position (one class, many properties)."""

import json
import os
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.apply import apply
from games.engine.cards import KINDS
from games.engine.commands import CHALLENGE, CLOSE, CONFIRM, DRAW, LEAVE, MAS, PASS, SHOUT, Catch, Play, Put
from games.engine.deal import deal
from games.engine.deck import deck_for
from games.engine.may import choices, followers, may
from games.engine.notation import parse, text
from games.engine.refusals import Refused
from games.engine.replay import fold
from games.engine.shuffle import SeededChance
from games.engine.state import DRAWN, HONOUR, OVER, RACE, TURN, State, dump, load
from games.engine.visible import visible
from games.services.simulation import conserved
from tests.engine.tables import COMMANDS, MOST_SEATS, RULES


def accepted(state: State, seat: int, command, at: int) -> bool:
    """Try a command on a copy; whatever happens, the round itself must stay as it is."""
    before, trial = dump(state), state.copy()
    try:
        apply(trial, seat, command, at)
    except Refused:
        assert dump(trial) == before, f"{text(command)} was refused and changed something"
        return False
    finally:
        assert dump(state) == before, "a copy shares something with its round"
    return True


class Rounds(RuleBasedStateMachine):
    @initialize(rules=RULES, seats=st.integers(2, MOST_SEATS), dealer=st.integers(0, 11), seed=st.binary(max_size=4))
    def dealt(self, rules, seats, dealer, seed):
        self.rules = rules
        self.chance = SeededChance(seed)
        self.state = deal(rules, seats, dealer % seats, self.chance)
        self.start = self.state.copy()
        self.cards = Counter(deck_for(rules, seats))
        self.log: list[tuple[int, str, int]] = []

    def in_round(self) -> list[int]:
        return [seat for seat in range(len(self.state.hands)) if self.state.in_round(seat)]

    def done(self, seat, command):
        at = self.state.now + 700
        apply(self.state, seat, command, at)
        self.log.append((seat, text(command), at))

    @precondition(lambda self: self.state.phase in (TURN, DRAWN))
    @rule(data=st.data())
    def the_seat_to_move_does_what_it_may(self, data):
        seat = self.state.turn
        view = visible(self.state, seat)
        options = may(view)
        acts = [DRAW] * options.draw + [PASS] * options.pass_ + ["play"] * (4 if options.openers else 0)
        if not acts:
            # Only its own silence can stop a seat that holds a card that fits.
            assert options.mas
            acts = [MAS]
        act = data.draw(st.sampled_from(acts))
        self.done(seat, self._play(view, data) if act == "play" else act)

    def _play(self, view, data) -> Play:
        puts: list[Put] = []
        cards = followers(view, puts)
        while cards and (not puts or data.draw(st.booleans())):
            card = data.draw(st.sampled_from(cards))
            puts.append(data.draw(st.sampled_from(choices(view, puts, card))))
            cards = followers(view, puts)
        return Play(tuple(puts), data.draw(st.booleans()))

    @precondition(lambda self: self.state.phase is not OVER)
    @rule(data=st.data())
    def a_seat_speaks_up(self, data):
        seat = data.draw(st.sampled_from(self.in_round()))
        options = may(visible(self.state, seat), self.state.now + 700)
        acts = [Catch(other) for other in options.catch] + [MAS] * options.mas + [CHALLENGE] * options.challenge
        acts += [SHOUT] * options.shout + [CONFIRM] * options.confirm
        if acts:
            self.done(seat, data.draw(st.sampled_from(acts)))

    @precondition(lambda self: self.state.phase in (RACE, HONOUR))
    @rule()
    def a_wait_is_closed(self):
        self.done(0, CLOSE)

    @precondition(lambda self: self.state.phase is not OVER and self.state.moves % 7 == 3)
    @rule(data=st.data())
    def a_seat_leaves(self, data):
        self.done(data.draw(st.sampled_from(self.in_round())), LEAVE)

    @rule(seat=st.integers(0, MOST_SEATS), command=COMMANDS, later=st.integers(0, 3000))
    def anything_is_tried(self, seat, command, later):
        written = text(command, self.state.now)
        assert parse(written) == (command, self.state.now)
        accepted(self.state, seat, command, self.state.now + later)

    @precondition(lambda self: self.state.phase is not OVER)
    @rule(data=st.data())
    def what_may_be_done_is_what_is_accepted(self, data):
        seat = data.draw(st.sampled_from(self.in_round()))
        at = self.state.now
        view = visible(self.state, seat)
        options = may(view)
        assert accepted(self.state, seat, DRAW, at) == options.draw
        assert accepted(self.state, seat, PASS, at) == options.pass_
        assert accepted(self.state, seat, MAS, at) == options.mas
        assert accepted(self.state, seat, CHALLENGE, at) == options.challenge
        assert accepted(self.state, seat, SHOUT, at) == options.shout
        assert accepted(self.state, seat, CONFIRM, at) == options.confirm
        assert accepted(self.state, seat, LEAVE, at) == options.leave
        catchable = [s for s in range(len(self.state.hands)) if accepted(self.state, seat, Catch(s), at)]
        assert catchable == sorted(options.catch)
        self._plays_agree(view, seat, options.openers, data)

    def _plays_agree(self, view, seat, openers, data):
        """Walk a play card by card: at each step exactly the cards named are accepted."""
        puts: list[Put] = []
        able = openers
        for _ in range(4):
            for card in range(KINDS):
                ways = choices(view, puts, card) if view.hand.count(card) > _used(puts, card) else [Put(card)]
                plays = [Play((*puts, way)) for way in ways]
                results = {accepted(self.state, seat, play, self.state.now) for play in plays}
                assert results == {card in able}, (text(plays[0]), able)
            if not able:
                return
            puts.append(data.draw(st.sampled_from(choices(view, puts, data.draw(st.sampled_from(able))))))
            able = followers(view, puts)

    @invariant()
    def cards_are_conserved(self):
        if hasattr(self, "state"):
            assert conserved(self.state) == self.cards

    @invariant()
    def a_round_is_over_or_somebody_may_act(self):
        if not hasattr(self, "state"):
            return
        views = [visible(self.state, seat) for seat in self.in_round()]
        some = [options for options in map(may, views) if any(options[:-1])]
        if self.state.phase is OVER:
            assert some == []
        elif self.state.phase is not RACE:  # a race may wait for `close` alone
            assert some
        if self.state.phase in (TURN, DRAWN):
            assert self.state.in_round(self.state.turn)

    @invariant()
    def json_gives_the_same_round(self):
        if hasattr(self, "state"):
            written = json.loads(json.dumps(dump(self.state)))
            assert dump(load(self.rules, written, self.chance)) == dump(self.state)

    def teardown(self):
        if hasattr(self, "state"):
            assert dump(fold(self.start.copy(), self.log)) == dump(self.state)


def _used(puts: list[Put], card: int) -> int:
    return sum(put.card == card for put in puts)


TestRounds = Rounds.TestCase
# A sample in every run; `make test-faults` asks for the full count.
EXAMPLES, STEPS = int(os.environ.get("MASUNO_EXAMPLES", "60")), int(os.environ.get("MASUNO_STEPS", "40"))
TestRounds.settings = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None)
