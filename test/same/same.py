#!/usr/bin/env python3
"""Shows that two builds answer alike: same.py OLD NEW [option ...]

OLD and NEW are build folders. Each case (cases.py) runs a few commands of both builds in folders of the same name, once for each number
of ranks. Everything that the commands leave is compared: statuses, stdout, stderr, pages, pictures, exports, recordings and certificates.
Times and dates are left out (normal.py). With more than one rank, so is all that depends on which rank is faster: how many executions were
made, and which.

  --ranks 1,4       the numbers of ranks; default: 1
  --cases PATTERN   only cases whose names match the regular expression
  --share I/N       only every N-th case, beginning with the I-th, counted from 0
  --jobs N          cases that run at the same time; default: 1
  --keep FOLDER     keep what the commands left, in FOLDER/old and FOLDER/new
  --list            print the names of the cases

The exit status is 0 if all is equal, 1 if something differs, 2 if a case could not be compared, such as one that ran out of time.
"""

import argparse
import concurrent.futures
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import cases  # noqa: E402
import normal  # noqa: E402

SOURCE = Path(__file__).resolve().parent.parent.parent
LIMIT_S = 300  # for one command
SHOWN_LINES = 12  # of one difference
OUT_OF_TIME = re.compile(r"time: the run ended|the time limit|the sweep ended at EOT \d+ \(time\)")


class NotComparable(Exception):
    """A case that says nothing about the two builds."""


def command_line(words, build, ranks):
    """The words with the program's path, under mpirun if there are several ranks and the program is the farm."""
    program = str(build / words[0])
    if words[0] != "ldfi-farm" or ranks == 1:
        return [program, *words[1:]]
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return ["mpirun", "--quiet", *root, "--oversubscribe", "-n", str(ranks), program, *words[1:]]


def run(words, build, ranks, folder):
    """Runs one command; returns its status, its standard output and its standard error."""
    try:
        done = subprocess.run(command_line(words, build, ranks), cwd=folder, capture_output=True, timeout=LIMIT_S, check=False,
                              stdin=subprocess.DEVNULL)  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise NotComparable(f"{' '.join(words)} took more than {LIMIT_S} s") from error
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def leave(case, build, ranks, folder):
    """Runs the commands of a case in a folder; returns a text for each thing that they left."""
    left = {}
    folder.mkdir(parents=True)
    # The path of the program is part of what it records, so both builds have the same one.
    own = folder.parent / "build"
    own.unlink(missing_ok=True)
    own.symlink_to(build, target_is_directory=True)
    for step in case.steps:
        words = step(folder) if callable(step) else step
        if words is None:
            continue
        status, out, err = run(words, own, ranks, folder)
        if OUT_OF_TIME.search(out + err):
            raise NotComparable(f"{' '.join(words)} ran out of time")
        if status == 64:
            raise NotComparable(f"{' '.join(words)} is not a command: {err.strip()}")
        name = " ".join(words)
        left[f"{name}: status"] = str(status)
        if normal.is_compared(name, ranks):
            left[f"{name}: stdout"] = normal.text(out, ranks)
            left[f"{name}: stderr"] = normal.errors(err, ranks)
        (folder / "last-output.json").write_text(out, encoding="utf-8")
    (folder / "last-output.json").unlink(missing_ok=True)
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not path.is_symlink() and normal.is_compared(name, ranks):
            left[name] = normal.file(path, ranks)
    return left


def short_lines(text):
    """The lines of a text; the data of a page is one line, which is cut at its commas."""
    return [part for line in text.splitlines() for part in (line.split(",") if len(line) > 400 else [line])]


def difference(name, old, new):
    """The first lines in which two texts differ."""
    if old is None or new is None:
        return f"  {name}: only the {'old' if new is None else 'new'} build leaves it"
    lines = list(difflib.unified_diff(short_lines(old), short_lines(new), "old", "new", lineterm="", n=0))[2:]
    shown = [f"    {line[:300]}" for line in lines[:SHOWN_LINES]]
    more = [f"    … {len(lines) - SHOWN_LINES} more lines"] if len(lines) > SHOWN_LINES else []
    return "\n".join([f"  {name}:", *shown, *more])


def compare(case, builds, ranks, keep):
    """The differences of a case, as texts; throws NotComparable."""
    with tempfile.TemporaryDirectory() as scratch:
        left = []
        for which, build in zip(("old", "new"), builds, strict=True):
            # Both run at the same path, one after the other: a path may be part of an answer.
            folder = Path(scratch) / "run"
            try:
                left.append(leave(case, build, ranks, folder))
            finally:
                if keep and folder.is_dir():
                    shutil.copytree(folder, keep / which / f"{case.name}-{ranks}".replace("/", "_"), symlinks=True, dirs_exist_ok=True)
            shutil.rmtree(folder)
    old, new = left
    return [difference(name, old.get(name), new.get(name)) for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name)]


def chosen(options):
    found = [case for case in cases.all_cases(SOURCE) if re.search(options.cases, case.name)]
    first, step = (int(word) for word in options.share.split("/"))
    return found[first::step]


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs="*", type=Path, metavar="BUILD")
    parser.add_argument("--ranks", default="1")
    parser.add_argument("--cases", default="")
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args(argv)
    found = chosen(options)
    if options.list:
        print("\n".join(case.name for case in found))
        return 0
    if len(options.builds) != 2 or not found:
        parser.error("two build folders are needed" if found else "no case has such a name")
    builds = [build.resolve() for build in options.builds]
    work = [(case, ranks) for case in found for ranks in (int(word) for word in options.ranks.split(","))]
    began = time.monotonic()
    differing, skipped = 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(compare, case, builds, ranks, options.keep): (case, ranks) for case, ranks in work}
        for future in concurrent.futures.as_completed(futures):
            case, ranks = futures[future]
            label = f"{case.name}, {ranks} rank{'s' if ranks > 1 else ''}"
            try:
                differences = future.result()
            except NotComparable as error:
                skipped += 1
                print(f"not compared: {label}: {error}", flush=True)
                continue
            differing += bool(differences)
            if differences:
                print(f"differs: {label}", *differences, sep="\n", flush=True)
    print(f"{len(work)} runs of {len(found)} cases: {differing} differ, {skipped} not compared, {time.monotonic() - began:.0f} s")
    return 1 if differing else 2 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
