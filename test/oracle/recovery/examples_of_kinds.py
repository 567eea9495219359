"""Examples of limits, partitions and failed writes that were worked out by hand.

There are three forms. An example has an Fspec, a program, a fault set, and {tuple of m: its ticks}. A reading has an
Fspec, the text of a fault set, and its written form, or None if the Fspec does not allow it. A count has an Fspec and
its number of fault sets.
"""
import dataclasses

from faults import Cuts, Disk, Fspec, Losses

THREE = Fspec(5, 4, 1, 1, ("a", "b", "c"), cuts=Cuts(2))
TRIANGLE = "".join(f'net("{x}", "{y}")@1;\n' for x in "abc" for y in "abc" if x != y) + "net(X, Y)@next :- net(X, Y);\n"
EACH_TICK = "m(Y, X)@async :- net(X, Y);"
RELIABLE = dataclasses.replace(THREE, losses=Losses(reliable=(("a", "b"),)))
SILENT, HALT = (dataclasses.replace(THREE, restarts=0, crash_model=model) for model in ("silent", "halt"))

TWO = Fspec(5, 4, 1, 2, ("a", "b"))
PAIR = 'net("a", "b")@1;\nnet("b", "a")@1;\nnet(X, Y)@next :- net(X, Y);\n'
WRITES = dataclasses.replace(TWO, disk=Disk(2, ("m", "q")))
TOLD = dataclasses.replace(TWO, disk=Disk(2, ("f",)))
UNTOLD = dataclasses.replace(TWO, disk=Disk(2, ("f",), silent=True))
OTHER = "stable q; q(X)@next :- net(X, _), notin never(X); "
FILE = OTHER + 'stable m; m("a")@1; m(X)@next :- m(X), notin never(X);'
WRITE = OTHER + 'stable m; go("a")@2; m(X)@next :- go(X);'
DELETION = OTHER + 'stable m; go("a")@3; m("a")@1; m(X)@next :- m(X), notin go(X);'
SENT = OTHER + 'stable m; go("a")@2; m(Y)@async :- go(X), net(X, Y); m(X)@next :- never(X);'
ERROR = "stable f; f(X)@next :- net(X, _), notin never(X); "
ALWAYS = (1, 2, 3, 4, 5)


def heard(**less):
    """Returns the ticks at which m(Y,X) holds for each pair of nodes, from tick 2 on. `ab` gives other
    ticks for messages from a to b, and so on."""
    ticks = {x + y: less.get(x + y, (2, 3, 4, 5)) for x in "abc" for y in "abc" if x != y}
    return {f"m({y},{x})": t for (x, y), t in ticks.items() if t}


