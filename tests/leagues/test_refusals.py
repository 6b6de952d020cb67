from leagues.refusals import SENTENCES
from leagues.services.errors import Reason


def test_every_refusal_has_its_sentence() -> None:
    assert set(SENTENCES) == set(Reason)
