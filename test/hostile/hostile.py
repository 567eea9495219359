#!/usr/bin/env python3
"""Input from strangers: hostile.py BUILD_FOLDER [PATTERN]

Each case must end in a located error or in a named budget, within 256 MiB. One line each: what happened, the processor's time
(user and system) and the clock's, memory. The time is reported, not judged, but for a limit that says that something hangs;
the last lines name the cases beyond a second.
"""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))

import cases  # noqa: E402
import measured  # noqa: E402
import run_once  # noqa: E402

MEMORY_MIB = 256
HANGS_AFTER_S = 30
VIRTUAL_MIB = 2048  # libraries map much that they never touch


def judge(case, status, text, mib):
    """What is wrong, or nothing."""
    if status < 0:
        return f"killed by signal {-status}"
    if status not in case.statuses:
        return f"status {status} instead of {' or '.join(map(str, case.statuses))}"
    if not re.search(case.says, text):
        return f"does not say {case.says!r}"
    if len(text) > 700_000:  # the exact size of the largest fault space takes 600,000
        return f"says {len(text)} bytes"
    if mib > MEMORY_MIB:
        return f"took more than {MEMORY_MIB} MiB"
    return None


def first_line(text):
    """What happened, in a line: the first error or the verdict."""
    for line in text.splitlines():
        if re.search(r"error|inconclusive|limit|verdict|ldfi-results|warning", line) and "the input is wrong" not in line:
            return line.strip()
    return text.strip().split("\n")[0]


def main():
    build = os.path.abspath(sys.argv[1])
    run_once.BUILD = build
    pattern = re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
    failed = 0
    figures = []
    for case in cases.all_cases():
        if not pattern.search(case.name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            case.write(folder)
            command = [f"{build}/{case.program}", *case.arguments]
            status, text, busy, spent, mib = measured.run(command, folder, hangs_after_s=HANGS_AFTER_S, virtual_mib=VIRTUAL_MIB)
        figures.append((busy, mib, case.name))
        wrong = judge(case, status, text, mib)
        failed += wrong is not None
        said = first_line(text)
        said = said if len(said) <= 110 else said[:107] + "..."
        print(f"{'FAIL' if wrong else 'ok  '} {case.name:<34} {busy:6.2f} s ({spent:.2f}) {mib:5.0f} MiB  {status:>3}  {wrong + ': ' if wrong else ''}{said}", flush=True)
    slow = [f"{name} {busy:.2f} s" for busy, _, name in figures if busy > 1]
    print(f"{len(figures)} cases; most time {max(figures)[0]:.2f} s, most memory {max(f[1] for f in figures):.0f} MiB; beyond a second: {', '.join(slow) or 'none'}")
    if failed:
        sys.exit(f"{failed} failed")


if __name__ == "__main__":
    main()
