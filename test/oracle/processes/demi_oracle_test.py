"""Executes the nodes of configs/systems/demi under every small fault set, and compares the violations with ldfi-farm's. The network and
the judge are not those of ldfi-farm: demi_oracle_test.py LDFI_FARM SOURCE_DIR RAFT_NODE SPARK_NODE [CONFIG …]

For each config with a bug, ldfi-farm finds the smallest counterexamples. This test executes every fault set with at most as many faults.
No smaller set may violate. The sets of this size that violate must be those that `--stop all` finds. The config without the bug must not
be violated. CONFIG+fifo has channels without overtaking. CONFIG+ordered delays messages by activations instead of times; if ldfi-farm
finds nothing then, no two faults may violate.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "recordings"))

from demi_promises import violated  # noqa: E402
from real_network import Network, fault_sets  # noqa: E402
from system import faults_of  # noqa: E402

# Index of the time in a fault of this kind; of faults that differ only in the time, the shortest is reported.
LATER = {"D": 5, "U": 5, "R": 4, "S": 3}


def without_longer(falsifiers):
    """Returns the counterexamples without those that differ from another one only in longer times."""

    def kind(parts):
        return frozenset(part[: LATER.get(part[0], len(part))] for part in parts)

    def times(parts):
        return [part[LATER[part[0]] :] for part in sorted(parts) if part[0] in LATER]

    def is_shorter(one, other):
        return one != other and kind(one) == kind(other) and all(is_no_later(a, b) for a, b in zip(times(one), times(other)))

    def is_no_later(a, b):
        return all((x < 0) == (y < 0) and abs(x) <= abs(y) for x, y in zip(a, b))

    return {one for one in falsifiers if not any(is_shorter(other, one) for other in falsifiers)}


class Nodes:
    def __init__(self, farm, configs, programs):
        self.farm, self.configs, self.programs = farm, configs, programs

    def config(self, name):
        name, *words = name.split("+")
        with open(os.path.join(self.configs, f"{name}.yaml"), encoding="utf-8") as stream:
            config = yaml.safe_load(stream)
        for one in words:
            count = {"count": config["fspec"].get("delays", {}).get("count", 3)}
            more = {"paused": {"pauses": {"most": 1, "for": ["40ms"]}}, "ordered": {"delays": {"behind": 2, "within": "100ms", **count}}}
            config["fspec"].update(more.get(one, {"order": one}))
        return config

    def program(self, config):
        return self.programs[os.path.basename(config["system"]["command"][0])]

    def searched(self, name):
        """Returns the counterexamples that ldfi-farm finds, as sets of faults."""
        config = self.config(name)
        config["system"]["command"][0] = self.program(config)
        with tempfile.TemporaryDirectory() as folder:
            for spec in config["checker"]["specs"]:
                shutil.copy(os.path.join(self.configs, spec), folder)
            with open(os.path.join(folder, "c.yaml"), "w", encoding="utf-8") as stream:
                json.dump(config, stream)
            done = subprocess.run([self.farm, "c.yaml", "--summary", "json", "--stop", "all"], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise AssertionError(f"{name}: status {done.returncode}: {done.stderr}")
        return [frozenset(faults_of(one["faults"]).parts) for one in json.loads(done.stdout)["counterexamples"]]

    def executed(self, name, size):
        """Executes all fault sets of at most `size` faults. Returns those that violate, and the number of
        executions."""
        config = self.config(name)
        network = Network(config, self.program(config))
        try:
            outcomes = [(parts, bool(violated(happened, network.names))) for parts, happened in fault_sets(network, size)]
        finally:
            network.close()
        return {parts for parts, is_violated in outcomes if is_violated}, len(outcomes)

    def compare(self, name):
        found = self.searched(name)
        if not found and "+" not in name:
            return [f"{name}: nothing is found"]
        size = min(map(len, found), default=2)
        broken, executions = self.executed(name, size)
        complaints = [f"{name}: {sorted(one)} violates, and has fewer faults" for one in broken if len(one) < size]
        ours = {one for one in found if len(one) == size}
        if ours != without_longer(broken):
            complaints.append(f"{name}: {sorted(map(sorted, ours ^ without_longer(broken)))} is found by one of both alone")
        repaired = "+".join(part + "-repaired" * (not i) for i, part in enumerate(name.split("+")))
        right, more = self.executed(repaired, size)
        complaints += [f"{repaired}: {sorted(one)} violates" for one in right]
        complaints += [f"{repaired}: {sorted(one)} is found" for one in self.searched(repaired)]
        print(f"{name}: {len(ours)} with {size} faults violate, and none with fewer; {executions} and {more} fault sets executed", flush=True)
        return complaints


def main(farm, source, *words):
    programs = {os.path.basename(path): os.path.abspath(path) for path in words[:2]}
    configs = os.path.join(source, "configs", "systems", "demi")
    names = words[2:] or sorted(re.sub(r"\.yaml$", "", name) for name in os.listdir(configs) if re.fullmatch(r"[a-z]+-\w+\.yaml", name))
    nodes = Nodes(os.path.abspath(farm), configs, programs)
    complaints = [line for name in names for line in nodes.compare(name)]
    for line in complaints:
        print(f"DISAGREES {line}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
