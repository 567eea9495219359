"""Asks ldfi-farm and ldfi-results for the same results as the naive evaluator."""
import json
import os
import re
import subprocess

from faults import parse, written

HELD = re.compile(r"  .{10}  (?:\+ {8}| {9})(\S.*)")


class FarmError(Exception):
    pass


def arguments(fspec):
    out = ["-N", ",".join(fspec.nodes), "-t", str(fspec.eot), "-f", str(fspec.eff + fspec.exclusive), "-c", str(fspec.crashes),
           "--crash-model", fspec.crash_model]
    out += ["--restarts", str(fspec.restarts)] if fspec.stops() else []
    out += ["--crashable", ",".join(fspec.crashable)] if fspec.crashable else []
    out += ["--restartable", ",".join(fspec.restartable)] if fspec.restarts and fspec.restartable else []
    least, most = fspec.down
    out += ["--restart-down", f"{least}..{most or fspec.eot}"] if fspec.restarts and fspec.down != (1, None) else []
    out += ["--eff-mode", "exclusive"] if fspec.exclusive else []
    return out + budgets(fspec)


def budgets(fspec):
    """Returns the command-line options for the kinds of faults that the Fspec allows, and for its limits."""
    losses, cuts, disk = fspec.losses, fspec.cuts, fspec.disk
    sets = lambda some: ",".join(map(" ".join, some))
    given = {"--omissions": None if losses.most is None else losses.most or "none", "--max-faults": fspec.most,
             "--omissions-from": losses.senders and ",".join(losses.senders),
             "--omissions-to": losses.receivers and ",".join(losses.receivers), "--reliable": sets(losses.reliable) or None}
    if cuts.most:
        given |= {"--partitions": cuts.most, "--partition-sets": cuts.sides and sets(cuts.sides)}
    if fspec.pauses.most:
        given |= {"--pauses": fspec.pauses.most, "--pausable": fspec.pauses.nodes and ",".join(fspec.pauses.nodes)}
    if disk.faulty():
        given |= {"--disk-write": disk.most or None, "--disk-dead": disk.dead or None, "--disk-writeback": disk.writeback or None,
                  "--disk-relations": ",".join(disk.relations) if disk.named else None,
                  "--disk-nodes": disk.nodes and ",".join(disk.nodes), "--disk-corrupt": disk.corrupt or None}
    options = [word for name, value in given.items() if value is not None for word in (name, str(value))]
    options += [word for p, column in disk.columns if disk.columns_named for word in ("--disk-column", f"{p}={column}")]
    options += ["--one-way"] if cuts.most and cuts.one_way else []
    return (options + (["--disk-silent"] if disk.faulty() and disk.silent else [])
            + (["--disk-detected"] if disk.corrupt and disk.detected else [])
            # Rules may compare an address with the damaged value "?", so "?" must be a known name.
            + (["--data-names", "?"] if disk.corrupt else []))


class Farm:
    """Runs the programs of a build on one program and Fspec. Writes files to `folder`."""

    def __init__(self, farm, results, folder):
        self.farm, self.results = farm, results
        self.output = os.path.join(folder, "r.h5")
        self.folder = folder

    def ask(self, command, *fine):
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        if done.returncode not in fine:
            raise FarmError(f"{' '.join(command)}\n  exit status {done.returncode}\n{done.stderr}")
        return done.stdout

    def summary(self, paths, fspec, options, *fine):
        command = [self.farm, *paths, *arguments(fspec), *options, "--summary", "json", "--quiet"]
        return json.loads(self.ask(command, *fine).splitlines()[-1])

    def search(self, paths, fspec, stop="all", includes=(), strategy="lineage"):
        """Returns the verdict, and {minimal counterexample: the tuples that it violates}."""
        for name in os.listdir(self.folder):
            if name.startswith("r."):
                os.remove(os.path.join(self.folder, name))
        options = ["--stop", stop, "--strategy", strategy, "-o", self.output, *(f"-I{folder}" for folder in includes)]
        found = self.summary(paths, fspec, options, 0, 1, 2)
        # Clingo does not find out whether any fault is possible, so a verdict for this reason counts as
        # certified.
        idle = found["reason"].endswith("so no fault was possible")
        return "certified" if idle else found["verdict"], {parse(f["faults"]): sorted(f["violated"]) for f in found["counterexamples"]}

    def exhausted(self):
        """Returns how many fault sets the last search executed, and how many of them violate. Requires
        that it was an exhaustive search."""
        cell = json.loads(self.ask([self.results, "export", self.output, "--json"], 0))["cells"][0]
        return tuple(cell[name] and int(cell[name]) for name in ("executed", "violating"))

    def replay(self, paths, fspec, text):
        """Executes the fault set. Returns its written form, and the sorted tuples of pre, post, and
        violated at EOT (the last tick)."""
        found = self.summary(paths, fspec, ["--replay", text], 0, 1, 2)
        return (found["faults"], *(sorted(found[name]) for name in ("pre", "post", "violated")))

    def ticks(self, faults):
        """Returns the tuples of each tick under the fault set, as a set of texts. Uses the program and
        Fspec of the last search."""
        ticks = []
        for line in self.ask([self.results, "show", self.output, written(faults), "--state"], 0).splitlines():
            if line.startswith("tick "):
                ticks.append(set())
            elif not line:
                continue
            elif ticks and line.startswith("  ") and (held := HELD.fullmatch(line)):
                ticks[-1].add(held.group(1).split("   from ")[0])
        return ticks

    def count(self, paths, fspec):
        return int(self.summary(paths, fspec, ["--check"], 0, 1, 2)["distinct_fault_sets"])
