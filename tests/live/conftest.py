import pytest

from games.models import Player, Round
from tests.services.table import lay, player, start

# No card is in two places, so that a name tells whose hand it came from.
HANDS = ["R5 G5 R7 WC", "B1 B2 YS Y4", "G8 GR WD"]
DRAW = "B9 Y9 G9 B8"


@pytest.fixture
def ana(transactional_db: None) -> Player:
    return player("ana")


@pytest.fixture
def bogdan(transactional_db: None) -> Player:
    return player("bogdan")


@pytest.fixture
def playing(ana: Player, bogdan: Player) -> Round:
    """Ana is to move; beside Bogdan there is a bot, which nobody wakes here."""
    return lay(start(ana, bogdan, bots=1), hands=HANDS, table="R3", draw=DRAW, discard="Y0")
