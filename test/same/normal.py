"""Makes what two runs leave comparable: takes out times, dates, and what depends on which of several ranks is faster."""

import os
import re
from pathlib import Path

# These hold times or are binary; what is in them is compared as exports and views show it.
NOT_COMPARED = (".h5", ".journal")

DATE = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")
JSON_TIME = re.compile(r'("(?:[a-z_]+_s|[a-z_]+_ns|seconds|ms)":\s*)-?[0-9.e+-]+')
TEXT_TIME = re.compile(r"^(\s*time {4,}).*$", re.M)
PAGE_TIME = re.compile(r"(<dt>time</dt><dd>)[^<]*")
# A row of the executions in the data of a page ends with a number of nanoseconds.
PAGE_EXECUTION = re.compile(r'(\[\d+,-?\d+,"(?:[^"\\]|\\.)*","[a-z ]*",)\d+(?=\])')
CELL_TIME = re.compile(r"^(\s+<\d[^>]*>\s+\S+\s+\d+ +)\d+\.\d+", re.M)
PROGRESS = re.compile(r"^ *(elapsed|\d+:\d\d:\d\d) .*$|^ldfi-farm: .*(executions/s|after \d+ s|so far)")
# With several ranks: how many executions were made, and which of them ended as what.
COUNTS = re.compile(r'("(?:executions|wasted|pairs|double_runs|pass|fail|vacuous|invalid|rank|ranks)":\s*)"?\d+"?')
TEXT_COUNTS = re.compile(r"\b\d+ (execution|rank)s?\b( and \d+ speculative)?")
# Columns of tables in CSV whose names end so are times.
CSV_TIME = ("_s", "_ns")


# With several ranks, these hold the executions that were made, whichever they were.
EXECUTIONS = re.compile(r"ldfi-results (coverage|export|summary|report) |^csv/|^report\.html$|\.drup$|^recordings/")


def is_compared(name, ranks=1):
    return not name.endswith(NOT_COMPARED) and name != "first.json" and not (ranks > 1 and EXECUTIONS.search(name))


def text(words, ranks):
    words = DATE.sub("DATE", words)
    words = JSON_TIME.sub(r"\1TIME", words)
    words = TEXT_TIME.sub(r"\1TIME", words)
    words = PAGE_EXECUTION.sub(r"\1TIME", words)
    words = CELL_TIME.sub(r"\1TIME", words)
    words = PAGE_TIME.sub(r"\1TIME", words)
    if ranks > 1:
        words = TEXT_COUNTS.sub(r"N \1s", COUNTS.sub(r"\1N", words))
    return words


def errors(words, ranks):
    """Standard error without the lines of progress, whose number depends on time."""
    return "\n".join(line for line in text(words, ranks).splitlines() if not PROGRESS.search(line))


def table(words):
    """A table in CSV without its columns of times."""
    lines = words.splitlines()
    if not lines:
        return words
    times = [i for i, name in enumerate(lines[0].split(",")) if name.endswith(CSV_TIME)]
    if not times:
        return words
    return "\n".join([lines[0], *(without(line, times) for line in lines[1:])])


def without(line, columns):
    cells = re.findall(r'(?:^|,)((?:"(?:[^"]|"")*")?[^,]*)', line)
    return ",".join("TIME" if i in columns else cell for i, cell in enumerate(cells))


def file(path: Path, ranks):
    words = path.read_bytes().decode(errors="backslashreplace")
    if path.suffix == ".csv":
        words = table(words)
    return text(words, ranks) + f"\nmode {os.stat(path).st_mode & 0o777:o}"
