"""Examples of pauses that were worked out by hand. They have the form that examples_of_kinds.py describes."""
import dataclasses

from examples_of_kinds import ALWAYS, ERROR, OTHER, TWO, counted
from faults import Cuts, Disk, Losses, Pauses

PAUSED = dataclasses.replace(TWO, pauses=Pauses(2))
WRITES = dataclasses.replace(PAUSED, disk=Disk(2, ("m", "q")), cuts=Cuts(1))
TOLD = dataclasses.replace(PAUSED, disk=Disk(2, ("f",)))
TIMER = 'm("a", 1)@1; m(X, N + 1)@next :- m(X, N);'
PULSE = 'go("a")@2; m(X)@next :- go(X);'
MESSAGE = 'go("a")@2; m(Y, X)@async :- go(X), net(X, Y);'
NUMBERED = ('c("a", 1)@1; c("b", 1)@1; c(X, N + 1)@next :- c(X, N);\n'
            "m(Y, N)@async :- c(X, N), net(X, Y);")
TO_ITSELF = 'go("a")@2; m(X)@async :- go(X);'
DELETION = 'stable m; go("a")@3; m("a")@1; m(X)@next :- m(X), notin go(X);'
BUFFER = 'buffered m; m("a")@1; m(X)@next :- m(X), notin never(X); '
DISK = 'buffered f; f("a")@1; f(X)@next :- f(X), notin never(X); sync("a", "f")@2; m(X) :- dur.f(X);'
WRITE = OTHER + 'stable m; go("a")@2; m(X)@next :- go(X);'
FROM_B = 'go("b")@2; m(X)@next :- go(Y), net(Y, X);'  # a rule at b that writes at a

