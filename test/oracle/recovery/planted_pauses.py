"""Mutants of the behaviour of paused nodes, each with one deliberate defect, for planted.py."""
from evaluator import Evaluator
from faults import Crash, Pause


def seen_as(change):
    """Returns a mutant that sees other pauses than those of the fault set."""
    class Other(Evaluator):
        def view(self, faults, tick):
            return super().view(frozenset(change(f) if isinstance(f, Pause) else f for f in faults), tick)
    return Other


def living(when):
    """Returns a mutant in which heads of rules hold at a paused node if the function `when` returns true."""
    class Other(Evaluator):
        def lives_on(self, rule, row, place, view):
            running = view._replace(paused=frozenset()) if when(self, rule, row, place) else view
            return super().lives_on(rule, row, place, running)
    return Other


def waiting(when):
    """Returns a mutant in which a paused node keeps only the tuples for which `when` returns true.
    `paused_at` returns the nodes that are paused at a tick."""
    class Other(Evaluator):
        def run(self, faults):
            # Steps cannot be reused, because the result of a step depends on more than its view.
            self.steps = {}
            self.paused_at = lambda node, tick: node in Evaluator.view(self, faults, tick).paused
            return super().run(faults)

        def standing(self, now, tick, view):
            return {(r, row) for r, row in super().standing(now, tick, view) if when(self, r, row, tick)}
    return Other


class Deaf(Evaluator):
    """Mutant: a message is lost if its receiver is paused when it arrives."""

    def view(self, faults, tick):
        right, deaf = super().view(faults, tick), super().view(faults, tick + 1).paused
        return right._replace(lost=right.lost | {(a, b) for a in self.fspec.nodes for b in deaf})


class Unread(Evaluator):
    """Mutant: messages that arrive during a pause do not wait."""

    def run(self, faults):
        self.steps, self.messages = {}, set()
        return super().run(faults)

    def step(self, tick, arriving, view, past):
        self.tick = tick
        return super().step(tick, arriving, view, past)

    def lives_on(self, rule, row, place, view):
        arrives = super().lives_on(rule, row, place, view)
        self.messages |= {(self.tick + 1, rule.head.relation, row)} if arrives and rule.kind == "async" else set()
        return arrives

    def standing(self, now, tick, view):
        return {(r, row) for r, row in super().standing(now, tick, view) if (tick, r, row) not in self.messages}


class Syncing(Evaluator):
    """Mutant: a sync of a paused node takes effect."""

    def syncs(self, place, relation, now, view):
        return super().syncs(place, relation, now, view._replace(paused=frozenset()))


class Unsynced(Evaluator):
    """Mutant: a pause removes what was synced."""

    def step(self, tick, arriving, view, past):
        tables, later, number = super().step(tick, arriving, view, past)
        return tables, frozenset((r, row) for r, row in later if not r.startswith("dur.") or row[0] not in view.paused), number


class AllStands(Evaluator):
    """Mutant: tuples from deductive rules are kept, too."""

    def __init__(self, program, fspec):
        super().__init__(program, fspec)
        self.waiting = self.waiting | {r.head.relation for r in program.rules}


class Everywhere(Evaluator):
    """Mutant: if one node is paused, all nodes are paused."""

    def view(self, faults, tick):
        right = super().view(faults, tick)
        return right._replace(paused=frozenset(self.fspec.nodes if right.paused else ()))


class Thoughtless(Evaluator):
    """Mutant: deductive rules do not fire at a paused node."""

    def deduce(self, levels, now, tick, tables, view):
        self.resting = view.paused
        super().deduce(levels, now, tick, tables, view)
        self.resting = ()

    def heads(self, rule, tick, tables):
        found = super().heads(rule, tick, tables)
        return found if rule.kind else [pair for pair in found if pair[1] not in self.resting]


class Erring(Evaluator):
    """Mutant: ioerror waits until the end of the pause."""

    def view(self, faults, tick):
        right = super().view(faults, tick)
        if tick > 1 and not self.fspec.disk.silent:
            stopped = super().view(faults, tick - 1).paused
            right = right._replace(failed=right.failed | {f for f in self.view(faults, tick - 1).failed if f[0] in stopped})
        return right


class Deep(Evaluator):
    """Mutant: a paused node is down."""

    def view(self, faults, tick):
        return super().view(frozenset(Crash(f.node, f.first, False, f.back) if isinstance(f, Pause) else f for f in faults), tick)


def given(evaluator, relation, row, tick):
    """Returns true if the tuple is a fact of the program at this tick."""
    return any(f.relation == relation and f.at == tick and tuple(a.value for a in f.args) == row for f in evaluator.program.facts)


MUTANTS = {
    "a paused node sends": living(lambda self, rule, row, place: rule.kind == "async"),
    "a paused node sends itself": living(lambda self, rule, row, place: rule.kind == "async" and row[0] == place),
    "a paused node goes on": living(lambda self, rule, row, place: rule.kind == "next"),
    "a write of a paused node succeeds": living(
        lambda self, rule, row, place: rule.kind == "next" and rule.head.relation in self.stable),
    "memory is lost in a pause": waiting(lambda self, r, row, tick: r in self.stable),
    "files are lost in a pause": waiting(lambda self, r, row, tick: r not in self.stable),
    "buffered memory is lost in a pause": waiting(lambda self, r, row, tick: r not in self.buffered),
    "messages that arrive in a pause are lost": Deaf,
    "messages that arrive in a pause do not wait": Unread,
    "given facts do not wait": waiting(lambda self, r, row, tick: not given(self, r, row, tick)),
    "what stands still does not hold at t2": waiting(lambda self, r, row, tick: self.paused_at(row[0], tick + 1)),
    "what stands still holds a tick only": waiting(lambda self, r, row, tick: not self.paused_at(row[0], tick - 1)),
    "what rules of the same tick derive waits": AllStands,
    "a sync of a paused node takes effect": Syncing,
    "what was synced is lost in a pause": Unsynced,
    "a pause lasts a tick longer": seen_as(lambda f: f._replace(back=f.back + 1)),
    "a pause ends a tick early": seen_as(lambda f: f._replace(back=f.back - 1)),
    "a pause begins a tick early": seen_as(lambda f: f._replace(first=f.first - 1)),
    "a pause begins a tick late": seen_as(lambda f: f._replace(first=f.first + 1)),
    "a pause is of all nodes": Everywhere,
    "deductive rules rest in a pause": Thoughtless,
    "an error waits": Erring,
    "a paused node is down": Deep,
}
