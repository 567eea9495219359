#!/usr/bin/env python3
"""Writes a Slurm job array for a grid of Fspecs, and the job that merges its results.

make_jobs.py CONFIG.yaml [-o FOLDER] [--by cell|eot] [--ntasks N] [--time LIMIT] [--farm PATH] [-- OPTION …]

CONFIG has a grid (`sweep:` with an axis), or the options give one (`-- --sweep-eot 4..9`). FOLDER, by default
the config's name, then holds

  tasks.txt      a line a task: what its ldfi-farm is told besides the config
  array.sbatch   sbatch FOLDER/array.sbatch; a task that is stopped at its time limit is requeued and goes on
  merge.sbatch   one HDF5 file of all cells: sbatch --dependency=afterok:ID FOLDER/merge.sbatch
  submit         both: FOLDER/submit

A config of a real system (`system:`) with a sweep is an array like any other. Without one it has no grid, and no results to merge: it is
one task, whose summary stands in task-0.out, and which goes on with its journal when it is requeued.

`--by eot` makes a task of all cells of one EOT: they run side by side, and most follow from others. `--by cell` makes a
task of each EOT, EFF and number of crashes, with all its ranks on one search at a time. Submit from the folder that
CONFIG's path is relative to."""

import argparse
import json
import os
import re
import secrets
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from files import printable, replace_and_keep

HERE = Path(__file__).resolve().parent
ARRAY = """#!/usr/bin/env bash
# Task i runs line i + 1 of tasks.txt. Its status is 0 whatever the verdict; the verdicts are in the results.
#SBATCH --job-name={name}
#SBATCH --array=0-{last}
#SBATCH --ntasks={ntasks}
#SBATCH --time={time}
#SBATCH --signal=B:USR1@{notice}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={said_in}/task-%a.out
set -u
cd "${{SLURM_SUBMIT_DIR:-.}}" || exit 74
task=$SLURM_ARRAY_TASK_ID
read -ra cell < <(sed -n "$((task + 1))p" {folder}/tasks.txt)
known() {{ stat -c %s {folder}/task-"$task".journal 2>/dev/null || echo 0; }} # bytes
before=$(known)
flags=()
if [ "$(id -u)" -eq 0 ]; then flags+=(--allow-run-as-root); fi
mpirun --quiet "${{flags[@]}}" -n "${{SLURM_NTASKS:-1}}" {command} "${{cell[@]}}" -o {folder}/task-"$task".h5 --resume &
farm=$!
stop() {{ # Slurm may send the signal at once; mpirun dies of it until all its ranks have begun
  [ "$SECONDS" -ge 10 ] || sleep $((10 - SECONDS))
  kill -USR1 "$farm"
}}
trap stop USR1
status=0
while kill -0 "$farm" 2>/dev/null; do # a signal ends wait, not the farm
  wait "$farm"
  status=$?
done
echo "task $task: status $status"
case $status in
0 | 1 | 2) exit 0 ;;
85)
  if [ "${{SLURM_RESTART_COUNT:-0}}" -gt 0 ] && [ "$(known)" -le "$before" ]; then
    echo "task $task: nothing was finished within a whole time limit; it needs more --time or --ntasks" >&2
    exit 74
  fi
  scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$task" || exit 85
  sleep 5 # in which Slurm ends this script; it starts it again later
  ;;
*) exit "$status" ;;
esac
"""
MERGE = """#!/usr/bin/env bash
#SBATCH --job-name={name}-merge
#SBATCH --ntasks=1
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --output={said_in}/merge.out
set -eu
cd "${{SLURM_SUBMIT_DIR:-.}}"
exec {python} {merge} --expect {count} {folder}/{name}.h5 {folder}/task-*.h5
"""
SUBMIT = """#!/usr/bin/env bash
set -eu
id=$(sbatch --parsable {folder}/array.sbatch)
sbatch --dependency=afterok:"$id" {folder}/merge.sbatch
"""
SUBMIT_ONE = """#!/usr/bin/env bash
exec sbatch {folder}/array.sbatch
"""