CUT = (
    (THREE, EACH_TICK, "none", heard()),
    (THREE, EACH_TICK, "P(b,2,3)", heard(ab=(2, 5), ba=(2, 5), bc=(2, 5), cb=(2, 5))),
    (THREE, EACH_TICK, "P(b c,1,1)", heard(ab=(3, 4, 5), ba=(3, 4, 5), ac=(3, 4, 5), ca=(3, 4, 5))),
    (THREE, EACH_TICK, "P(c,4,4)", heard(ac=(2, 3, 4), bc=(2, 3, 4), ca=(2, 3, 4), cb=(2, 3, 4))),
    (THREE, EACH_TICK, "P(b,1,1) P(c,3,4)", heard(ab=(3, 4, 5), ba=(3, 4, 5), bc=(3,), cb=(3,), ac=(2, 3), ca=(2, 3))),
    (THREE, EACH_TICK, "O(a,c,2) P(b,1,4)", heard(ab=(), ba=(), bc=(), cb=(), ac=(2, 4, 5))),
    (THREE, EACH_TICK, "C(b,4) P(b c,1,2)", heard(ab=(), cb=(2, 3), ba=(4,), bc=(2, 3, 4), ac=(4, 5), ca=(4, 5))),
    (THREE, EACH_TICK, "C(a,2+,4) P(c,3,3)", heard(ab=(2, 5), ac=(2, 5), ba=(2, 4, 5), ca=(2, 5), bc=(2, 3, 5), cb=(2, 3, 5))),
    (THREE, "m(X, X)@async :- net(X, _);", "P(b,1,4)", {f"m({n},{n})": (2, 3, 4, 5) for n in "abc"}),
    (THREE, "m(X, X)@next :- net(X, _);", "P(b,1,4)", {f"m({n},{n})": (2, 3, 4, 5) for n in "abc"}),
    (RELIABLE, EACH_TICK, "P(c,2,3)", heard(ac=(2, 5), bc=(2, 5), ca=(2, 5), cb=(2, 5))),
    (RELIABLE, EACH_TICK, "C(a,3)", heard(ab=(2, 3), ac=(2, 3), ba=(2,), ca=(2,))),
    (RELIABLE, EACH_TICK, "C(b,3,4)", heard(ab=(2, 4, 5), cb=(2, 4, 5), ba=(2, 3, 5), bc=(2, 3, 5))),
    (SILENT, EACH_TICK, "P(b,2,3)", heard(ab=(2, 5), ba=(2, 5), bc=(2, 5), cb=(2, 5))),
    (SILENT, EACH_TICK, "C(b,3) P(b,1,1)", heard(ab=(3, 4, 5), cb=(3, 4, 5), ba=(3,), bc=(3,))),
    (HALT, EACH_TICK, "C(b,3) P(b,1,1)", heard(ab=(3, 4, 5), cb=(3, 4, 5), ba=(3,), bc=(3,))),
)
BUFFER = OTHER + 'buffered m; m("a")@1; m(X)@next :- m(X), notin never(X); sync("a", "m")@2;'
WRITTEN = (
    (WRITES, BUFFER, "W(a,m,2) C(a,4)", {"m(a)": (1, 2, 3)}),
    (WRITES, BUFFER, "W(a,m,1) C(a,4)", {"m(a)": ALWAYS}),
    (WRITES, BUFFER, "W(a,m,3) C(a,4)", {"m(a)": ALWAYS}),
    (WRITES, BUFFER, "W(a,m,2)", {"m(a)": ALWAYS}),
    (WRITES, BUFFER.replace("2;", "3;") + ' sync("a", "m")@1;', "W(a,m,3) C(a,4)", {"m(a)": ALWAYS}),
    (WRITES, FILE, "W(a,m,2,3)", {"m(a)": ALWAYS}),
    (WRITES, WRITE, "W(a,m,1)", {"m(a)": (3,)}),
    (WRITES, WRITE, "W(a,m,2)", {}),
    (WRITES, WRITE, "W(a,m,1,4)", {}),
    (WRITES, WRITE, "W(b,m,2)", {"m(a)": (3,)}),
    (WRITES, WRITE, "W(a,q,2)", {"m(a)": (3,)}),
    (WRITES, WRITE, "W(a,m,3)", {"m(a)": (3, 4)}),
    (WRITES, WRITE, "W(a,m,3,4)", {"m(a)": (3, 4, 5)}),
    (WRITES, WRITE, "W(a,m,4)", {"m(a)": (3,)}),
    (WRITES, WRITE, "C(a,4) W(a,m,3)", {"m(a)": (3, 4, 5)}),
    (WRITES, WRITE, "C(a,2+,4) W(a,m,2)", {}),
    (WRITES, WRITE, "C(a,3,4) W(a,m,2)", {}),
    (WRITES, WRITE, "C(a,3,4) W(a,m,4)", {"m(a)": (3, 4, 5)}),
    (WRITES, WRITE, "C(a,1,2) W(a,m,3)", {"m(a)": (3, 4)}),
    (WRITES, DELETION, "W(a,m,3)", {"m(a)": ALWAYS}),
    (WRITES, DELETION, "W(a,m,2) W(a,m,4)", {"m(a)": (1, 2, 3)}),
    # The arrival of a message is not a write. A failed write keeps a tuple only once it is in the relation.
    (WRITES, SENT, "none", {"m(b)": (3,)}),
    (WRITES, SENT, "W(b,m,2)", {"m(b)": (3,)}),
    (WRITES, SENT, "W(b,m,2,3)", {"m(b)": (3, 4)}),
    (WRITES, SENT, "W(b,m,3,4)", {"m(b)": (3, 4, 5)}),
    # Rules that see ioerror.
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "none", {}),
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "W(a,f,2)", {"m(a,f)": (3,)}),
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "W(a,f,1,2) W(b,f,4)", {"m(a,f)": (2, 3), "m(b,f)": (5,)}),
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "C(a,2+,4) W(a,f,2)", {"m(a,f)": (3,)}),
    (TOLD, ERROR + 'm(X) :- ioerror(X, "f");', "W(a,f,2,4)", {"m(a)": (3, 4, 5)}),
    (TOLD, ERROR + 'm(X) :- ioerror(X, "m");', "W(a,f,2,4)", {}),
    (TOLD, ERROR + "m(X) :- net(X, _), notin ioerror(X, _);", "W(a,f,2,3)", {"m(a)": (1, 2, 5), "m(b)": ALWAYS}),
    (TOLD, ERROR + "m(X)@next :- ioerror(X, _);", "W(a,f,2)", {"m(a)": (4,)}),
    (TOLD, ERROR + "m(X)@next :- ioerror(X, _);", "C(a,3) W(a,f,2)", {}),
    (TOLD, ERROR + 'm(Y, X)@async :- ioerror(X, "f"), net(X, Y);', "W(a,f,2)", {"m(b,a)": (4,)}),
    (UNTOLD, ERROR + "m(X, P) :- ioerror(X, P);", "W(a,f,2)", {}),
    (UNTOLD, ERROR + "m(X) :- f(X);", "W(a,f,1,2)", {"m(a)": (4, 5), "m(b)": (2, 3, 4, 5)}),
)

