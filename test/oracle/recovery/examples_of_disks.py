"""Examples of dead disks and write-backs that were worked out by hand. They have the form that
examples_of_kinds.py describes."""
import dataclasses

from examples_of_kinds import ALWAYS, ERROR, TWO, counted
from faults import Cuts, Disk, Losses, Pauses

DYING = dataclasses.replace(TWO, disk=Disk(1, ("m", "q"), dead=2, writeback=2, buffered=("m", "q")), pauses=Pauses(1))
FILES = dataclasses.replace(DYING, disk=Disk(1, ("m", "q"), dead=2))
TOLD = dataclasses.replace(FILES, disk=Disk(1, ("f",), dead=2))
UNTOLD = dataclasses.replace(TOLD, disk=Disk(0, ("f",), silent=True, dead=2))
STABLE = 'stable q; q(X)@next :- net(X, _), notin never(X); '
OTHER = 'buffered q; q(X)@next :- net(X, _), notin never(X); '

FILE = STABLE + 'stable m; m("a")@1; m(X)@next :- m(X), notin never(X);'
COPIED = STABLE + 'm("a")@1; m("b")@2; m(X)@next :- m(X);'
WRITE = STABLE + 'stable m; go("a")@2; m(X)@next :- go(X);'
EACH_TICK = STABLE + "stable m; m(X)@next :- net(X, _), notin never(X);"
SENT = STABLE + 'stable m; go("a")@3; m(Y)@async :- go(X), net(X, Y); m(X)@next :- m(X);'
GIVEN = STABLE + 'stable m; m("a")@3; m(X)@next :- m(X);'
DEDUCED = STABLE + 'stable m; go("a")@4; m(X) :- go(X); m(X)@next :- m(X);'

BUFFER = OTHER + 'buffered m; m("a")@1; m(X)@next :- m(X), notin never(X);'
SYNCED = BUFFER + ' sync("a", "m")@1;'
SYNCED_LATER = BUFFER + ' sync("a", "m")@3;'
FROM_B = 'go("b")@2; m(X)@next :- go(Y), net(Y, X);'  # a rule at b that writes at a
DISK = OTHER + 'buffered d; d("a")@1; d(X)@next :- d(X), notin never(X); sync("a", "d")@2; m(X) :- dur.d(X);'
ON_DISK = dataclasses.replace(DYING, disk=Disk(1, ("d", "q"), dead=2, writeback=2, buffered=("d", "q")))
COUNTER = OTHER + 'buffered d; d("a", 1)@1; d(X, N + 1)@next :- d(X, N); m(X, N) :- dur.d(X, N);'
DELETION = OTHER + 'buffered d; d("a")@1; go("a")@3; d(X)@next :- d(X), notin go(X); m(X) :- dur.d(X);'
SYNCED_DELETION = DELETION + ' sync("a", "d")@1;'
SEND = OTHER + 'buffered m; go("a")@2; m(X)@next :- go(X);'
BOTH = ('buffered m, q; m("a", 1)@1; q("a", 1)@1; m(X, V)@next :- m(X, V), notin never(X); q(X, V)@next :- q(X, V); '
        'm(X, 2) :- restart(X), notin q(X, 1);')

