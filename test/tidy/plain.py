"""Plain words: phrases that readers had to decode, in comments, documents and texts of programs, sizes of cells, paragraphs and
lines in documents, and gaps where something was lost.

test/tidy/plain.txt lists for each file how many findings it may still have. A file that is not listed may have none. Nothing may be
added there: `plain.py` lowers the numbers of files that became better.
"""

import os
import re
import sys

import cpp

_ALLOWED = "test/tidy/plain.txt"
#: Pages that are generated, or that show what programs print.
GENERATED = ("docs/reference/options.md", "docs/reference/system-keys.md", "docs/measurements/benchmarks.md")
_MOST_CELL = 80  #: characters
_MOST_PARAGRAPH = 80  #: words
_MOST_LINE = 110  #: characters
_MOST_ENTRY = 122  #: characters of an entry of the changelog

_BEGINNING = re.compile(r"///<? ?(?:Of|What|Who|That) ")
_PHRASES = re.compile(
    r"\b(?:(?<![Tt]here )is no|(?<![Tt]here )is none|(?<![Tt]here )are none|stands? still|standstill|but for|all but|likewise|comes? again|parts? from|goes without saying"
    r"|comes? to an end|an end to|comes? behind|comes? back|planted bugs?|knows? nothing of)\b"
)
#: The same in texts that programs print, where a short hint may say "is no".
_SAID = re.compile(
    r"\b(?:stands? still|stood still|standstill|but for|all but|likewise|(?:comes?|came|come) again|parts? from|goes without saying"
    r"|comes? to (?:an|no|no good) end|an end to|(?:comes?|came|puts?) behind|comes? back|(?:is|are|was) told of|planted bugs?"
    r"|knows? nothing of|means nothing|(?<![Tt]here )is none|(?<![Tt]here )are none|goes on|go on)\b"
)
#: Folders with the texts that users read.
_SAYING = ("master/", "worker/", "results/", "common/")
STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
JOINT = re.compile(r'"\s*"')
_FAULTS = re.compile(r"(?:[A-Z]\([^)]*\) ?)+")  #: a fault set, which may be long
_FENCED = re.compile(r"^( {0,3})```.*?^\1```", re.MULTILINE | re.DOTALL)


def _comments(path, text):
    """The comments of a C++ file, one below the other, with the rest blank."""
    code = cpp.without_comments(text)
    return "".join(a if b == " " or a == "\n" else " " for a, b in zip(text, code))


def _line(text, offset):
    return text.count("\n", 0, offset) + 1


def _phrases(path, text):
    for match in _PHRASES.finditer(text):
        yield f'{path}:{_line(text, match.start())}: "{match.group(0)}", which docs/glossary.md has a plainer word for'


def _in_strings(path, text):
    """Phrases in string literals. Adjacent literals are one text."""
    for literal in STRINGS.finditer(cpp.without_comments(text)):
        for match in _SAID.finditer(JOINT.sub("", literal.group(0))):
            yield f'{path}:{_line(text, literal.start())}: "{match.group(0)}" in a text for users, which docs/glossary.md has a plainer word for'


def _in_script(path, text):
    for match in _SAID.finditer(text):
        yield f'{path}:{_line(text, match.start())}: "{match.group(0)}" in a script, which docs/glossary.md has a plainer word for'


def _in_code(path, text):
    if path.startswith(_SAYING):
        yield from _in_strings(path, text)
    comments = _comments(path, text)
    yield from _phrases(path, comments)
    for match in _BEGINNING.finditer(comments):
        yield f'{path}:{_line(text, match.start())}: a comment begins with "{match.group(0).strip()}": name the thing first'


def _blocks(text):
    """(number of the first line, lines) of each paragraph, list item or table of a page without its fenced blocks."""
    block = []
    for number, line in enumerate(text.split("\n"), 1):
        new_item = re.match(r"\s*(?:[-*]|\d+\.) ", line)
        if block and (not line.strip() or new_item or line.startswith(("#", "|"))):
            yield block[0][0], [one for _, one in block]
            block = []
        if line.strip() and not line.startswith("#"):
            block.append((number, line))
    if block:
        yield block[0][0], [one for _, one in block]


def _gaps(text):
    """The number of each line that begins a gap of several blank lines outside of fenced blocks."""
    filled = _FENCED.sub(lambda match: re.sub(r"^.*$", "x", match.group(0), flags=re.MULTILINE), text)
    for match in re.finditer(r"\n\n\n+", filled):
        yield _line(filled, match.start()) + 1


def _in_page(path, text):
    bare = _FENCED.sub(lambda match: re.sub(r"[^\n]", "", match.group(0)), text)
    yield from _phrases(path, re.sub(r"`[^`\n]*`", lambda m: " " * len(m.group(0)), bare))
    for number in _gaps(text):
        yield f"{path}:{number}: several blank lines: a table or a paragraph may be missing here"
    for number, lines in _blocks(bare):
        if lines[0].startswith("|"):
            for cell in lines[0].strip("|").split("|"):
                shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell.strip())
                if len(shown) > _MOST_CELL and not _FAULTS.fullmatch(shown):
                    yield f"{path}:{number}: a cell of {len(shown)} characters, more than {_MOST_CELL}"
            continue
        if len(" ".join(lines).split()) > _MOST_PARAGRAPH:
            yield f"{path}:{number}: a paragraph of more than {_MOST_PARAGRAPH} words"
        for offset, line in enumerate(lines):
            most = _MOST_ENTRY if path == "CHANGELOG.md" else _MOST_LINE
            if len(re.sub(r"\]\([^)]*\)", "]", line)) > most:
                yield f"{path}:{number + offset}: a line of more than {most} characters"


def found_in(files):
    """{path: findings}, without those of files that are not ours to write."""
    found = {}
    for path, text in files.items():
        if path.endswith((".cpp", ".hpp")):
            findings = list(_in_code(path, text))
        elif path.endswith(".js") and path.startswith(_SAYING):
            findings = list(_in_script(path, text))
        elif path.endswith(".md") and path not in GENERATED and not path.startswith("test/"):
            findings = list(_in_page(path, text))
        else:
            continue
        if findings:
            found[path] = findings
    return found


def allowed_in(files):
    """{path: number of findings} of the list."""
    lines = [line for line in files.get(_ALLOWED, "").splitlines() if line and not line.startswith("#")]
    return {path: int(number) for number, path in (line.split(" ", 1) for line in lines)}


def plain(files):
    """Comments and documents are in plain words, except for what is listed."""
    allowed = allowed_in(files)
    for path, findings in found_in(files).items():
        if len(findings) > allowed.get(path, 0):
            note = f"findings here: {len(findings)}; allowed by {_ALLOWED}: {allowed.get(path, 0)}"
            yield from (f"{one} ({note})" for one in findings)


def main():
    """Lowers the numbers of the list to what is found."""
    from tidy import read_files

    files = read_files()
    allowed = allowed_in(files)
    found = {path: len(findings) for path, findings in found_in(files).items()}
    if sys.argv[1:] == ["--all"]:
        allowed = {path: 10**6 for path in found}
    kept = {path: min(number, found.get(path, 0)) for path, number in allowed.items()}
    head = "# How many findings of test/tidy/plain.py each file may still have. Numbers only go down: plain.py lowers them.\n"
    lines = [f"{number} {path}\n" for path, number in sorted(kept.items()) if number > 0]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "plain.txt"), "w", encoding="utf-8") as stream:
        stream.write(head + "".join(lines))
    print(f"{sum(kept.values())} findings in {len(lines)} files")


if __name__ == "__main__":
    main()