FEW = dataclasses.replace(THREE, crashes=0, losses=Losses(1), most=2)
SOME = dataclasses.replace(THREE, losses=Losses(senders=("a",), receivers=("b", "c")))
CUT_TEXTS = (
    (THREE, "P(c b,1,1)", "P(b c,1,1)"),
    (THREE, "P(a,2,3)", "P(b c,2,3)"),
    (THREE, "P(c a,2,3)", "P(b,2,3)"),
    (THREE, "P(c,3,4) O(a,b,4) P(b,1,1) C(b,5) O(a,b,2)", "O(a,b,2) C(b,5) P(b,1,1) P(c,3,4)"),
    (THREE, "O(a,b,2) P(b,2,3)", "P(b,2,3)"),
    (THREE, "P(b,2,3) O(b,c,3)", "P(b,2,3)"),
    (THREE, "O(a,b,1) P(b,2,3) O(a,b,4)", "O(a,b,1) O(a,b,4) P(b,2,3)"),
    (THREE, "O(a,c,2) P(b,2,3)", "O(a,c,2) P(b,2,3)"),
    (THREE, "P(b,1,2) P(b,4,4)", "P(b,1,2) P(b,4,4)"),
    (THREE, "P(b,1,2) P(c,3,4)", None),
    (THREE, "P(b,1,2) P(c,2,4)", None),
    (THREE, "P(b,4,5)", None),
    (THREE, "P(b,3,2)", None),
    (THREE, "P(a b c,1,1)", None),
    (RELIABLE, "O(a,b,1)", None),
    (RELIABLE, "O(b,a,4) P(c,3,4) O(a,c,2)", "O(a,c,2) O(b,a,4) P(c,3,4)"),
    (RELIABLE, "P(b,3,4)", None),
    (RELIABLE, "P(b c,3,4)", None),
    (FEW, "O(a,b,1) P(b,3,3)", "O(a,b,1) P(b,3,3)"),
    (FEW, "O(a,b,1) O(a,b,2)", None),
    (FEW, "O(a,b,1) C(a,3,4) P(b,3,3)", None),
    (FEW, "O(a,b,1) O(a,b,3) P(b,3,3)", "O(a,b,1) P(b,3,3)"),
    (SOME, "O(a,c,2)", "O(a,c,2)"),
    (SOME, "O(b,c,2)", None),
    (dataclasses.replace(THREE, cuts=Cuts(1, (("a", "b"),))), "P(c,1,2)", "P(c,1,2)"),
    (dataclasses.replace(THREE, cuts=Cuts(1, (("a", "b"),))), "P(b,1,2)", None),
    (dataclasses.replace(THREE, eff=3, exclusive=True), "P(b,1,3)", "P(b,1,3)"),
    (dataclasses.replace(THREE, eff=3, exclusive=True), "P(b,1,4)", None),
    (SILENT, "C(b,2) O(b,a,3) O(a,b,3) P(c,4,4)", "O(a,b,3) C(b,2) P(c,4,4)"),
)
WRITE_TEXTS = (
    (WRITES, "W(a,m,2,2)", "W(a,m,2)"),
    (WRITES, "W(b,m,1) W(a,q,1,2)", "W(a,q,1,2) W(b,m,1)"),
    (WRITES, "W(a,q,1) W(a,m,3) O(a,b,2) C(b,4)", "O(a,b,2) C(b,4) W(a,m,3) W(a,q,1)"),
    (WRITES, "C(a,2,4) W(a,m,2,3)", "C(a,2,4)"),
    (WRITES, "C(a,2+) W(a,m,3)", "C(a,2+)"),
    (WRITES, "C(a,3+,5) W(a,m,3)", "C(a,3+,5) W(a,m,3)"),
    (WRITES, "C(a,3,4) W(a,m,4)", "C(a,3,4) W(a,m,4)"),
    (WRITES, "W(a,m,1,2) W(a,m,4)", "W(a,m,1,2) W(a,m,4)"),
    (WRITES, "W(a,m,1,2) W(a,q,3)", "W(a,m,1,2) W(a,q,3)"),
    (WRITES, "W(a,m,1,2) W(a,m,3)", None),
    (WRITES, "W(a,m,1,3) W(a,m,2)", None),
    (WRITES, "C(a,3,4) W(a,m,2,3)", None),
    (WRITES, "C(a,3,4) W(a,m,3,4)", None),
    (WRITES, "C(a,2,3) W(a,m,1,4)", None),
    (WRITES, "W(a,m,5)", None),
    (WRITES, "W(a,m,3,2)", None),
    (WRITES, "W(a,m,1) W(a,m,3) W(b,m,2)", None),
    (WRITES, "W(a,net,1)", None),
    (dataclasses.replace(WRITES, disk=Disk(1, ("m", "q"), ("b",))), "W(a,m,1)", None),
    (dataclasses.replace(WRITES, most=1), "O(a,b,1) W(a,m,1)", None),
)

