"""Compares the evaluator, clingo and ldfi-farm on the programs of configs/. Configs with other faults than
losses and crashes are compared unchanged. The other configs are compared by executions with more kinds of
faults."""
import glob
import os
import random
from dataclasses import replace

from asking_farm import FarmError
from comparing import Comparison
from data_columns import damageable
from ded2asp import PLAIN, read_config
from evaluator import buffered_relations
from fault_space import FaultSpace
from faults import Cuts, Disk, Fspec, Kinds, Losses, Pauses
from program import load
from random_program import all_files, written_relations

# The kinds of faults for which ldfi-farm is compared, too. Evaluator and clingo are compared for all kinds.
ASKED = Kinds(
    budgets=True,
    one_way=True,
    writes=True,
    buffers=True,
    pauses=True,
    deaths=True,
    corruptions=True,
)
EOT, EFF = 5, 3  # EOT and EFF of executions
# Number of executions of each config. As many more have pauses, and as many have dead disks and write-backs.
EXECUTIONS = 1
# Beginnings of the names of configs for which clingo takes 2 to 90 s.
SLOW = ("hdfs-append.yaml", "hdfs-append-all", "hdfs-append-old", "hdfs-append-some", "hdfs-log-merge-late-roll",
        "hdfs-log-merge-restless", "hdfs-log-merge-second-upload", "hdfs-rack.yaml", "hdfs-rack-count", "hdfs-rack-dead",
        "hdfs-write", "quorum-store", "raft-restart-", "zk-broadcast")
# Configs for which clingo would take minutes or hours. For them, only single faults are compared.
LATE = ("hdfs-append.yaml", "hdfs-rack.yaml", "hdfs-rack-count", "hdfs-write.yaml", "quorum-store", "zk-broadcast.yaml",
        "zk-broadcast-epoch", "zk-broadcast-truncated")
MOST_NODES = 3  # largest number of nodes of variants, because clingo takes minutes with four nodes
# Largest number of counterexamples of a config. If there are more, only the verdict is compared.
MOST_FALSIFIERS = 300


def all_configs(source_dir):
    folder = os.path.join(source_dir, "configs")
    for path in sorted(glob.glob(f"{folder}/*.yaml") + glob.glob(f"{folder}/*/*.yaml")):
        paths, includes, config = read_config(path)
        if "nodes" in config:
            yield os.path.relpath(path, folder), paths, includes, config


def is_ours(config):
    """Returns true if this test compares the config. test/oracle/clingo compares configs that have only
    losses and final crashes."""
    return "sweep" not in config and bool(set(config.get("fspec", {})) - PLAIN)


def own_fspec(config, program):
    f = config["fspec"]
    some = lambda value: None if value is None else tuple(value)
    whole = lambda value, key="most": value if isinstance(value, dict) else {key: value}
    sets = lambda value: None if value is None else tuple(map(tuple, value))
    losses, cuts, disk = whole(f.get("omissions", {})), whole(f.get("partitions", 0)), whole(f.get("disk", 0), "write")
    crashes, pauses = whole(f.get("crashes", 0)), whole(f.get("pauses", 0))
    exclusive = f.get("eff_mode") == "exclusive"
    most = {"all": None, "none": 0}.get(losses.get("most", "all"), losses.get("most"))
    own_disk = Disk(disk.get("write", 0), some(disk.get("relations")) or all_files(program), some(disk.get("nodes")),
                    disk.get("silent", False), "relations" in disk, disk.get("dead", 0), disk.get("writeback", 0),
                    tuple(sorted(buffered_relations(program))), disk.get("corrupt", 0), detected=disk.get("detected", False),
                    columns_named="columns" in disk)
    if own_disk.corrupt:
        own_disk = own_disk._replace(columns=damageable(program, own_disk.relations, own_disk.detected, disk.get("columns")))
    again = f.get("restarts", 0)
    again = again if isinstance(again, dict) else {"most": again}
    down = again.get("down", (1, None))
    finite = again.get("most") or cuts.get("most") or pauses.get("most") or own_disk.faulty()
    return Fspec(f["eot"], f["eff"] - exclusive, crashes.get("most", 0), again.get("most", 0), tuple(sorted(config["nodes"])),
                 some(f.get("crashable", crashes.get("nodes"))), f.get("crash_model", "stop" if finite else "silent"), exclusive,
                 Losses(most, some(losses.get("from")), some(losses.get("to")), sets(f.get("reliable")) or ()),
                 Cuts(cuts.get("most", 0), sets(cuts.get("sets")), cuts.get("one_way", False)),
                 own_disk, f.get("faults"), Pauses(pauses.get("most", 0), some(f.get("pausable", pauses.get("nodes")))),
                 some(again.get("nodes")), tuple(down) if isinstance(down, (list, tuple)) else (down, down))


