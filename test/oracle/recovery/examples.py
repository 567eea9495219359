"""Examples of outages that were worked out by hand. An example is a short program, a fault set, and the
ticks at which tuples hold. Collects the examples of other kinds of faults, too."""
import os

import counting
import examples_of_corruption as corruption
import examples_of_disks as disks
import examples_of_kinds as more
import examples_of_one_way as ways
import examples_of_pauses as pauses
from asking_clingo import Clingo
from asking_farm import FarmError
from comparing import texts
from evaluator import Evaluator
from fault_space import FaultSpace
from faults import Fspec, parse
from program import Program
from random_program import parsed

FSPEC = Fspec(5, 4, 1, 2, ("a", "b"))
INVARIANT = "pre(X) :- net(X, _);\npost(X) :- net(X, _);\n"
NETWORK = 'net("a", "b")@1;\nnet("b", "a")@1;\nnet(X, Y)@next :- net(X, Y);\n'
FILES = "m(X)@next :- net(X, _);\nq(X)@next :- m(X);\n"  # Program of the examples that only read fault sets.
MEMORY = 'm("a")@1; m(X)@next :- m(X), notin never(X);'
FILE = 'stable m; m("a")@1; m(X)@next :- m(X), notin never(X);'
WRITE = 'stable m; go("a")@2; m(X)@next :- go(X);'
MESSAGE = 'go("a")@2; m(Y, X)@async :- go(X), net(X, Y);'
TO_ITSELF = 'go("a")@2; m(X)@async :- go(X);'
BUFFER = 'buffered m; go("a")@1; m("a")@1; m(X)@next :- m(X), notin never(X);'
SYNC = BUFFER + ' sync("a", "m")@2;'
SYNC_AND_SEND = 'buffered m; go("a")@2; m(X)@next :- go(X); sync(X, "m") :- go(X);'
SYNCED_DELETION = BUFFER.replace("never", "gone") + ' sync("a", "m")@1; gone("a")@2; sync("a", "m")@3;'
DOWN = BUFFER + ' sync(X, "m") :- down(X);'
DELETION = 'stable m; go("a")@3; m("a")@1; m(X)@next :- m(X), notin go(X);'