def grid_of(farm, config, options):
    """The cells of the grid, or None for a real system without one. A sweep with next to no time lists all of them, and searches none."""
    with tempfile.TemporaryDirectory() as folder:
        command = [farm, config, *without(options, ("--time-limit",)), "--time-limit", "1ms", "--quiet", "--summary", "json",
                   "-o", f"{folder}/x.h5"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{shlex.join(command)} left with {done.returncode}\n{done.stderr}")
    try:
        summary = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        sys.exit(f"{shlex.join(command)} printed no summary: is {farm} ldfi-farm?")
    if "fspec" not in summary and "cells" not in summary:
        return None  # a real system
    if "Fspec" in summary.get("conclusion", "Fspec"):
        sys.exit(f"{config} has no grid: give it a section sweep with eot, eff and crashes, or --sweep-eot …")
    return [(cell["eot"], cell["eff"], cell["crashes"]) for cell in summary["cells"]]


def tasks_of(cells, by):
    if by == "cell":  # a task sweeps the other numbers itself
        return [f"-t {eot} -f {eff} -c {crashes}" for eot, eff, crashes in dict.fromkeys(cells)]
    return [f"-t {eot}" for eot in dict.fromkeys(cell[0] for cell in cells)]


#: Options that each task sets itself.
OF_A_TASK = ("-t", "--eot", "-f", "--eff", "-c", "--crashes", "-o", "--output", "--resume", "--results-only")


def without(options, names):
    """The options without the named ones and their values."""
    out, skip = [], False
    for option in options:
        name, equals, _ = option.partition("=")
        if not skip and name not in names:
            out.append(option)
        skip = name in names and not skip and not equals
    return out


def without_axes(options, by):
    """The options without the axes that each task sets itself: all, or that of EOT."""
    return without(options, ("--sweep-eot", "--sweep-eff", "--sweep-crashes") if by == "cell" else ("--sweep-eot",))


def word(text):
    """Refuses what cannot stand in a script: invisible characters, and a colon alone, which separates programs for mpirun."""
    if not text.isprintable() or text == ":":
        raise argparse.ArgumentTypeError(f"{text!r} cannot stand in a script")
    return text


def file_name(text):
    """The name of a file, written so that nobody takes it for an option."""
    return word("./" + text if text == ":" or text.startswith("-") else text)


def time_limit(text):
    if not re.fullmatch(r"\d+(:\d+){0,2}|\d+-\d+(:\d+){0,2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time of Slurm's, such as 30, 01:00:00 or 1-12:00")
    return text


def count(text):
    if not re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def write(path, text, executable=True):
    """Writes a file. An older file of other content is kept, as tasks.prev.txt."""
    if path.is_file() and not path.is_symlink() and path.read_bytes() == text.encode():
        return
    temporary = f"{path}.tmp-{secrets.token_hex(8)}"  # nobody can foresee it and put a link there
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666), "w", encoding="utf-8") as file:
            file.write(text)
        if executable:
            os.chmod(temporary, 0o755)
        replace_and_keep(temporary, str(path))
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", type=file_name)
    parser.add_argument("-o", "--output", type=file_name, help="the folder to write, relative to where the jobs are submitted")
    parser.add_argument("--by", choices=("cell", "eot"), default="cell")
    parser.add_argument("--ntasks", type=count, default=4)
    parser.add_argument("--time", type=time_limit, default="01:00:00", help="of one task, before it is requeued")
    parser.add_argument("--notice", type=count, default=120, help="seconds before that limit in which to save")
    parser.add_argument("--farm", type=file_name, default=os.environ.get("LDFI_FARM"))
    own, options = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1:]
    arguments = parser.parse_args(own)
    for option in options:
        if option.partition("=")[0] in OF_A_TASK:
            parser.error(f"{option}: each task tells that itself; for fewer cells say --sweep-eot, --sweep-eff or --sweep-crashes")
    merge = os.path.relpath(HERE / "merge.py")
    try:
        for text in (*options, sys.executable, merge):
            word(text)
    except argparse.ArgumentTypeError as problem:
        parser.error(str(problem))
    farm = arguments.farm or ("build/ldfi-farm" if os.access("build/ldfi-farm", os.X_OK) else "ldfi-farm")
    name = Path(arguments.config).stem
    if re.fullmatch(r"task-\d+", name):
        parser.error(f"{name}.h5 would be the results of a task and of all of them; give the config another name")
    folder = Path(arguments.output or name)
    folder_name = file_name(str(folder))
    if "\\" in folder_name:
        parser.error(f"{folder_name!r}: with a backslash Slurm replaces no %a; name a folder with -o")
    cells = grid_of(farm, arguments.config, options)
    tasks = [""] if cells is None else tasks_of(cells, arguments.by)
    folder.mkdir(parents=True, exist_ok=True)
    values = {
        "name": shlex.quote(name), "folder": shlex.quote(folder_name),
        "said_in": shlex.quote(folder_name.replace("%", "%%")),  # where Slurm would replace %j
        "last": len(tasks) - 1, "count": len(cells or []),
        "ntasks": arguments.ntasks, "time": arguments.time, "notice": arguments.notice,
        "command": shlex.join([farm, arguments.config, *without_axes(options, arguments.by)]),
        # The merge needs h5py, which this Python most likely has.
        "python": shlex.quote(sys.executable), "merge": shlex.quote(merge),
    }
    write(folder / "tasks.txt", "".join(task + "\n" for task in tasks), executable=False)
    write(folder / "array.sbatch", ARRAY.format(**values))
    if cells is None:
        write(folder / "submit", SUBMIT_ONE.format(**values))
        print(f"one task; to start: {folder_name}/submit")
        return
    write(folder / "merge.sbatch", MERGE.format(**values))
    write(folder / "submit", SUBMIT.format(**values))
    print(f"{len(cells)} cells in {len(tasks)} tasks; to start: {folder_name}/submit")


if __name__ == "__main__":
    try:
        main()
    except OSError as problem:
        print(printable(f"make_jobs.py: {problem}"), file=sys.stderr)
        sys.exit(74)
