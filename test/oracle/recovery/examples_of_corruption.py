"""Examples of corruptions that were worked out by hand. They have the form that examples_of_kinds.py
describes."""
import dataclasses

from examples_of_kinds import ALWAYS, TWO, counted
from faults import Cuts, Disk, Losses, Pauses

LATER = (3, 4, 5)
COLUMN = (("m", 2),)
STORED = dataclasses.replace(TWO, disk=Disk(1, ("m",), dead=1, corrupt=2, columns=COLUMN), pauses=Pauses(1))
BUFFERED = dataclasses.replace(STORED, disk=STORED.disk._replace(writeback=1, buffered=("m",)))


def of(name, column, fspec=STORED, **values):
    """Returns the program and the Fspec with another relation or column in them."""
    buffered = (name,) if fspec.disk.buffered else ()
    return dataclasses.replace(fspec, disk=fspec.disk._replace(
        relations=(name,), columns=((name, column),), buffered=buffered, **values))


THIRD, NAMED = of("m", 3), of("m", 2, columns_named=True)
DETECTED, TOLD, UNTOLD = of("m", 2, detected=True), of("k", 2, detected=True), of("k", 2, detected=True, silent=True)
DROPPED = of("m", 0, detected=True)
SOURCE, ON_DISK = of("k", 2), of("k", 2, BUFFERED)
LOST, TOLD_OF_BUFFERS = of("m", 2, BUFFERED, detected=True), of("k", 2, BUFFERED, detected=True)

KEEP = 'stable m; m(X, D)@next :- m(X, D), notin never(X); '
KEPT = KEEP + 'm("a", "v")@1;'
COPIED = 'm("a", "v")@1; m("b", "w")@1; m(X, D)@next :- m(X, D);'
ASIDE = 'stable m; m("a", "v")@1; m(X, D)@next :- net(X, _), m(X, D), notin never(X);'
BEHIND = 'stable m; m("a", "v")@1; m(X, D)@next :- notin never(X), m(X, D);'
DELETED = 'stable m; m("a", "v")@1; go("a")@2; m(X, D)@next :- m(X, D), notin go(X); '
REPLACED = DELETED + 'm(X, "w")@next :- go(X);'
ADDED = KEPT + ' go("a")@2; m(X, "w")@next :- go(X);'
REPAIRED = 'stable m; m("a", "v")@1; m(X, D)@next :- m(X, D), D != "?"; m(X, "v")@next :- m(X, "?");'
KEYS = 'stable m; m("a", 1, "v")@1; m("a", 2, "w")@1; m("b", 1, "v")@2; m(X, K, D)@next :- m(X, K, D), notin never(X);'
TWO_STRINGS = 'stable m; m("a", "v", "w")@1; m(X, D, E)@next :- m(X, D, E), notin never(X);'
IN_FRONT = 'stable m; m("a", "v", 1)@1; m(X, D, K)@next :- m(X, D, K), notin never(X);'
COUNTED = 'stable m; m("a", "v", 1)@1; m(X, D, K + 1)@next :- m(X, D, K);'
TURNED = 'stable m; m("a", "v", "w")@1; m(X, E, D)@next :- m(X, D, E);'
DERIVED = 'stable m; s("a", "v")@1; s(X, D)@next :- s(X, D); m(X, D)@next :- s(X, D);'
SENT = KEEP + 'go("a", "v")@2; m(Y, D)@async :- go(X, D), net(X, Y);'
GIVEN = KEEP + 'm("a", "v")@3;'
DEDUCED = KEEP + 'go("a")@4; m(X, "v") :- go(X);'
# A rule at b that copies what a has.
FROM_B = 'stable m; m("a", "v")@1; m(X, D)@next :- net(Y, X), m(X, D);'
K = 'stable k; k("a", "v")@1; k(X, D)@next :- k(X, D), notin never(X); '
TELL = K + "m(Y, D)@async :- k(X, D), net(X, Y);"
SEE = K + "m(X, D) :- k(X, D);"
NOBODY = 'stable k; k("a", "b")@1; k(X, D)@next :- k(X, D), notin never(X); m(D, X)@async :- k(X, D);'
ERRORS = K + "m(X, P) :- corrupt(X, P);"
READ = KEPT + ' m(X, "r")@next :- corrupt(X, "m");'
BUFFER = 'buffered m; m("a", "v")@1; m(X, D)@next :- m(X, D), notin never(X); sync("a", "m")@1;'
COPY = 'buffered m; m("a", "v")@1; m(X, D)@next :- m(X, D); sync("a", "m")@1;'
SYNCED = BUFFER + ' sync("a", "m")@3;'
ANEW = BUFFER + ' sync(X, "m") :- restart(X);'
DISK = 'buffered k; k("a", "v")@1; k(X, D)@next :- k(X, D), notin never(X); sync("a", "k")@1; m(X, D) :- dur.k(X, D);'


