"""Every node of configs/systems does the same twice, however busy the machine is.

test_double_runs.py PROGRAM SOURCE_DIR EXECUTIONS [NODE_PROGRAM …]     (broadcast-node, gossip-go-node)

Each system is searched twice, EXECUTIONS long, beside processes that keep all cores busy (of many executions, twice as many as there are cores), and the recordings of both runs are compared byte
by byte. LDFI_SYSTEMS is a regular expression for their names. Ends with a line of counts for each.
"""

import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, SOURCE = (os.path.abspath(word) for word in sys.argv[1:3])
EXECUTIONS = int(sys.argv[3])
BINARIES = {os.path.basename(word): os.path.abspath(word) for word in sys.argv[4:]}
CONFIGS = os.path.join(SOURCE, "configs", "systems")
NODES = os.path.join(SOURCE, "test", "e2e", "nodes")
sys.path.insert(0, os.path.join(SOURCE, "test", "support"))
from config_files import beside  # noqa: E402
BROADCAST = {"workload": {"kind": "broadcast", "operations": 1}, "fspec": {"eff": "450ms", "eot": "1s"}}
WIDE = {"omissions": 2, "crashes": 1, "delays": {"values": ["40ms"], "count": 1}, "eff": "500ms", "eot": "1500ms"}


def system(command, start="fresh", time="extended", nodes=3, **more):
    return {"system": {"kind": "nodes", "command": command, "nodes": nodes, "time": time, "start": start}, **BROADCAST, **more}


def python(name, *words):
    return ["python3", os.path.join(CONFIGS, name), *words]


def systems():
    raft = {"workload": {"kind": "lin-kv", "operations": 4, "clients": 2, "from": "400ms", "every": "50ms"}, "fspec": WIDE | {"from": "400ms"}}
    store = {"fspec": WIDE}
    out = {
        "python broadcast, reset": system(python("broadcast.py", "1000"), "reset"),
        "python broadcast, fresh": system(python("broadcast.py", "1000")),
        "python broadcast, virtual": system(python("broadcast.py", "1000"), time="virtual"),
        "python threads, virtual": system(["python3", os.path.join(NODES, "threads.py")], time="virtual"),
        "python raft, reset": system(python("raft.py"), "reset", **raft),
        "python raft, virtual": system(python("raft.py"), time="virtual", **raft),
        "python gset, reset": system(python("gset.py"), "reset", workload={"kind": "set", "operations": 3}, **store),
        "python kafka, reset": system(python("kafka.py"), "reset", workload={"kind": "kafka", "operations": 4}, **store),
        "python txn, reset": system(python("txn.py"), "reset", workload={"kind": "txn", "operations": 4}, **store),
    }
    if shutil.which("node"):
        out["javascript gossip, reset"] = system(["node", os.path.join(CONFIGS, "gossip.js"), "1000"], "reset")
        out["javascript gossip, fresh"] = system(["node", os.path.join(CONFIGS, "gossip.js"), "1000"])
        out["javascript broadcast, virtual"] = system(["node", os.path.join(CONFIGS, "broadcast.js"), "100"], time="virtual")
    if shutil.which("ruby"):
        out["ruby gossip, virtual"] = system(["ruby", os.path.join(NODES, "gossip.rb")], time="virtual")
    for name, language in (("broadcast-node", "c++ broadcast"), ("gossip-go-node", "go gossip")):
        if name in BINARIES:
            for start in ("reset", "fresh"):
                out[f"{language}, {start}"] = system([BINARIES[name], "1000"], start)
    return out


def keep_busy():
    while True:
        sum(range(100_000))


def recorded(folder, config, kept):
    system = config["system"]
    with open(os.path.join(folder, "c.yaml"), "w", encoding="utf-8") as file:
        json.dump(config | {"system": system | {"command": beside(system["command"], folder)}}, file)
    done = subprocess.run([PROGRAM, "c.yaml", "--max-runs", str(EXECUTIONS), "--stop", "all", "--recordings", kept, "--summary", "json", "--quiet"],
                          cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, 2), done.stderr
    out = {}
    for name in sorted(os.listdir(os.path.join(folder, kept))):
        with open(os.path.join(folder, kept, name), "rb") as file:
            out[name] = file.read()
    return json.loads(done.stdout), out


def compare(name, config):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        (summary, first), (_, second) = (recorded(folder, config, kept) for kept in ("first", "second"))
    differing = [one for one in sorted(first.keys() | second.keys()) if first.get(one) != second.get(one)]
    told = summary["determinism"]
    print(f"{name}: {len(first)} double runs, {len(differing)} differ; {told['pairs']} pairs and {told['double_runs']} repetitions within a run, "
          f"{len(told['differences'])} differ; {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.0f}", flush=True)  # fmt: skip
    assert not told["differences"], told["differences"]
    assert not differing, f"{name}: {differing[0]} once\n{first.get(differing[0])}\nand once\n{second.get(differing[0])}"
    assert len(first) == EXECUTIONS, f"{name}: only {len(first)} executions, {summary}"


def main():
    wanted = os.environ.get("LDFI_SYSTEMS", "")
    busy = [multiprocessing.Process(target=keep_busy, daemon=True) for _ in range((2 if EXECUTIONS > 10 else 1) * (os.cpu_count() or 1))]
    for process in busy:
        process.start()
    try:
        for name, config in systems().items():
            if re.search(wanted, name):
                compare(name, config)
    finally:
        for process in busy:
            process.kill()


if __name__ == "__main__":
    main()
