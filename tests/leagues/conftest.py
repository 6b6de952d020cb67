from collections.abc import Iterator

import pytest
import time_machine

from tests.leagues.services.league import NOON


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    """Seasons are told from this noon on, whatever day it is: what asks the clock itself is asked on the same day."""
    with time_machine.travel(NOON):
        yield
