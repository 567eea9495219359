"""The form of docs/decisions: one page for each decision, and an index of all of them."""

import re

_INDEX = "docs/decisions/README.md"
_PAGE = re.compile(r"docs/decisions/(\d{4})-[a-z0-9-]+\.md")
_HEADINGS = ["Context", "Options considered", "Decision", "Consequences", "Status"]
_SUPERSEDED = ["Decision", "Status"]
_MOST_LINES = 60


def _problems(text):
    """What is wrong with the headings, the length and the status of a page."""
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    status = text.rpartition("\n## Status\n")[2]
    if headings == _SUPERSEDED:
        if not status.startswith("Superseded by "):
            yield "has only Decision and Status, but its status does not begin with `Superseded by `"
    elif headings != _HEADINGS:
        yield f"the headings are not {', '.join(_HEADINGS)}; or, if it is superseded, {', '.join(_SUPERSEDED)}"
    elif not status.startswith("Accepted"):
        yield "the status does not begin with `Accepted`"
    if text.count("\n") > _MOST_LINES:
        yield f"has more than {_MOST_LINES} lines"


def decisions(files):
    """Numbers go up by one, titles repeat them, headings are the same everywhere, and the index has each page once."""
    links = [match.group(0) for match in re.finditer(r"\[\d+\. [^\]]+\]\([^)]+\)", files.get(_INDEX, ""))]
    pages = sorted(path for path in files if _PAGE.fullmatch(path))
    for expected, path in enumerate(pages, 1):
        number = int(_PAGE.fullmatch(path).group(1))
        if number != expected:
            yield f"{path}:1: has number {number}, and {expected} comes next"
        title = re.match(rf"# {number}\. (.+)\n", files[path])
        if title is None:
            yield f"{path}:1: the title does not begin with `# {number}. `"
        elif links.count(f"[{number}. {title[1]}]({path.rsplit('/', 1)[1]})") != 1:
            yield f"{_INDEX}:1: does not have the number, title and file of {path} exactly once"
        for problem in _problems(files[path]):
            yield f"{path}:1: {problem}"
