"""Shows by brute force why there is no proof level `channels` (docs/explanation/proof-by-recordings.md#why-there-is-no-level-channels).
Usage: channels_test.py

With this level, a passing execution would answer for every fault set that differs only in messages and crashes without influence: they are
too late, or too far away on declared channels, to reach a node that is read. Brute force shows when this is right, how many executions it
saves, and when it is wrong without a warning.
"""
import collections
import dataclasses
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from recordings_oracle_test import space  # noqa: E402
from system import LATENCY, Faults, System, random_system, separates  # noqa: E402

END = 10**9


def channels_of(execution):
    return {tuple(line["id"][:2]) for line in execution.lines if line.get("e") == "send"}


def horizons(nodes, reads, channels):
    """Returns for each node the time until which its actions may be seen, going backwards over the channels from
    `reads`: {node: time of reading}.
    """
    out = dict(reads)
    changed = True
    while changed:
        changed = False
        for sender, to in channels:
            time = out.get(to, -1) - LATENCY
            if time > out.get(sender, -1):
                out[sender] = time
                changed = True
    return {node: out.get(node, -1) for node in nodes}


def fate(spec, faults, identity, time):
    if identity[0] == identity[1] or not spec.get("from", 0) <= time <= spec["eff"]:
        return "ok"
    if any(one[0] == "P" and one[2] <= time < one[3] and separates(one[1], *identity[:2]) for one in faults.parts):
        return "lost"
    mine = [one for one in faults.parts if one[0] in "ODU" and one[1:5] == identity]
    return (mine[0][0], *mine[0][5:]) if mine and mine[0][0] != "O" else "lost" if mine else "ok"


def activations_until(execution, node, time):
    """Returns the number of activations of a node up to a time. Counts also activations that a crash
    prevented."""
    return sum(line["t"] <= time and line["e"] in ("recv", "timer", "crash") and (line.get("node") or line["id"][1]) == node
               for line in execution.lines[1:-1])  # fmt: skip


def agrees(execution, other, until):
    """Returns true if this execution also answers for the other fault set: as far as the execution shows,
    the other faults change nothing that may be read."""
    spec = execution.system.spec
    for line in execution.lines[1:-1]:
        if line["e"] == "send" and line["t"] + LATENCY <= until[line["id"][1]]:
            identity = tuple(line["id"])
            if fate(spec, execution.faults, identity, line["t"]) != fate(spec, other, identity, line["t"]):
                return False
    for node, time in until.items():
        most = activations_until(execution, node, time)
        here, there = ({one for one in faults.parts if one[0] in "CR" and one[1] == node and one[2] <= most} for faults in (execution.faults, other))
        if here != there:
            return False
    return True


def seen(system, faults, reads):
    """Returns the state of each node in `reads` at the time at which it is read, or "down"."""
    out = []
    for node, time in sorted(reads.items()):
        execution = dataclasses.replace(system, eot=time).execute(faults)
        out.append("down" if node in execution.down else execution.state[node])
    return tuple(out)


def explore(system, executions, reads, channels, bad, end=None):
    """Executes the least fault set for which no passing execution answers, until none is left. Returns the
    executed sets, and the mistakes: pairs of a passing execution and a fault set for which it answers
    wrongly."""
    made, passed, wrong = [], [], []
    for faults in sorted(executions, key=lambda one: (len(one.parts), sorted(one.texts()))):
        what = seen(system, faults, reads)
        answer = next((one for one, until in passed if agrees(one, faults, until)), None)
        if answer is not None:
            if what in bad:
                wrong.append((answer, executions[faults]))
            continue
        made.append(executions[faults])
        if what not in bad:
            until = dict.fromkeys(system.nodes, end) if end else horizons(system.nodes, reads, channels)
            passed.append((executions[faults], until))
    return made, wrong