PLAIN = Fspec(3, 2, 0, 0, ("a", "b"))
ANY = Cuts(1)


def counted(number, **values):
    return dataclasses.replace(PLAIN, **values), number


# There are two channels and two ticks. A partition covers tick 1, tick 2 or both. Two partitions of one tick
# each would touch, so a set has at most one.
CUT_COUNTS = (
    counted(16), counted(1, losses=Losses(0)), counted(5, losses=Losses(1)), counted(11, losses=Losses(2)),
    counted(4, losses=Losses(senders=("a",))), counted(1, losses=Losses(senders=("a",), receivers=("a",))),
    counted(4, losses=Losses(reliable=(("b", "a"),))), counted(15, most=3), counted(5, most=1),
    counted(4, losses=Losses(reliable=(("b", "a"),)), cuts=ANY),
    counted(4, losses=Losses(0), cuts=ANY), counted(4, losses=Losses(0), cuts=Cuts(2)),
    counted(16 + 4 + 1 + 4, cuts=ANY), counted(16 + 4 + 1 + 4, cuts=ANY, crash_model="silent"),
    counted(16 + 4 + 1 + 4, cuts=Cuts(1, (("a",), ("b",)))), counted(1 + 4 + 6 + 3 + 2 * 2, cuts=ANY, most=2),
    counted(1 + 6, losses=Losses(0), cuts=ANY, eot=4, eff=3), counted(1 + 6 + 1, losses=Losses(0), cuts=Cuts(2), eot=4, eff=3),
    counted(2, losses=Losses(0), cuts=ANY, eff=1, exclusive=True), counted(1, cuts=ANY, eff=0),
)
# At each of two nodes, a failed write has three possible intervals. None is possible at a with C(a,1), and
# one with C(a,2) and C(a,1+).
WRITE_COUNTS = (
    counted(7, losses=Losses(0), disk=Disk(1, ("disk",))), counted(4, losses=Losses(0), disk=Disk(1, ("disk",), ("a",))),
    counted(13, losses=Losses(0), disk=Disk(1, ("blk", "disk"))), counted(1 + 6 + 9, losses=Losses(0), disk=Disk(2, ("disk",))),
    counted(16 * 7, disk=Disk(1, ("disk",))), counted(1 + 4 + 6, disk=Disk(1, ("disk",)), most=1),
    counted(7, losses=Losses(0), disk=Disk(1, ("disk",), None, True)),
    counted(4 + 1 + 2 + 2 + 3 * 4, crashes=1, crashable=("a",), losses=Losses(0), disk=Disk(1, ("disk",), ("a",))),
)