DIED = (
    # Files on a disk that dies at tick t: their tuples are gone at t + 1, whatever the node does. Copying a
    # tuple is a write, too, and has no effect.
    (FILES, FILE, "E(a,m,1)", {"m(a)": (1,)}),
    (FILES, FILE, "E(a,m,3)", {"m(a)": (1, 2, 3)}),
    (FILES, FILE, "E(a,m,5)", {"m(a)": ALWAYS}),
    (FILES, FILE, "E(b,m,1)", {"m(a)": ALWAYS}),
    (FILES, FILE, "E(a,q,1)", {"m(a)": ALWAYS}),
    (FILES, FILE, "C(a,2,4) E(a,m,2)", {"m(a)": (1, 2)}),
    (FILES, FILE, "C(a,2,4) E(a,m,3)", {"m(a)": (1, 2, 3)}),
    (FILES, FILE, "C(a,2) E(a,m,4)", {"m(a)": (1, 2, 3, 4)}),
    (FILES, FILE, "C(a,3+) E(a,m,3)", {"m(a)": (1, 2, 3)}),
    (FILES, FILE, "S(a,2,4) E(a,m,2)", {"m(a)": (1, 2)}),
    (FILES, FILE, "S(a,2,5) E(a,m,3)", {"m(a)": (1, 2, 3)}),
    (FILES, FILE, "W(a,m,1,2) E(a,m,3)", {"m(a)": (1, 2, 3)}),
    (FILES, COPIED, "none", {"m(a)": ALWAYS, "m(b)": (2, 3, 4, 5)}),
    (FILES, COPIED, "E(a,m,2)", {"m(a)": (1, 2), "m(b)": (2, 3, 4, 5)}),
    (FILES, COPIED, "E(a,m,4) E(b,m,1)", {"m(a)": (1, 2, 3, 4), "m(b)": (2,)}),
    (FILES, COPIED, "C(a,2,3) E(a,m,2)", {"m(a)": (1, 2), "m(b)": (2, 3, 4, 5)}),
    # After the death of a disk, no later write has an effect.
    (FILES, WRITE, "E(a,m,1)", {}),
    (FILES, WRITE, "E(a,m,2)", {}),
    (FILES, WRITE, "E(a,m,3)", {"m(a)": (3,)}),
    (FILES, WRITE, "E(b,m,1) E(a,q,1)", {"m(a)": (3,)}),
    (FILES, WRITE, "C(a,3,5) E(a,m,3)", {"m(a)": (3,)}),
    (FILES, WRITE, "C(a,3,5) E(a,m,4)", {"m(a)": (3, 4)}),
    (FILES, WRITE, "S(a,3,5) E(a,m,3)", {"m(a)": (3,)}),
    (FILES, WRITE, "S(a,2,4) E(a,m,2)", {}),
    (FILES, WRITE, "S(a,2,4) E(a,m,4)", {}),
    (FILES, WRITE, "S(a,2,4) E(a,m,5)", {"m(a)": (5,)}),
    (FILES, EACH_TICK, "none", {"m(a)": (2, 3, 4, 5), "m(b)": (2, 3, 4, 5)}),
    (FILES, EACH_TICK, "E(a,m,2)", {"m(a)": (2,), "m(b)": (2, 3, 4, 5)}),
    (FILES, EACH_TICK, "C(a,1,2) E(a,m,4)", {"m(a)": (3, 4), "m(b)": (2, 3, 4, 5)}),
    # A tuple that arrives, is given or is deduced holds only at its tick, also while its node is paused or
    # down.
    (FILES, SENT, "none", {"m(b)": (4, 5)}),
    (FILES, SENT, "E(b,m,1)", {"m(b)": (4,)}),
    (FILES, SENT, "E(b,m,4)", {"m(b)": (4,)}),
    (FILES, SENT, "E(a,m,1)", {"m(b)": (4, 5)}),
    (FILES, SENT, "S(b,3,5) E(b,m,1)", {"m(b)": (4,)}),
    (FILES, SENT, "S(b,3,5)", {"m(b)": (4, 5)}),
    (FILES, GIVEN, "none", {"m(a)": (3, 4, 5)}),
    (FILES, GIVEN, "E(a,m,1)", {"m(a)": (3,)}),
    (FILES, GIVEN, "S(a,2,5) E(a,m,2)", {"m(a)": (3,)}),
    (FILES, GIVEN, "C(a,2,5) E(a,m,2)", {"m(a)": (3,)}),
    (FILES, DEDUCED, "none", {"m(a)": (4, 5)}),
    (FILES, DEDUCED, "E(a,m,1)", {"m(a)": (4,)}),
    (FILES, DEDUCED, "C(a,4) E(a,m,1)", {"m(a)": (4,)}),
    # The fact go stays during the pause, and m is deduced from go.
    (FILES, DEDUCED, "S(a,4,5) E(a,m,1)", {"m(a)": (4, 5)}),
    # A buffered relation stays in memory when its disk dies. Only the disk is gone, and a sync has no effect.
    (DYING, BUFFER, "E(a,m,1)", {"m(a)": ALWAYS}),
    (DYING, SYNCED, "E(a,m,1)", {"m(a)": ALWAYS}),
    (DYING, SYNCED, "S(a,2,5) E(a,m,2)", {"m(a)": ALWAYS}),
    (DYING, SYNCED, "C(a,3,4)", {"m(a)": ALWAYS}),
    (DYING, SYNCED, "C(a,3,4) E(a,m,1)", {"m(a)": (1, 2)}),
    (DYING, SYNCED, "C(a,3,4) E(a,m,2)", {"m(a)": (1, 2)}),
    (DYING, SYNCED, "C(a,3,4) E(a,m,3)", {"m(a)": (1, 2, 3)}),
    # The node has read the disk at its restart, before the disk died.
    (DYING, SYNCED, "C(a,3,4) E(a,m,4)", {"m(a)": ALWAYS}),
    (DYING, SYNCED, "C(a,3,5) E(a,m,4)", {"m(a)": (1, 2, 3, 4)}),
    (DYING, SYNCED, "C(a,2) E(a,m,4)", {"m(a)": (1, 2, 3, 4)}),
    (DYING, SYNCED, "C(a,3,4) E(b,m,1) E(a,q,1)", {"m(a)": ALWAYS}),
    (DYING, SYNCED_LATER, "C(a,4) E(a,m,3)", {"m(a)": (1, 2, 3)}),
    (DYING, SYNCED_LATER, "C(a,4) E(a,m,1)", {"m(a)": (1, 2, 3)}),
    (ON_DISK, DISK, "none", {"m(a)": (3, 4, 5)}),
    (ON_DISK, DISK, "E(a,d,1)", {}),
    (ON_DISK, DISK, "E(a,d,2)", {}),
    (ON_DISK, DISK, "E(a,d,3)", {"m(a)": (3,)}),
    (ON_DISK, DISK, "C(a,3) E(a,d,3)", {"m(a)": (3,)}),
    (ON_DISK, DISK, "S(a,3,5) E(a,d,3)", {"m(a)": (3,)}),
    (ON_DISK, DISK, "S(a,2,4) E(a,d,4)", {}),
    # A rule writes to the disk of its location. A tuple that stays is on the disk of the node in its first
    # column.
    (FILES, STABLE + "stable m; " + FROM_B, "E(a,m,1)", {"m(a)": (3,)}),
    (FILES, STABLE + "stable m; " + FROM_B, "E(b,m,1)", {}),
    (FILES, STABLE + "stable m; " + FROM_B, "C(a,3,5) E(b,m,3)", {"m(a)": (3, 4, 5)}),
    # Rules see ioerror at every tick after t.
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "E(a,f,2)", {"m(a,f)": (3, 4, 5)}),
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "E(a,f,4) E(b,f,5)", {"m(a,f)": (5,)}),
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "C(a,2,4) E(a,f,1)", {"m(a,f)": (2, 3, 4, 5)}),
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "S(a,2,4) E(a,f,2)", {"m(a,f)": (3, 4, 5)}),
    (TOLD, ERROR + "m(X, P) :- ioerror(X, P);", "W(a,f,1) E(a,f,3)", {"m(a,f)": (2, 4, 5)}),
    (TOLD, ERROR + "m(X)@next :- ioerror(X, _);", "E(a,f,2)", {"m(a)": (4, 5)}),
    (TOLD, ERROR + "m(X) :- f(X);", "E(a,f,2)", {"m(a)": (2,), "m(b)": (2, 3, 4, 5)}),
    (UNTOLD, ERROR + "m(X, P) :- ioerror(X, P);", "E(a,f,2)", {}),
)
WRITTEN_BACK = (
    # A write-back has the effect of a sync.
    (DYING, BUFFER, "C(a,3,4)", {"m(a)": (1, 2)}),
    (DYING, BUFFER, "C(a,3,4) F(a,m,1)", {"m(a)": ALWAYS}),
    (DYING, BUFFER, "C(a,3,4) F(a,m,2)", {"m(a)": ALWAYS}),
    (DYING, BUFFER, "C(a,3) F(a,m,2)", {"m(a)": ALWAYS}),
    (DYING, BUFFER, "C(a,2+,4) F(a,m,2)", {"m(a)": ALWAYS}),
    (DYING, BUFFER, "C(a,3,4) F(a,m,4)", {"m(a)": (1, 2)}),
    (DYING, BUFFER, "C(a,3,4) F(b,m,2) F(a,q,2)", {"m(a)": (1, 2)}),
    (DYING, BUFFER, "F(a,m,2)", {"m(a)": ALWAYS}),
    (DYING, BUFFER, "C(a,4) S(a,2,3) F(a,m,1)", {"m(a)": ALWAYS}),
    (DYING, BUFFER, "C(a,5) S(a,2,4) F(a,m,4)", {"m(a)": ALWAYS}),
    (DYING, BUFFER, "C(a,4) F(a,m,1) E(a,m,2)", {"m(a)": (1, 2, 3)}),
    (DYING, BUFFER, "C(a,4) F(a,m,2) E(a,m,4)", {"m(a)": (1, 2, 3, 4)}),
    (DYING, BUFFER, "C(a,4) W(a,m,1) F(a,m,2)", {"m(a)": ALWAYS}),
    (DYING, BUFFER + ' sync("a", "m")@2;', "C(a,4) W(a,m,2) F(a,m,1)", {"m(a)": ALWAYS}),
    # A write-back takes exactly what is written at its tick. What the disk had before is replaced.
    (DYING, SEND, "C(a,3,5)", {}),
    (DYING, SEND, "C(a,3,5) F(a,m,2)", {"m(a)": (3, 4, 5)}),
    (DYING, SEND, "C(a,3,5) F(a,m,1)", {}),
    (DYING, SEND, "C(a,2+,4) F(a,m,2)", {"m(a)": (3, 4)}),
    (DYING, SEND, "C(a,4,5) F(a,m,2) F(a,m,3)", {"m(a)": (3,)}),
    (DYING, SEND, "C(a,4,5) F(a,m,2)", {"m(a)": (3, 4, 5)}),
    (ON_DISK, COUNTER, "none", {}),
    (ON_DISK, COUNTER, "F(a,d,1)", {"m(a,2)": (2, 3, 4, 5)}),
    (ON_DISK, COUNTER, "F(a,d,3)", {"m(a,4)": (4, 5)}),
    (ON_DISK, COUNTER, "F(a,d,1) F(a,d,3)", {"m(a,2)": (2, 3), "m(a,4)": (4, 5)}),
    (ON_DISK, COUNTER, "F(a,d,1) E(a,d,3)", {"m(a,2)": (2, 3)}),
    (ON_DISK, COUNTER, "F(a,d,1) S(a,2,4) F(a,d,4)", {"m(a,2)": (2, 3, 4), "m(a,3)": (5,)}),
    # A node that restarts reads 2 from its disk, and continues counting from there.
    (ON_DISK, COUNTER, "F(a,d,1) C(a,2,3) F(a,d,3)", {"m(a,2)": (2, 3), "m(a,3)": (4, 5)}),
    (ON_DISK, DELETION, "F(a,d,2)", {"m(a)": (3, 4, 5)}),
    (ON_DISK, DELETION, "F(a,d,3)", {}),
    (ON_DISK, SYNCED_DELETION, "none", {"m(a)": (2, 3, 4, 5)}),
    (ON_DISK, SYNCED_DELETION, "F(a,d,3)", {"m(a)": (2, 3)}),
    (ON_DISK, SYNCED_DELETION, "F(a,d,2)", {"m(a)": (2, 3, 4, 5)}),
    (DYING, OTHER + "buffered m; " + FROM_B, "C(a,3,5) F(b,m,2)", {"m(a)": (3, 4, 5)}),
    (DYING, OTHER + "buffered m; " + FROM_B, "C(a,3,5) F(a,m,2)", {"m(a)": (3,)}),
    # The system wrote one relation back, but not the other.
    (DYING, BOTH, "C(a,3,4)", {"m(a,1)": (1, 2), "m(a,2)": (4, 5)}),
    (DYING, BOTH, "C(a,3,4) F(a,m,2)", {"m(a,1)": ALWAYS, "m(a,2)": (4, 5)}),
    (DYING, BOTH, "C(a,3,4) F(a,q,2)", {"m(a,1)": (1, 2)}),
    (DYING, BOTH, "C(a,3,4) F(a,m,2) F(a,q,1)", {"m(a,1)": ALWAYS}),
    # A write-back does not make the relation `sync` true, so no rule sees it.
    (ON_DISK, OTHER + 'buffered d; d(X)@next :- d(X); sync(X, "d") :- never(X); m(X) :- sync(X, "d");', "F(a,d,2)",
     {"m(a)": (5,)}),
    (ON_DISK, OTHER + "buffered d; d(X)@next :- d(X); m(X) :- ioerror(X, _);", "F(a,d,2)", {}),
)

