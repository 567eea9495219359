"""Journals from strangers, read by --resume."""

import os
import struct

import run_once
from case import Case, bind_socket, link_to
from journal_bytes import CELL, DONE, HEADER, KEYS, MAGIC, REPORT, journal, records_of


def real():
    return records_of(run_once.leftovers()[1])


def first(kind):
    return next(payload for found, payload in real() if found == kind)


def case(name, content, says, statuses=(74,), **more):
    """`content`: bytes, or a function of a path; if it takes none, it makes the bytes when it is asked."""
    files = {"x.ded": run_once.PROGRAM, "x.journal": content}
    return Case("journal: " + name, says, (*run_once.ARGUMENTS, "--resume"), {**files, **more}, statuses)


def made(make):
    """The file of `make()`, which may run ldfi-farm: so only when the case comes."""
    def write(path):
        with open(path, "wb") as stream:
            stream.write(make())
    return write


def sparse(size, start):
    def write(path):
        with open(path, "wb") as stream:
            stream.write(start())
            stream.truncate(size)
    return write


def unreadable(path):
    with open(path, "wb") as stream:
        stream.write(MAGIC)
    os.chmod(path, 0)


def nonsense(kind, payload):
    """The header and then one record whose checksum is right."""
    return made(lambda: journal([(HEADER, first(HEADER)), (kind, payload())]))


def named(payload):
    """Of the search and the job that this run will ask about."""
    return lambda: first(REPORT)[:KEYS] + payload


def foreign():
    yield case("a folder", os.mkdir, r"open x\.journal: ")
    yield case("a FIFO", os.mkfifo, r"open x\.journal: it is not a regular file")
    yield case("a socket", bind_socket, r"open x\.journal: ")
    for name, target in (("/dev/zero", "/dev/zero"), ("itself", "x.journal"), ("nothing", "nowhere")):
        yield case("a link to " + name, link_to(target), r"open x\.journal: it is a symbolic link")
    yield case("a link to the program", link_to("x.ded"), r"x\.journal is an input", statuses=(64,))
    if os.geteuid() != 0:  # root reads everything
        yield case("unreadable", unreadable, r"open x\.journal: Permission denied")
    anew = r"nothing was written to x\.journal, so this run starts from the beginning[\s\S]*verdict +counterexample"
    yield case("empty", b"", anew, statuses=(1,))
    yield case("text", "hello\n" * 1000, r"x\.journal is not a journal")
    yield case("NULs", bytes(1 << 20), anew, statuses=(1,))
    yield case("a terabyte of nothing", sparse(1 << 40, lambda: b""), r"x\.journal is not a journal")
    yield case("the results file", made(lambda: run_once.leftovers()[0]), r"x\.journal is not a journal")
    yield case("a magic number", MAGIC, r"the header of x\.journal is damaged at byte 8")
    yield case("a magic number and NULs", MAGIC + bytes(1 << 20), r"the header of x\.journal is damaged at byte 8 \(its checksum")
    yield case("a magic number and noise", MAGIC + bytes(range(256)) * 4096, r"the header of x\.journal is damaged at byte 8")


def records():
    fine = r"verdict +counterexample"
    yield case("a header of 4 GB", made(lambda: MAGIC + struct.pack("<IIQ", 0xFFFFFFFF, 1, 0)), r"damaged at byte 8 \(the file ends within")
    # What is there is read once, so the time is that of reading the file.
    yield case("a header of 200 MB, sparse", sparse(200 << 20, lambda: MAGIC + struct.pack("<IIQ", (200 << 20) - 100, 1, 0)),
               r"damaged at byte 8 \(its checksum does not match")
    yield case("a record of 200 MB, sparse", sparse(210 << 20, lambda: journal([(HEADER, first(HEADER))]) + struct.pack("<IIQ", 200 << 20, 2, 0)),
               r"the record at byte \d+ is damaged \(its checksum does not match\)[\s\S]*" + fine, statuses=(1,))
    yield case("a terabyte after the header", sparse(1 << 40, lambda: journal([(HEADER, first(HEADER))])),
               r"the record at byte \d+ is damaged[\s\S]*" + fine, statuses=(1,))
    yield case("a million records of no bytes", made(lambda: journal([(HEADER, first(HEADER))] + [(REPORT, b"")] * 1_000_000)), fine, statuses=(1,))
    yield case("a million records of keys", made(lambda: journal(
        [(HEADER, first(HEADER))] + [(REPORT, struct.pack("<4Q", 1, 2, 3, i)) for i in range(1_000_000)])), fine, statuses=(1,))
    yield case("one record a million times", made(lambda: journal([(HEADER, first(HEADER))] + [(REPORT, bytes(KEYS))] * 1_000_000)), fine, statuses=(1,))
    yield case("DONE a hundred thousand times", made(lambda: journal([(HEADER, first(HEADER))] + [(DONE, b"certified")] * 100_000)), fine, statuses=(1,))
    yield case("two headers", made(lambda: journal([(HEADER, first(HEADER))] * 2)), fine, statuses=(1,))
    yield case("no header", made(lambda: journal([(REPORT, first(REPORT))])), r"the header of x\.journal is damaged")
    yield case("an unknown type", nonsense(99, lambda: b"x"), r"the record at byte \d+ is damaged \(its type, 99, is unknown\)", statuses=(1,))
    for name, payload in (("no bytes after the keys", b""), ("a job of 4 GB", b"\xff" * 4), ("noise", bytes(range(256)) * 100),
                          ("NULs", bytes(1 << 20)), ("a job, no report", struct.pack("<I", 4) + b"LDFI")):
        yield case("an answer with " + name, nonsense(REPORT, named(payload)), r"x\.journal: the record at byte \d+ makes no sense")
    for name, payload in (("no bytes after the key", b""), ("noise", bytes(range(256)) * 100), ("NULs", bytes(1 << 20)), ("huge counts", b"\xff" * 4096)):
        yield case("a cell with " + name, nonsense(CELL, lambda payload=payload: first(REPORT)[:16] + payload),
                   r"x\.journal: the record at byte \d+ makes no sense")


def headers():
    for name, payload in (("noise", bytes(range(256)) * 100), ("huge counts", struct.pack("<I", 1) + b"\xff" * 4096), ("no bytes", b"")):
        yield case("a header of " + name, made(lambda payload=payload: journal([(HEADER, payload)])), r"the header of x\.journal is damaged|x\.journal has journal format")
    yield case("a header of format 1000", made(lambda: journal([(HEADER, struct.pack("<I", 1000) + b"x" * 100)])), r"x\.journal has journal format 1000")
    yield case("a run of another program", made(lambda: journal(real())), r"--resume: x\.journal belongs to another run: ", statuses=(64,),
               **{"x.ded": run_once.PROGRAM + 'log("a", "y")@1;'})


def all_cases():
    for group in (foreign, records, headers):
        yield from group()
