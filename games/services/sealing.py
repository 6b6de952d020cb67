"""The round's secret: drawn, sealed until the round is over, opened where chance is needed; each opening is noted."""

import base64
import secrets
from datetime import datetime, timedelta
from functools import cache

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from games.engine.cards import Card
from games.engine.shuffle import Picker, SeededChance, round_seed
from games.models import Deal, Round, SealedPromise, Secret, SecretReading

SECRET_BYTES = 32
PURPOSE = b"masuno round secret 1"
READINGS_KEPT = timedelta(days=90)
Purpose = SecretReading.Purpose


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def seal(secret: bytes) -> bytes:
    return _box(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).encrypt(secret)


def unseal(sealed: bytes) -> bytes:
    return _box(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).decrypt(sealed)


@cache
def _box(*keys: str) -> MultiFernet:
    """New seals use the first key; after a change of SECRET_KEY the old ones still open."""
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE)
    return base64.urlsafe_b64encode(kdf.derive(key.encode()))


def secret_of(round_: Round, purpose: str = Purpose.OTHER) -> bytes:
    """The secret of a round, running or over; that it was read before the end is noted, with its `purpose`."""
    if round_.revealed:
        return bytes.fromhex(round_.revealed)
    _note(round_.match_id, round_.number, purpose)
    return unseal(bytes(Secret.objects.get(round=round_).sealed))


def promised_secret(deal: Deal, purpose: str = Purpose.OTHER) -> bytes:
    """The secret of a promise that still stands; that it was read is noted."""
    _note(deal.match_id, deal.number, purpose)
    return unseal(bytes(SealedPromise.objects.get(deal=deal).sealed))


def _note(match_id: int, number: int, purpose: str) -> None:
    SecretReading.objects.create(match_id=match_id, number=number, purpose=purpose)


def sweep(now: datetime) -> int:
    """Forget who read secrets long ago; their rounds are over."""
    return SecretReading.objects.filter(read_at__lt=now - READINGS_KEPT).delete()[0]


def nonces_of(round_: Round) -> list[bytes]:
    """What the players added to the seed of a round, by round seat; empty where nobody did."""
    return [bytes.fromhex(nonce) for nonce in round_.nonces]


class SealedChance:
    """The chance of a stored round; most moves need none, so the seal is opened at the first need."""

    def __init__(self, round_: Round, purpose: str = Purpose.CHANCE) -> None:
        self._round = round_
        self._purpose = purpose
        self._chance: SeededChance | None = None

    def _opened(self) -> SeededChance:
        if self._chance is None:
            secret = secret_of(self._round, self._purpose)
            self._chance = SeededChance(round_seed(self._round.context, secret, nonces_of(self._round)))
        return self._chance

    def shuffle(self, label: str, cards: list[Card]) -> list[Card]:
        return self._opened().shuffle(label, cards)

    def picker(self, label: str) -> Picker:
        return self._opened().picker(label)
