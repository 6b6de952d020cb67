import pytest
from hypothesis import settings

from tests import kept

# How long an example takes is the machine's doing, and how busy it is.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Rate limits live in the cache: no test may meet those of the one before."""
    kept.forget()
