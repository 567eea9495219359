"""Mutants of partitions in one direction, each with one deliberate defect, for planted.py and
planted_spaces.py."""
from evaluator import Evaluator
from fault_space import FaultSpace, apart
from faults import Cuts, Fspec, Losses, Partition, text_order


def ways(faults):
    return [f for f in faults if isinstance(f, Partition) and f.one_way()]


def seen_as(change):
    """Returns a mutant that sees other partitions in one direction than those of the fault set."""
    class Other(Evaluator):
        def view(self, faults, tick):
            return super().view(frozenset(change(f) if f in ways(faults) else f for f in faults), tick)
    return Other


class AmongThemselves(Evaluator):
    """Mutant: a partition also loses messages among the senders that it cuts off."""

    def lost(self, faults, tick):
        among = {(a, b) for f in ways(faults) if f.first <= tick <= f.last for a in f.side for b in f.side if a != b}
        return super().lost(faults, tick) | among


MUTANTS = {
    "a direction is the other one": seen_as(lambda f: f._replace(side=f.deaf, deaf=f.side)),
    "a partition in one direction cuts both": seen_as(lambda f: f._replace(deaf=None)),
    "a partition in one direction cuts nothing": seen_as(lambda f: f._replace(side=())),
    "a partition in one direction takes what one node sends": seen_as(lambda f: f._replace(side=f.side[:1])),
    "a partition in one direction lasts one tick": seen_as(lambda f: f._replace(last=f.first)),
    "a partition in one direction cuts at t1 - 1": seen_as(lambda f: f._replace(first=f.first - 1)),
    "those that are not heard do not hear each other": AmongThemselves,
}


def admitting(change):
    """Returns a mutant of the fault space with other partitions. `change` gets the right partitions and
    the space."""
    class Other(FaultSpace):
        def partitions(self):
            return change(super().partitions(), self)
    return Other


class AnyChannel(FaultSpace):
    """Mutant: a reliable channel excludes no partition in one direction."""

    def partitions(self):
        reliable = self.fspec.losses.reliable
        every = ways(unbounded(self).partitions())
        return super().partitions() + [f for f in every if any(f.separates(a, b) for a, b in reliable)]


def unbounded(space):
    """Returns the fault space without reliable channels."""
    f = space.fspec
    return FaultSpace(Fspec(f.eot, f.eff, 0, 0, f.nodes, losses=f.losses._replace(reliable=()), cuts=f.cuts))


def parts_reliable(f, space):
    """Returns true if some reliable channel connects both sides of the partition."""
    return any((a in f.side) != (b in f.side) for a, b in space.fspec.losses.reliable)


class Beside(FaultSpace):
    """Base of mutants of the fault space in which other partitions exclude each other."""
    when = staticmethod(lambda one, other: True)

    def compatible(self, one, other):
        both = isinstance(one, Partition) and isinstance(other, Partition)
        return super().compatible(one, other) or both and self.when(one, other)


def meeting(when):
    return type("Other", (Beside,), {"when": staticmethod(when)})


def opposite(one, other):
    return one.one_way() and other.one_way() and one.side == other.deaf


class OneBudget(FaultSpace):
    """Mutant: partitions in one direction do not count for the limit on partitions."""

    def within_budget(self, faults):
        return super().within_budget([f for f in faults if f not in ways(faults)]) and len(ways(faults)) <= self.fspec.cuts.most


class CutBoth(FaultSpace):
    """Mutant: omissions of the other direction are redundant, too."""

    def audible(self, omission, others):
        return super().audible(omission, [f._replace(deaf=None) if f in ways(others) else f for f in others])


class CutBack(FaultSpace):
    """Mutant: omissions of the wrong direction are redundant."""

    def audible(self, omission, others):
        turned = [f._replace(side=f.deaf, deaf=f.side) if f in ways(others) else f for f in others]
        return super().audible(omission, turned)


SPACES = {
    "there are no partitions in one direction": admitting(lambda right, space: [f for f in right if not f.one_way()]),
    "with one direction there are no partitions of both": admitting(
        lambda right, space: [f for f in right if f.one_way() or not ways(right)]),
    "the side without the first node sends": admitting(
        lambda right, space: [f for f in right if not f.one_way() or min(f.side) > min(f.deaf)]),
    "a reliable channel is cut in one direction": AnyChannel,
    "a reliable channel is spared both ways": admitting(lambda right, space: [f for f in right if not parts_reliable(f, space)]),
    "partitions of two directions overlap": meeting(lambda one, other: one.one_way() or other.one_way()),
    "partitions of opposite directions touch": meeting(
        lambda one, other: opposite(one, other) and (one.first == other.last + 1 or other.first == one.last + 1)),
    "partitions of one direction touch those of both": meeting(
        lambda one, other: one.one_way() != other.one_way() and (one.first == other.last + 1 or other.first == one.last + 1)),
    "partitions in one direction have a budget of their own": OneBudget,
    "an omission that a direction leaves is redundant": CutBoth,
    "an omission is redundant in the other direction": CutBack,
    "sets stand for those who send": admitting(
        lambda right, space: [f for f in right if not f.one_way() or f.side in (space.fspec.cuts.sides or [f.side])]),
}


# Wrong orders of partitions in fault sets, each as a function of a partition.
ORDERS = {
    "directions come before both": lambda f: (f.order()[0], f.order()[1] or 3, *f.order()[2:]),
    "what is sent to the side comes first": lambda f: (f.order()[0], (0, 2, 1)[f.order()[1]], *f.order()[2:]),
    "partitions are in the order of their ticks": lambda f: (f.order()[0], *f.order()[2:], f.order()[1]),
    "partitions in one direction come last": lambda f: (f.one_way(), *f.order()),
    "partitions are in the order of who is named first": lambda f: (f.side, f.one_way(), f.first, f.last),
}


SMALL = [Fspec(4, eff, 0, 0, tuple(nodes), losses=losses, cuts=Cuts(most, sides, True)) for most in (1, 2)
         for nodes, eff in (("ab", 3), ("abc", 2), ("abc", 3)) for sides in (None, (("b",),))
         for losses in (Losses(0), Losses(1), Losses(0, reliable=(("a", "b"),)), Losses(1, reliable=(("b", "a"),)))]


def survivors():
    """Returns complaints about mutants that give right numbers of fault sets for all Fspecs, and about
    wrong orders that no pair of partitions reveals."""
    numbers = [(fspec, FaultSpace(fspec).count()) for fspec in SMALL]
    return unordered() + [f"no small Fspec notices that {name}" for name, mutant in SPACES.items()
                          if all(mutant(fspec).count() == right for fspec, right in numbers)]


def unordered():
    """Returns complaints about wrong orders that sort every pair of partitions correctly."""
    space = FaultSpace(Fspec(4, 3, 0, 0, ("a", "b", "c"), cuts=Cuts(2, one_way=True)))
    pairs = [(one, other) for one in space.partitions() for other in space.partitions() if one != other and apart(one, other)]
    same = lambda key: all((key(one) < key(other)) == (text_order(one) < text_order(other)) for one, other in pairs)
    return [f"no fault set notices that {name}" for name, key in ORDERS.items() if same(key)]
