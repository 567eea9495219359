"""Compares the search by recordings with brute force: recordings_oracle_test.py [itself|random] [LDFI_FARM]

    itself               tests this test with wrong forms of the proof's clause, which brute force must detect
    random LDFI_FARM     random systems: executes the fault sets that ldfi-farm --traces requests, until none is left

LDFI_ORACLE_PROGRAMS is the number of systems, and LDFI_ORACLE_SEED the first seed. Brute force executes every fault set of the messages and
activations that any execution has.
"""
import collections
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from system import BEFORE, Faults, System, admitted, faults_of, held_while_still, judged, random_system, separates  # noqa: E402

# Largest number of fault sets of a system, as the product of the possibilities of each message and node.
MOST = 2048
AT_ONCE = 5


def outages(spec, node, count, said):
    """Returns the possible crashes of a node before its first `count` activations or within them. The node
    sends at most `said` messages in an activation."""
    if node not in spec.get("crashable", spec["nodes"]):
        return [()]
    again = spec.get("restarts", {"most": 0, "down": []})
    moments = [(k, one) for k in range(1, count + 1) for one in [BEFORE, *range(said if spec.get("midway") else 0)]]
    out = []
    for crash in [None, *moments] if spec["crashes"] else [None]:
        before = [moment for moment in moments if crash is None or moment < crash]
        for number in range(min(again["most"], len(before)) + 1):
            for places in itertools.combinations(before, number):
                for down in itertools.product(again["down"], repeat=number):
                    some = tuple(("R", node, *moment, d) for moment, d in zip(places, down, strict=True))
                    out.append((*some, ("C", node, *crash)) if crash else some)
    return out


def cuts_of(spec, attempts):
    """Returns all sets of partitions that lose at least one message."""
    parts = spec.get("partitions", {"most": 0, "cuts": [], "window": 1})
    begin, width, found = spec.get("from", 0), parts["window"], set()
    for (sender, to, _, _), time in attempts:
        start = begin + (time - begin) // width * width
        found |= {("P", border, start, start + width) for border in parts["cuts"] if separates(border, sender, to)}
    return [some for number in range(parts["most"] + 1) for some in itertools.combinations(sorted(found), number)]


def pauses_of(spec, node, count):
    """Returns the possible pauses of the node before its first `count` activations."""
    still = spec.get("pauses", {"most": 0, "for": []})
    if node not in still.get("nodes", spec["nodes"]):
        return [()]
    return [tuple(("S", node, k, how) for k, how in zip(places, times, strict=True)) for number in range(min(still["most"], count) + 1)
            for places in itertools.combinations(range(1, count + 1), number) for times in itertools.product(still["for"], repeat=number)]


def space(system):
    """Returns all executions by their faults, or None if there are too many fault sets."""
    spec = system.spec
    crash = spec["crashes"] or "restarts" in spec
    crashable = set(spec.get("crashable", system.nodes)) if crash else set()
    approached = dict.fromkeys(system.nodes, 0)
    attempts, activations, said, done = set(), dict.fromkeys(system.nodes, 0), dict.fromkeys(system.nodes, 0), {}
    later = [("D", value) for value in spec.get("delays", {}).get("values", [])]
    later += [("D", -number) for number in range(1, spec.get("delays", {}).get("behind", 0) + 1)]
    later += [("U", value) for value in spec.get("duplicates", {}).get("after", [])]
    while True:
        messages = sorted({message for message, _ in attempts})
        ways = [[(), (("O", *message),), *(((kind, *message, value),) for kind, value in later)] for message in messages]
        ways += [outages(spec, node, activations[node], said[node]) for node in sorted(crashable)]
        ways.append(cuts_of(spec, attempts))
        ways += [pauses_of(spec, node, approached[node]) for node in system.nodes]
        if math.prod(map(len, ways)) > MOST:
            return None
        found = False
        for parts in itertools.product(*ways):
            faults = Faults(frozenset(fault for some in parts for fault in some))
            if not admitted(spec, faults) or faults in done:
                continue
            done[faults] = execution = system.execute(faults)
            for node, count in execution.activations.items():
                found = found or (node in crashable and count > activations[node])
                activations[node] = max(activations[node], count)
            for node, count in execution.approached.items() if "pauses" in spec else ():
                found = found or count > approached[node]
                approached[node] = max(approached[node], count)
            for node, count in execution.said.items():
                found = found or (node in crashable and spec.get("midway", False) and count > said[node])
                said[node] = max(said[node], count)
            found = found or not execution.attempts <= attempts
            attempts |= execution.attempts
        if not found:
            return done


