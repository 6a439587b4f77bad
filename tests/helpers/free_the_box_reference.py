"""A second Free the Box: slow, step by step, written only from the rule text.

Uses nothing of boxtui. Spaces are 1 to 60. A token is "home", "captured", "center" or "out", or a
pair of its space in the neighborhood and whether it has gone all the way around.
"""

from collections import Counter
from dataclasses import dataclass, field

Token = str | tuple[int, bool]

PLAYED = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 5: [0, 1, 2, 3, 4], 6: [0, 1, 2, 3, 4, 5]}
"""The sectors, of six, whose colors are used by that many players."""

TWICE = [["house", "mailbox", "fence"], ["tree", "car", "hedge"], ["porch", "truck", "shed"]]
ONCE = [
    ["garage", "bench", "hydrant"],
    ["lamp post", "trash can", "swing"],
    ["doghouse", "wall", "gate"],
    ["woodpile", "wagon", "ladder"],
    ["bus stop", "phone booth", "newsstand"],
    ["playhouse", "picnic table", "rain barrel"],
]
SAFE = {0: "STARTING BOX", 3: "DRAW A CARD", 6: "PARK", 9: "JUMP TO CENTER"}

CARDS = {
    "free-the-box": 8,
    "forward-1": 2, "forward-2": 2, "forward-3": 2, "forward-4": 2, "forward-5": 1, "forward-6": 1,
    "back-1": 2, "back-2": 2, "back-3": 2, "back-4": 1,
    "captured": 3, "park": 2, "roll-again": 2,
}  # fmt: skip


