"""What crashes with restarts mean, worked out by hand: programs of a few lines, a fault set, and when what holds."""
import os

from asking_clingo import Clingo
from asking_farm import FarmError
from comparing import texts
from evaluator import Evaluator
from faults import Fspec, parse
from random_program import parsed

FSPEC = Fspec(5, 4, 1, 2, ("a", "b"))
INVARIANT = "pre(X) :- net(X, _);\npost(X) :- net(X, _);\n"
NETWORK = 'net("a", "b")@1;\nnet("b", "a")@1;\nnet(X, Y)@next :- net(X, Y);\n'
MEMORY = 'm("a")@1; m(X)@next :- m(X), notin never(X);'
FILE = 'stable m; m("a")@1; m(X)@next :- m(X), notin never(X);'
WRITE = 'stable m; go("a")@2; m(X)@next :- go(X);'
MESSAGE = 'go("a")@2; m(Y, X)@async :- go(X), net(X, Y);'
TO_ITSELF = 'go("a")@2; m(X)@async :- go(X);'
DELETION = 'stable m; go("a")@3; m("a")@1; m(X)@next :- m(X), notin go(X);'

# Program, faults, {tuple of m: its ticks}.
EXAMPLES = (
    (MEMORY, "none", {"m(a)": (1, 2, 3, 4, 5)}),
    (MEMORY, "C(a,3,4)", {"m(a)": (1, 2)}),
    (MEMORY, "C(a,3+,5)", {"m(a)": (1, 2, 3)}),
    (MEMORY, "C(b,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (MEMORY, "C(a,1)", {"m(a)": (1,)}),
    (FILE, "C(a,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (FILE, "C(a,1)", {"m(a)": (1, 2, 3, 4, 5)}),
    (FILE, "C(a,1,2) C(a,3+,5)", {"m(a)": (1, 2, 3, 4, 5)}),
    # A write is done if the node runs; it is of one tick, and stands while the node is down.
    (WRITE, "none", {"m(a)": (3,)}),
    (WRITE, "C(a,2,4)", {}),
    (WRITE, "C(a,2+,4)", {"m(a)": (3, 4)}),
    (WRITE, "C(a,3,5)", {"m(a)": (3, 4, 5)}),
    (WRITE, "C(a,3)", {"m(a)": (3, 4, 5)}),
    (DELETION, "none", {"m(a)": (1, 2, 3)}),
    (DELETION, "C(a,3,4)", {"m(a)": (1, 2, 3, 4, 5)}),
    (DELETION, "C(a,3+,5)", {"m(a)": (1, 2, 3)}),
    # Messages.
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
    # Configuration is kept, unless the program says otherwise.
    ("m(X) :- net(X, _);", "C(a,2,3)", {"m(a)": (1, 2, 3, 4, 5), "m(b)": (1, 2, 3, 4, 5)}),
    ("volatile net; m(X) :- net(X, _);", "C(a,2,3)", {"m(a)": (1,), "m(b)": (1, 2, 3, 4, 5)}),
    # Facts of the program hold, and files of a node that is down are seen.
    ('m("a")@3;', "C(a,3)", {"m(a)": (3,)}),
    ('m("a")@3; m(X)@next :- m(X);', "C(a,3,5)", {"m(a)": (3, 4, 5)}),
    ('go("a")@3; m(Y)@async :- go(X), net(X, Y);', "C(a,3)", {}),
    # What is built in.
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
    """{text: ticks} of a list of sets of texts."""
    return {text: tuple(t for t, held in enumerate(model, 1) if text in held) for text in set().union(*model)}


def complaints(farm=None):
    found = []
    for text, faults, expected in EXAMPLES:
        never = 'never("nobody")@5;\n' if "never(" in text else ""
        program, told = parsed(NETWORK + never + text + "\n" + INVARIANT), {}
        for name, asked in (("evaluator", Evaluator), ("clingo", Clingo)):
            told[name] = [texts(tick, ["m"]) for tick in asked(program, FSPEC).run(parse(faults))]
        if farm:
            told["farm"] = by_farm(farm, NETWORK + never + text + "\n" + INVARIANT, faults)
        found += [f"{text} {faults}: {name} says {got}, not {expected}" for name, model in told.items()
                  if (got := ticks_of(model) if isinstance(model, list) else model) != expected]
    return found


def by_farm(farm, text, faults):
    path = os.path.join(farm.folder, "example.ded")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    try:
        farm.search([path], FSPEC)
        return [{t for t in tick if t.startswith("m(")} for tick in farm.ticks(parse(faults))]
    except FarmError as error:
        return str(error)
