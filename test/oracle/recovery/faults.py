"""Fault sets of crash-recovery: omissions, and crashes with or without a restart. Their text, and which of them are canonical."""
import itertools
import re
from dataclasses import dataclass
from typing import NamedTuple, Optional, Tuple

NEVER = 10 ** 9  # the tick at which a node that crashed for good comes back


class Omission(NamedTuple):
    sender: str
    receiver: str
    at: int

    def __str__(self):
        return f"O({self.sender},{self.receiver},{self.at})"


class Crash(NamedTuple):
    """At `at`, before its work or, `after`, when all is written and nothing is sent; `back` at that tick, or never."""
    node: str
    at: int
    after: bool
    back: int = NEVER

    def first_down(self):
        return self.at + self.after

    def down(self, tick):
        return self.first_down() <= tick < self.back

    def permanent(self):
        return self.back == NEVER

    def __str__(self):
        end = "" if self.permanent() else f",{self.back}"
        return f"C({self.node},{self.at}{'+' if self.after else ''}{end})"


@dataclass(frozen=True)
class Fspec:
    eot: int
    eff: int
    crashes: int
    restarts: int
    nodes: Tuple[str, ...]
    crashable: Optional[Tuple[str, ...]] = None  # all of them

    def may_crash(self):
        return self.nodes if self.crashable is None else self.crashable


def kind(fault):
    return isinstance(fault, Crash), fault


def written(faults):
    return " ".join(map(str, sorted(faults, key=kind))) or "none"


def parse(text):
    found = []
    for letter, inner in re.findall(r"([A-Z])\(([^)]*)\)", text):
        words = [word.strip().strip('"') for word in inner.split(",")]
        if letter == "O":
            found.append(Omission(words[0], words[1], int(words[2])))
        elif letter == "C":
            found.append(Crash(words[0], int(words[1].rstrip("+")), words[1].endswith("+"), *map(int, words[2:])))
        else:
            raise ValueError(f"{letter}(…) in {text}")
    return frozenset(found)


# ------------------------------------------------------------------------------- one fault at a time


def omissions(fspec):
    return [Omission(a, b, t) for a in fspec.nodes for b in fspec.nodes if a != b for t in range(1, fspec.eff + 1)]


def permanent_crashes(fspec):
    return [Crash(n, s, after) for n in fspec.may_crash() for s in range(1, fspec.eot + 1) for after in (False, True)]


def restarting_crashes(fspec):
    """Down for one tick at least."""
    return [Crash(n, s, after, r) for n in fspec.may_crash() for after in (False, True)
            for s in range(1, fspec.eff + 1) for r in range(s + after + 1, fspec.eff + 2)]


def candidates(fspec):
    found = omissions(fspec) if fspec.eff else []
    found += permanent_crashes(fspec) if fspec.crashes else []
    return found + (restarting_crashes(fspec) if fspec.restarts else [])


# ------------------------------------------------------------------------------------ canonical sets


def apart(one, other):
    """Of one node: the earlier one has restarted before the later one is down."""
    return one.node != other.node or one.first_down() > other.back or other.first_down() > one.back


def audible(omission, crashes):
    """Without the omission the message would get through."""
    sender = [c for c in crashes if c.node == omission.sender]
    receiver = [c for c in crashes if c.node == omission.receiver]
    return not (any(c.down(omission.at) or c.after and c.at == omission.at for c in sender)
                or any(c.down(omission.at + 1) for c in receiver))


def canonical(faults):
    crashes = [f for f in faults if isinstance(f, Crash)]
    return (all(apart(one, other) for one, other in itertools.combinations(crashes, 2))
            and all(audible(f, crashes) for f in faults if isinstance(f, Omission)))


def within_budget(faults, fspec):
    crashes = [f for f in faults if isinstance(f, Crash)]
    permanent = sum(c.permanent() for c in crashes)
    return permanent <= fspec.crashes and len(crashes) - permanent <= fspec.restarts


def fault_sets(fspec, most):
    """All canonical sets of at most `most` faults, smaller ones first."""
    every = candidates(fspec)
    for size in range(most + 1):
        for chosen in itertools.combinations(every, size):
            if within_budget(chosen, fspec) and canonical(chosen):
                yield frozenset(chosen)


# ------------------------------------------------------------------------------------------ how many


def crash_sets(fspec):
    """All canonical sets of crashes within the budgets."""
    every = [f for f in candidates(fspec) if isinstance(f, Crash)]

    def extend(chosen, begin):
        yield chosen
        for i in range(begin, len(every)):
            longer = chosen + [every[i]]
            if all(apart(every[i], c) for c in chosen) and within_budget(longer, fspec):
                yield from extend(longer, i + 1)

    return extend([], 0)


def count(fspec):
    """Any omissions go with a set of crashes, if each of them is audible."""
    channels = omissions(fspec)
    return sum(2 ** sum(audible(o, crashes) for o in channels) for crashes in crash_sets(fspec))


def all_fault_sets(fspec):
    channels = omissions(fspec)
    for crashes in crash_sets(fspec):
        free = [o for o in channels if audible(o, crashes)]
        for size in range(len(free) + 1):
            yield from (frozenset(crashes).union(lost) for lost in itertools.combinations(free, size))


def sample(fspec, random):
    """Some canonical fault set."""
    chosen, share = [], random.choice([0, 0.05, 0.2])
    crashes = [f for f in candidates(fspec) if isinstance(f, Crash)]
    for fault in random.sample(crashes, min(len(crashes), random.randint(1, 4))):
        if within_budget(chosen + [fault], fspec) and canonical(chosen + [fault]):
            chosen.append(fault)
    return frozenset(chosen + [o for o in omissions(fspec) if audible(o, chosen) and random.random() < share])