STOOD = (
    # The memory of a paused node stays as it is, so a timer does not count up.
    (PAUSED, TIMER, "none", {f"m(a,{t})": (t,) for t in ALWAYS}),
    (PAUSED, TIMER, "S(a,2,4)", {"m(a,1)": (1,), "m(a,2)": (2, 3, 4), "m(a,3)": (5,)}),
    (PAUSED, TIMER, "S(a,1,2)", {"m(a,1)": (1, 2), "m(a,2)": (3,), "m(a,3)": (4,), "m(a,4)": (5,)}),
    (PAUSED, TIMER, "S(a,4,5)", {"m(a,1)": (1,), "m(a,2)": (2,), "m(a,3)": (3,), "m(a,4)": (4, 5)}),
    (PAUSED, TIMER, "S(a,1,5)", {"m(a,1)": ALWAYS}),
    (PAUSED, TIMER, "S(a,1,2) S(a,3,4)", {"m(a,1)": (1, 2), "m(a,2)": (3, 4), "m(a,3)": (5,)}),
    (PAUSED, TIMER, "S(b,1,5)", {f"m(a,{t})": (t,) for t in ALWAYS}),
    (PAUSED, TIMER, "C(a,3) S(a,1,2)", {"m(a,1)": (1, 2)}),
    (PAUSED, TIMER, "C(a,2+,4) S(a,1,2)", {"m(a,1)": (1, 2)}),
    (PAUSED, "stable m; " + TIMER, "C(a,3,4) S(a,1,2)", {"m(a,1)": (1, 2), "m(a,2)": (3, 4), "m(a,3)": (5,)}),
    # Facts that are given during a pause wait until its end. So do their consequences.
    (PAUSED, 'm("a")@2; m(X)@next :- never(X);', "S(a,2,4)", {"m(a)": (2, 3, 4)}),
    (PAUSED, 'm("a")@2;', "S(a,2,4)", {"m(a)": (2, 3, 4)}),
    (PAUSED, 'm("a")@3;', "S(a,2,4)", {"m(a)": (3, 4)}),
    (PAUSED, 'm("a")@1; m("a")@5;', "S(a,2,4)", {"m(a)": (1, 5)}),
    (PAUSED, PULSE, "none", {"m(a)": (3,)}),
    (PAUSED, PULSE, "S(a,2,4)", {"m(a)": (5,)}),
    (PAUSED, PULSE, "S(a,2,3)", {"m(a)": (4,)}),
    (PAUSED, PULSE, "S(a,3,4)", {"m(a)": (3, 4)}),
    (PAUSED, PULSE, "S(a,1,2)", {"m(a)": (3,)}),
    (PAUSED, "stable m; " + PULSE, "S(a,2,4)", {"m(a)": (5,)}),
    (PAUSED, "stable m; " + PULSE, "S(a,3,5)", {"m(a)": (3, 4, 5)}),
    (PAUSED, DELETION, "S(a,3,4)", {"m(a)": (1, 2, 3, 4)}),
    (PAUSED, DELETION, "S(a,3,5)", {"m(a)": ALWAYS}),
    # A rule runs at its location. A tuple belongs to the node in its first column.
    (PAUSED, FROM_B, "none", {"m(a)": (3,)}),
    (PAUSED, FROM_B, "S(a,2,3)", {"m(a)": (3,)}),
    (PAUSED, FROM_B, "S(a,3,5)", {"m(a)": (3, 4, 5)}),
    (PAUSED, FROM_B, "S(b,2,3)", {"m(a)": (4,)}),
    # A paused node sends no messages. Messages to it wait until the end of the pause.
    (PAUSED, MESSAGE, "S(a,2,4)", {"m(b,a)": (5,)}),
    (PAUSED, MESSAGE, "S(a,3,5)", {"m(b,a)": (3,)}),
    (PAUSED, MESSAGE, "S(b,2,3)", {"m(b,a)": (3,)}),
    (PAUSED, MESSAGE, "S(b,2,4)", {"m(b,a)": (3, 4)}),
    (PAUSED, MESSAGE, "S(b,3,5)", {"m(b,a)": (3, 4, 5)}),
    (PAUSED, MESSAGE, "O(a,b,2) S(b,2,4)", {}),
    (PAUSED, MESSAGE, "O(a,b,3) S(a,2,3)", {}),
    (PAUSED, MESSAGE, "C(b,5) S(b,3,4)", {"m(b,a)": (3, 4)}),
    (PAUSED, NUMBERED, "S(a,2,4)",
     {"m(a,1)": (2, 3, 4), "m(a,2)": (3, 4), "m(a,3)": (4,), "m(a,4)": (5,), "m(b,1)": (2,), "m(b,2)": (5,)}),
    (PAUSED, TO_ITSELF, "none", {"m(a)": (3,)}),
    (PAUSED, TO_ITSELF, "S(a,2,4)", {"m(a)": (5,)}),
    (PAUSED, TO_ITSELF, "S(a,2,3)", {"m(a)": (4,)}),
    (PAUSED, TO_ITSELF, "S(a,3,5)", {"m(a)": (3, 4, 5)}),
    # Deductive rules still fire at a paused node. Tuples that only these rules derive are derived anew at
    # each tick.
    (PAUSED, 'go("a")@2; m(X) :- go(X);', "S(a,2,4)", {"m(a)": (2, 3, 4)}),
    (PAUSED, 'go("a")@2; m(X) :- net(X, _), notin go(X);', "S(a,2,4)", {"m(a)": (1, 5), "m(b)": ALWAYS}),
    (PAUSED, 'go("a")@2; h(X) :- go(X); m(X)@next :- h(X);', "S(a,2,4)", {"m(a)": (5,)}),
    (PAUSED, "m(X) :- paused(X);", "S(a,2,4) S(b,1,2)", {"m(a)": (2, 3), "m(b)": (1,)}),
    (PAUSED, "m(X) :- paused(X); m(X)@next :- never(X);", "S(a,2,4)", {"m(a)": (2, 3, 4)}),
    # Examples of built-in relations.
    (PAUSED, "m(X) :- paused(X);", "none", {}),
    (PAUSED, "m(X) :- net(X, _), notin paused(X);", "S(a,2,4)", {"m(a)": (1, 4, 5), "m(b)": ALWAYS}),
    (PAUSED, "m(X)@next :- paused(X);", "S(a,2,4)", {}),
    (PAUSED, "m(Y)@next :- net(Y, X), paused(X);", "S(a,2,4)", {"m(b)": (3, 4)}),
    (PAUSED, 'paused("b")@2; m(X) :- paused(X);', "S(a,2,4)", {"m(b)": (2,)}),
    (PAUSED, 'paused("b")@1; ' + PULSE, "S(a,3,4)", {"m(a)": (3, 4)}),
    (PAUSED, 'paused("a")@3; ' + PULSE, "none", {"m(a)": (3,)}),
    (PAUSED, 'paused(X) :- net(X, _); m("a")@2; m("b")@2;', "S(a,2,4)", {"m(a)": (2, 3, 4), "m(b)": (2,)}),
    (PAUSED, "m(X) :- down(X);", "C(a,5) S(a,2,4)", {"m(a)": (5,)}),
    (PAUSED, "m(X, N, S) :- crash(X, N, S);", "S(a,2,4)", {}),
    (PAUSED, "m(X) :- restart(X);", "C(a,1,2) S(a,3,4)", {"m(a)": (2,)}),
    (PAUSED, "m(X)@next :- restart(X);", "C(a,1,3) S(a,4,5)", {"m(a)": (4, 5)}),
    # Examples with disks. A given sync waits, and takes effect when the node resumes.
    (PAUSED, BUFFER, "C(a,5) S(a,2,4)", {"m(a)": (1, 2, 3, 4)}),
    (PAUSED, BUFFER + 'sync("a", "m")@2;', "C(a,5) S(a,2,4)", {"m(a)": ALWAYS}),
    (PAUSED, BUFFER + 'sync("a", "m")@2;', "C(a,4) S(a,2,3)", {"m(a)": ALWAYS}),
    (PAUSED, BUFFER + 'sync("a", "m")@2;', "C(a,3) S(a,1,2)", {"m(a)": ALWAYS}),
    (PAUSED, BUFFER + 'sync("a", "m")@2;', "C(a,5) S(a,3,4)", {"m(a)": ALWAYS}),
    (PAUSED, BUFFER + 'sync(X, "m") :- paused(X);', "C(a,5) S(a,2,4)", {"m(a)": (1, 2, 3, 4)}),
    (PAUSED, DISK, "none", {"m(a)": (3, 4, 5)}),
    (PAUSED, DISK, "S(a,2,4)", {"m(a)": (5,)}),
    (PAUSED, DISK, "S(a,3,5)", {"m(a)": (3, 4, 5)}),
)
STOOD_WRITTEN = (
    (WRITES, WRITE, "S(a,3,5) W(a,m,2)", {}),
    (WRITES, WRITE, "S(a,2,3) W(a,m,3)", {}),
    (WRITES, WRITE, "S(a,2,3) W(a,m,4)", {"m(a)": (4, 5)}),
    (WRITES, WRITE, "S(a,3,4) W(a,m,4)", {"m(a)": (3, 4, 5)}),
    (WRITES, WRITE, "S(b,1,5) W(a,m,2)", {}),
    # An ioerror does not wait for the end of a pause.
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "S(a,3,5) W(a,f,2)", {"m(a,f)": (3,)}),
    (TOLD, ERROR + "m(X)@next :- ioerror(X, _);", "S(a,3,5) W(a,f,2)", {}),
    (TOLD, ERROR + "m(X)@next :- ioerror(X, _);", "S(a,4,5) W(a,f,2)", {"m(a)": (4, 5)}),
)