def what(space: int) -> str:
    """Return the kind of a safe space of the loop, or the place of a hiding space."""
    sector, within = divmod(space - 1, 10)
    if within in SAFE:
        return SAFE[within]
    nth = [1, 2, 4, 5, 7, 8].index(within)
    return (ONCE[sector] if nth % 2 else TWICE[sector % 3])[nth // 2]


@dataclass
class Reference:
    """A game's state: three tokens per seat, kept cards, the deck, and the phase."""

    seats: int
    far: bool = True
    phase: str = "first"
    seat: int = 0
    die: int = 0
    carrier: int = -1
    tokens: list[list[Token]] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)
    unseen: Counter[str] = field(default_factory=lambda: Counter(CARDS))
    thrown: dict[int, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tokens = [["home"] * 3 for _ in range(self.seats)]
        self.kept = [0] * self.seats
        self.thrown = dict.fromkeys(range(self.seats))

    def box(self, seat: int) -> int:
        """Return a seat's STARTING BOX."""
        return PLAYED[self.seats][seat] * 10 + 1

    def count(self, seat: int, where: str) -> int:
        return self.tokens[seat].count(where)

    def options(self) -> set[str]:
        """Return the texts of all moves, rolls or draws that are possible now."""
        if self.phase == "over":
            return set()
        if self.phase == "draw":
            return set(+self.unseen) or {self.bottom[0]}
        if self.phase == "use":
            return {"use", "keep"}
        if self.phase == "free":
            return {"free"} if self.count(self.seat, "center") == 2 else {"free", "roll"}
        if self.phase == "move":
            return self.moves(self.die)
        return set("12345678")

    def moves(self, die: int) -> set[str]:
        """Return what the current seat can do with a roll."""
        found = set()
        for token, at in enumerate(self.tokens[self.seat]):
            if at == "home" and die in (2, 7):
                found.add("enter")
            if isinstance(at, tuple):
                end = self.walked(at, die)
                found.add(f"{'ABC'[token]}:{at[0]}-{end[0]}")
        return found

    def walked(self, at: tuple[int, bool], steps: int) -> tuple[int, bool]:
        """Return where that many steps lead; negative steps go back."""
        space, is_round = at
        box = self.box(self.seat)
        for _ in range(steps):
            space = space % 60 + 1
            is_round = is_round or space == box
        for _ in range(-steps):
            if space != box or is_round:
                space = space - 1 or 60
        return space, is_round

    def play(self, text: str) -> None:
        """Play `text`, one of `options`."""
        if self.phase == "first":
            self.throw(int(text))
        elif self.phase == "free":
            self.free_one() if text == "free" else None
            self.phase = "roll"
        elif self.phase == "roll":
            self.die = int(text)
            self.phase = "move"
            if not self.moves(self.die):
                self.next_turn()
        elif self.phase == "move":
            self.move(text)
        elif self.phase == "draw":
            self.draw(text)
        elif self.phase == "use":
            self.free_one() if text == "use" else None
            self.next_turn()
        else:
            self.walk(self.carrier, int(text))

    def throw(self, die: int) -> None:
        """Take a roll for the first turn; -1 stands for a seat that no longer rolls."""
        self.thrown[self.seat] = die
        if None not in self.thrown.values():
            highest = max(die or 0 for die in self.thrown.values())
            best = [seat for seat, die in self.thrown.items() if die == highest]
            if len(best) == 1:
                self.thrown = {}
                self.begin_turn(best[0])
                return
            for seat in self.thrown:
                self.thrown[seat] = None if seat in best else -1
        self.seat = min(seat for seat, die in self.thrown.items() if die is None)

    def begin_turn(self, seat: int) -> None:
        self.seat, self.die, self.carrier = seat, 0, -1
        can_free = self.kept[seat] and self.count(seat, "captured")
        self.phase = "free" if can_free else "roll"

    def next_turn(self) -> None:
        """Begin the turn of the next color that is still in play."""
        if self.phase == "over":
            return
        seat = (self.seat + 1) % self.seats
        while self.tokens[seat][0] == "out":
            seat = (seat + 1) % self.seats
        self.begin_turn(seat)

    def free_one(self) -> None:
        own = self.tokens[self.seat]
        own[own.index("captured")] = "home"
        self.kept[self.seat] -= 1
        self.bottom.append("free-the-box")

    def move(self, text: str) -> None:
        own = self.tokens[self.seat]
        if text == "enter":
            own[own.index("home")] = (self.box(self.seat), False)
            self.next_turn()
        else:
            self.walk("ABC".index(text[0]), self.die)

    def space(self, token: int) -> tuple[int, bool]:
        at = self.tokens[self.seat][token]
        assert isinstance(at, tuple)
        return at

    def walk(self, token: int, steps: int) -> None:
        self.land(token, self.walked(self.space(token), steps))

    def land(self, token: int, at: tuple[int, bool]) -> None:
        """Let a token land on a space, moved by the die or by a card."""
        own, space = self.tokens[self.seat], at[0]
        own[token] = at
        self.die, self.carrier = 0, -1
        if space == (self.box(self.seat) - 1 or 60):
            own[token] = "center"
            self.tokens[self.seat] = ["home" if each == "captured" else each for each in own]
            if self.count(self.seat, "center") == 3:
                self.won(self.seat)
        elif what(space) == "DRAW A CARD" and (+self.unseen or self.bottom):
            self.phase, self.carrier = "draw", token
            return
        elif what(space) not in SAFE.values():
            self.capture(space)
        self.next_turn()

    def capture(self, space: int) -> None:
        for seat, tokens in enumerate(self.tokens):
            for token, at in enumerate(tokens):
                if seat != self.seat and isinstance(at, tuple):
                    if at[0] == space or (self.far and what(at[0]) == what(space)):
                        tokens[token] = "captured"
        self.see_who_is_out()

    def see_who_is_out(self) -> None:
        for seat in range(self.seats):
            captured, center = self.count(seat, "captured"), self.count(seat, "center")
            lost = (captured, center) in ((3, 0), (2, 1))
            if lost or ((captured, center) == (1, 2) and not self.kept[seat]):
                self.tokens[seat] = ["out"] * 3
                self.bottom += ["free-the-box"] * self.kept[seat]
                self.kept[seat] = 0
        left = [seat for seat in range(self.seats) if self.tokens[seat][0] != "out"]
        if len(left) == 1:
            self.won(left[0])

    def won(self, seat: int) -> None:
        self.phase, self.seat, self.die, self.carrier = "over", seat, 0, -1

    def draw(self, card: str) -> None:
        if +self.unseen:
            self.unseen[card] -= 1
        else:
            self.bottom.pop(0)
        if card == "free-the-box":
            self.kept[self.seat] += 1
            self.phase = "use"
            if not self.count(self.seat, "captured"):
                self.next_turn()
            return
        self.bottom.append(card)
        if card == "roll-again":
            self.phase = "again"
        elif card == "captured":
            self.tokens[self.seat][self.carrier] = "captured"
            self.see_who_is_out()
            self.next_turn()
        elif card == "park":
            at = self.walked(self.space(self.carrier), 1)
            while what(at[0]) != "PARK":
                at = self.walked(at, 1)
            self.land(self.carrier, at)
        else:
            way, _, steps = card.partition("-")
            self.walk(self.carrier, int(steps) if way == "forward" else -int(steps))

    def text(self) -> str:
        """Return the position as boxtui writes it."""
        tokens = ";".join(map(self.tokens_text, range(self.seats)))
        unseen = ",".join(f"{card}:{n}" for card in CARDS if (n := self.unseen[card])) or "-"
        written = (
            f"phase={self.phase} capture={'place' if self.far else 'space'} seat={self.seat + 1} "
            f"die={self.die or '-'} carrier={'ABC-'[self.carrier]} tokens={tokens} "
            f"kept={','.join(map(str, self.kept))} bottom={','.join(self.bottom) or '-'} "
            f"unseen={unseen}"
        )
        if self.thrown:
            marks = {None: "-", -1: "x"}
            throws = [marks.get(die, str(die)) for die in self.thrown.values()]
            written += f" for_first={','.join(throws)}"
        return written

    def tokens_text(self, seat: int) -> str:
        tokens = self.tokens[seat]
        if tokens[0] == "out":
            return "out"
        return ",".join(
            at if isinstance(at, str) else f"{at[0]}{'+' if at[1] else ''}" for at in tokens
        )
