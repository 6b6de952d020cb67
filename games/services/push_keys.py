"""The keys that a site signs its push messages with, written as browsers want them: base64 for addresses."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PRIVATE_BYTES = 32
CURVE = ec.SECP256R1()


def new_private_key() -> str:
    """Draw a private key."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encode(number.to_bytes(PRIVATE_BYTES, "big"))


@lru_cache(maxsize=4)
def public_key(private: str) -> str:
    """Give the public key that browsers ask for; "" for no key. Raises ValueError for what is none."""
    if not private:
        return ""
    number = decode(private)
    if len(number) != PRIVATE_BYTES:
        raise ValueError("A private key has 32 bytes.")
    return encode(point(ec.derive_private_key(int.from_bytes(number, "big"), CURVE).public_key()))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as the 65 bytes of its point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """Read base64 for addresses, with or without its padding. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
