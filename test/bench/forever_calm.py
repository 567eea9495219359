#!/usr/bin/env python3
"""Costs of --forever without --calm beside the best fixed number of calm ticks: forever_calm.py PROGRAM SOURCE_DIR [LAST_CALM [CONFIG...]]

Every config of a program in configs/ is run with --forever, first without --calm and then with --calm 1 to LAST_CALM (8). The best fixed
number is the one whose run gives the same answer with the least processor time. Prints a table, worst row last, and both totals.
"""

import glob
import json
import os
import resource
import subprocess
import sys
import tempfile

PROGRAM, SOURCE = (os.path.abspath(path) for path in sys.argv[1:3])
LAST = int(sys.argv[3]) if len(sys.argv) > 3 else 8
LIMIT_S = 60


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(config, *more):
    """Returns the verdict, the number of calm ticks and the processor time. The verdict is empty if --forever
    does not cover the config.
    """
    began = processor_seconds()
    with tempfile.TemporaryDirectory() as folder:
        command = [PROGRAM, config, "--forever", "--time-limit", f"{LIMIT_S}s", "--summary", "json", "--quiet", *more]
        done = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False)
    seconds = processor_seconds() - began
    if done.returncode not in (0, 1, 2):
        return None, None, seconds
    answer = json.loads(done.stdout)
    return answer["verdict"], answer.get("calm"), seconds


def main():
    rows = []
    for config in sys.argv[4:] or sorted(glob.glob(f"{SOURCE}/configs/*.yaml")):
        verdict, calm, seconds = run(config)
        if verdict is None:
            continue
        fixed = [run(config, "--calm", str(number)) for number in range(1, LAST + 1)]
        best = min((time for same, number, time in fixed if same == verdict and (verdict != "certified-forever" or number == calm)), default=None)
        rows.append((os.path.basename(config), verdict, seconds, best))
        print(f"{rows[-1][0]:32}{verdict:20}{calm or '-':>4}{seconds:8.2f}{'-' if best is None else f'{best:.2f}':>8}", flush=True)
    compared = [row for row in rows if row[3] is not None]
    total, least = sum(row[2] for row in compared), sum(row[3] for row in compared)
    worst = max(compared, key=lambda row: row[2] - row[3])
    print(f"worst row: {worst[0]}, {worst[2]:.2f} s instead of {worst[3]:.2f} s")
    print(f"{len(compared)} of {len(rows)} configs: {total:.1f} s without --calm, {least:.1f} s with the best fixed number, {total / least:.2f} times")


if __name__ == "__main__":
    main()
