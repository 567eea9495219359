"""Draws texts at random for a reader who has never seen the project: comments, paragraphs, messages, names and commit subjects.

python3 -B test/tidy/draw.py SEED [BASE]

SEED is text, such as the first 8 digits of the commit that is judged: the same commit and seed give the same sample. BASE is the
commit before the subjects that are drawn; without it, none are. WRITING.md says how many texts a reader should understand.
"""

import os
import random
import re
import subprocess
import sys

import cpp
import plain

_COUNTS = {"comment": 60, "paragraph": 40, "message": 30, "name": 30, "subject": 30}
_COMMENT = re.compile(r"(?:^[ \t]*//[^\n]*\n)+", re.MULTILINE)
_BEHIND = re.compile(r"^(?P<code>[^\n/\"]*[;,{}()][^\n/\"]*?)(?P<text>///?<? [^\n]+(?:\n\s+///<[^\n]+)*)", re.MULTILINE)
_NAME = re.compile(
    r"^\s*(?:class|struct|enum class) (?P<type>[A-Z]\w+)[^;]*$"
    r"|^\s*(?:\[\[nodiscard\]\] )?(?!return\b|throw\b|else\b)\w[\w:<>,&* ]*? [&*]?(?P<function>[a-z]\w+)\([^;{]*\)[^;{]*;$",
    re.MULTILINE,
)
_SHORTEST = 4  #: words of a message or a comment


def _next_line(text, end):
    """Returns the declaration below a comment, which its reader sees too."""
    return text[end:].split("\n", 1)[0].strip()


def _comments(path, text):
    for match in _COMMENT.finditer(text):
        words = " ".join(line.strip().lstrip("/<").strip() for line in match.group().splitlines())
        if len(words.split()) >= _SHORTEST and not words.startswith("namespace"):
            yield f"{path}\n    {words}\n    -> {_next_line(text, match.end())}"
    for match in _BEHIND.finditer(text):
        words = " ".join(line.strip().lstrip("/<").strip() for line in match["text"].splitlines())
        if len(words.split()) >= _SHORTEST:
            yield f"{path}\n    {words}\n    -> {match['code'].strip()}"


def _messages(path, text):
    for literal in plain.STRINGS.finditer(cpp.without_comments(text)):
        text_of = plain.JOINT.sub("", literal.group()).strip('"')
        if len(re.findall(r"[A-Za-z]{2,}", text_of)) >= _SHORTEST and not re.search(r"^[^ ]*$|[<>]\w+|\\n.*\\n|:-", text_of):
            yield f"{path}\n    {text_of}"


def _names(path, text):
    for match in _NAME.finditer(text):
        name = match["type"] or match["function"]
        yield f"{path}\n    {name}\n    -> {match.group().strip()[:160]}"


def _paragraphs(path, text):
    title, heading = "", ""
    for block in re.split(r"\n\s*\n", re.sub(r"(?ms)^( {0,3})```.*?^\1```", "", text)):
        first = block.strip().split("\n", 1)[0]
        if first.startswith("#"):
            heading = first.lstrip("# ")
            title = title or heading
            block = block.strip()[len(first) :]
        words = " ".join(block.split())
        if len(words.split()) >= 12 and not words.startswith("|"):
            yield f"{path} ({title}: {heading})\n    {words}"


def _all(files, base):
    out = {kind: [] for kind in _COUNTS}
    for path, text in files:
        if path.endswith((".cpp", ".hpp")):
            out["comment"] += _comments(path, text)
        if path.startswith(("common/", "master/", "worker/", "results/")):
            if path.endswith((".cpp", ".hpp")):
                out["message"] += _messages(path, text)
            if path.endswith(".hpp"):
                out["name"] += _names(path, text)
        if path.endswith(".md") and path not in plain.GENERATED:
            out["paragraph"] += _paragraphs(path, text)
    if base:
        log = subprocess.run(["git", "log", "--no-merges", "--format=%s", f"{base}.."], capture_output=True, text=True, check=True)
        out["subject"] = log.stdout.splitlines()
    return out


def main():
    seed, base = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    names = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    files = []
    for name in names:
        if name.endswith((".cpp", ".hpp", ".md")) and os.path.isfile(name):
            with open(name, encoding="utf-8") as file:
                files.append((name, file.read()))
    for kind, texts in _all(files, base).items():
        chosen = random.Random(f"{seed} {kind}").sample(texts, min(_COUNTS[kind], len(texts)))
        print(f"== {kind}: {len(chosen)} of {len(texts)}")
        for number, text in enumerate(chosen, 1):
            print(f"{number}. {text}")


if __name__ == "__main__":
    main()
