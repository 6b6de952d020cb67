from collections.abc import Callable

import pytest
from django.test import Client

from tests.leagues.services.league import player
from tests.views.conftest import signed_in

type As = Callable[[str], Client]


@pytest.fixture
def as_(db: None) -> As:
    """The browser of somebody, by name; in English."""
    return lambda name: signed_in(player(name))
