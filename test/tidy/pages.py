"""How long a page may be: one reader and one purpose for each page."""

import re
from fnmatch import fnmatchcase

#: Lines of a page, by the first pattern that matches its path. None: the page is generated, lists figures, or is an index.
_MOST_LINES = (
    ("README.md", 120),
    ("ARCHITECTURE.md", 200),
    ("CONTRIBUTING.md", 100),
    ("SECURITY.md", 100),
    ("docs/README.md", 60),
    ("docs/glossary.md", 80),
    ("docs/references.md", 110),
    ("docs/tutorial/*.md", 350),
    ("docs/how-to/*.md", 80),
    ("docs/editor/*.md", 80),
    ("docs/reference/options.md", None),
    ("docs/reference/system-keys.md", None),
    ("docs/reference/diagnostics.md", None),
    ("docs/reference/faults.md", None),
    ("docs/reference/*.md", 250),
    ("docs/explanation/*.md", 250),
    ("docs/decisions/README.md", None),
    ("docs/decisions/*.md", 60),
    ("docs/measurements/*.md", None),
)
#: Lines of a section, from one heading of the second level to the next: a kind of fault, a diagnostic, a release.
_MOST_SECTION = {"docs/reference/faults.md": 25, "docs/reference/diagnostics.md": 55, "CHANGELOG.md": 150}


def _sections(text):
    """(number of the first line, heading, number of lines) of each section that begins with `## `."""
    lines = re.sub(r"^```.*?^```", lambda match: re.sub(r"[^\n]", "", match[0]), text, flags=re.MULTILINE | re.DOTALL).splitlines()
    begins = [number for number, line in enumerate(lines) if line.startswith("## ")]
    for begin, end in zip(begins, [*begins[1:], len(lines)]):
        yield begin + 1, lines[begin][3:], end - begin


def _entries(text):
    """Findings of the changelog: an entry has one line."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(" "):
            yield f"CHANGELOG.md:{number}: an entry has one line; say what the user can do now, and link to a page"


def pages(files):
    """Pages and sections keep their limits, and each page of docs has a limit."""
    for path, text in files.items():
        if not path.endswith(".md") or path.startswith("test/"):
            continue
        limits = [most for pattern, most in _MOST_LINES if fnmatchcase(path, pattern)]
        count = len(text.splitlines())
        if limits and limits[0] is not None and count > limits[0]:
            yield f"{path}:1: {count} lines, more than {limits[0]}: cut the page, or split it by purpose"
        if not limits and path.startswith("docs/"):
            yield f"{path}:1: test/tidy/pages.py has no limit for this page"
        for number, heading, lines in _sections(text) if path in _MOST_SECTION else ():
            if lines > _MOST_SECTION[path]:
                yield f"{path}:{number}: the section `{heading}` has {lines} lines, more than {_MOST_SECTION[path]}"
    yield from _entries(files.get("CHANGELOG.md", ""))
