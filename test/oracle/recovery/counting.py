"""Compares the numbers of canonical fault sets from four sources: clingo lists them, this code tries all
subsets, this code computes the number, and ldfi-farm counts them."""
import dataclasses
import itertools
import os
import random

from asking_clingo import Clingo
from asking_farm import FarmError
from fault_space import FaultSpace
from faults import Cuts, Disk, Fspec, Losses, Pauses
from program import Program
from random_program import returning

MOST_LISTED = 3000  # largest number of fault sets that clingo lists
MOST_COUNTED = 200_000  # largest number of fault sets without omissions that are counted one by one
MOST_SUBSETS = 8000  # largest number of subsets that are tried
# A program whose relations differ in how they are stored: log never changes, disk and blk are written by
# rules, and blk must be synced.
PROGRAM = """stable disk;
buffered blk;
log("a", 1)@1;
log(X, V)@next :- log(X, V);
disk(X, V)@next :- log(X, V);
blk(X, V)@next :- disk(X, V);
pre(X) :- log(X, _);
post(X) :- log(X, _);
"""
FILES = ("blk", "disk")
BUFFERED = ("blk",)
# A program with data that may be damaged: the last column of note, and another column of memo.
DATA = """stable note;
buffered memo;
note(X, "v")@next :- log(X, _);
memo(X, "v", V)@next :- log(X, V);
"""
ALL_FILES = ("blk", "disk", "log", "memo", "note")
ALL_BUFFERED = ("blk", "memo")
COLUMNS = (("note", 2), ("memo", 2))

OMISSIONS = (Losses(1), Losses(2), Losses(senders=("a",)), Losses(receivers=("b",)), Losses(senders=("b",), receivers=("a",)),
             Losses(reliable=(("a", "b"),)), Losses(2, reliable=(("b", "a"), ("a", "c"))), Losses(1, senders=("b",)),
             Losses(0), Losses(0))
DISKS = (Disk(1, ("disk",)), Disk(1, FILES), Disk(2, ("disk",)), Disk(2, FILES), Disk(1, FILES, ("a",)),
         Disk(2, ("blk",), ("b",), True), Disk(1, ("blk", "disk", "log"), named=False))


def small_fspecs():
    """Yields small Fspecs, each once."""
    return list(dict.fromkeys(every_small_fspec()))


def every_small_fspec():
    for size, eot, crashes, restarts in itertools.product((1, 2, 3), (2, 3, 4), (0, 1, 2), (0, 1, 2)):
        nodes = ("a", "b", "c")[:size]
        for eff in range(eot):
            yield from (Fspec(eot, eff, min(crashes, len(some or nodes)), restarts, nodes, some)
                        for some in ([None, nodes[1:]] if size > 1 else [None]))


def bounded(number, asked):
    """Returns a random Fspec with limits. It has partitions, pauses and faults of disks if ldfi-farm is
    compared for these kinds."""
    numbers = random.Random(number)
    some = lambda p: numbers.random() < p
    nodes = tuple("abc"[: numbers.choice([2, 2, 3])])
    eot = numbers.randint(2, {2: 5, 3: 4}[len(nodes)])
    model = numbers.choice(["stop", "stop", "stop", "silent", "halt"])
    eff = max(numbers.randint(0, eot - 1) for _ in range(2))
    fspec = Fspec(eot, eff, numbers.choice([0, 0, 1]), numbers.choice([0, 0, 1]) if model == "stop" else 0,
                  nodes, crash_model=model)
    if asked.budgets:
        losses = numbers.choice(OMISSIONS) if some(0.8) else Losses()
        losses = losses._replace(reliable=tuple(c for c in losses.reliable if set(c) <= set(nodes)))
        sides = [("b",), ("a",)] + [("a", "b"), ("c",)] * (len(nodes) == 3)
        cuts = Cuts(numbers.choice([1, 1, 2]), tuple(numbers.sample(sides, numbers.randint(1, 2))) if some(0.3) else None)
        fspec = dataclasses.replace(
            fspec, losses=losses, cuts=cuts if some(0.7) else Cuts(), most=numbers.choice([1, 2, 3]) if some(0.4) else None,
            exclusive=some(0.2) and fspec.eff + 1 < eot)
    if asked.one_way and fspec.cuts.most and random.Random(number * 43 + 17).random() < 0.5:
        fspec = dataclasses.replace(fspec, cuts=fspec.cuts._replace(one_way=True))
    if asked.writes and model == "stop":
        fspec = dataclasses.replace(fspec, disk=numbers.choice(DISKS) if some(0.7) else Disk())
    if asked.pauses and model == "stop":
        fspec = pausing(fspec, random.Random(number * 31 + 7))
    fspec = dying(fspec, random.Random(number * 37 + 11)) if asked.deaths and model == "stop" else fspec
    fspec = corrupting(fspec, random.Random(number * 41 + 13)) if asked.corruptions and model == "stop" else fspec
    fspec = returning(fspec, random.Random(number * 47 + 19))
    return dataclasses.replace(fspec, crashes=1, losses=Losses(0)) if fspec.restartable else fspec


def program_of(fspec):
    return PROGRAM + DATA if fspec.disk.corrupt else PROGRAM


def pausing(fspec, numbers):
    """Returns the Fspec, often with pauses. Then it has fewer other faults, so that there are not too many
    fault sets to list."""
    if numbers.random() < 0.3:
        return fspec
    less = [{"cuts": Cuts()}, {"disk": Disk()}, {"crashes": 0, "restarts": 0}, {"losses": Losses(0)}]
    for values in numbers.sample(less, numbers.choice((0, 1, 2, 3))):
        fspec = dataclasses.replace(fspec, **values)
    return dataclasses.replace(fspec, pauses=Pauses(numbers.choice((1, 1, 2)), numbers.choice((None, None, ("a",), ("b",)))))