def files_of(program):
    """Returns a Disk (limits on disk faults) for the relations that rules write."""
    return Disk(relations=tuple(sorted(written_relations(program))), buffered=tuple(sorted(buffered_relations(program))))


def variants(name, fspec, disk, everything):
    """Yields the Fspec of a config, and smaller ones with other kinds of faults. Without `everything`,
    yields one of them for every second config."""
    small = replace(fspec, eff=min(fspec.eff, 5), restarts=min(fspec.restarts, 1), losses=Losses(1), most=2)
    found = [replace(small, cuts=Cuts(1, one_way=ASKED.one_way and len(name) % 2 == 1))] if ASKED.budgets else []
    alone = replace(small, losses=Losses(0))
    if ASKED.writes and disk.relations and fspec.stops():
        found.append(replace(alone, disk=disk._replace(most=1)))
    if ASKED.pauses and fspec.stops():
        found.append(replace(alone, pauses=Pauses(1)))
    if ASKED.deaths and disk.relations and fspec.stops():
        found.append(replace(alone, disk=disk._replace(dead=1, writeback=1 if disk.buffered else 0)))
    if everything:
        return [fspec, *found]
    turn = sum(name.encode()) % max(len(found), 1)
    return [fspec, *found[turn:turn + 1]] if len(fspec.nodes) <= MOST_NODES and sum(name.encode()) // 7 % 2 == 0 else [fspec]


def executions(source_dir):
    """Compares executions of evaluator and clingo on the same programs, and returns complaints. If a
    config has only losses and crashes, uses a small Fspec."""
    found = []
    for name, paths, includes, config in all_configs(source_dir):
        meant = is_ours(config)
        if os.path.dirname(name) and not meant:
            continue
        program = load(paths, includes)
        fspec = own_fspec(config, program) if meant else Fspec(EOT, EFF, 1, 2, tuple(sorted(config["nodes"])))
        fspec = replace(fspec, cuts=Cuts(2, one_way=True), disk=files_of(program)._replace(most=2) if fspec.stops() else Disk())
        numbers = random.Random(name)
        chosen = [FaultSpace(fspec).sample(numbers) for _ in range(EXECUTIONS)]
        if fspec.stops():
            fspec = replace(fspec, pauses=Pauses(2))
            dying = replace(fspec, disk=fspec.disk._replace(dead=2, writeback=2))
            chosen += [FaultSpace(fspec).sample(numbers), FaultSpace(dying).sample(numbers)]
        found += [f"{name}: {complaint}" for complaint in Comparison(program, fspec).executions(chosen)]
    return found


def falsifiers(farm, source_dir, everything):
    """Compares the verdicts and minimal counterexamples of ldfi-farm. Returns complaints, and what was
    compared."""
    found, compared = [], 0
    for name, paths, includes, config in all_configs(source_dir):
        if not is_ours(config) or (os.path.basename(name).startswith(SLOW) and not everything):
            continue
        program = load(paths, includes)
        own = own_fspec(config, program)
        if os.path.basename(name).startswith(LATE):
            own = replace(own, most=1)
        if own.disk.most and not ASKED.writes or (own.disk.dead or own.disk.writeback) and not ASKED.deaths or (
                own.disk.corrupt and not ASKED.corruptions):
            continue
        for fspec in variants(name, own, files_of(program), everything):
            comparison = Comparison(program, fspec, farm, paths)
            minimal = comparison.clingo.minimal(MOST_FALSIFIERS + 1)
            stop = "all" if len(minimal) <= MOST_FALSIFIERS else "first"
            try:
                found += [f"{name}, {fspec}: {complaint}" for complaint in comparison.searched_by_farm(minimal, stop, includes)]
            except FarmError as error:
                found.append(f"{name}: {error}")
            compared += 1
    return found, f"{compared} configs and variants agree"
