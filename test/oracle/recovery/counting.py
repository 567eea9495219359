"""How many canonical fault sets an Fspec has: listed by clingo, listed by trying all subsets, added up, and counted by ldfi-farm."""
import itertools
import os
import random

from asking_clingo import Clingo
from asking_farm import FarmError
from faults import Fspec, all_fault_sets, candidates, canonical, count, fault_sets, within_budget
from program import Program

MOST_LISTED = 3000  # fault sets, by clingo
MOST_CANDIDATES = 12  # faults, of which all subsets are tried
PROGRAM = 'log("a", 1)@1;\nlog(X, V)@next :- log(X, V);\npre(X) :- log(X, _);\npost(X) :- log(X, _);\n'


def small_fspecs():
    """Each once."""
    return list(dict.fromkeys(every_small_fspec()))


def every_small_fspec():
    for size, eot, crashes, restarts in itertools.product((1, 2, 3), (2, 3, 4), (0, 1, 2), (0, 1, 2)):
        nodes = ("a", "b", "c")[:size]
        for eff in range(eot):
            yield from (Fspec(eot, eff, min(crashes, len(some or nodes)), restarts, nodes, some)
                        for some in ([None, nodes[1:]] if size > 1 else [None]))


def enumerations():
    """Complaints about Fspecs whose fault sets clingo and this oracle do not list alike."""
    found = []
    for fspec in small_fspecs()[::5]:
        expected = count(fspec)
        if expected > MOST_LISTED:
            continue
        listed = Clingo(Program(), fspec).fault_sets()
        if len(listed) != expected or len(set(listed)) != expected:
            found.append(f"{fspec}: clingo lists {len(listed)} fault sets, {expected} were counted")
        if set(all_fault_sets(fspec)) != set(listed):
            found.append(f"{fspec}: clingo lists other fault sets")
        every = candidates(fspec)
        if len(every) <= MOST_CANDIDATES and set(fault_sets(fspec, len(every))) != set(listed):
            found.append(f"{fspec}: all subsets tried, other fault sets than clingo's")
        if not all(canonical(f) and within_budget(f, fspec) for f in listed):
            found.append(f"{fspec}: clingo lists what is not canonical")
    return found


def larger(number):
    """A random Fspec whose sets of crashes can still be listed."""
    numbers = random.Random(number)
    nodes = tuple("abcd"[: numbers.randint(1, 4)])
    eot = numbers.randint(2, {1: 12, 2: 8, 3: 5, 4: 4}[len(nodes)])
    some = None if numbers.random() < 0.7 else tuple(sorted(numbers.sample(nodes, numbers.randint(1, len(nodes)))))
    crashes = numbers.randint(0, min(2, len(some or nodes)))
    return Fspec(eot, numbers.randint(0, eot - 1), crashes, numbers.randint(0, 3 - crashes), nodes, some)


def counts(farm, fspecs, first_seed):
    """Complaints about ldfi-farm's distinct_fault_sets, and what was compared."""
    path = os.path.join(farm.folder, "count.ded")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(PROGRAM)
    small = small_fspecs()
    random.Random(first_seed).shuffle(small)
    chosen = small[: fspecs // 2]
    chosen += [larger(first_seed + i) for i in range(fspecs - len(chosen))]
    found = []
    for fspec in chosen:
        try:
            expected, got = count(fspec), farm.count([path], fspec)
        except FarmError as error:
            found.append(str(error))
            continue
        if expected != got:
            found.append(f"{fspec}: the farm counts {got} fault sets, there are {expected}")
    return found, f"{len(chosen)} Fspecs agree"
