"""Compares ldfi-farm with brute force on random systems of processes: processes_oracle_test.py LDFI_FARM
TABLE_NODE

Each system is a table of what its nodes do. ldfi-farm runs processes that follow the table (table_node.cpp).
Brute force simulates the table, with code that shares nothing with ldfi-farm, under every fault set.
LDFI_ORACLE_PROGRAMS sets the number of systems, and LDFI_ORACLE_SEED the first seed.
"""
import collections
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "recordings"))

from recordings_oracle_test import falsifiers, space  # noqa: E402
from system import STATES, Faults, faults_of, final_of, held_while_still, random_system  # noqa: E402

EOT = 199  # end of an execution in milliseconds; no message arrives at a time that ends with this digit
LAST_READ = 198
# Factor for all times of a config. A wait may last a millisecond too long in virtual time, and nothing else
# may happen in this millisecond.
SLOWER = 10
NODE = os.path.abspath(sys.argv[2])


def system_of(seed, make=random_system):
    """Returns a system in which two events have the same time only if the same message causes both. So the
    order of events is always defined."""
    system, rng = make(seed), random.Random(seed)
    planned = [(time - time % 10 + digit, node, table) for digit, (time, node, table) in enumerate(system.timers, 1)]
    system.operations = ((0, "n0"), *((LAST_READ, node) for node in system.nodes))
    system.timers = planned
    system.eot = EOT
    # Node n0 gets the request of the client, so it must not crash.
    system.spec["crashable"] = [node for node in system.spec.get("crashable", system.nodes) if node != "n0"]
    if "delays" in system.spec:  # makes delays multiples of 10, so that times keep their last digits
        late = system.spec["delays"]
        late |= {"values": sorted({5: 10, 12: 20, 30: 30}[value] for value in late["values"])} if "values" in late else {}
        late |= {"within": {4: 10, 12: 20, 30: 30, 70: 70}[late["within"]]} if "within" in late else {}
    if "restarts" in system.spec:
        system.spec["restarts"]["down"] = sorted({4: 10, 11: 20, 25: 40}[value] for value in system.spec["restarts"]["down"])
    if "duplicates" in system.spec:
        system.spec["duplicates"]["after"] = sorted({3: 10, 11: 20, 25: 40}[value] for value in system.spec["duplicates"]["after"])
    if "pauses" in system.spec:
        system.spec["pauses"]["for"] = sorted({4: 10, 15: 20, 40: 40}[value] for value in system.spec["pauses"]["for"])
    if rng.random() < 0.3 or ("midway" in system.spec and "restarts" in system.spec):
        system.durable = frozenset()  # `disk: volatile` means that no node keeps its state
    good = dict(zip(system.nodes, final_of(system.execute(Faults())))) if rng.random() < 0.95 else {}
    wrong = {node: {state for state in range(STATES) if state != good.get(node) and rng.random() < 0.5} for node in system.nodes}
    finals = itertools.product(*[[*range(STATES), "down"]] * len(system.nodes))
    system.bad = frozenset(final for final in finals if any(state in wrong[node] for node, state in zip(system.nodes, final)))
    return system, planned, wrong


def config_of(system, level, time, search):
    spec, start = system.spec, {"extended": "reset", "virtual": "fresh"}[time]
    operations = [{"at": "0ms", "client": "c1", "node": "n0", "body": {"type": "add", "element": 1}}]
    operations += [{"at": f"{LAST_READ}ms", "client": "c2", "node": node, "body": {"type": "read"}} for node in system.nodes]
    fspec = {"eot": f"{EOT}ms", "eff": f"{spec['eff']}ms", "from": f"{spec.get('from', 0)}ms", "omissions": spec.get("omissions", "all"),
             "crashes": {"most": spec["crashes"], "nodes": spec["crashable"]}}
    if "delays" in spec:
        late = spec["delays"]
        fspec["delays"] = {key: [f"{one}ms" for one in value] if key == "values" else f"{value}ms" if key == "within" else value for key, value in late.items()}
    if "restarts" in spec:
        fspec["restarts"] = spec["restarts"] | {"down": [f"{value}ms" for value in spec["restarts"]["down"]]}
    if "duplicates" in spec:
        fspec["duplicates"] = spec["duplicates"] | {"after": [f"{value}ms" for value in spec["duplicates"]["after"]]}
    if "pauses" in spec:
        fspec["pauses"] = spec["pauses"] | {"for": [f"{value}ms" for value in spec["pauses"]["for"]]}
    if "partitions" in spec:
        fspec["partitions"] = spec["partitions"] | {"window": f"{spec['partitions']['window']}ms"}
    if "crash_times" in spec:
        fspec["crashes"]["at"] = [f"{value}ms" for value in spec["crash_times"]]
    if "midway" in spec:
        fspec["crashes"]["midway"] = True
    for key in ("faults", "order"):
        if key in spec:
            fspec[key] = spec[key]
    return {"system": {"kind": "nodes", "command": [NODE, "table.json", *(["alone"] if time == "virtual" else [])], "files": ["table.json"],
                       "nodes": len(system.nodes), "time": time, "start": start, "disk": "durable" if system.durable else "volatile"},
            "network": {"latency": "10ms"}, "workload": {"ops": operations}, "checker": "set", "fspec": fspec,
            "search": {"level": level, **search}}


