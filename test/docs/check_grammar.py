#!/usr/bin/env python3
"""The editor's grammar sees every program as the lexer does: check_grammar.py SOURCE_FOLDER

Runs the TextMate grammar with a small interpreter of its own, over all .ded and .spec files. In programs that the checker accepts nothing is marked
invalid, and each token has the scope that its kind asks for; in those made to be refused, what is invalid is marked.
"""

import glob
import json
import os
import re
import sys

WORD = r"[A-Za-z0-9._?]+"


class Grammar:
    """Interprets the parts of TextMate's language that the grammar uses: match, begin/end, captures, include."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as stream:
            self.source = json.load(stream)
        self.rules = self.flat(self.source["patterns"])

    def flat(self, patterns):
        out = []
        for pattern in patterns:
            if "include" in pattern:
                found = self.source["repository"][pattern["include"].lstrip("#")]
                out += self.flat([found] if "begin" in found else found["patterns"])
            else:
                out.append(pattern)
        return out

    def scopes(self, line, state):
        """Returns ([scope of each character], the begin/end rule that is open after the line)."""
        found = [""] * len(line)
        at = 0
        while at <= len(line):
            rules = self.flat(state.get("patterns", [])) if state else self.rules
            best = None
            if state and (match := re.compile(state["end"]).search(line, at)):
                best = (match, None)
            for rule in rules:
                match = re.compile(rule.get("match", rule.get("begin"))).search(line, at)
                if match and (best is None or match.start() < best[0].start()):
                    best = (match, rule)
            stop = best[0].start() if best else len(line)
            self.paint(found, at, stop, state["name"] if state else "")
            if not best:
                return found, state
            match, rule = best
            name = state["name"] if rule is None else rule.get("name", "")
            self.paint(found, match.start(), match.end(), name)
            for number, capture in (rule or {}).get("captures", {}).items():
                self.paint(found, match.start(int(number)), match.end(int(number)), capture["name"])
            ended = rule is None
            state = None if ended else rule if "begin" in rule else state
            if match.end() == at and not ended and "begin" not in rule:
                return found, state
            at = match.end()
            if ended and at == len(line):
                return found, None
        return found, state

    @staticmethod
    def paint(found, start, end, name):
        found[start:end] = [name] * (end - start)

    def run(self, text):
        """Returns [(line number, column, character, scope)] of all characters except blanks."""
        out, state = [], None
        for number, line in enumerate(text.split("\n"), 1):
            found, state = self.scopes(line, state)
            out += [(number, column, c, scope) for column, (c, scope) in enumerate(zip(line, found), 1) if not c.isspace()]
        return out


TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<tick>@\s*(?:next|async|[0-9]+|[A-Z][A-Za-z0-9._?]*))'
    rf'|(?P<word>{WORD})|(?P<sign>:-|[=!<>]=|[-+*/<>();,=])|(?P<blank>\s+)', re.S)


def expected(text):
    """Returns for each character the beginning of its expected scope, found without the grammar, or None for a
    blank.
    """
    out = [None] * len(text)
    at = 0
    said = None  # words of a `spec` statement so far
    while at < len(text):
        token = TOKEN.match(text, at)
        assert token, text[at:at + 20]
        kind, word, rest = token.lastgroup, token.group(), text[token.end():].lstrip()
        scope = {"comment": "comment", "string": ("string", "constant.character"), "blank": None,
                 "sign": ("keyword.operator", "punctuation")}.get(kind)
        if kind == "tick":
            scope = ("punctuation.definition", "keyword.other" if word.strip("@ \n") in ("next", "async")
                     else "constant.numeric.tick" if word.strip("@ \n").isdigit() else "variable.other")
        elif kind == "word":
            scope = ("keyword.control" if (word == "include" and rest.startswith('"')) or (word in ("const", "set") and re.match(WORD + r"\s*=(?!=)", rest))
                     or (word in ("stable", "buffered", "volatile") and re.match(WORD, rest))
                     else "keyword.operator.logical" if word == "notin" and re.match(WORD, rest)
                     else "support.function.aggregate" if word in ("count", "min", "max", "sum") and rest.startswith("<")
                     else "support.function.builtin" if word in ("crash", "restart", "down", "paused", "ioerror", "sync") and rest.startswith("(")
                     else "entity.name.function" if rest.startswith("(")
                     else "constant.numeric" if word.isdigit()
                     else "variable.language" if word == "_" else "variable.other")
        if kind == "sign" and word == ";":
            said = None
        elif kind == "word" and said is None and word == "spec" and re.match(WORD, rest):
            said, scope = [word], "keyword.control"
        elif kind == "word" and said:
            scope = ("keyword.control" if word == "explains" else "entity.name.function" if said[-1] in ("spec", "explains")
                     else "constant.numeric" if word.isdigit() else "variable.other" if said[-1] == "after" else "keyword.other")
            said.append(word)
        out[at:token.end()] = [scope] * (token.end() - at)
        at = token.end()
    return out


def check_good(grammar, path):
    with open(path, encoding="utf-8-sig") as stream:
        text = stream.read()
    wanted = [scope for c, scope in zip(text, expected(text)) if not c.isspace()]
    seen = grammar.run(text)
    assert len(seen) == len(wanted), path
    for (line, column, character, scope), want in zip(seen, wanted):
        assert scope and "invalid" not in scope and scope.startswith(want), \
            f"{path}:{line}:{column}: `{character}` is {scope or 'plain'}, and should be {want}"


def check_bad(grammar):
    for text, invalid in (("log('a')@1;", "''"), ('log("a\\q")@1;', "\\q"), ("log(N)@soon;", "@"), ("log(N) : x(N);", ":"),
                          ("x(N) :- clock(N, N, 1);", "clock"), ("x(é);", "é"), ("x(N) = 1", "="), ('log("open', "")):
        marked = "".join(c for _, _, c, scope in grammar.run(text) if "invalid" in scope)
        assert marked == invalid, f"{text}: {marked!r} is marked, not {invalid!r}"
    after = grammar.run('log("open\nlog(N);')  # a string ends at the end of its line
    assert after[-1][3].startswith("punctuation.terminator"), after[-1]


def main():
    sources = os.path.abspath(sys.argv[1])
    with open(f"{sources}/docs/editor/package.json", encoding="utf-8") as stream:
        package = json.load(stream)
    for part in package["contributes"]["grammars"] + package["contributes"]["languages"]:
        assert os.path.isfile(f"{sources}/docs/editor/{part.get('path', part.get('configuration'))}"), part
    grammar = Grammar(f"{sources}/docs/editor/{package['contributes']['grammars'][0]['path']}")
    files = sorted(glob.glob(f"{sources}/configs/**/*.ded", recursive=True))
    files += sorted(glob.glob(f"{sources}/test/corpus/tables/**/*.ded", recursive=True))
    specifications = sorted(glob.glob(f"{sources}/configs/**/*.spec", recursive=True))
    assert specifications
    files += specifications
    assert len(files) > 20, files
    for path in files:
        check_good(grammar, path)
    refused = [path for kind in ("ded", "spec") for path in glob.glob(f"{sources}/test/corpus/diagnostics/**/*.{kind}", recursive=True)]
    for path in sorted(refused):
        with open(path, encoding="utf-8", errors="replace") as stream:
            grammar.run(stream.read())  # whatever the scopes are, the interpreter must end
    check_bad(grammar)
    print(f"{len(files)} programs")


if __name__ == "__main__":
    main()