def dying(fspec, numbers):
    """Returns the Fspec, often with dead disks and write-backs. Then it has fewer other faults."""
    if numbers.random() < 0.3:
        return fspec
    disk = fspec.disk if fspec.disk.faulty() else numbers.choice(DISKS)._replace(most=numbers.choice((0, 0, 0, 1)))
    dead, writeback = numbers.choice(((1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (1, 1), (2, 1), (1, 2)))
    disk = disk._replace(dead=dead, writeback=writeback if set(disk.relations) & set(BUFFERED) else 0, buffered=BUFFERED)
    less = [{"cuts": Cuts()}, {"pauses": Pauses()}, {"crashes": 0, "restarts": 0}, {"losses": Losses(0)}]
    for values in numbers.sample(less, numbers.choice((1, 2, 2, 3, 3))):
        fspec = dataclasses.replace(fspec, **values)
    return dataclasses.replace(fspec, disk=disk)


def corrupting(fspec, numbers):
    """Returns the Fspec, in half of the cases with corruptions. Then it has fewer other faults."""
    if numbers.random() < 0.5:
        return fspec
    some, old = lambda p: numbers.random() < p, fspec.disk
    named, detected, columns = not some(0.2), some(0.35), some(0.4)
    relations = tuple(sorted({"note", *numbers.sample(ALL_FILES, numbers.choice((0, 1, 2)))})) if named else ALL_FILES
    data = [(p, column) for p, column in COLUMNS if p in relations and (columns or p == "note")]
    if columns:
        data = numbers.sample(data, numbers.randint(1, len(data)))
    elif detected:
        data = [(p, 2 if p == "note" else 0) for p in relations]
    back = numbers.choice((0, 0, old.writeback)) if set(relations) & set(ALL_BUFFERED) else 0
    disk = Disk(numbers.choice((0, 0, min(old.most, 1), 1)), relations, old.nodes, old.silent, named,
                numbers.choice((0, 0, min(old.dead, 1), 1)), back, ALL_BUFFERED,
                numbers.choice((1, 1, 2)), tuple(data), columns, detected)
    if len(relations) > 2:
        disk = disk._replace(most=0, dead=0, writeback=0)
    less = [{"cuts": Cuts()}, {"pauses": Pauses()}, {"crashes": 0, "restarts": 0}, {"losses": Losses(0)}]
    for values in numbers.sample(less, numbers.choice((2, 3, 3))):
        fspec = dataclasses.replace(fspec, **values)
    return dataclasses.replace(fspec, disk=disk)


def enumerations(fspecs, first_seed, asked):
    """Compares the fault sets that clingo and this code list, and returns complaints."""
    found = []
    for fspec in small_fspecs()[::5] + [bounded(first_seed + i, asked) for i in range(fspecs)]:
        space = FaultSpace(fspec)
        expected = space.count()
        if expected > MOST_LISTED:
            continue
        listed = Clingo(Program(), fspec).fault_sets()
        if len(listed) != expected or len(set(listed)) != expected:
            found.append(f"{fspec}: clingo lists {len(listed)} fault sets, {expected} were counted")
        if set(space.every()) != set(listed):
            found.append(f"{fspec}: clingo lists other fault sets")
        every = len(space.omissions() + space.others())
        longest = max(map(len, listed))
        if subsets(every, longest + 1) <= MOST_SUBSETS and set(space.fault_sets(longest + 1)) != set(listed):
            found.append(f"{fspec}: all subsets tried, other fault sets than clingo's")
        if not all(space.canonical(f) and space.within_budget(f) and space.reduced(f) == f for f in listed):
            found.append(f"{fspec}: clingo lists what is not canonical")
    return found


def subsets(number, most):
    found, of_size = 0, 1
    for size in range(most + 1):
        found, of_size = found + of_size, of_size * (number - size) // (size + 1)
    return found


def larger(number):
    """Returns a random Fspec for which the sets of crashes can be listed, but not all fault sets."""
    numbers = random.Random(number)
    nodes = tuple("abcd"[: numbers.randint(1, 4)])
    eot = numbers.randint(2, {1: 12, 2: 8, 3: 5, 4: 4}[len(nodes)])
    some = None if numbers.random() < 0.7 else tuple(sorted(numbers.sample(nodes, numbers.randint(1, len(nodes)))))
    crashes = numbers.randint(0, min(2, len(some or nodes)))
    return Fspec(eot, numbers.randint(0, eot - 1), crashes, numbers.randint(0, 3 - crashes), nodes, some)


def counts(farm, fspecs, first_seed, asked):
    """Compares ldfi-farm's number of distinct fault sets. Returns complaints, and what was compared."""
    path = os.path.join(farm.folder, "count.ded")
    small = small_fspecs()
    random.Random(first_seed).shuffle(small)
    third = fspecs // 3
    chosen = small[:third] + [larger(first_seed + i) for i in range(third)]
    chosen += [bounded(first_seed + i, asked) for i in range(fspecs - 2 * third)]
    found = []
    for fspec in chosen:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(program_of(fspec))
        try:
            expected, got = FaultSpace(fspec).count(), farm.count([path], fspec)
        except FarmError as error:
            found.append(str(error))
            continue
        if expected != got:
            found.append(f"{fspec}: the farm counts {got} fault sets, there are {expected}")
    return found, f"{len(chosen)} Fspecs agree"