ONLY_M = dataclasses.replace(DYING, disk=DYING.disk._replace(buffered=("m",)))
ONLY_B = dataclasses.replace(DYING, disk=DYING.disk._replace(nodes=("b",)))
FEW = dataclasses.replace(DYING, most=2)
EXCLUSIVE = dataclasses.replace(DYING, eff=3, exclusive=True)
FILE_TEXTS = (
    (FILES, "E(b,m,1) E(a,q,5)", "E(a,q,5) E(b,m,1)"),
    (FILES, "E(a,q,1) E(a,m,3)", "E(a,m,3) E(a,q,1)"),
    (FILES, "E(a,m,3) W(a,m,1) S(b,1,2) C(a,4,5) O(a,b,2)", "O(a,b,2) C(a,4,5) S(b,1,2) W(a,m,1) E(a,m,3)"),
    (FILES, "E(a,m,6)", None),
    (FILES, "E(a,m,0)", None),
    (FILES, "E(a,net,1)", None),
    (FILES, "E(a,m,1) E(a,m,3)", None),
    (FILES, "E(a,m,1) E(a,q,2) E(b,m,3)", None),
    (FILES, "C(a,2,4) E(a,m,2)", "C(a,2,4) E(a,m,2)"),
    (FILES, "C(a,1) E(a,m,3)", "C(a,1) E(a,m,3)"),
    (FILES, "S(a,2,4) E(a,m,3)", "S(a,2,4) E(a,m,3)"),
    (FILES, "W(a,m,3,4) E(a,m,3)", "E(a,m,3)"),
    (FILES, "W(a,m,4) E(a,m,1)", "E(a,m,1)"),
    (FILES, "W(a,m,2,3) E(a,m,3)", None),
    (FILES, "W(a,m,1,4) E(a,m,4)", None),
    (FILES, "W(a,m,1,2) E(a,m,3)", "W(a,m,1,2) E(a,m,3)"),
    (FILES, "W(a,q,3) E(a,m,1)", "W(a,q,3) E(a,m,1)"),
    (FILES, "W(b,m,3) E(a,m,1)", "W(b,m,3) E(a,m,1)"),
    # The intervals touch, and the dead disk makes both failed writes redundant.
    (FILES, "W(a,m,3) W(a,m,4) E(a,m,3)", None),
    (FILES, "W(a,m,2) W(a,m,3) E(a,m,3)", None),
    (FILES, "W(a,m,1) W(a,m,3) E(a,m,3)", "W(a,m,1) E(a,m,3)"),
    # Each fault makes only some ticks of the failed write redundant.
    (FILES, "C(a,2,3) W(a,m,2,3) E(a,m,3)", None),
    (FILES, "C(a,2,3) W(a,m,2,4) E(a,m,4)", None),
    (dataclasses.replace(FILES, most=1), "C(a,5) E(a,m,3)", None),
    (dataclasses.replace(FILES, most=1), "W(a,m,3) E(a,m,3)", "E(a,m,3)"),
    (dataclasses.replace(FILES, disk=FILES.disk._replace(nodes=("b",))), "E(a,m,3)", None),
    (dataclasses.replace(FILES, disk=Disk(1, ("m", "q"))), "E(a,m,3)", None),
    (dataclasses.replace(FILES, eff=3, exclusive=True), "E(a,m,5)", "E(a,m,5)"),
)
BUFFER_TEXTS = (
    (DYING, "F(b,m,1) F(a,q,4)", "F(a,q,4) F(b,m,1)"),
    (DYING, "F(a,m,2) F(a,m,1)", "F(a,m,1) F(a,m,2)"),
    (DYING, "F(a,q,1) F(a,m,2)", "F(a,m,2) F(a,q,1)"),
    (DYING, "F(a,m,1) E(b,m,5) W(a,q,2) O(b,a,1)", "O(b,a,1) W(a,q,2) E(b,m,5) F(a,m,1)"),
    (DYING, "F(a,m,5)", None),
    (DYING, "F(a,m,0)", None),
    (DYING, "F(a,net,1)", None),
    (DYING, "F(a,m,1) F(a,m,2) F(b,m,3)", None),
    (DYING, "C(a,2,4) F(a,m,2)", "C(a,2,4)"),
    (DYING, "C(a,2,4) F(a,m,3)", "C(a,2,4)"),
    (DYING, "C(a,2,4) F(a,m,4)", "C(a,2,4) F(a,m,4)"),
    (DYING, "C(a,2,4) F(b,m,2)", "C(a,2,4) F(b,m,2)"),
    (DYING, "C(a,2+,4) F(a,m,2)", "C(a,2+,4) F(a,m,2)"),
    (DYING, "C(a,2+,4) F(a,m,3)", "C(a,2+,4)"),
    (DYING, "S(a,2,4) F(a,m,3)", "S(a,2,4)"),
    (DYING, "S(a,2,4) F(a,m,4)", "S(a,2,4) F(a,m,4)"),
    (DYING, "W(a,m,1,3) F(a,m,2)", "W(a,m,1,3)"),
    (DYING, "W(a,m,1,3) F(a,m,4)", "W(a,m,1,3) F(a,m,4)"),
    (DYING, "W(a,q,1,3) F(a,m,2)", "W(a,q,1,3) F(a,m,2)"),
    (DYING, "E(a,m,2) F(a,m,2)", "E(a,m,2)"),
    (DYING, "E(a,m,2) F(a,m,4)", "E(a,m,2)"),
    (DYING, "E(a,m,2) F(a,m,1)", "E(a,m,2) F(a,m,1)"),
    (DYING, "E(a,q,2) F(a,m,3)", "E(a,q,2) F(a,m,3)"),
    (DYING, "F(a,m,1) F(a,m,2) F(a,m,3) C(a,3)", "C(a,3) F(a,m,1) F(a,m,2)"),
    (FEW, "E(a,m,2) F(a,m,1) F(a,q,1)", None),
    (FEW, "E(a,m,2) F(a,m,3) F(a,q,1)", "E(a,m,2) F(a,q,1)"),
    (ONLY_B, "F(a,m,1)", None),
    (ONLY_M, "F(a,m,1)", "F(a,m,1)"),
    (ONLY_M, "F(a,q,1)", None),
    (ONLY_M, "E(a,q,1)", "E(a,q,1)"),
    (EXCLUSIVE, "F(a,m,3)", "F(a,m,3)"),
    (EXCLUSIVE, "F(a,m,4)", None),
)


