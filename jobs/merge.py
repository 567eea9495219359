#!/usr/bin/env python3
"""One results file of the cells of several: merge.py [--expect CELLS] OUT.h5 IN.h5 …

The files must be of one program and one way of searching it, and no cell may be in two of them. The new file has the
layout of results/SCHEMA.md, its cells sorted by EOT, EFF and crashes; it appears whole or not at all, and an older OUT.h5 is
kept as OUT.prev.h5, the next as OUT.prev-2.h5, and so on. --expect: complain unless there are so many cells. Status 65 if
the files do not belong together, 74 if one cannot be read or written, or if OUT.h5 is an input or no results file."""

import argparse
import os
import secrets
import sys
import zlib

import h5py
import numpy

from files import printable, replace_and_keep

# Options in which tasks differ, or on which no result depends.
OWN = {"include", "eot", "eff", "crashes", "output", "resume", "results-only", "summary", "quiet", "verbose", "time-limit", "memory-limit",
       "max-facts", "sweep", "sweep-eot", "sweep-eff", "sweep-crashes", "sweep-max-eot", "sweep-stride"}


SEAL = b"LDFIseal"  # followed by the CRC-32 of everything before, see results/SCHEMA.md


def read_sealed(name):
    """The open file. Refuses one that does not end in a seal which matches its bytes."""
    with open(name, "rb") as plain:
        data = plain.read()
    body, last = data[:-12], data[-12:]
    if last != SEAL + zlib.crc32(body).to_bytes(4, "little"):
        raise ValueError(f"{name} is damaged: its seal does not match")
    return h5py.File(name, "r")


def seal(name):
    with open(name, "rb+") as file:
        file.write(SEAL + zlib.crc32(file.read()).to_bytes(4, "little"))
        file.flush()
        os.fsync(file.fileno())


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def check_place(out, inputs):
    """Raises unless `out` is free, or a results file that is not an input."""
    if not os.path.lexists(out):
        return
    if any(os.path.samefile(out, name) for name in inputs if os.path.exists(out) and os.path.exists(name)):
        raise OSError(f"{out} is one of the files to merge; name another OUT.h5 first")
    if not os.path.isfile(out):
        raise OSError(f"{out} is not a regular file, so it was not changed")
    with open(out, "rb") as file:
        if file.read(8) != b"\x89HDF\r\n\x1a\n":
            raise OSError(f"{out} is not a results file, so it was not changed")


def subject(file):
    """What must be equal in all files, as {name: value}."""
    common = {f"attribute {key}": text(file.attrs[key]) for key in ("format", "schema_version", "version", "strategy", "seed")}
    for row in file["program"][:]:
        common["program " + os.path.basename(text(row["name"]))] = text(row["text"])
    for row in file["options"][:]:
        if text(row["name"]) not in OWN | {"program"}:
            common["option " + text(row["name"])] = text(row["value"])
    return common


def check_same(first, file, names):
    there, here = subject(first), subject(file)
    for key in sorted(set(there) | set(here)):
        if there.get(key) != here.get(key):
            raise ValueError(f"{names[1]} is another run than {names[0]}: {key} differs")


def budgets_of(file, i):
    """How many faults of each kind the cell admits, in the order in which cells are sorted; of some any number."""
    restarts = int(file["outages"][i]["restarts"]) if "outages" in file else 0
    limits = {}
    if "limits" in file[f"details/{i:04}"]:
        limits = {text(row["limit"]): text(row["value"]) for row in file[f"details/{i:04}/limits"][:]}
    return (restarts, *(float(limits.get(name, default))
                        for name, default in (("partitions", 0), ("pauses", 0), ("disk_write", 0), ("disk_dead", 0), ("disk_corrupt", 0), ("disk_writeback", 0), ("delay_max", 0), ("delay_budget", "inf"), ("delay_count", "inf"), ("duplicates", 0), ("omissions", "inf"), ("faults", "inf"))))


