#!/usr/bin/env python3
"""Checks the rules of the house: tidy.py [CHECK...]; all of them by default. Exit status 1 if one is broken.

top layers budgets words paths citations links headers includes mirrors names casts programs options: see checks.py
contracts: see contracts.py
decisions: see decisions.py
pages: see pages.py
plain: see plain.py
subjects: see subjects.py (exit status 77, "skipped", outside of a git checkout)
format: clang-format would change nothing (exit status 77, "skipped", where it is not installed)
"""

import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

sys.path.insert(0, os.path.join(os.path.dirname(HERE), "support"))

import checks  # noqa: E402
import contracts  # noqa: E402
import decisions  # noqa: E402
import pages  # noqa: E402
import plain as plain_words  # noqa: E402
import subjects  # noqa: E402
from source_files import source_files, tracked_files  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
SKIPPED = 77
# The checks' own texts and bad samples name what they forbid; the licence is not ours to edit.
OWN = ("test/tidy/",)


def read_files():
    """{path: text} of all text files."""
    files = {}
    for name in source_files(ROOT):
        with open(os.path.join(ROOT, name), "rb") as stream:
            data = stream.read()
        if b"\0" in data:
            continue
        files[name] = data.decode("utf-8", errors="replace")
    return files


def format_findings(files):
    tool = shutil.which("clang-format")
    if tool is None:
        print("format: skipped, there is no clang-format (.ci/setup dev installs it)")
        sys.exit(SKIPPED)
    names = [name for name in files if checks.is_cpp(name)]
    findings = []
    for begin in range(0, len(names), 50):
        run = subprocess.run(
            [tool, "--dry-run", "-Werror", *names[begin : begin + 50]],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        findings += [line for line in run.stderr.splitlines() if re.match(r"[^\s:]+:\d+:\d+: error:", line)]
        if run.returncode != 0 and not findings:
            findings.append(run.stderr)
    by_file = {}
    for line in findings:
        by_file.setdefault(line.split(":", 1)[0], []).append(line)
    return [f"{name}:1: make format would change {len(found)} places" for name, found in by_file.items()]


def subject_findings(alone):
    """Findings about the subjects of new commits. Without git, the check is skipped: alone with its exit status, else with a message."""
    commits = subjects.new_commits(ROOT)
    if commits is None:
        print("subjects: skipped, this is not a git checkout with commits")
        if alone:
            sys.exit(SKIPPED)
        return []
    return list(subjects.findings(commits))


def run(check, files, alone=False):
    if check == "format":
        return format_findings(files)
    if check == "subjects":
        return subject_findings(alone)
    plain = {path: text for path, text in files.items() if not path.startswith(OWN)}
    if check == "top":
        return list(checks.top(tracked_files(ROOT)))
    if check == "links":
        # Pictures are not among the files that are read, but may be linked.
        return list(checks.links({**dict.fromkeys(source_files(ROOT), ""), **files}))
    if check == "layers":
        with open(os.path.join(HERE, "layers.txt"), encoding="utf-8") as stream:
            return list(checks.layers(plain, stream.read()))
    if check == "contracts":
        with open(os.path.join(HERE, "contracts.txt"), encoding="utf-8") as stream:
            return list(contracts.contracts(plain, stream.read()))
    if check == "decisions":
        return list(decisions.decisions(files))
    if check == "pages":
        return list(pages.pages(files))
    if check == "plain":
        return list(plain_words.plain(files))
    return list(getattr(checks, check)(plain))


ALL = ["top", "layers", "budgets", "words", "paths", "citations", "links", "headers", "includes", "mirrors", "names", "casts", "programs", "options",
       "contracts", "decisions", "pages", "plain", "subjects"]


def main(names):
    unknown = [name for name in names if name not in [*ALL, "format"]]
    if unknown:
        print(f"tidy: no such check: {' '.join(unknown)}\n{__doc__}", file=sys.stderr)
        return 64
    files = read_files()
    broken = 0
    for name in names or ALL:
        findings = run(name, files, alone=names == [name])
        for finding in findings:
            print(f"{finding} [{name}]")
        broken += len(findings)
        print(f"{name}: {len(findings) or 'no'} finding{'' if len(findings) == 1 else 's'}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