def below(one, other):
    """Returns true if the fault set `one` has the same faults as `other`, with times and numbers of
    activations that are not longer."""

    def longer(part):
        return part[0] in "DURS" and any(p[:-1] == part[:-1] and abs(p[-1]) >= abs(part[-1]) and (p[-1] < 0) == (part[-1] < 0) for p in other)

    return all(part in other or longer(part) for part in one)


def minimal(sets):
    return {one for one in sets if not any(other != one and below(other, one) for other in sets)}


def falsifiers(executions):
    return minimal({frozenset(one.struck) for one in executions if one.result == "fail"})


class Folder:
    """A folder with recordings, from which ldfi-farm chooses the next fault sets to execute."""

    def __init__(self, farm, level):
        self.farm, self.level, self.count = farm, level, 0
        self.folder = tempfile.TemporaryDirectory()

    def add(self, execution):
        with open(os.path.join(self.folder.name, f"{self.count:05}.jsonl"), "w", encoding="utf-8") as stream:
            stream.write(execution.text())
        self.count += 1

    def ask(self, number=AT_ONCE):
        done = subprocess.run([self.farm, "--traces", self.folder.name, "--next", str(number), "--level", self.level], capture_output=True,
                              text=True, timeout=60, check=False)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode not in (0, 1, 2) or not lines:
            raise AssertionError(f"status {done.returncode}: {done.stderr}")
        return [faults_of(line["faults"]) for line in lines[:-1]], lines[-1], done.returncode


def explore(system, farm, level):
    """Executes fault sets until ldfi-farm requests no more. Returns the complaints, the final summary, and
    the number of executions."""
    folder = Folder(farm, level)
    folder.add(system.execute(Faults()))
    asked = {Faults()}
    while True:
        wanted, summary, status = folder.ask()
        sizes = [len(faults.parts) for faults in wanted]
        if sizes != sorted(sizes):
            return ["the least do not come first"], summary, folder.count
        for faults in wanted:
            if faults in asked:
                return [f"{faults.texts()} is asked for twice"], summary, folder.count
            if not admitted(system.spec, faults):
                return [f"{faults.texts()} is not admitted"], summary, folder.count
            asked.add(faults)
            folder.add(system.execute(faults))
        if not wanted:
            return judge(summary, status), summary, folder.count


def judge(summary, status):
    want = {"certified": 0, "counterexample": 1, "broken": 1, "vacuous": 2}
    if not summary["exhausted"]:
        return ["it asks for nothing, and is not done"]
    return [] if want.get(summary["verdict"]) == status else [f"status {status} of {summary['verdict']}"]


def compare(system, farm, level, executions):
    complaints, summary, count = explore(system, farm, level)
    found = {frozenset(faults_of(one["faults"]).parts) for one in summary["counterexamples"]}
    want = falsifiers(executions.values())
    if found != want:
        complaints.append(f"{sorted(map(str, map(set, found)))} and by brute force {sorted(map(str, map(set, want)))}")
    if not all(one["minimal"] for one in summary["counterexamples"]):
        complaints.append("a minimal falsifier is not known to be one")
    results = {one.result for one in executions.values()}
    verdict = "broken" if frozenset() in want else "counterexample" if want else "certified" if "pass" in results else "vacuous"
    if summary["verdict"] != verdict:
        complaints.append(f"{summary['verdict']}, and by brute force {verdict}")
    return [f"seed {system.seed}, {level}: {complaint}" for complaint in complaints], verdict, count


def relay():
    """Returns a system that the published clause certifies wrongly
    (docs/explanation/proof-by-recordings.md). Node n0 sends m to n1 and, after EFF if there was no ack,
    also to n2. Node n1 forwards k to n2. The loss of k alone reveals the bug."""
    return System(["n0", "n1", "n2"], {"nodes": ["n0", "n1", "n2"], "eff": 20, "crashes": 0},
                  {("n1", 0, "m", "n0"): (1, [("n2", "k"), ("n0", "ack")]), ("n2", 0, "k", "n1"): (1, []), ("n0", 1, "ack", "n1"): (2, []),
                   ("n2", 0, "late", "n0"): (1, [])},
                  [(1, "n0", {0: (1, [("n1", "m")])}), (30, "n0", {1: (1, [("n2", "late")])})],
                  frozenset({(2, 1, 0), (1, 1, 0), (1, 0, 0)}))


