#!/usr/bin/env python3
"""Measures a checkout, for comparing two states of the house the same way: house.py [FOLDER]

Files and lines of each folder; sizes of files and functions; the share of comments; checked contracts; and what tells whether one idea
lives in one room: files that name a particular kind of fault, jobs taken apart by get_if, enums joined by casts.
"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import cpp  # noqa: E402

CODE = ("common", "master", "worker", "results")
KIND = re.compile(r"\b(Omission|Crash|Outage)\b|(\.|->)(omissions|crashes)\(\)\.|(\.|->)omissions\(\)|\bcrash_of\b")
JOBS = re.compile(r"get_if<(wire::)?(Execute|Enumerate|Sample|Search)(Job|Report)>|get_if<(wire::)?(Setup|Job|Report|Failure|Beat)>|get_if<Cell>")
CASTS = re.compile(r"static_cast<[\w:]*(SolverName|Solver|Negation|Expansion|Expand|Pruning|Prune|StrategyName|Strategy|Stride|SweepStride)>")


def quantiles(values):
    values = sorted(values)
    return values[len(values) // 2], values[len(values) * 9 // 10], values[-1]


def main(folder):
    names = subprocess.run(["git", "-C", folder, "ls-files", *CODE], capture_output=True, text=True, check=True).stdout.split("\n")
    files = {}
    for name in names:
        if name.endswith((".cpp", ".hpp")):
            with open(os.path.join(folder, name), encoding="utf-8") as stream:
                files[name] = stream.read()
    by_folder = {}
    for name, text in files.items():
        room = "/".join(name.split("/")[:2]) if name.count("/") > 1 else name.split("/")[0]
        count = by_folder.setdefault(room, [0, 0])
        count[0] += 1
        count[1] += text.count("\n")
    for room, (count, lines) in sorted(by_folder.items()):
        print(f"{room:24} {count:4} files {lines:6} lines")
    lines = [text.count("\n") for text in files.values()]
    functions = [f.lines for text in files.values() for f in cpp.functions(text)]
    comments = sum(bool(re.match(r"\s*//", line)) or "///<" in line for text in files.values() for line in text.split("\n"))
    contracts = sum(len(re.findall(r"\bLDFI_(?:REQUIRE|ENSURE)\(", cpp.strip(text))) for text in files.values())
    plain = {name: cpp.strip(text) for name, text in files.items()}
    naming = [name for name, text in plain.items() if KIND.search(text)]
    outside = [name for name in naming if not re.match(r"common/(core|faults)/", name)]
    print(f"all                      {len(files):4} files {sum(lines):6} lines")
    print("lines of a file          median {}, 90 % {}, largest {}".format(*quantiles(lines)))
    print("lines of a function      median {}, 90 % {}, largest {}; {} functions".format(*quantiles(functions), len(functions)))
    print(f"lines with a comment     {100 * comments / sum(lines):.1f} %")
    print(f"contracts                {contracts}, {contracts / len(functions):.3f} a function")
    print(f"files that name a kind of fault   {len(naming)}, outside of its own folder {len(outside)}: {' '.join(outside)}")
    print(f"get_if on kinds of work           {sum(len(JOBS.findall(text)) for text in plain.values())}")
    print(f"casts between enums               {sum(len(CASTS.findall(text)) for text in plain.values())}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
