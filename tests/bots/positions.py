"""Random positions of random rule sets, as the seats see them, and the bots that are asked about them."""

from functools import partial

from hypothesis import strategies as st

from games.bots import beginner, sensible, strong
from games.bots.strengths import Choose
from games.engine.state import OVER, State
from games.engine.visible import View, visible
from tests.engine.tables import RULES
from tests.engine.test_visible import a_position

FEW = 30  # playouts: what is tested holds for any number

CHOOSERS: dict[str, Choose] = {
    "beginner": beginner.choose,
    "sensible": sensible.choose,
    "strong": partial(strong.choose, playouts=FEW),
}

POSITIONS: st.SearchStrategy[State] = st.builds(
    a_position, RULES, st.integers(2, 6), st.text("abc", max_size=4), st.floats(0, 0.95)
).filter(lambda state: state.phase is not OVER)


def views(state: State) -> list[View]:
    """Give what each seat still in the round sees."""
    return [visible(state, seat) for seat in range(len(state.hands)) if state.in_round(seat)]