ONLY_B = dataclasses.replace(PAUSED, pauses=Pauses(1, ("b",)))
SINGLE = dataclasses.replace(PAUSED, most=1)
EXCLUSIVE = dataclasses.replace(PAUSED, eff=3, exclusive=True)
PAUSE_TEXTS = (
    (PAUSED, "S(b,2,3) S(a,1,2)", "S(a,1,2) S(b,2,3)"),
    (PAUSED, "S(a,3,4) S(a,1,2)", "S(a,1,2) S(a,3,4)"),
    (PAUSED, "S(a,1,5) S(b,1,2)", "S(a,1,5) S(b,1,2)"),
    (PAUSED, "S(a,1,6)", None),
    (PAUSED, "S(a,5,6)", None),
    (PAUSED, "S(a,2,2)", None),
    (PAUSED, "S(a,3,2)", None),
    (PAUSED, "S(a,1,2) S(a,2,3)", None),
    (PAUSED, "S(a,1,3) S(a,2,4)", None),
    (PAUSED, "S(a,1,5) S(a,2,3)", None),
    (PAUSED, "S(a,1,2) S(a,3,4) S(b,1,2)", None),
    (PAUSED, "O(a,b,2) S(a,2,4)", "S(a,2,4)"),
    (PAUSED, "O(a,b,3) O(b,a,3) S(a,2,4)", "O(b,a,3) S(a,2,4)"),
    (PAUSED, "S(a,2,4) O(a,b,4) O(a,b,1)", "O(a,b,1) O(a,b,4) S(a,2,4)"),
    (PAUSED, "O(a,b,2) S(b,2,4)", "O(a,b,2) S(b,2,4)"),
    (PAUSED, "O(a,b,1) S(b,2,4)", "O(a,b,1) S(b,2,4)"),
    (PAUSED, "S(a,1,2) C(a,3,4)", "C(a,3,4) S(a,1,2)"),
    (PAUSED, "C(a,1,2) S(a,3,4)", "C(a,1,2) S(a,3,4)"),
    (PAUSED, "C(a,2,3) S(a,1,2)", None),
    (PAUSED, "C(a,1,2) S(a,2,3)", None),
    (PAUSED, "C(a,2,4) S(a,3,4)", None),
    (PAUSED, "C(a,2+,4) S(a,1,2)", "C(a,2+,4) S(a,1,2)"),
    (PAUSED, "C(a,2+,4) S(a,2,3)", None),
    (PAUSED, "C(a,2+,4) S(a,1,3)", None),
    (PAUSED, "C(a,5) S(a,3,4)", "C(a,5) S(a,3,4)"),
    (PAUSED, "C(a,5) S(a,3,5)", None),
    (PAUSED, "C(a,5+) S(a,4,5)", "C(a,5+) S(a,4,5)"),
    (PAUSED, "C(a,4+) S(a,4,5)", None),
    (PAUSED, "C(a,1) S(a,3,4)", None),
    (PAUSED, "C(b,1) S(a,1,2)", "C(b,1) S(a,1,2)"),
    (ONLY_B, "S(b,1,2)", "S(b,1,2)"),
    (ONLY_B, "S(a,1,2)", None),
    (ONLY_B, "S(b,1,2) S(b,3,4)", None),
    (SINGLE, "O(a,b,1) S(a,2,3)", None),
    (SINGLE, "O(a,b,2) S(a,2,3)", "S(a,2,3)"),
    (EXCLUSIVE, "S(a,1,4)", "S(a,1,4)"),
    (EXCLUSIVE, "S(a,1,5)", None),
    (TWO, "S(a,1,2)", None),
)
PAUSE_AND_WRITE_TEXTS = (
    (WRITES, "W(a,m,4) S(a,1,2) P(b,3,3) C(a,5) O(a,b,2)", "O(a,b,2) C(a,5) P(b,3,3) S(a,1,2) W(a,m,4)"),
    (WRITES, "W(a,m,2,3) S(a,2,4)", "S(a,2,4)"),
    (WRITES, "W(a,m,2) S(a,1,5)", "S(a,1,5)"),
    (WRITES, "W(a,m,2,3) S(a,2,3)", None),
    (WRITES, "W(a,m,1,2) S(a,2,3)", None),
    (WRITES, "W(a,m,1,4) S(a,2,3)", None),
    (WRITES, "W(a,m,1) S(a,2,3)", "S(a,2,3) W(a,m,1)"),
    (WRITES, "W(a,m,3) S(a,2,3)", "S(a,2,3) W(a,m,3)"),
    (WRITES, "W(b,m,2) S(a,2,3)", "S(a,2,3) W(b,m,2)"),
)

