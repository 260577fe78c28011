"""`python -m app check tables`: whole link matches, with everything that may go wrong.

People with near and far lines come, play, change their minds, lose their connection and come back;
messages are late, lost, doubled and overtaken; the process dies and the table returns from its log.
After every step what always holds must hold. A table is a function of its seed.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from app.check.people import Person
from app.check.world import World
from app.engine.rules import PRESETS, InvalidRules
from app.table.setup import Setup, setup_from

BROKEN = 1
STEPS = 2500
CLOSED_STEPS = 100  # nothing may come of them
PEOPLE = ("ann", "ben", "cleo", "dan", "eve", "finn", "gus", "hope")
WATCHER = "walt"


@dataclass(frozen=True, slots=True)
class Simulated:
    """What one table came to. `log` is the SHA-256 of all its entries."""

    seed: int
    preset: str
    steps: int
    restarts: int
    refused: int
    kinds: Counter[str]
    log: str


class Broke(Exception):
    """A table of this seed did what it may never do."""

    def __init__(self, seed: int, world: World) -> None:
        super().__init__(seed)
        self.seed = seed
        self.world = world


def tables(games: int, seed: int) -> int:
    """Simulate so many tables and print what came of them; the same seed prints the same bytes.

    Returns 0 when all promises were kept, 1 when one was broken.
    """
    kinds: Counter[str] = Counter()
    steps = restarts = refused = 0
    logs: list[str] = []
    try:
        for each in simulated(games, seed):
            kinds += each.kinds
            steps, restarts = steps + each.steps, restarts + each.restarts
            refused += each.refused
            logs.append(each.log)
    except Broke as broke:
        print(f"Table {broke.seed}: {broke.__cause__!r}")
        print(f"Again: python -m app check tables --games 1 --seed {broke.seed}")
        return BROKEN
    print(
        f"{games} tables from seed {seed}: {steps} steps, {restarts} restarts, {refused} refusals"
    )
    print(", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items())))
    print(f"The last log: {logs[-1]}")
    print("All promises are kept.")
    return 0


def simulated(games: int, seed: int) -> Iterator[Simulated]:
    """Tables of the seeds from `seed` on. Raises Broke."""
    for each in range(seed, seed + games):
        yield simulate(each)


def simulate(seed: int, steps: int = STEPS) -> Simulated:
    """One table. Raises Broke where it breaks a promise."""
    chance = Random(f"table {seed}")
    setup = some_setup(chance)
    world = World(setup, PEOPLE[0], "Ann", Random(f"world {seed}"))
    many = min(len(PEOPLE), setup.people + chance.choice((0, 0, 1)))
    people = [
        Person(world, name, Random(f"{name} {seed}"), lambda: some_setup(chance), False)
        for name in PEOPLE[:many]
    ]
    people.append(Person(world, WATCHER, Random(f"{WATCHER} {seed}"), lambda: setup, True))
    busy = chance.choice((0, 0.02, 0.1, 0.4))
    for person in people:
        person.later(0, 3000, person.open)
        _moods(person, busy)
    _crashes(world, chance, chance.choice((0, 0, 20_000, 60_000)))
    try:
        open_for = steps
        while world.steps < open_for and world.step():
            if world.ledger.closed:
                open_for = min(open_for, world.steps + CLOSED_STEPS)
        world.restart()
    except Exception as error:
        raise Broke(seed, world) from error
    kinds = Counter(entry.kind for entry in world.log)
    return Simulated(
        seed, setup.preset, world.steps, world.restarts, world.refused, kinds, world.digest
    )


def _moods(person: Person, busy: float) -> None:
    def mood() -> None:
        person.whim(busy)
        person.later(1000, 5000, mood)

    person.later(1000, 5000, mood)


def _crashes(world: World, chance: Random, every_ms: float) -> None:
    """The process dies about so often; never where it is 0."""

    def crash() -> None:
        world.restart()
        _crashes(world, chance, every_ms)

    if every_ms:
        world.later(chance.expovariate(1 / every_ms), crash)


def some_setup(chance: Random) -> Setup:
    """Any link match that somebody may open."""
    while True:
        computers = chance.choice((0, 0, 0, 1, 2, 5))
        fields = {
            "mode": "link",
            "preset": chance.choice(tuple(PRESETS)),
            "computers": computers,
            "seats": chance.choice((2, 2, 3, 4, 5, 8)),
            "level": chance.choice(("easy", "normal", "hard", "mixed")),
            "order": chance.choice(("fair", "fair", "fair", "arrival")),
            "cap": chance.choice((350, 350, 150, 0)),
            "ties": chance.choice(("key", "void")),
            "ending": chance.choice(("full", "last_chance", "last_window")),
            "empty_false_slap": chance.choice(("free", "out", "strikes")),
            "reveal_limit": chance.choice(("10", "25", "60", "none")),
            "time_limit_s": chance.choice(("", "30", "60", "none")),
            "slap_until_covered": chance.choice(("yes", "no")),
            "window_ms": chance.choice(("", "", "", "300", "2000", "0")),
            "listening": chance.choice(("no",) * 9 + ("yes",)),
            "auto": chance.choice(("no", "no", "yes")),
        }
        try:
            return setup_from({name: str(value) for name, value in fields.items()})
        except InvalidRules:
            continue  # too few seats, or a limit without a timer
