"""The programs of configs: those that admit restarts as they are, all others by executions with restarts."""
import glob
import os
import random
from dataclasses import replace

from asking_farm import FarmError
from comparing import Comparison
from ded2asp import read_config
from evaluator import stable_relations
from fault_space import FaultSpace
from faults import Cuts, Disk, Fspec, Kinds, Losses
from program import load

# What ldfi-farm is asked about; evaluator and clingo are compared about everything.
ASKED = Kinds(
    budgets=False,
    writes=False,
)
EOT, EFF = 5, 3  # of executions
EXECUTIONS = 2
# For these clingo takes 2 to 7 s, for the first one more than a minute.
SLOW = ("raft-restart-log-in-memory.yaml", "raft-restart-term-in-memory.yaml", "raft-restart-vote-in-memory.yaml",
        "hdfs-log-merge-restless.yaml", "hdfs-log-merge-late-roll.yaml", "hdfs-log-merge-second-upload.yaml")
MOST_NODES = 3  # of variants; with four clingo takes minutes
MOST_FALSIFIERS = 300  # of a config; beyond it the verdict alone is compared


def all_configs(source_dir):
    folder = os.path.join(source_dir, "configs")
    for path in sorted(glob.glob(f"{folder}/*.yaml") + glob.glob(f"{folder}/*/*.yaml")):
        paths, includes, config = read_config(path)
        if "nodes" in config:
            yield os.path.relpath(path, folder), paths, includes, config


def admits_restarts(config):
    fspec = config.get("fspec", {})  # this oracle knows no failed writes
    return "sweep" not in config and "disk" not in fspec and bool(fspec.get("restarts"))


def own_fspec(config):
    f = config["fspec"]
    crashable = tuple(sorted(f["crashable"])) if "crashable" in f else None
    return Fspec(f["eot"], f["eff"], f.get("crashes", 0), f["restarts"], tuple(sorted(config["nodes"])), crashable)


def files_of(program):
    """The stable relations that rules write."""
    return tuple(sorted(stable_relations(program) & {r.head.relation for r in program.rules if r.kind == "next"}))


def variants(fspec, files, everything):
    """The Fspec of a config, and smaller ones with other kinds of faults."""
    yield fspec
    small = replace(fspec, eff=min(fspec.eff, 5), restarts=min(fspec.restarts, 1), losses=Losses(1), most=2)
    if len(fspec.nodes) > MOST_NODES and not everything:
        return
    if ASKED.budgets:
        yield replace(small, cuts=Cuts(1))
    if ASKED.writes and files:
        yield replace(small, losses=Losses(0), disk=Disk(1, files))


def executions(source_dir):
    """Complaints of evaluator and clingo about the same programs, at a small Fspec if restarts are not meant."""
    found = []
    for name, paths, includes, config in all_configs(source_dir):
        meant = admits_restarts(config)
        if os.path.dirname(name) and not meant:
            continue
        nodes, program = tuple(sorted(config["nodes"])), load(paths, includes)
        fspec = own_fspec(config) if meant else Fspec(EOT, EFF, 1, 2, nodes)
        fspec = replace(fspec, cuts=Cuts(2), disk=Disk(2, files_of(program)))
        numbers = random.Random(name)
        chosen = [FaultSpace(fspec).sample(numbers) for _ in range(EXECUTIONS)]
        found += [f"{name}: {complaint}" for complaint in Comparison(program, fspec).executions(chosen)]
    return found


def falsifiers(farm, source_dir, everything):
    """Complaints about ldfi-farm's verdicts and minimal falsifiers, and what was compared."""
    found, compared = [], 0
    for name, paths, includes, config in all_configs(source_dir):
        if not admits_restarts(config) or (os.path.basename(name) in SLOW and not everything):
            continue
        program = load(paths, includes)
        for fspec in variants(own_fspec(config), files_of(program), everything):
            comparison = Comparison(program, fspec, farm, paths)
            minimal = comparison.clingo.minimal(MOST_FALSIFIERS + 1)
            stop = "all" if len(minimal) <= MOST_FALSIFIERS else "first"
            try:
                found += [f"{name}, {fspec}: {complaint}" for complaint in comparison.searched_by_farm(minimal, stop, includes)]
            except FarmError as error:
                found.append(f"{name}: {error}")
            compared += 1
    return found, f"{compared} configs and variants agree"