def usable(seed):
    """Returns a random system and all its executions. Crashes happen only before activations, at any time,
    and delays have some given lengths."""
    system = random_system(seed)
    late = system.spec.pop("delays", {})
    if "values" in late:
        system.spec["delays"] = {key: late[key] for key in late if key not in ("behind", "within")}
    for key in ("crash_times", "midway"):
        system.spec.pop(key, None)
    executions = space(system)
    if executions is None or not 16 <= len(executions) <= 600 or any(one.cut for one in executions.values()):
        return None, {}
    return system, executions


def randomly(wanted):
    counts, seed = collections.Counter(), 0
    while counts["systems"] < wanted:
        seed += 1
        system, executions = usable(seed)
        if system is None:
            continue
        counts["systems"] += 1
        rng = random.Random(f"channels {seed}")
        # Nodes are read at a random time of some event instead of at the end.
        moments = sorted({line["t"] for one in executions.values() for line in one.lines[1:-1]})
        reads = {node: rng.choice(moments) for node in rng.sample(system.nodes, rng.choice([1, 1, 2]))}
        used = set().union(*map(channels_of, executions.values()))
        good = seen(system, Faults(), reads)
        others = sorted({seen(system, faults, reads) for faults in executions} - {good}, key=str)
        bad = set(rng.sample(others, rng.randrange(0, len(others) + 1)))
        made, wrong = explore(system, executions, reads, used, bad)
        assert not wrong, f"seed {seed}: {wrong[0][0].faults.texts()} does not answer for {wrong[0][1].faults.texts()}"
        counts["executions with channels"] += len(made)
        counts["executions exact"] += len(explore(system, executions, reads, used, bad, END)[0])
        counts["executions exact, that end with the last read"] += len(explore(system, executions, reads, used, bad, max(reads.values()))[0])
        late = dict.fromkeys(system.nodes, END)
        made, wrong = explore(system, executions, late, used, bad=set())
        everything, _ = explore(system, executions, late, used, set(), END)
        # If all nodes are read at the end, every fault set must be executed.
        assert not wrong and len(made) == len(everything), seed
        # Declares only the channels that the executions use. No execution shows that the system has other
        # channels.
        channels = channels_of(executions[Faults()])
        while True:
            made, wrong = explore(system, executions, reads, channels, bad)
            more = set().union(*map(channels_of, made))
            if more <= channels:
                break
            channels |= more
        counts["wrong, and not noticed"] += bool(wrong)
    print(dict(counts))


def backup():
    """Returns a system whose bug needs two losses. n1 gets copies that are never read. If it misses both, it
    requests everything from n0 on an undeclared channel, and n0 then forgets to answer its clients. No
    execution that the level requests uses that channel.
    """
    system = System(["n0", "n1"], {"nodes": ["n0", "n1"], "eff": 30, "crashes": 0},
                    {("n1", 0, "copy", "n0"): (1, []), ("n0", 0, "again", "n1"): (2, [])},
                    [(1, "n0", {0: (0, [("n1", "copy")])}), (15, "n0", {0: (0, [("n1", "copy")])}), (40, "n1", {0: (0, [("n0", "again")])})], frozenset())
    executions = space(system)
    reads, bad = {"n0": 100}, {(2,)}
    made, wrong = explore(system, executions, reads, {("n0", "n1")}, bad)
    assert [one.faults.texts() for one in made] == [[]] and channels_of(made[0]) == {("n0", "n1")}
    assert [other.faults.texts() for _, other in wrong] == [["O(n0,n1,copy#0)", "O(n0,n1,copy#1)"]]
    made, wrong = explore(system, executions, reads, {("n0", "n1"), ("n1", "n0")}, bad)
    assert not wrong and len(made) == 4  # every fault set was executed
    print("certified after 1 execution that keeps to its channels, and two losses violate")


if __name__ == "__main__":
    backup()
    randomly(int(os.environ.get("LDFI_ORACLE_PROGRAMS", 40)))
