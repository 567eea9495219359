#!/usr/bin/env python3
"""Measures a checkout, for comparing two states of the house the same way: house.py [FOLDER] [--names] [--option NAME]

Files and lines of each folder; sizes of files and functions; the share of comments; checked contracts, also of the public functions of
wire, journal, record, campaign and drive that take ids, counts or foreign bytes; and what shows whether one idea lives in one room: files
that name a particular kind of fault (--names lists them), files that name an option (--option lists those of one; an option that one file
uses has three), type names with several meanings, file names that programs and real systems both have, jobs taken apart by get_if, enums
joined by casts.
"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import contracts  # noqa: E402
import cpp  # noqa: E402

CODE = ("common", "master", "worker", "results")
JOBS = re.compile(r"get_if<(wire::)?(Execute|Enumerate|Sample|Search)(Job|Report)>|get_if<(wire::)?(Setup|Job|Report|Failure|Beat)>|get_if<Cell>")
CASTS = re.compile(r"static_cast<[\w:]*(SolverName|Solver|Negation|Expansion|Expand|Pruning|Prune|StrategyName|Strategy|Stride|SweepStride)>")


OPTIONS = "common/config/options.hpp"

# The rooms of a kind of fault: its own, what applies it to a process, and the checker, which has its own words.
ROOMS = re.compile(r"(common/faults|common/systems/faults/kinds|worker/systems/faults|common/prove/certificate)/")
DEFINITION = re.compile(r"^[ \t]*(?:(?:class|struct|enum class|enum)\s+([A-Z]\w*)\b[^;(){]*\{|using\s+([A-Z]\w*)\s*=)", re.M)


def kinds(folder):
    """The names of all kinds of faults, from the one list that the program has of them."""
    with open(os.path.join(folder, "common/faults/kinds.hpp"), encoding="utf-8") as stream:
        return re.findall(r"\w+", re.search(r"using Fault = std::variant<([^>]*)>", stream.read()).group(1))


def naming(kind):
    """An identifier that contains the kind's name, such as FailedWrite, failed_write or max_failed_writes."""
    words = re.findall(r"[A-Z][a-z]*", kind)
    return re.compile("|".join(("".join(words), "_".join(words).lower())))


def naming_files(plain, folder):
    """For each kind the files whose code names it. Names of the standard library, such as std::partition_point, do not count."""
    texts = {name: re.sub(r"#include[^\n]*|\bstd::[\w:]+", "", text) for name, text in plain.items()}
    return {kind: {name for name, text in texts.items() if naming(kind).search(text)} for kind in kinds(folder)}


def print_kinds(plain, folder):
    found = naming_files(plain, folder)
    everywhere = set().union(*found.values())
    outside = sorted(name for name in everywhere if not ROOMS.match(name))
    print(f"files that name a kind of fault   {len(everywhere)}, outside of its rooms {len(outside)}")
    for kind, names in found.items():
        print(f"  {kind:24} {len(names):4} files, outside {sum(not ROOMS.match(name) for name in names)}")
    if "--names" in sys.argv:
        print("\n".join(f"  {name}" for name in outside))


def option_files(files):
    """For each option the files that name it: its field anywhere, or its name where options are read."""
    table = "".join(text for name, text in files.items() if name.startswith("common/config/") and name.endswith(".cpp"))
    rows = re.findall(r'\b(?:choice_)?row<&O::(\w+)[^(]*\(\s*(?:g|Group::\w+),\s*"([\w-]+)"', table)
    fields = {path: set(re.findall(r"\b(?:o|options_?|O|Options)(?:\.|::)(\w+)", text)) for path, text in files.items()}
    fields[OPTIONS] |= set(re.findall(r"^  [\w:][\w:<>, ]* (\w+)(?: =[^;]*)?;", files[OPTIONS], re.M))
    names = {path: set(re.findall(r'"([\w-]+)"' if path.startswith("common/config/") else r'\boption\("([\w-]+)"\)', text))
             for path, text in files.items()}
    return {name: sorted(path for path in files if field in fields[path] or name in names[path]) for field, name in rows}


def print_options(files):
    found = option_files(files)
    counts = sorted(len(paths) for paths in found.values())
    most = max(found, key=lambda name: len(found[name]))
    print(f"files that name an option         {len(found)} options: least {counts[0]}, median {counts[len(counts) // 2]}, most {len(found[most])} ({most})")
    if "--option" in sys.argv:
        print("\n".join(f"  {path}" for path in found[sys.argv[sys.argv.index("--option") + 1]]))


def print_meanings(plain):
    """Names of types that at least three folders define."""
    meanings = {}
    for name, text in plain.items():
        for match in DEFINITION.finditer(text):
            meanings.setdefault(match.group(1) or match.group(2), set()).add(os.path.dirname(name))
    several = sorted(((len(rooms), name) for name, rooms in meanings.items() if len(rooms) > 2), reverse=True)
    print(f"type names with three meanings    {len(several)}: {' '.join(f'{name} {count}' for count, name in several)}")


def print_worlds(files):
    """Names of files that real systems have, and that programs have, too."""
    stems = {}
    for name in files:
        stem = re.sub(r"^systems?_", "", os.path.splitext(os.path.basename(name))[0])
        stems.setdefault(stem, set()).add("systems" if re.search(r"(^|/)systems?[/_]", name) else "programs")
    twice = sorted(stem for stem, worlds in stems.items() if len(worlds) > 1)
    print(f"file names that both worlds have  {len(twice)}: {' '.join(twice)}")


def count_lines(folder, *patterns):
    """Files and lines of what git tracks under the patterns."""
    names = subprocess.run(["git", "-C", folder, "ls-files", *patterns], capture_output=True, text=True, check=True).stdout.split()
    total = 0
    for name in names:
        with open(os.path.join(folder, name), "rb") as stream:
            total += stream.read().count(b"\n")
    return len(names), total


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
    promised = sum(len(re.findall(r"\bLDFI_(?:REQUIRE|ENSURE)\(", cpp.strip(text))) for text in files.values())
    plain = {name: cpp.strip(text) for name, text in files.items()}
    print(f"all                      {len(files):4} files {sum(lines):6} lines")
    print("lines of a file          median {}, 90 % {}, largest {}".format(*quantiles(lines)))
    print("lines of a function      median {}, 90 % {}, largest {}; {} functions".format(*quantiles(functions), len(functions)))
    print(f"lines with a comment     {100 * comments / sum(lines):.1f} %")
    print(f"contracts                {promised}, {promised / len(functions):.3f} a function")
    given = [checks for _, checks in contracts.functions(files)]
    print(f"functions given ids, counts or foreign bytes that check them  {sum(given)} of {len(given)}, contracts.txt has the others")
    print("tests                    {:4} files {:6} lines".format(*count_lines(folder, "test")))
    print("documents                {:4} files {:6} lines".format(*count_lines(folder, "*.md")))
    print_kinds(plain, folder)
    print_options(files)
    print_meanings(plain)
    print_worlds(files)
    print(f"get_if on kinds of work           {sum(len(JOBS.findall(text)) for text in plain.values())}")
    print(f"casts between enums               {sum(len(CASTS.findall(text)) for text in plain.values())}")


if __name__ == "__main__":
    folders = [word for before, word in zip(sys.argv, sys.argv[1:]) if not word.startswith("--") and before != "--option"]
    main(folders[0] if folders else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