def disk(dead, writeback, relations=("blk",), nodes=("a",), most=0):
    return Disk(most, relations, nodes, dead=dead, writeback=writeback, buffered=("blk",))


NO_LOSS = Losses(0)
# EOT is 3 and EFF 2, so a disk may die at three ticks, and be written back at two.
DISK_COUNTS = (
    counted(4, losses=NO_LOSS, disk=disk(1, 0)), counted(4, losses=NO_LOSS, disk=disk(2, 0)),
    counted(7, losses=NO_LOSS, disk=disk(1, 0, nodes=None)), counted(16, losses=NO_LOSS, disk=disk(2, 0, nodes=None)),
    counted(16, losses=NO_LOSS, disk=disk(2, 0, ("blk", "disk"))),
    counted(1 + 12, losses=NO_LOSS, disk=disk(1, 0, ("blk", "disk"), None)),
    counted(16 * 4, disk=disk(1, 0)), counted(1 + 4 + 3, disk=disk(1, 0), most=1),
    counted(4, losses=NO_LOSS, disk=disk(1, 0), eff=0), counted(4, losses=NO_LOSS, disk=disk(1, 0), eff=1, exclusive=True),
    # A death is possible with every outage and every pause.
    counted(4 * 7, losses=NO_LOSS, crashes=1, crashable=("a",), disk=disk(1, 0)),
    counted(4 * 4, losses=NO_LOSS, pauses=Pauses(1, ("a",)), disk=disk(1, 0)),
    counted(4 * 4, losses=NO_LOSS, cuts=Cuts(1), disk=disk(1, 0)),
    # With a death at tick 1, 2 or 3, none, one and three of the three failed writes are possible.
    counted(4 + 1 + 2 + 4, losses=NO_LOSS, disk=disk(1, 0, most=1)),
    counted(3, losses=NO_LOSS, disk=disk(0, 1)), counted(4, losses=NO_LOSS, disk=disk(0, 2)),
    counted(4, losses=NO_LOSS, disk=disk(0, 3)), counted(3, losses=NO_LOSS, disk=disk(0, 1, ("blk", "disk"))),
    counted(5, losses=NO_LOSS, disk=disk(0, 1, nodes=None)),
    counted(1 + 4 + 6, losses=NO_LOSS, disk=disk(0, 2, nodes=None)), counted(16 * 3, disk=disk(0, 1)),
    counted(1 + 4 + 2, disk=disk(0, 1), most=1), counted(1, losses=NO_LOSS, disk=disk(0, 1), eff=0),
    counted(2, losses=NO_LOSS, disk=disk(0, 1), eff=1, exclusive=True),
    # With a death at tick 3, all write-backs are possible. With a death at 2, one of two is possible, and
    # with a death at 1 none.
    counted(3 + 1 + 2 + 3, losses=NO_LOSS, disk=disk(1, 1)), counted(4 + 1 + 2 + 4, losses=NO_LOSS, disk=disk(1, 2)),
    # Two write-backs are possible without a failed write, one with a failed write of one tick, and none with
    # a failed write of both ticks.
    counted(3 + 2 + 2 + 1, losses=NO_LOSS, disk=disk(0, 1, most=1)),
    # No write-back is possible with C(a,1), one with C(a,2) and C(a,1+), and two with the other crashes.
    counted(3 + 1 + 2 + 2 + 3 * 3, losses=NO_LOSS, crashes=1, crashable=("a",), disk=disk(0, 1)),
    counted(3 + 2 + 2 + 1, losses=NO_LOSS, pauses=Pauses(1, ("a",)), disk=disk(0, 1)),
    counted(4 * 3, losses=NO_LOSS, pauses=Pauses(1, ("b",)), disk=disk(0, 1)),
)