def gossip(number):
    """Returns a system in which n0 sends a message to all other nodes, and the first receiver forwards it
    to all except the sender. All nodes must receive the message."""
    nodes = [f"n{i}" for i in range(number)]
    messages = {(node, 0, "m", sender): (1, [(to, "m") for to in nodes if to not in (node, sender)])
                for node in nodes[1:] for sender in nodes if sender != node}
    timers = [(1, "n0", {0: (1, [(to, "m") for to in nodes[1:]])})]
    bad = frozenset(final for final in itertools.product((0, 1), repeat=number) if 0 in final)
    return System(nodes, {"nodes": nodes, "eff": 100, "crashes": 0}, messages, timers, bad)


def figures(farm):
    """Counts the executions until no fault set is left, and compares the number with that of the prototype
    (docs/measurements/real-systems.md)."""
    complaints = []
    for number, level, most, cuts in ((3, "exact", 11, 3), (3, "state", 6, 3), (4, "state", 23, 7), (5, "state", 140, 15)):
        system, folder = gossip(number), Folder(farm, level)
        wanted, summary = [Faults()], None
        while wanted:
            for faults in wanted:
                folder.add(system.execute(faults))
            wanted, summary, _ = folder.ask(1)
        found = len(summary["counterexamples"])
        print(f"gossip of {number}, {level}: {folder.count} executions (prototype: {most}), {found} minimal falsifiers")
        if folder.count > most or found != cuts or not summary["exhausted"]:
            complaints.append(f"gossip of {number}, {level}: at most {most} executions and {cuts} falsifiers were wanted")
    return complaints


def clause_of_trace(execution):
    """Returns the clause that was published for TRACE. It has only messages that were delivered."""
    lost = {tuple(line["id"]) for line in execution.lines if line.get("fate") == "lost"}
    return {message for message, _ in execution.attempts} - lost


def itself():
    system = relay()
    executions = space(system)
    want = falsifiers(executions.values())
    assert want == {frozenset({("O", "n1", "n2", "k", 0)})}, want
    # With this clause, two executions leave no fault set to try: the one without faults and the one that
    # loses m. Both pass, so the clause certifies a system with a bug.
    tried = [system.execute(Faults()), system.execute(Faults(frozenset({("O", "n0", "n1", "m", 0)})))]
    assert all(one.result == "pass" for one in tried)
    assert clause_of_trace(tried[1]) == set(), "the clause is empty"
    print("brute force finds what the published clause certifies")
    return 0


def drawn(systems, seed):
    """Yields random systems, each with its executions under all fault sets."""
    for make, left in ((random_system, systems), (held_while_still, systems // 4)):
        for number in itertools.count(seed):
            if left == 0:
                break
            system = make(number)
            executions = space(system)
            # If an execution is cut off after a number of steps, even messages without effect change the
            # result. Such systems are skipped.
            if executions is None or len(executions) < 16 or any(one.cut for one in executions.values()):
                continue
            left -= 1
            yield system, space(judged(system, executions.values()))


def randomly(farm):
    systems, seed = int(os.environ.get("LDFI_ORACLE_PROGRAMS", 40)), int(os.environ.get("LDFI_ORACLE_SEED", 1))
    complaints, seen, counts = [], collections.Counter(), collections.Counter()
    complaints += figures(farm)
    complaints += [f"relay: {one}" for one in compare(relay(), farm, "exact", space(relay()))[0]]
    for system, executions in drawn(systems, seed):
        for level in ("exact", "state"):
            found, verdict, count = compare(system, farm, level, executions)
            complaints += found
            counts[level] += count
        counts["brute force"] += len(executions)
        seen[verdict] += 1
    print("\n".join(complaints) or f"{seen.total()} systems agree: {dict(seen)}, executions: {dict(counts)}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(itself() if sys.argv[1] == "itself" else randomly(os.path.abspath(sys.argv[2])))
