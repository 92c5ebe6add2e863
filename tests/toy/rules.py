"""Everyone at once lays rising cards from a hidden hand, swaps, fishes or guesses, by a clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, Any, ClassVar

import msgspec

from quincunx.core.chance import Chance, Deck
from quincunx.core.errors import IllegalMove, MalformedMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.observation import Observation
from quincunx.core.options import OptionNotes, Options
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault, Rules
from quincunx.core.viewers import Viewer, sees

KINDS, COPIES, HAND, ROUNDS, ROUND_TIME = 6, 4, 5, 2, 10_000
MOST_CREDIT = 1_000
SWAPS = 12
"""The most swaps of a seat in a round: after that it can only lay."""
Hand = tuple[int, ...]
Draft = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=0, lt=KINDS)], ...],
    msgspec.Meta(max_length=HAND + ROUNDS),
]
"""No hand is larger: one card is fished in each round."""


class ToyOptions(Options, frozen=True, kw_only=True):
    timed: bool = False
    team: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    bonus: Annotated[bool, OptionNotes(needs={"timed": (True,)})] = False


class Fish(msgspec.Struct, frozen=True, tag=True):
    """Draws unseen cards until one is 3 or more, keeps it and puts the others back."""

    def __str__(self) -> str:
        return "fish"


class Swap(msgspec.Struct, frozen=True, tag=True):
    """Puts a card back unseen for another one."""

    card: int

    def __str__(self) -> str:
        return f"swap {self.card}"


class Guess(msgspec.Struct, frozen=True, tag=True):
    """Says that the next seat holds such a card, and gets a point if that is so."""

    card: int

    def __str__(self) -> str:
        return f"guess {self.card}"


class Lay(msgspec.Struct, frozen=True, tag=True):
    """Lays rising cards and is done for the round."""

    cards: Hand
    credit: int = 0

    def __str__(self) -> str:
        credit = (f"+{self.credit}",) if self.credit else ()
        return " ".join(("lay", *map(str, self.cards), *credit))


Move = Fish | Swap | Guess | Lay


class State(msgspec.Struct, frozen=True):
    hands: tuple[Hand, ...]
    deck: Deck
    laid: tuple[Hand, ...]
    bonuses: tuple[int, ...]
    fished: tuple[bool, ...]
    """Who has fished or guessed in this round."""
    swaps: tuple[int, ...]
    """By seat, how often it has swapped in this round."""
    done: tuple[bool, ...]
    round: int
    ends_at: int | None


class View(msgspec.Struct, frozen=True):
    seat: int | None
    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    laid: tuple[Hand, ...]
    bonuses: tuple[int, ...]
    fished: tuple[bool, ...]
    swaps: tuple[int, ...]
    done: tuple[bool, ...]
    round: int
    ends_at: int | None


class ToyMoves(Moves[Move]):
    """Any rising selection may be laid: too many to list in a real game."""

    complete = False

    def __init__(self, hand: Hand, fixed: tuple[Move, ...]) -> None:
        self.hand, self.fixed = hand, fixed

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Lay):
            return rises(move.cards) and set(move.cards) <= set(self.hand)
        return move in self.fixed

    def __iter__(self) -> Iterator[Move]:
        yield from self.fixed
        yield Lay(tuple(sorted(set(self.hand))))

    def sample(self, rng: Random) -> Move:
        if self.fixed and rng.random() < 0.6:
            return rng.choice(self.fixed)
        return Lay(tuple(card for card in sorted(set(self.hand)) if rng.random() < 0.7))


def rises(cards: Hand) -> bool:
    return list(cards) == sorted(set(cards))


def replaced(items: tuple[Hand, ...], seat: int, item: Hand) -> tuple[Hand, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def flagged(flags: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    return tuple(flag or index == seat for index, flag in enumerate(flags))


def moved(deck: Deck, out: Sequence[int] = (), back: Sequence[int] = ()) -> Deck:
    return tuple(n - out.count(kind) + back.count(kind) for kind, n in enumerate(deck))


class ToyRules(Rules[State, Move, View, Hand]):
    state_type: ClassVar[type] = State
    view_type: ClassVar[type] = View
    draft_type: ClassVar[Any] = Draft
    most_swaps: ClassVar[int] = SWAPS

    def __init__(self, options: ToyOptions, seats: int) -> None:
        self.options, self.seats = options, seats

    @property
    def is_real_time(self) -> bool:
        return True

    @property
    def max_log_entries(self) -> int:
        """Each seat's swaps, one fish or guess and what it lays, and perhaps the clock."""
        return 1 + ROUNDS * (self.seats * (SWAPS + 2) + int(self.options.timed))

    def setup(self, chance: Chance) -> tuple[State, Events]:
        deck: Deck = (COPIES,) * KINDS
        hands: list[Hand] = []
        for seat in range(self.seats):
            hands.append(chance.draw("deck", deck, HAND, to=seat))
            deck = moved(deck, out=hands[-1])
        nothing = ((),) * self.seats
        state = State(tuple(hands), deck, nothing, (0,) * self.seats, (), (), (), 0, None)
        return self._next_round(state, 0), (public_event("toy.event.dealt"),)

    def _next_round(self, state: State, at: int) -> State:
        return msgspec.structs.replace(
            state,
            round=state.round + 1,
            fished=(False,) * self.seats,
            swaps=(0,) * self.seats,
            done=(False,) * self.seats,
            ends_at=at + ROUND_TIME if self.options.timed else None,
        )

    def active(self, state: State) -> tuple[int, ...]:
        if state.round > ROUNDS:
            return ()
        return tuple(seat for seat in range(self.seats) if not state.done[seat])

    def member(self, state: State, seat: int) -> int | None:
        return state.round % self.options.team

    def legal_moves(self, state: State, seat: int) -> Moves[Move]:
        if seat not in self.active(state):
            return ListedMoves(())
        may_swap = any(state.deck) and state.swaps[seat] < self.most_swaps
        swaps = tuple(Swap(card) for card in sorted(set(state.hands[seat])) if may_swap)
        fish = (Fish(),) if any(state.deck) else ()
        once = () if state.fished[seat] else (*fish, *map(Guess, range(KINDS)))
        return ToyMoves(state.hands[seat], (*swaps, *once))

    def apply(
        self, state: State, seat: int, move: Move, at: int, chance: Chance
    ) -> tuple[State, Events]:
        match move:
            case Fish():
                return self._fish(state, seat, chance)
            case Swap(card):
                return self._swap(state, seat, card, chance)
            case Guess(card):
                return self._guess(state, seat, card)
            case Lay(cards, _):
                return self._lay(state, seat, cards, at)

    def _fish(self, state: State, seat: int, chance: Chance) -> tuple[State, Events]:
        if state.fished[seat]:
            raise IllegalMove("toy.refusal.fished", rule="toy:L1")
        if not any(state.deck):
            raise IllegalMove("toy.refusal.empty", rule="toy:L1")
        drawn: list[int] = []
        while not drawn or (drawn[-1] < 3 and len(drawn) < sum(state.deck)):
            drawn += chance.draw(f"fish {seat}", moved(state.deck, out=drawn), 1, to=seat)
        (die,) = chance.roll(self._die_stream(seat), 6)
        card = drawn[-1]
        new = msgspec.structs.replace(
            state,
            hands=replaced(state.hands, seat, (*state.hands[seat], card)),
            deck=moved(state.deck, out=[card]),
            fished=flagged(state.fished, seat),
            bonuses=tuple(b + die * (s == seat) for s, b in enumerate(state.bonuses)),
        )
        own = Message("toy.event.fished_own", {"card": card, "die": die})
        return new, (Event(Message("toy.event.fished", {"seat": seat, "die": die}), {seat: own}),)

    def _die_stream(self, seat: int) -> str:
        return f"die {seat}"

    def _swap(self, state: State, seat: int, card: int, chance: Chance) -> tuple[State, Events]:
        self._check_held(state, seat, (card,))
        if not any(state.deck):
            raise IllegalMove("toy.refusal.empty", rule="toy:L2")
        if state.swaps[seat] >= self.most_swaps:
            raise IllegalMove("toy.refusal.swapped", rule="toy:L2")
        (got,) = chance.draw(f"swap {seat}", state.deck, 1, to=seat)
        hand = list(state.hands[seat])
        hand[hand.index(card)] = got
        new = msgspec.structs.replace(
            state,
            hands=replaced(state.hands, seat, tuple(hand)),
            deck=moved(state.deck, out=[got], back=[card]),
            swaps=tuple(n + (s == seat) for s, n in enumerate(state.swaps)),
        )
        return new, (self._swapped(seat, card, got),)

    def _swapped(self, seat: int, gave: int, got: int) -> Event:
        own = Message("toy.event.swapped_own", {"gave": gave, "got": got})
        return Event(Message("toy.event.swapped", {"seat": seat}), {seat: own})

    def _guess(self, state: State, seat: int, card: int) -> tuple[State, Events]:
        if state.fished[seat]:
            raise IllegalMove("toy.refusal.fished", rule="toy:L1")
        if not 0 <= card < KINDS:
            raise IllegalMove("toy.refusal.no_card", rule="toy:L1", card=card)
        right = card in state.hands[(seat + 1) % self.seats]
        new = msgspec.structs.replace(
            state,
            fished=flagged(state.fished, seat),
            bonuses=tuple(b + (right and s == seat) for s, b in enumerate(state.bonuses)),
        )
        kind = "right" if right else "wrong"
        return new, (public_event(f"toy.event.guessed_{kind}", seat=seat, card=card),)

    def _lay(self, state: State, seat: int, cards: Hand, at: int) -> tuple[State, Events]:
        self._check_held(state, seat, cards)
        if not rises(cards):
            raise IllegalMove("toy.refusal.not_rising", rule="toy:L3")
        hand = list(state.hands[seat])
        for card in cards:
            hand.remove(card)
        new = msgspec.structs.replace(
            state,
            hands=replaced(state.hands, seat, tuple(hand)),
            laid=replaced(state.laid, seat, (*state.laid[seat], *cards)),
            done=flagged(state.done, seat),
        )
        if all(new.done):
            new = self._next_round(new, at)
        return new, (public_event("toy.event.laid", seat=seat, cards=tuple(cards)),)

    def _check_held(self, state: State, seat: int, cards: Hand) -> None:
        for card in cards:
            if card not in state.hands[seat]:
                raise self._not_held(state, card)

    def _not_held(self, state: State, card: int) -> IllegalMove:
        return IllegalMove("toy.refusal.not_held", rule="toy:L2", offending=(str(card),), card=card)

    def deadline(self, state: State) -> int | None:
        return state.ends_at if state.round <= ROUNDS else None

    def expire(self, state: State, at: int, chance: Chance) -> tuple[State, Events]:
        return self._next_round(state, at), (
            public_event("toy.event.round", round=state.round + 1),
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= ROUNDS:
            return None
        scores = tuple(
            sum(cards) + bonus for cards, bonus in zip(state.laid, state.bonuses, strict=True)
        )
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return Outcome(winners, scores, Message("toy.outcome.over"))

    def view(self, state: State, viewer: Viewer) -> View:
        return View(
            seat=viewer if viewer is not None and viewer >= 0 else None,
            hands=tuple(h if sees(viewer, seat) else None for seat, h in enumerate(state.hands)),
            sizes=tuple(map(len, state.hands)),
            laid=state.laid,
            bonuses=state.bonuses,
            fished=state.fished,
            swaps=state.swaps,
            done=state.done,
            round=state.round,
            ends_at=state.ends_at,
        )

    def conceal(self, move: Move, seat: int, viewer: Viewer) -> Move | None:
        return None if isinstance(move, Swap) else move

    def determinise(
        self, view: View, observations: Sequence[Observation[Move]], rng: Random
    ) -> State:
        known = [card for hand in (*view.laid, *view.hands) if hand for card in hand]
        unseen = [k for k, n in enumerate(moved((COPIES,) * KINDS, out=known)) for _ in range(n)]
        rng.shuffle(unseen)
        hands = tuple(
            tuple(unseen.pop() for _ in range(size)) if hand is None else hand
            for hand, size in zip(view.hands, view.sizes, strict=True)
        )
        deck = tuple(unseen.count(kind) for kind in range(KINDS))
        return State(
            hands,
            deck,
            view.laid,
            view.bonuses,
            view.fished,
            view.swaps,
            view.done,
            view.round,
            view.ends_at,
        )

    def makes_stale(self, happened: Move | None, move: Move) -> bool:
        return isinstance(move, Lay)

    def can_take_back(self, before: State, seat: int, move: Move) -> bool:
        return not isinstance(move, Guess)

    def with_latency_credit(self, move: Move, delay: int) -> Move:
        credit = min(delay, MOST_CREDIT)
        return msgspec.structs.replace(move, credit=credit) if isinstance(move, Lay) else move

    def drafting(self, state: State, seat: int) -> bool:
        return seat in self.active(state)

    def drafts_are_public(self, state: State) -> bool:
        return state.round > ROUNDS

    def check(self, view: View, draft: Hand) -> tuple[Fault, ...]:
        return () if rises(draft) else (Fault(Message("toy.fault.not_rising"), ("0",)),)

    def progress(self, draft: Hand) -> int:
        return len(draft)

    def sample_draft(self, view: View, rng: Random) -> Hand:
        assert view.seat is not None
        hand = view.hands[view.seat]
        assert hand is not None
        return tuple(card for card in hand if rng.random() < 0.5)

    def keeps_draft(self, move: Move) -> bool:
        return isinstance(move, Fish | Guess)

    def audit(self, state: State) -> None:
        for kind in range(KINDS):
            there = sum(cards.count(kind) for cards in (*state.hands, *state.laid))
            assert there + state.deck[kind] == COPIES, f"cards of kind {kind} are conserved"


def parse_move(text: str) -> Move:
    text, _, credit = text.lower().partition("+")
    words = text.split()
    numbers = tuple(int(word) for word in words[1:] if word.isdigit())
    if words and len(numbers) == len(words) - 1 and (credit.strip() or "0").isdigit():
        if words[0] == "fish" and not numbers:
            return Fish()
        if words[0] == "swap" and len(numbers) == 1:
            return Swap(numbers[0])
        if words[0] == "guess" and len(numbers) == 1:
            return Guess(numbers[0])
        if words[0] == "lay":
            return Lay(numbers, int(credit.strip() or 0))
    raise MalformedMove("toy.refusal.unknown_move", text=text)
