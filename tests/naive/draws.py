"""The draws that follow from a seed, and where a seed comes from."""

import hashlib
import hmac


class Draws:
    def __init__(self, seed: str) -> None:
        self.key = hashlib.sha256(seed.encode("utf-8")).digest()
        self.count = 0

    def take(self, bag: list[str]) -> str:
        """Remove and return the next tile of a bag that stands in canonical order."""
        message = b"axio-draw" + self.count.to_bytes(8, "big")
        number = int.from_bytes(hmac.new(self.key, message, hashlib.sha256).digest(), "big")
        self.count += 1
        return bag.pop(number % len(bag))


def commitment_of(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, nonces: list[bytes]) -> str:
    return hashlib.sha256(b"axio-seed/1" + secret + b"".join(nonces)).hexdigest()
