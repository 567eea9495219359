"""Compares three implementations for outages, partitions, pauses, faults of disks and limits on faults: a naive evaluator with brute
force, clingo, and ldfi-farm.

    recovery_oracle_test.py itself SOURCE_DIR                     evaluator and clingo only, and mutants of the evaluator
    recovery_oracle_test.py random FARM RESULTS                   random programs: executions, verdicts, minimal counterexamples
    recovery_oracle_test.py examples FARM RESULTS [--all]         examples that were worked out by hand, and how fault sets are read;
                                                                  clingo is asked about one execution in four, or with --all about each
    recovery_oracle_test.py count FARM RESULTS                    the numbers of fault sets
    recovery_oracle_test.py protocols FARM RESULTS SOURCE_DIR [--all]
                                                                  the configs with restarts, and these configs with other kinds of
                                                                  faults; with --all, the slow configs, too

LDFI_ORACLE_PROGRAMS is the number of programs or Fspecs, and LDFI_ORACLE_SEED the first seed. The exit status is 77 (skipped) if clingo is
not installed. ASKED in configs.py lists the kinds of faults for which ldfi-farm is compared.
"""
import collections
import os
import random
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "clingo"))

import configs  # noqa: E402
import counting  # noqa: E402
import examples  # noqa: E402
import planted  # noqa: E402
import planted_spaces  # noqa: E402
from asking_farm import Farm  # noqa: E402
from comparing import Comparison  # noqa: E402
from faults import ALL_KINDS, Corruption, Crash, DeadDisk, FailedWrite, Partition, Pause, WriteBack  # noqa: E402
from random_program import RandomProgram  # noqa: E402

SKIPPED = 77
EXECUTIONS = 3  # number of executions of each random program
SEEN = {Partition: "partition", Pause: "pause", FailedWrite: "failed write", DeadDisk: "dead disk", WriteBack: "write-back",
        Corruption: "corruption"}
MOST = 2  # largest number of faults in the fault sets of brute force


def how_many(default):
    return int(os.environ.get("LDFI_ORACLE_PROGRAMS", default)), int(os.environ.get("LDFI_ORACLE_SEED", 1))


def report(complaints, good):
    print("\n".join(complaints) or good)
    return 1 if complaints else 0


def randomly(programs, first_seed, kinds, farm=None):
    """Compares random programs. Returns complaints, and what was compared."""
    complaints, seen = [], collections.Counter()
    for seed in range(first_seed, first_seed + programs):
        one = RandomProgram(seed, kinds)
        paths = []
        if farm:
            paths = [os.path.join(farm.folder, "p.ded")]
            with open(paths[0], "w", encoding="utf-8") as stream:
                stream.write(one.text)
        comparison = Comparison(one.program, one.fspec, farm, paths)
        found = comparison.complaints(random.Random(seed), EXECUTIONS, MOST)
        complaints += [f"seed {seed}, {one.fspec}\n  " + "\n  ".join(found) + "\n" + one.text] if found else []
        seen[comparison.verdict(comparison.minimal)] += 1
        crashes = [f for faults in comparison.minimal for f in faults if isinstance(f, Crash)]
        seen["falsified by a restart"] += any(not c.permanent() for c in crashes)
        cuts = [f for faults in comparison.minimal for f in faults if isinstance(f, Partition)]
        seen["by a partition in one direction"] += any(f.one_way() for f in cuts)
        for kind, name in SEEN.items():
            seen[f"by a {name}"] += any(isinstance(f, kind) for faults in comparison.minimal for f in faults)
    return complaints, f"{programs} programs from seed {first_seed} on agree: {dict(seen)}"


def itself(source_dir):
    programs, seed = how_many(20)
    complaints, good = randomly(programs, seed, ALL_KINDS)
    more = [*examples.complaints(ALL_KINDS), *planted.survivors(seed), *planted_spaces.survivors(seed),
            *counting.enumerations(programs, seed, ALL_KINDS), *configs.executions(source_dir)]
    return report(complaints + more, good)


def main():
    if shutil.which("clingo") is None:
        print("clingo is not installed")
        return SKIPPED
    mode, *rest = sys.argv[1:]
    if mode == "itself":
        return itself(rest[0])
    farm, results = map(os.path.abspath, rest[:2])
    with tempfile.TemporaryDirectory() as folder:
        asked = Farm(farm, results, folder)
        if mode == "count":
            return report(*counting.counts(asked, *how_many(200), configs.ASKED))
        if mode == "examples":
            number = sum(map(len, examples.chosen(configs.ASKED)))
            return report(examples.complaints(configs.ASKED, asked, 1 if rest[2:] == ["--all"] else 4), f"{number} examples agree")
        if mode == "protocols":
            return report(*configs.falsifiers(asked, os.path.abspath(rest[2]), rest[3:] == ["--all"]))
        return report(*randomly(*how_many(25), configs.ASKED, asked))


if __name__ == "__main__":
    sys.exit(main())
