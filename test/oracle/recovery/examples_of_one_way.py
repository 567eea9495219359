"""Examples of partitions in one direction that were worked out by hand. They have the form that
examples_of_kinds.py describes."""
import dataclasses

from examples_of_kinds import EACH_TICK, PLAIN, THREE, counted, heard
from faults import Cuts, Fspec, Losses, Pauses

WAYS = dataclasses.replace(THREE, cuts=Cuts(2, one_way=True))
SILENT, HALT = (dataclasses.replace(WAYS, restarts=0, crash_model=model) for model in ("silent", "halt"))
FOUR = Fspec(5, 4, 1, 1, ("a", "b", "c", "d"), cuts=Cuts(2, one_way=True))
RELIABLE = dataclasses.replace(WAYS, losses=Losses(reliable=(("a", "b"),)))
SETS = dataclasses.replace(WAYS, cuts=Cuts(2, (("a", "b"),), True))
BOTH = dataclasses.replace(SETS, losses=RELIABLE.losses)
PAUSED = dataclasses.replace(WAYS, pauses=Pauses(1))

# Examples with the nodes and messages of the programs for partitions in both directions.
DIRECTED = (
    (WAYS, EACH_TICK, "P(b>a c,2,3)", heard(ba=(2, 5), bc=(2, 5))),
    (WAYS, EACH_TICK, "P(a c>b,2,3)", heard(ab=(2, 5), cb=(2, 5))),
    (WAYS, EACH_TICK, "P(b,2,3)", heard(ab=(2, 5), ba=(2, 5), bc=(2, 5), cb=(2, 5))),
    (WAYS, EACH_TICK, "P(a>b c,1,1)", heard(ab=(3, 4, 5), ac=(3, 4, 5))),
    (WAYS, EACH_TICK, "P(b c>a,4,4)", heard(ba=(2, 3, 4), ca=(2, 3, 4))),
    (WAYS, EACH_TICK, "P(b>a c,1,1) P(a c>b,3,4)", heard(ba=(3, 4, 5), bc=(3, 4, 5), ab=(2, 3), cb=(2, 3))),
    (WAYS, EACH_TICK, "P(c,1,2) P(a b>c,4,4)", heard(ac=(4,), bc=(4,), ca=(4, 5), cb=(4, 5))),
    (WAYS, EACH_TICK, "O(a,b,2) P(b>a c,1,4)", heard(ba=(), bc=(), ab=(2, 4, 5))),
    (WAYS, EACH_TICK, "C(b,2,4) P(a>b c,1,4)", heard(ab=(), ac=(), ba=(2, 5), bc=(2, 5), cb=(4, 5))),
    (WAYS, "m(X, X)@async :- net(X, _);", "P(b>a c,1,4)", {f"m({n},{n})": (2, 3, 4, 5) for n in "abc"}),
    (WAYS, "m(X, X)@next :- net(X, _);", "P(b>a c,1,4)", {f"m({n},{n})": (2, 3, 4, 5) for n in "abc"}),
    (RELIABLE, EACH_TICK, "P(b>a c,2,3)", heard(ba=(2, 5), bc=(2, 5))),
    (SILENT, EACH_TICK, "P(a c>b,2,3)", heard(ab=(2, 5), cb=(2, 5))),
    (HALT, EACH_TICK, "C(b,3) P(b>a c,1,1)", heard(ab=(2, 3, 4, 5), cb=(2, 3, 4, 5), ba=(3,), bc=(3,))),
)
PAUSED_TOO = (
    # A message that was sent before the partition waits at c.
    (PAUSED, EACH_TICK, "P(b>a c,2,4) S(c,2,3)", heard(ba=(2,), bc=(2, 3), ca=(2, 4, 5), cb=(2, 4, 5))),
)

