"""How much each player, and all of them together, may take of the host."""

from collections import Counter, deque
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from boxtui.wording import counted

_MINUTE: Final = 60.0

_CUSTOMERS_PREFIX: Final = 64
"""The length of the prefix that all IPv6 addresses of one customer have at least in common."""

_LOOK_SECONDS: Final = 1.0
"""Seconds between two checks of the logins of all addresses."""

_FEWEST_SESSIONS: Final = 50
"""The fewest sessions that `is_flooded_by` reckons with."""


def _limit(most: float, words: str) -> Any:
    """Return a limit's field, with its default, and the help of the option that changes it."""
    return field(default=most, metadata={"help": words})


@dataclass(frozen=True)
class Limits:
    """The most of everything; the help of `boxtui serve` explains each limit."""

    sessions: int = _limit(200, "most sessions at the same time")
    per_key: int = _limit(3, "most sessions of one key")
    per_address: int = _limit(50, "most connections from one address")
    logins: int = _limit(60, "most logins a minute from one address")
    seconds: int = _limit(30, "seconds to log in after connecting")
    idle: float = _limit(60, "minutes without a key after which a session ends; 0 for no limit")
    typed: int = _limit(4096, "most bytes typed ahead by one session; more are dropped")
    saves: int = _limit(200, "most saves of one player")
    mebibytes: int = _limit(64, "most MiB of one player's files")


class Counts:
    """What is in use of the limits. All IPv6 addresses of one /64 count as one address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._keys: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._logins: dict[str, deque[float]] = {}
        self._looked = 0.0

    @property
    def sessions(self) -> int:
        """How many sessions there are."""
        return self._keys.total()

    def connect(self, address: str, now: float) -> str:
        """Count a connection at that time, in seconds; return why it is refused, or "".

        A connection that is refused counts, too, until `disconnect`.
        """
        address = _counted_as(address)
        self._addresses[address] += 1
        logins = self._logins.setdefault(address, deque(maxlen=2 * self.limits.logins + 1))
        logins.append(now)
        _drop_before(now - _MINUTE, logins)
        if now - self._looked >= _LOOK_SECONDS:
            self._looked = now
            self._forget_logins_before(now - _MINUTE)
        if self._addresses[address] > self.limits.per_address:
            return f"Your address has {counted(self.limits.per_address, 'connection')} already."
        if len(logins) > self.limits.logins:
            most = f"at most {self.limits.logins} a minute"
            return f"Too many logins from your address ({most}). Try again in a minute."
        return ""

    def is_flooded_by(self, address: str) -> bool:
        """Whether there are so many connections that a further one isn't even told why it ends.

        That is twice as many as one address may have, at once or in a minute, or twice as many as
        there may be sessions.
        """
        address, limits = _counted_as(address), self.limits
        return (
            self._addresses.total() > 2 * max(limits.sessions, _FEWEST_SESSIONS)
            or self._addresses[address] > 2 * limits.per_address
            or len(self._logins.get(address, ())) > 2 * limits.logins
        )

    def _forget_logins_before(self, then: float) -> None:
        for address, logins in list(self._logins.items()):
            _drop_before(then, logins)
            if not logins and not self._addresses[address]:
                del self._logins[address]

    def disconnect(self, address: str) -> None:
        """Count a connection as ended."""
        self._addresses[_counted_as(address)] -= 1
        self._addresses += Counter()  # drops what is 0

    def begin(self, fingerprint: str) -> str:
        """Count a session of that key; return why it is refused, and so not counted, or ""."""
        if self.sessions >= self.limits.sessions:
            sessions = counted(self.limits.sessions, "session")
            return f"The host has {sessions} already. Try again later."
        if self._keys[fingerprint] >= self.limits.per_key:
            return f"You have {counted(self.limits.per_key, 'session')} already. Leave one of them."
        self._keys[fingerprint] += 1
        return ""

    def end(self, fingerprint: str) -> None:
        """Count a session as ended."""
        self._keys[fingerprint] -= 1
        self._keys += Counter()


def _drop_before(then: float, logins: deque[float]) -> None:
    while logins and logins[0] < then:
        logins.popleft()


def _counted_as(address: str) -> str:
    """Return the name under which an address is counted."""
    try:
        given = ip_address(address)
    except ValueError:  # of a connection that is lost already
        return address
    if isinstance(given, IPv6Address):
        return str(IPv6Network((int(given), _CUSTOMERS_PREFIX), strict=False))
    return address