def damaged(last, since=None, old="v", node="a"):
    """Returns the ticks of a tuple whose data is damaged: it has the value `old` up to a tick, and then
    "?"."""
    return {f"m({node},{old})": tuple(range(1, last + 1)), f"m({node},?)": tuple(range(last + 1, since or 6))}


UNDETECTED = (
    # Basic examples. A corruption at t damages a tuple that a rule copies at t, from t + 1 on. It does not
    # matter which other conditions the rule has, or what happens later.
    (STORED, KEPT, "none", {"m(a,v)": ALWAYS}),
    (STORED, KEPT, "X(a,m,1)", damaged(1)), (STORED, KEPT, "X(a,m,2)", damaged(2)), (STORED, KEPT, "X(a,m,4)", damaged(4)),
    (STORED, KEPT, "X(b,m,2)", {"m(a,v)": ALWAYS}),
    (STORED, KEPT, "X(a,m,2) X(a,m,3)", damaged(2)),
    (STORED, COPIED, "X(a,m,2)", damaged(2) | {"m(b,w)": ALWAYS}),
    (STORED, COPIED, "X(a,m,2) X(b,m,3)", damaged(2) | damaged(3, old="w", node="b")),
    (STORED, ASIDE, "X(a,m,2)", damaged(2)), (STORED, BEHIND, "X(a,m,2)", damaged(2)),
    (STORED, KEPT, "C(a,3,5) X(a,m,2)", damaged(2)), (STORED, KEPT, "C(a,3) X(a,m,2)", damaged(2)),
    (STORED, KEPT, "C(a,2+,4) X(a,m,2)", damaged(2)), (STORED, KEPT, "C(a,2,4) X(a,m,4)", damaged(4)),
    (STORED, COPIED, "C(a,2,3) X(a,m,3)", damaged(3) | {"m(b,w)": ALWAYS}),
    (STORED, KEPT, "S(a,3,5) X(a,m,2)", damaged(2)), (STORED, KEPT, "S(a,2,4) X(a,m,4)", damaged(4)),
    (STORED, FROM_B, "X(b,m,2)", damaged(2)), (STORED, FROM_B, "X(a,m,2)", {"m(a,v)": ALWAYS}),
    # Other rules write the undamaged tuple, even at tick t. A rule may also write the damaged column anew.
    (STORED, DELETED, "X(a,m,2)", {"m(a,v)": (1, 2)}), (STORED, DELETED, "X(a,m,1)", damaged(1, 3)),
    (STORED, REPLACED, "X(a,m,2)", {"m(a,v)": (1, 2), "m(a,w)": LATER}),
    (STORED, REPLACED, "X(a,m,1)", damaged(1, 3) | {"m(a,w)": LATER}),
    (STORED, REPLACED, "X(a,m,3)", {"m(a,v)": (1, 2), "m(a,w)": (3,), "m(a,?)": (4, 5)}),
    (STORED, ADDED, "X(a,m,2)", damaged(2) | {"m(a,w)": LATER}),
    (STORED, ADDED, "X(a,m,3)", {"m(a,v)": (1, 2, 3), "m(a,w)": (3,), "m(a,?)": (4, 5)}),
    (STORED, REPAIRED, "X(a,m,2)", {"m(a,v)": (1, 2, 4, 5), "m(a,?)": (3,)}),
    (STORED, REPAIRED, "X(a,m,2) X(a,m,4)", {"m(a,v)": (1, 2, 4), "m(a,?)": (3, 5)}),
    (STORED, DERIVED, "X(a,m,2)", {"m(a,v)": (2, 3, 4, 5)}),
    (NAMED, COUNTED, "X(a,m,2)", {f"m(a,v,{t})": (t,) for t in ALWAYS}),
    (THIRD, TURNED, "X(a,m,2)", {"m(a,v,w)": (1, 3, 5), "m(a,w,v)": (2, 4)}),
    # A tuple that arrives, is given or is deduced can only be damaged after a rule has copied it.
    (STORED, SENT, "X(b,m,2)", {"m(b,v)": LATER}), (STORED, SENT, "X(b,m,3)", {"m(b,v)": (3,), "m(b,?)": (4, 5)}),
    (STORED, GIVEN, "X(a,m,2)", {"m(a,v)": LATER}), (STORED, GIVEN, "X(a,m,3)", {"m(a,v)": (3,), "m(a,?)": (4, 5)}),
    (STORED, DEDUCED, "X(a,m,3)", {"m(a,v)": (4, 5)}), (STORED, DEDUCED, "X(a,m,4)", {"m(a,v)": (4,), "m(a,?)": (5,)}),
    # A corruption damages all tuples of the relation, each in its data column: the last column, or the column
    # that the Fspec names.
    (THIRD, KEYS, "X(a,m,2)", {"m(a,1,v)": (1, 2), "m(a,2,w)": (1, 2), "m(a,1,?)": LATER, "m(a,2,?)": LATER,
                               "m(b,1,v)": (2, 3, 4, 5)}),
    (STORED, KEPT + ' m("a", "w")@1;', "X(a,m,2)", damaged(2) | {"m(a,w)": (1, 2)}),
    (THIRD, TWO_STRINGS, "X(a,m,2)", {"m(a,v,w)": (1, 2), "m(a,v,?)": LATER}),
    (NAMED, TWO_STRINGS, "X(a,m,2)", {"m(a,v,w)": (1, 2), "m(a,?,w)": LATER}),
    (NAMED, IN_FRONT, "X(a,m,2)", {"m(a,v,1)": (1, 2), "m(a,?,1)": LATER}),
    # A tuple that stays because its writes fail is damaged, too. A failed write later does not undo the
    # damage.
    (STORED, KEPT, "W(a,m,2) X(a,m,2)", damaged(2)), (STORED, KEPT, "W(a,m,2,4) X(a,m,3)", damaged(3)),
    (STORED, KEPT, "W(a,m,2,4) X(a,m,1)", damaged(1)), (STORED, KEPT, "W(b,m,2,4) X(a,m,3)", damaged(3)),
    (STORED, DELETED, "W(a,m,2)", {"m(a,v)": ALWAYS}), (STORED, DELETED, "W(a,m,2) X(a,m,2)", damaged(2)),
    (STORED, ADDED, "W(a,m,2) X(a,m,2)", damaged(2)), (STORED, REPLACED, "W(a,m,2) X(a,m,2)", damaged(2)),
    (STORED, DERIVED, "W(a,m,3) X(a,m,3)", {"m(a,v)": (2, 3, 5), "m(a,?)": (4,)}),
    (STORED, KEPT, "X(a,m,2) E(a,m,4)", damaged(2, 5)), (STORED, KEPT, "X(a,m,2) E(a,m,3)", damaged(2, 4)),
    (STORED, KEPT, "X(a,m,2) E(b,m,1)", damaged(2)),
    # A rule that reads the relation at t reads the undamaged tuple. "?" is not the name of a node.
    (SOURCE, TELL, "X(a,k,2)", {"m(b,v)": (2, 3), "m(b,?)": (4, 5)}), (SOURCE, SEE, "X(a,k,3)", damaged(3)),
    (SOURCE, NOBODY, "X(a,k,2)", {"m(b,a)": (2, 3)}),
    (SOURCE, ERRORS, "X(a,k,2)", {}), (SOURCE, ERRORS.replace("corrupt", "ioerror"), "X(a,k,2)", {}),
    (SOURCE, ERRORS.replace("corrupt", "ioerror"), "W(a,k,1) X(a,k,2)", {"m(a,k)": (2,)}),
    # In a buffered relation, the disk is damaged until a sync writes memory to it. Memory is undamaged until
    # a restart.
    (BUFFERED, BUFFER, "X(a,m,2)", {"m(a,v)": ALWAYS}), (BUFFERED, COPY, "X(a,m,2)", {"m(a,v)": ALWAYS}),
    (BUFFERED, BUFFER, "C(a,3,4) X(a,m,2)", damaged(2)), (BUFFERED, BUFFER, "C(a,4,5) X(a,m,3)", damaged(3)),
    (BUFFERED, COPY, "C(a,3,4) X(a,m,2)", damaged(2)), (BUFFERED, COPY, "C(a,4) X(a,m,2)", damaged(3)),
    (BUFFERED, BUFFER, "C(a,2+,4) X(a,m,2)", damaged(2)), (BUFFERED, BUFFER, "C(b,3,4) X(a,m,2)", {"m(a,v)": ALWAYS}),
    (BUFFERED, BUFFER, "C(a,2,3) X(a,m,3)", {"m(a,v)": ALWAYS}), (BUFFERED, BUFFER, "C(a,2,3) C(a,5) X(a,m,3)", damaged(4)),
    (BUFFERED, BUFFER, "C(a,3,4) X(a,m,1)", {"m(a,v)": ALWAYS}),
    (BUFFERED, SYNCED, "C(a,4,5) X(a,m,2)", {"m(a,v)": ALWAYS}), (BUFFERED, SYNCED, "C(a,4,5) X(a,m,3)", {"m(a,v)": ALWAYS}),
    (BUFFERED, SYNCED, "C(a,4,5) W(a,m,3) X(a,m,2)", damaged(3)), (BUFFERED, SYNCED, "C(a,4,5) W(a,m,3) X(a,m,3)", damaged(3)),
    (BUFFERED, BUFFER, "C(a,4,5) X(a,m,2) F(a,m,3)", {"m(a,v)": ALWAYS}),
    (BUFFERED, BUFFER, "C(a,4,5) X(a,m,2) F(a,m,2)", {"m(a,v)": ALWAYS}),
    (BUFFERED, BUFFER, "C(a,4,5) X(a,m,3) F(a,m,2)", damaged(3)),
    (BUFFERED, ANEW, "C(a,3,4) X(a,m,2) X(a,m,4)", damaged(2)),
    (ON_DISK, DISK, "none", {"m(a,v)": (2, 3, 4, 5)}), (ON_DISK, DISK, "X(a,k,1)", {"m(a,v)": (2, 3, 4, 5)}),
    (ON_DISK, DISK, "X(a,k,2)", {"m(a,v)": (2,), "m(a,?)": LATER}),
    (ON_DISK, DISK, "X(a,k,2) E(a,k,4)", {"m(a,v)": (2,), "m(a,?)": (3, 4)}),
    (ON_DISK, DISK, "S(a,3,5) X(a,k,2)", {"m(a,v)": (2,), "m(a,?)": LATER}),
    (ON_DISK, DISK, "X(a,k,2) F(a,k,3)", {"m(a,v)": (2, 4, 5), "m(a,?)": (3,)}),
)
DROPS = (
    # If nodes detect damage, a damaged tuple is dropped, whether a rule copies it or a failed write keeps it.
    (DETECTED, KEPT, "X(a,m,2)", {"m(a,v)": (1, 2)}), (DETECTED, KEPT, "X(b,m,2)", {"m(a,v)": ALWAYS}),
    (DETECTED, COPIED, "X(a,m,2)", {"m(a,v)": (1, 2), "m(b,w)": ALWAYS}),
    (DETECTED, KEPT + ' m("a", "w")@1;', "X(a,m,3)", {"m(a,v)": (1, 2, 3), "m(a,w)": (1, 2, 3)}),
    (DETECTED, KEPT, "W(a,m,2,4) X(a,m,3)", {"m(a,v)": (1, 2, 3)}), (DETECTED, DELETED, "W(a,m,2) X(a,m,2)", {"m(a,v)": (1, 2)}),
    (DETECTED, REPLACED, "X(a,m,2)", {"m(a,v)": (1, 2), "m(a,w)": LATER}),
    (DETECTED, REPLACED, "X(a,m,1)", {"m(a,v)": (1,), "m(a,w)": LATER}),
    (DETECTED, REPLACED, "W(a,m,2) X(a,m,2)", {"m(a,v)": (1, 2)}),
    (DETECTED, GIVEN, "X(a,m,2)", {"m(a,v)": LATER}), (DETECTED, GIVEN, "X(a,m,3)", {"m(a,v)": (3,)}),
    (DROPPED, 'stable m; m("a")@1; m("b")@1; m(X)@next :- m(X), notin never(X);', "X(a,m,2)", {"m(a)": (1, 2), "m(b)": ALWAYS}),
    (DROPPED, COUNTED.replace("K + 1", "K"), "X(a,m,2)", {"m(a,v,1)": (1, 2)}),
    # `corrupt` holds one tick later. It does not matter whether a tuple was dropped, or what the node does
    # then.
    (TOLD, ERRORS, "none", {}), (TOLD, ERRORS, "X(a,k,2)", {"m(a,k)": (3,)}),
    (TOLD, ERRORS, "X(a,k,2) X(b,k,4)", {"m(a,k)": (3,), "m(b,k)": (5,)}),
    (TOLD, ERRORS, "X(a,k,2) X(a,k,3)", {"m(a,k)": (3, 4)}), (TOLD, ERRORS, "W(a,k,2) X(a,k,2)", {"m(a,k)": (3,)}),
    (TOLD, ERRORS, "C(a,3,5) X(a,k,2)", {"m(a,k)": (3,)}), (TOLD, ERRORS, "C(a,2+) X(a,k,2)", {"m(a,k)": (3,)}),
    (TOLD, ERRORS, "S(a,3,5) X(a,k,2)", {"m(a,k)": (3,)}), (TOLD, ERRORS, "X(a,k,2) E(a,k,3)", {"m(a,k)": (3,)}),
    (UNTOLD, ERRORS, "X(a,k,2)", {"m(a,k)": (3,)}),
    (TOLD, ERRORS.replace("corrupt", "ioerror"), "X(a,k,2)", {}),
    (TOLD, ERRORS + ' corrupt("b", "z")@4;', "X(a,k,2)", {"m(b,z)": (4,)}),
    (DETECTED, READ, "X(a,m,2)", {"m(a,v)": (1, 2), "m(a,r)": (4, 5)}),
    (DETECTED, READ, "X(a,m,2) X(a,m,3)", {"m(a,v)": (1, 2), "m(a,r)": (4, 5)}),
    (DETECTED, READ, "C(a,3,4) X(a,m,2)", {"m(a,v)": (1, 2)}), (DETECTED, READ, "S(a,3,4) X(a,m,2)", {"m(a,v)": (1, 2)}),
    # The rule that nodes detect and drop damaged tuples also holds for a buffered relation.
    (LOST, BUFFER, "X(a,m,2)", {"m(a,v)": ALWAYS}), (LOST, BUFFER, "C(a,3,4) X(a,m,2)", {"m(a,v)": (1, 2)}),
    (LOST, SYNCED, "C(a,4,5) X(a,m,2)", {"m(a,v)": ALWAYS}),
    (LOST, SYNCED, "C(a,4,5) W(a,m,3) X(a,m,3)", {"m(a,v)": (1, 2, 3)}),
    (TOLD_OF_BUFFERS, DISK, "X(a,k,2)", {"m(a,v)": (2,)}),
    (TOLD_OF_BUFFERS, DISK.replace("m(X, D) :- dur.k(X, D)", "m(X, P) :- corrupt(X, P)"), "X(a,k,1)", {"m(a,k)": (2,)}),
)