def slowed(config, slower):
    """Returns the config with all times multiplied by `slower`. EFF may be a little later than that."""
    text = re.sub(r'"([0-9]+)ms"', lambda time: f'"{int(time[1]) * slower}ms"', json.dumps(config))
    return re.sub(r'"eff": "([0-9]+)ms"', lambda time: f'"eff": "{int(time[1]) + slower // 2}ms"', text)


def ask(farm, folder, *options):
    done = subprocess.run([farm, *options], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, 1, 2):
        raise AssertionError(f"{options}: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def in_milliseconds(parts, slower):
    def scaled(part):
        times = {"D": 1, "U": 1, "R": 1, "S": 1, "P": 2}.get(part[0], 0)
        return (*part[:len(part) - times], *(value if value < 0 else value // (slower * 10**6) for value in part[len(part) - times:]))

    return frozenset(map(scaled, parts))


def compare(farm, system, planned, wrong, executions, level, time="extended"):
    slower = SLOWER if time == "virtual" else 1
    table = {"timers": [(at * slower, *rest) for at, *rest in planned], "bad": {node: sorted(states) for node, states in wrong.items()},
             "durable": sorted(system.durable) or system.nodes,
             "messages": {f"{node} {state} {kind} {sender}": step for (node, state, kind, sender), step in system.messages.items()}}
    with tempfile.TemporaryDirectory() as folder:
        steered = config_of(system, level, time, {"stop": "first", "steer": ("happens-before", "mixed")[system.seed % 2]})
        for name, what in (("table.json", table), ("config.yaml", config_of(system, level, time, {"stop": "all"})), ("steered.yaml", steered)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
                stream.write(json.dumps(what) if name == "table.json" else slowed(what, slower))
        summary = ask(farm, folder, "config.yaml", "--summary", "json", "--recordings", "kept")
        sooner = ask(farm, folder, "steered.yaml", "--summary", "json") if level == "state" else None
        recorded = ask(farm, folder, "--traces", "kept", "--level", level)
    complaints = []
    found = {in_milliseconds(faults_of(one["faults"]).parts, slower) for one in summary["counterexamples"]}
    want = falsifiers(executions.values())
    if found != want:
        complaints.append(f"{sorted(map(str, map(set, found)))} and by brute force {sorted(map(str, map(set, want)))}")
    if not all(one["minimal"] for one in summary["counterexamples"]) or summary["determinism"]["differences"]:
        complaints.append(f"{summary}")
    verdict = "broken" if frozenset() in want else "counterexample" if want else "certified"
    if summary["verdict"] != verdict:
        complaints.append(f"{summary['verdict']}, and by brute force {verdict}")
    if sooner:
        first = [in_milliseconds(faults_of(one["faults"]).parts, slower) for one in sooner["counterexamples"]]
        if sooner["verdict"] != verdict or not all(one["minimal"] for one in sooner["counterexamples"]) or first != [one for one in first if one in want]:
            complaints.append(f"steered it is {sooner}")
    if (recorded["verdict"], [one["faults"] for one in recorded["counterexamples"]]) != (
            summary["verdict"], [one["faults"] for one in summary["counterexamples"]]):
        complaints.append(f"its recordings say {recorded}")
    return [f"seed {system.seed}, {level}, {time}: {complaint}" for complaint in complaints], verdict, summary["executions"]


def in_virtual_time(farm, system, planned, wrong):
    """Expects the same results from nodes that do not speak the protocol ldfi/1. A recording then does not
    show a timer without output, and a restarted node begins anew."""
    system.quiet = True
    for key in ("restarts", "midway"):
        system.spec.pop(key, None)
    executions = space(system)
    if len(executions) > 200:
        return [], 0
    found, _, count = compare(farm, system, planned, wrong, executions, "exact", "virtual")
    return found, count


def drawn(systems, seed):
    """Yields random systems, each with its executions under all fault sets."""
    for make, left in ((random_system, systems), (held_while_still, systems // 4)):
        for number in itertools.count(seed):
            if left == 0:
                break
            system, planned, wrong = system_of(number, make)
            executions = space(system)
            if executions is None or len(executions) < 8 or any(one.cut for one in executions.values()):
                continue
            left -= 1
            yield system, planned, wrong, executions


def main(farm):
    systems, seed = int(os.environ.get("LDFI_ORACLE_PROGRAMS", 15)), int(os.environ.get("LDFI_ORACLE_SEED", 1))
    complaints, seen, counts = [], collections.Counter(), collections.Counter()
    for number, (system, planned, wrong, executions) in enumerate(drawn(systems, seed)):
        for level in ("exact", "state"):
            found, verdict, count = compare(farm, system, planned, wrong, executions, level)
            complaints += found
            counts[level] += count
        counts["brute force"] += len(executions)
        seen[verdict] += 1
        if number % 3 == 0:
            found, count = in_virtual_time(farm, system, planned, wrong)
            complaints += found
            counts["virtual time"] += count
    print("\n".join(complaints) or f"{seen.total()} systems agree: {dict(seen)}, executions: {dict(counts)}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