# A pause covers tick 1, tick 2 or both, and makes omissions of its node's messages at these ticks redundant.
# Two pauses of a node would touch, so a set has at most one.
PAUSE_COUNTS = (
    counted(7, losses=Losses(0), pauses=Pauses(1)), counted(1 + 6 + 9, losses=Losses(0), pauses=Pauses(2)),
    counted(4, losses=Losses(0), pauses=Pauses(1, ("a",))), counted(4, losses=Losses(0), pauses=Pauses(2, ("a",))),
    counted(16 + 2 * (8 + 8 + 4), pauses=Pauses(1)), counted((4 + 2 + 2 + 1) ** 2, pauses=Pauses(2)),
    counted(1 + 4 + 6, pauses=Pauses(1), most=1), counted(1 + 4 + 6 + 6 + 2 * (3 + 3 + 2), pauses=Pauses(1), most=2),
    counted(1 + 12, losses=Losses(0), pauses=Pauses(1), eot=4, eff=3),
    counted(1 + 6 + 1, losses=Losses(0), pauses=Pauses(2, ("a",)), eot=4, eff=3),
    counted(3, losses=Losses(0), pauses=Pauses(1), eff=1, exclusive=True), counted(1, pauses=Pauses(1), eff=0),
    # S(a,1,2) is possible with C(a,2+) and C(a,3). All three pauses are possible with C(a,3+).
    counted(4 + 6 + 1 + 1 + 3, losses=Losses(0), crashes=1, crashable=("a",), pauses=Pauses(1, ("a",))),
    counted(4 + 4, losses=Losses(0), restarts=1, crashable=("a",), pauses=Pauses(1, ("a",))),
    # S(a,3,4) is possible with C(a,1,2). S(a,1,2) is possible with C(a,3,4) and C(a,2+,4).
    counted(7 + 9 + 3, losses=Losses(0), restarts=1, crashable=("a",), pauses=Pauses(1, ("a",)), eot=4, eff=3),
    counted(4 * 7, losses=Losses(0), cuts=Cuts(1), pauses=Pauses(1)),
)
# A pause leaves one of the ticks 1 and 2 for a failed write, or neither.
PAUSE_AND_WRITE_COUNTS = (
    counted(4 + 2 + 2 + 1, losses=Losses(0), disk=Disk(1, ("disk",), ("a",)), pauses=Pauses(1, ("a",))),
    counted(4 * 4, losses=Losses(0), disk=Disk(1, ("disk",), ("b",)), pauses=Pauses(1, ("a",))),
)