BOTH = (("m", 2), ("q", 2))
FILES = dataclasses.replace(TWO, disk=Disk(1, ("m", "q"), dead=1, corrupt=2, columns=BOTH), pauses=Pauses(1))
BUFFERS = dataclasses.replace(FILES, disk=FILES.disk._replace(writeback=1, buffered=("m", "q")))
FEW = dataclasses.replace(FILES, most=2)
ONLY_M = dataclasses.replace(FILES, disk=FILES.disk._replace(columns=COLUMN, columns_named=True))
ONLY_B = dataclasses.replace(FILES, disk=FILES.disk._replace(nodes=("b",)))
ANY = dataclasses.replace(FILES, disk=FILES.disk._replace(columns=(("m", 0), ("q", 0)), detected=True))
DATA_TEXTS = (
    (FILES, "X(b,m,1) X(a,q,4)", "X(a,q,4) X(b,m,1)"), (FILES, "X(a,m,2) X(a,m,1)", "X(a,m,1) X(a,m,2)"),
    (FILES, "X(a,q,1) X(a,m,4)", "X(a,m,4) X(a,q,1)"),
    (FILES, "E(a,m,3) X(a,q,1) W(b,m,2) S(b,4,5) C(a,5) O(b,a,1)", "O(b,a,1) C(a,5) S(b,4,5) W(b,m,2) X(a,q,1) E(a,m,3)"),
    (BUFFERS, "F(a,m,2) X(b,m,2) X(a,m,2)", "X(a,m,2) X(b,m,2) F(a,m,2)"), (FILES, "X(a,m,0)", None), (FILES, "X(a,m,5)", None),
    (FILES, "X(a,net,1)", None), (FILES, "X(a,m,1) X(a,m,2) X(b,m,3)", None),
    (FILES, "C(a,2,4) X(a,m,2)", "C(a,2,4)"), (FILES, "C(a,2,4) X(a,m,3)", "C(a,2,4)"),
    (FILES, "C(a,2,4) X(a,m,4)", "C(a,2,4) X(a,m,4)"), (FILES, "C(a,2,4) X(a,m,1)", "C(a,2,4) X(a,m,1)"),
    (FILES, "C(a,2,4) X(b,m,2)", "C(a,2,4) X(b,m,2)"), (FILES, "C(a,2) X(a,m,4)", "C(a,2)"),
    (FILES, "C(a,2+,4) X(a,m,2)", "C(a,2+,4) X(a,m,2)"), (FILES, "C(a,2+,4) X(a,m,3)", "C(a,2+,4)"),
    (FILES, "S(a,2,4) X(a,m,2)", "S(a,2,4)"), (FILES, "S(a,2,4) X(a,m,3)", "S(a,2,4)"),
    (FILES, "S(a,2,4) X(a,m,4)", "S(a,2,4) X(a,m,4)"), (FILES, "S(a,2,4) X(b,m,3)", "S(a,2,4) X(b,m,3)"),
    (FILES, "X(a,m,2) E(a,m,2)", "E(a,m,2)"), (FILES, "X(a,m,4) E(a,m,2)", "E(a,m,2)"),
    (FILES, "X(a,m,1) E(a,m,2)", "X(a,m,1) E(a,m,2)"), (FILES, "X(a,m,3) E(a,q,2)", "X(a,m,3) E(a,q,2)"),
    (FILES, "X(a,m,3) E(b,m,2)", "X(a,m,3) E(b,m,2)"),
    (FILES, "W(a,m,2) X(a,m,2)", "W(a,m,2) X(a,m,2)"), (FILES, "W(a,m,1,3) X(a,m,2)", "W(a,m,1,3) X(a,m,2)"),
    (FILES, "W(a,m,3) X(a,m,3) E(a,m,3)", "E(a,m,3)"),
    (FILES, "X(a,m,1) X(a,m,2) X(a,m,3) C(a,3)", "C(a,3) X(a,m,1) X(a,m,2)"),
    (FEW, "C(a,3) X(a,m,1) X(a,m,2)", None), (FEW, "C(a,2) X(a,m,1) X(a,m,2)", "C(a,2) X(a,m,1)"),
    (ONLY_M, "X(a,m,1)", "X(a,m,1)"), (ONLY_M, "X(a,q,1)", None), (ONLY_M, "E(a,q,1)", "E(a,q,1)"),
    (ONLY_B, "X(a,m,1)", None), (ONLY_B, "X(b,m,1)", "X(b,m,1)"), (ANY, "X(a,m,1) X(b,q,2)", "X(a,m,1) X(b,q,2)"),
    (dataclasses.replace(FILES, eff=3, exclusive=True), "X(a,m,3)", "X(a,m,3)"),
    (dataclasses.replace(FILES, eff=3, exclusive=True), "X(a,m,4)", None),
    (dataclasses.replace(FILES, disk=Disk(1, ("m", "q"))), "X(a,m,1)", None),
)