DIRECTED_TEXTS = (
    (WAYS, "P(b>a c,1,1)", "P(b>a c,1,1)"),
    (WAYS, "P(b>c a,1,1)", "P(b>a c,1,1)"),
    (WAYS, "P(c a > b,1,1)", "P(a c>b,1,1)"),
    (FOUR, "P(c b>d a,1,2)", "P(b c>a d,1,2)"),
    (FOUR, "P(d a>c b,1,2)", "P(a d>b c,1,2)"),
    (FOUR, "P(b c>a,1,2)", None),
    (FOUR, "P(b>a d,1,2)", None),
    (WAYS, "P(b>a,1,1)", None),
    (WAYS, "P(b>a b c,1,1)", None),
    (WAYS, "P(b>,1,1)", None),
    (WAYS, "P(>b,1,1)", None),
    (WAYS, "P(a b c>,1,1)", None),
    (WAYS, "P(b>a>c,1,1)", None),
    (WAYS, "P(b>a d,1,1)", None),
    (THREE, "P(b>a c,1,1)", None),
    (WAYS, "P(b>a c,4,5)", None),
    (WAYS, "P(b>a c,3,2)", None),
    # At least one tick without a partition must be between two partitions, whatever their directions.
    (WAYS, "P(b>a c,1,2) P(a c>b,3,4)", None),
    (WAYS, "P(b>a c,1,2) P(a c>b,2,2)", None),
    (WAYS, "P(b>a c,1,2) P(b,3,3)", None),
    (WAYS, "P(b>a c,1,2) P(c>a b,3,3)", None),
    (WAYS, "P(b>a c,1,1) P(a c>b,1,1)", None),
    (dataclasses.replace(FOUR, cuts=Cuts(1, one_way=True)), "P(b>a c d,1,1) P(c,3,3)", None),
    # The written form sorts partitions: by the side without the first node, then both directions before one
    # direction from this side and to this side, then by tick.
    (WAYS, "P(a c>b,1,1) P(b>a c,3,3)", "P(b>a c,3,3) P(a c>b,1,1)"),
    (WAYS, "P(a c>b,1,1) P(b,3,3)", "P(b,3,3) P(a c>b,1,1)"),
    (WAYS, "P(b>a c,1,1) P(b,3,3)", "P(b,3,3) P(b>a c,1,1)"),
    (WAYS, "P(b>a c,3,3) P(b>a c,1,1)", "P(b>a c,1,1) P(b>a c,3,3)"),
    (WAYS, "P(a c>b,3,4) P(a c>b,1,1)", "P(a c>b,1,1) P(a c>b,3,4)"),
    (WAYS, "P(b c,1,1) P(a c>b,3,3)", "P(a c>b,3,3) P(b c,1,1)"),
    (WAYS, "P(a>b c,1,1) P(c,3,3)", "P(a>b c,1,1) P(c,3,3)"),
    (WAYS, "P(c,1,1) P(a>b c,3,3)", "P(a>b c,3,3) P(c,1,1)"),
    (WAYS, "C(b,5) P(a b>c,1,1) P(c,3,3) O(c,a,1)", "O(c,a,1) C(b,5) P(c,3,3) P(a b>c,1,1)"),
    # Omissions are redundant in the direction of the partition, but not in the other direction.
    (WAYS, "O(b,a,2) O(b,c,3) O(a,b,2) P(b>a c,2,3)", "O(a,b,2) P(b>a c,2,3)"),
    (WAYS, "O(b,a,1) O(b,a,4) P(b>a c,2,3)", "O(b,a,1) O(b,a,4) P(b>a c,2,3)"),
    (WAYS, "O(a,b,2) O(a,c,2) P(a c>b,2,2)", "O(a,c,2) P(a c>b,2,2)"),
    # The channel from a to b is reliable.
    (RELIABLE, "P(b>a c,1,1)", "P(b>a c,1,1)"),
    (RELIABLE, "P(b c>a,1,1)", "P(b c>a,1,1)"),
    (RELIABLE, "P(a b>c,1,1)", "P(a b>c,1,1)"),
    (RELIABLE, "P(a c>b,1,1)", None),
    (RELIABLE, "P(a>b c,1,1)", None),
    (RELIABLE, "P(b,1,1)", None),
    # A set of nodes in the Fspec also allows its complement, and partitions in both directions and in each
    # direction.
    (SETS, "P(c>a b,1,1)", "P(c>a b,1,1)"),
    (SETS, "P(a b>c,1,1)", "P(a b>c,1,1)"),
    (SETS, "P(a b,1,1)", "P(c,1,1)"),
    (SETS, "P(b>a c,1,1)", None),
    (SETS, "P(a c>b,1,1)", None),
    (BOTH, "P(c>a b,1,1)", "P(c>a b,1,1)"),
    (SILENT, "C(b,2) O(b,a,1) P(c>a b,3,4) O(a,c,3)", "O(a,c,3) O(b,a,1) C(b,2) P(c>a b,3,4)"),
)

NO_LOSS, ANY = Losses(0), Cuts(1, one_way=True)
# There are two channels and two ticks. So there are three intervals, each for both directions or one of them.
DIRECTED_COUNTS = (
    counted(1 + 9, losses=NO_LOSS, cuts=ANY), counted(1 + 9, losses=NO_LOSS, cuts=ANY._replace(most=2)),
    counted(1 + 9, losses=NO_LOSS, cuts=ANY, eff=1, nodes=("a", "b", "c")),
    # With a partition of both directions, 4, 4 and 1 sets of omissions are possible. With a partition of one
    # direction, it is 8, 8 and 4.
    counted(16 + 9 + 2 * 20, cuts=ANY), counted(16 + 9 + 2 * 20, cuts=ANY, crash_model="silent"),
    counted(1 + 18, losses=NO_LOSS, cuts=ANY, eot=4, eff=3),
    counted(1 + 18 + 9, losses=NO_LOSS, cuts=ANY._replace(most=2), eot=4, eff=3),
    # Messages from b to a cannot be lost, so only one partition direction remains.
    counted(1 + 3, losses=Losses(0, reliable=(("b", "a"),)), cuts=ANY),
    counted(1, losses=Losses(0, reliable=(("b", "a"), ("a", "b"))), cuts=ANY),
    counted(4 + 2 + 2 + 1, losses=Losses(reliable=(("b", "a"),)), cuts=ANY),
    counted(1 + 9, losses=NO_LOSS, cuts=ANY, most=1), counted(1 + 4 + 9, cuts=ANY, most=1),
    counted(1 + 9, losses=NO_LOSS, cuts=Cuts(1, (("a",), ("b",)), True)),
    counted(1 + 3, losses=NO_LOSS, cuts=Cuts(1, (("b",),), True), nodes=("a", "b", "c"), eff=1),
    # The reliable channel leaves only the direction from the other nodes to c.
    counted(1 + 1, losses=Losses(0, reliable=(("c", "a"),)), cuts=Cuts(1, (("a", "b"),), True), nodes=("a", "b", "c"), eff=1),
    counted(1 + 3, losses=NO_LOSS, cuts=ANY, eff=1), counted(1, losses=NO_LOSS, cuts=ANY, eff=0),
    counted(1 + 3, losses=NO_LOSS, cuts=ANY, eff=1, exclusive=True),
)
PAUSED_COUNTS = (counted(10 * 7, losses=NO_LOSS, cuts=ANY, pauses=Pauses(1)),)
