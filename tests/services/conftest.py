import pytest

from games.models import Player
from tests.services.table import player


@pytest.fixture
def ana(db: None) -> Player:
    return player("ana")


@pytest.fixture
def bogdan(db: None) -> Player:
    return player("bogdan")


@pytest.fixture
def carmen(db: None) -> Player:
    return player("carmen")