# Relations with their data columns. memo has a number in its last column, so its data is column 2; disk has
# no string.
NOTE, MEMO, NUMBERS = ("note", 2), ("memo", 2), ("disk", 0)
NO_LOSS = Losses(0)


def disk(corrupt, columns=(NOTE,), nodes=("a",), most=0, **more):
    return Disk(most, tuple(p for p, _ in columns), nodes, corrupt=corrupt, columns=columns, buffered=("blk", "memo"), **more)


# EOT is 3 and EFF is 2, so a disk may be damaged at two ticks.
DATA_COUNTS = (
    counted(3, losses=NO_LOSS, disk=disk(1)), counted(4, losses=NO_LOSS, disk=disk(2)), counted(4, losses=NO_LOSS, disk=disk(3)),
    counted(5, losses=NO_LOSS, disk=disk(1, nodes=None)), counted(1 + 4 + 6, losses=NO_LOSS, disk=disk(2, nodes=None)),
    counted(3, losses=NO_LOSS, disk=disk(1)._replace(relations=("disk", "note"))),
    counted(5, losses=NO_LOSS, disk=disk(1, (NUMBERS, NOTE), detected=True)),
    counted(3, losses=NO_LOSS, disk=disk(1, (NOTE,), detected=True, columns_named=True)._replace(relations=("disk", "note"))),
    counted(3, losses=NO_LOSS, disk=disk(1, (MEMO,), columns_named=True)._replace(relations=("memo", "note"))),
    counted(5, losses=NO_LOSS, disk=disk(1, (MEMO, NOTE), columns_named=True)),
    counted(1, losses=NO_LOSS, disk=disk(1), eff=0), counted(2, losses=NO_LOSS, disk=disk(1), eff=1, exclusive=True),
    counted(16 * 3, disk=disk(1)), counted(1 + 4 + 2, disk=disk(1), most=1),
    # Two corruptions are possible without an outage and with outages after tick 2: C(a,2+), C(a,3), C(a,3+).
    # One is possible with C(a,2) and C(a,1+), none with C(a,1).
    counted(3 + 1 + 2 + 2 + 3 * 3, losses=NO_LOSS, crashes=1, crashable=("a",), disk=disk(1)),
    counted(3 + 2 + 2 + 1, losses=NO_LOSS, pauses=Pauses(1, ("a",)), disk=disk(1)),
    counted(4 * 3, losses=NO_LOSS, pauses=Pauses(1, ("b",)), disk=disk(1)),
    counted(4 * 3, losses=NO_LOSS, cuts=Cuts(1), disk=disk(1)),
    # A corruption is possible at any tick with all failed writes and with a death at tick 3. Only one of two
    # ticks is possible with a death at 2, and none with a death at 1.
    counted(4 * 3, losses=NO_LOSS, disk=disk(1, most=1)), counted(3 + 1 + 2 + 3, losses=NO_LOSS, disk=disk(1, dead=1)),
    counted(4 + 1 + 2 + 4, losses=NO_LOSS, disk=disk(2, dead=1)),
    counted(3 * 3, losses=NO_LOSS, disk=disk(1, (MEMO,), columns_named=True, writeback=1)),
)
