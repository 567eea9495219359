"""The form of docs/decisions: one page for each decision, and an index of all of them."""

import re

_INDEX = "docs/decisions/README.md"
_PAGE = re.compile(r"docs/decisions/(\d{4})-[a-z0-9-]+\.md")
_HEADINGS = ["Context", "Decision", "Rejected"]


def decisions(files):
    """Numbers go up by one, titles repeat them, headings are the same everywhere, and the index has each page."""
    index = files.get(_INDEX, "").splitlines()
    pages = sorted(path for path in files if _PAGE.fullmatch(path))
    for expected, path in enumerate(pages, 1):
        number = int(_PAGE.fullmatch(path).group(1))
        if number != expected:
            yield f"{path}:1: has number {number}, and {expected} comes next"
        title = re.match(rf"# {number}\. (.+)\n", files[path])
        if title is None:
            yield f"{path}:1: the title does not begin with `# {number}. `"
        elif f"{number}. [{title[1]}]({path.rsplit('/', 1)[1]})" not in index:
            yield f"{_INDEX}:1: has no line with the number, title and file of {path}"
        headings = re.findall(r"^## (.+)$", files[path], re.MULTILINE)
        if headings not in (_HEADINGS, [*_HEADINGS, "Today"]):
            yield f"{path}:1: the headings are not {', '.join(_HEADINGS)}, and perhaps Today"