# Each row: program, faults, {tuple of m: its ticks}.
EXAMPLES = (
    (MEMORY, "none", {"m(a)": (1, 2, 3, 4, 5)}),
    (MEMORY, "C(a,3,4)", {"m(a)": (1, 2)}),
    (MEMORY, "C(a,3+,5)", {"m(a)": (1, 2, 3)}),
    (MEMORY, "C(b,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (MEMORY, "C(a,1)", {"m(a)": (1,)}),
    (FILE, "C(a,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (FILE, "C(a,1)", {"m(a)": (1, 2, 3, 4, 5)}),
    (FILE, "C(a,1,2) C(a,3+,5)", {"m(a)": (1, 2, 3, 4, 5)}),
    # Examples of writes. A write takes effect if the node runs. It belongs to one tick, and its tuple stays
    # while the node is down.
    (WRITE, "none", {"m(a)": (3,)}),
    (WRITE, "C(a,2,4)", {}),
    (WRITE, "C(a,2+,4)", {"m(a)": (3, 4)}),
    (WRITE, "C(a,3,5)", {"m(a)": (3, 4, 5)}),
    (WRITE, "C(a,3)", {"m(a)": (3, 4, 5)}),
    (DELETION, "none", {"m(a)": (1, 2, 3)}),
    (DELETION, "C(a,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (DELETION, "C(a,3+,5)", {"m(a)": (1, 2, 3)}),
    # Examples of buffered relations. A tuple in memory is lost unless it was synced. A sync takes exactly the
    # tuples that are written at its own tick.
    (BUFFER, "none", {"m(a)": (1, 2, 3, 4, 5)}),
    (BUFFER, "C(a,3,4)", {"m(a)": (1, 2)}),
    (SYNC, "none", {"m(a)": (1, 2, 3, 4, 5)}),
    (SYNC, "C(a,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (SYNC, "C(a,3)", {"m(a)": (1, 2, 3, 4, 5)}),
    (SYNC, "C(a,2+,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (SYNC, "C(a,2,4)", {"m(a)": (1,)}),
    (SYNC, "C(b,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (SYNC_AND_SEND, "none", {"m(a)": (3,)}),
    (SYNC_AND_SEND, "C(a,2,4)", {}),
    (SYNC_AND_SEND, "C(a,2+,4)", {"m(a)": (3, 4)}),
    (SYNC_AND_SEND, "C(a,3,5)", {"m(a)": (3, 4, 5)}),
    (SYNCED_DELETION, "none", {"m(a)": (1, 2)}),
    (SYNCED_DELETION, "C(a,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (SYNCED_DELETION, "C(a,3+,5)", {"m(a)": (1, 2)}),
    (SYNCED_DELETION, "C(a,4,5)", {"m(a)": (1, 2)}),
    (DOWN, "C(a,2,4)", {"m(a)": (1,)}),
    # Examples with messages.
    (MESSAGE, "none", {"m(b,a)": (3,)}),
    (MESSAGE, "O(a,b,2)", {}),
    (MESSAGE, "C(b,3,4)", {}),
    (MESSAGE, "C(b,2+,4)", {}),
    (MESSAGE, "C(b,2,3)", {"m(b,a)": (3,)}),
    (MESSAGE, "C(b,3+,5)", {"m(b,a)": (3,)}),
    (MESSAGE, "C(a,2,3)", {}),
    (MESSAGE, "C(a,2+,4)", {}),
    (MESSAGE, "C(a,3,4)", {"m(b,a)": (3,)}),
    (MESSAGE, "C(a,1,2)", {"m(b,a)": (3,)}),
    ("stable m; " + MESSAGE, "C(b,3,4)", {}),
    ("stable m; " + MESSAGE, "C(b,4,5)", {"m(b,a)": (3,)}),
    (TO_ITSELF, "C(a,3,4)", {}),
    (TO_ITSELF, "C(a,2+,4)", {}),
    (TO_ITSELF, "C(a,1,2)", {"m(a)": (3,)}),
    # Examples of relations that never change. They survive an outage, unless the program changes them.
    ("m(X) :- net(X, _);", "C(a,2,3)", {"m(a)": (1, 2, 3, 4, 5), "m(b)": (1, 2, 3, 4, 5)}),
    ("volatile net; m(X) :- net(X, _);", "C(a,2,3)", {"m(a)": (1,), "m(b)": (1, 2, 3, 4, 5)}),
    # Examples of given facts and of files. A fact holds at its given ticks. Other nodes can read the files of
    # a node that is down.
    ('m("a")@3;', "C(a,3)", {"m(a)": (3,)}),
    ('m("a")@3; m(X)@next :- m(X);', "C(a,3,5)", {"m(a)": (3, 4, 5)}),
    ('go("a")@3; m(Y)@async :- go(X), net(X, Y);', "C(a,3)", {}),
    # Examples of built-in relations.
    ("m(X) :- restart(X);", "C(a,2,4) C(b,1+,3)", {"m(a)": (4,), "m(b)": (3,)}),
    ("m(X)@next :- restart(X);", "C(a,2,4)", {"m(a)": (5,)}),
    ("m(X)@next :- restart(X);", "C(a,1,3) C(a,3+,5)", {}),
    ("stable m; m(X)@next :- restart(X);", "C(a,1,3) C(a,3+,5)", {"m(a)": (4, 5)}),
    ("m(Y)@async :- restart(X), net(X, Y);", "C(a,2,4)", {"m(b)": (5,)}),
    ("m(X) :- down(X);", "C(a,2,4) C(b,4+)", {"m(a)": (2, 3), "m(b)": (5,)}),
    ("m(X, N, S) :- crash(X, N, S);", "C(a,2,4)", {}),
    ("m(X, N, S) :- crash(X, N, S);", "C(a,4)", {"m(a,a,4)": (1, 2, 3, 4, 5), "m(b,a,4)": (1, 2, 3, 4, 5)}),
    ("m(N, S) :- crash(N, N, S);", "C(a,4+)", {"m(a,4)": (1, 2, 3, 4, 5)}),
)


def ticks_of(model):
    """Returns {text: ticks} for a list of sets of texts."""
    return {text: tuple(t for t, held in enumerate(model, 1) if text in held) for text in set().union(*model)}


def chosen(kinds):
    """Returns the examples for these kinds of faults: executions, readings of fault sets, and numbers of
    fault sets."""
    found = [[(FSPEC, NETWORK, *example) for example in EXAMPLES], [], []]
    if kinds.budgets:
        found[0] += [(fspec, more.TRIANGLE, *example) for fspec, *example in more.CUT]
        found[1:] = found[1] + list(more.CUT_TEXTS), found[2] + list(more.CUT_COUNTS)
    if kinds.budgets and kinds.one_way:
        beside = [ways.PAUSED_TOO, ways.PAUSED_COUNTS] if kinds.pauses else [()] * 2
        found[0] += [(fspec, more.TRIANGLE, *example) for fspec, *example in ways.DIRECTED + tuple(beside[0])]
        found[1:] = found[1] + list(ways.DIRECTED_TEXTS), [*found[2], *ways.DIRECTED_COUNTS, *beside[1]]
    if kinds.writes:
        found[0] += [(fspec, NETWORK, *example) for fspec, *example in more.WRITTEN]
        found[1:] = found[1] + list(more.WRITE_TEXTS), found[2] + list(more.WRITE_COUNTS)
    if kinds.pauses:
        beside = [pauses.STOOD_WRITTEN, pauses.PAUSE_AND_WRITE_TEXTS, pauses.PAUSE_AND_WRITE_COUNTS] if kinds.writes else [()] * 3
        found[0] += [(fspec, NETWORK, *example) for fspec, *example in pauses.STOOD + tuple(beside[0])]
        found[1:] = [*found[1], *pauses.PAUSE_TEXTS, *beside[1]], [*found[2], *pauses.PAUSE_COUNTS, *beside[2]]
    if kinds.deaths:
        found[0] += [(fspec, NETWORK, *example) for fspec, *example in disks.DIED + disks.WRITTEN_BACK]
        found[1:] = [*found[1], *disks.FILE_TEXTS, *disks.BUFFER_TEXTS], [*found[2], *disks.DISK_COUNTS]
    if kinds.corruptions:
        found[0] += [(fspec, NETWORK, *example) for fspec, *example in corruption.UNDETECTED + corruption.DROPS]
        found[1:] = [*found[1], *corruption.DATA_TEXTS], [*found[2], *corruption.DATA_COUNTS]
    return found


def complaints(kinds, farm=None, each=1):
    """Returns complaints about all examples. Of the executions, clingo is asked about one in `each`."""
    examples, readings, numbers = chosen(kinds)
    found = [complaint for number, example in enumerate(examples) for complaint in executed(*example, farm, number % each == 0)]
    for fspec, text, expected in readings:
        path = written_to(farm, files(fspec.disk) + NETWORK + INVARIANT) if farm else None
        told = {"the oracle": FaultSpace(fspec).read(text)}
        told |= {"the farm": read_by_farm(farm, path, fspec, text)} if farm else {}
        found += [f"{text}, {fspec}: {name} reads {got}, not {expected}" for name, got in told.items() if got != expected]
    for fspec, expected in numbers:
        path = written_to(farm, counting.program_of(fspec)) if farm else None
        told = {"the oracle": FaultSpace(fspec).count(), "clingo": len(Clingo(Program(), fspec).fault_sets())}
        told |= {"the farm": counted_by_farm(farm, path, fspec)} if farm else {}
        found += [f"{fspec}: {name} counts {got} fault sets, not {expected}" for name, got in told.items() if got != expected]
    return found


def files(disk):
    """Returns a program with two relations on a disk, for examples that only read fault sets. Adds a data
    column if data may be damaged."""
    rules = FILES.replace("_", "Y").replace("(X)", "(X, Y)") if disk.corrupt else FILES
    return "".join(f"{'buffered' if name in disk.buffered else 'stable'} {name};\n" for name in ("m", "q")) + rules


def executed(fspec, network, text, faults, expected, farm, by_clingo):
    never = 'never("a")@5;\n' if "never(" in text else ""
    whole = network + never + text + "\n" + INVARIANT
    program, told = parsed(whole), {}
    for name, asked in (("evaluator", Evaluator), ("clingo", Clingo))[:2 if by_clingo else 1]:
        told[name] = ticks_of([texts(tick, ["m"]) for tick in asked(program, fspec).run(parse(faults))])
    if farm:
        told["farm"] = executed_by_farm(farm, fspec, whole, faults)
    return [f"{text} {faults}: {name} says {got}, not {expected}" for name, got in told.items() if got != expected]


def written_to(farm, text):
    path = os.path.join(farm.folder, "example.ded")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def executed_by_farm(farm, fspec, text, faults):
    try:
        farm.search([written_to(farm, text)], fspec, "first")
        return ticks_of([{t for t in tick if t.startswith("m(")} for tick in farm.ticks(parse(faults))])
    except FarmError as error:
        return str(error)


def read_by_farm(farm, path, fspec, text):
    try:
        return farm.replay([path], fspec, text)[0]
    except FarmError as error:
        return None if "--replay:1:" in str(error) else str(error)


def counted_by_farm(farm, path, fspec):
    try:
        return farm.count([path], fspec)
    except FarmError as error:
        return str(error)