def cells_of(files):
    """{(eot, eff, crashes, budgets, constants): (file, row number)}, sorted. Refuses a cell that occurs twice."""
    cells, order = {}, {}  # constants in the order in which a sweep has them
    for file in files:
        for i, row in enumerate(file["cells"][:]):
            constants = tuple(map(text, file[f"details/{i:04}/params"][:])) if "params" in file[f"details/{i:04}"] else ()
            order.setdefault(constants, len(order))
            key = (int(row["eot"]), int(row["eff"]), int(row["crashes"]), budgets_of(file, i), constants)
            if key in cells:
                raise ValueError(f"<{key[0]},{key[1]},{key[2]}> is in {cells[key][0].filename} and in {file.filename}")
            cells[key] = (file, i)
    return dict(sorted(cells.items(), key=lambda cell: (*cell[0][:-1], order[cell[0][-1]])))


def systems_of(files):
    """The same of sweeps of real systems: {(eot, eff, crashes, number, name): (file, group)}. The number is that within its sweep."""
    cells = {}
    for file in files:
        groups = [f"systems/{name}" for name in sorted(file["systems"])] if "systems" in file else ["system"] if "system" in file else []
        for number, group in enumerate(groups):
            facts = file[group].attrs
            if "cell" not in facts:
                raise ValueError(f"{file.filename} is about a real system, and does not say in which cell")
            name = text(facts["cell"])
            if name in (key[-1] for key in cells):
                raise ValueError(f"<{name}> is in two files")
            cells[(int(facts["eot_ns"]), int(facts["eff_ns"]), int(facts["crashes"]), number, name)] = (file, group)
    return dict(sorted(cells.items()))


def write_table(target, name, source, rows):
    data = numpy.empty(len(rows), dtype=source.dtype)
    for i, row in enumerate(rows):
        data[i] = row
    target.create_dataset(name, data=data, dtype=source.dtype)


def write(path, files, cells, systems):
    with h5py.File(path, "w") as out:
        for key, value in files[0].attrs.items():
            out.attrs.create(key, value, dtype=files[0].attrs.get_id(key).dtype)
        out.attrs.modify("ranks", max(int(file.attrs["ranks"]) for file in files))
        out.attrs["conclusion"] = f"{len(cells) + len(systems)} cells"
        out.attrs.modify("decisive", -1)
        for name in files[0]:
            if name not in ("cells", "details", "options", "outages", "system", "systems"):
                files[0].copy(name, out)
        options = files[0]["options"]
        rows = options[:]
        for row in rows:
            if text(row["name"]) in OWN:
                row["value"] = b""
        write_table(out, "options", options, list(rows))
        tables = {file: file["cells"][:] for file in files}
        write_table(out, "cells", files[0]["cells"], [tables[file][i] for file, i in cells.values()])
        if "outages" in files[0]:
            outages = {file: file["outages"][:] for file in files}
            write_table(out, "outages", files[0]["outages"], [outages[file][i] for file, i in cells.values()])
        details = out.create_group("details")
        for number, (file, i) in enumerate(cells.values()):
            file.copy(f"details/{i:04}", details, name=f"{number:04}")
        if systems:
            groups = out.create_group("systems")
            for number, (file, group) in enumerate(systems.values()):
                file.copy(group, groups, name=f"{number:04}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--expect", type=int)
    parser.add_argument("output")
    parser.add_argument("inputs", nargs="+")
    arguments = parser.parse_args()
    temporary = f"{arguments.output}.tmp-{secrets.randbits(32)}"  # nobody can foresee it and put a link there
    try:
        check_place(arguments.output, arguments.inputs)
        files = [read_sealed(name) for name in arguments.inputs]
        for file in files[1:]:
            check_same(files[0], file, (files[0].filename, file.filename))
        cells, systems = cells_of(files), systems_of(files)
        count = len(cells) + len(systems)
        if arguments.expect is not None and count != arguments.expect:
            raise ValueError(f"there are {count} cells instead of {arguments.expect}")
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666))
        write(temporary, files, cells, systems)
        seal(temporary)
        replace_and_keep(temporary, arguments.output)
    except (ValueError, KeyError) as error:
        print(printable(f"merge.py: {error}"), file=sys.stderr)
        return 65
    except OSError as error:
        print(printable(f"merge.py: {error}"), file=sys.stderr)
        return 74
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)
    print(printable(f"{count} cells of {len(files)} files in {arguments.output}"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
