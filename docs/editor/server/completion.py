"""What may be written at a place: relations with their columns, constants and keywords in programs and specifications, keys and values in
configs. And what a keyword or a key of a config means."""

import functools
import json
import re
from pathlib import Path

import syntax
from workspace import CONFIGS

MOST_ITEMS = 2000
#: What each word means (docs/reference/dedalus.md).
WORDS = {
    "include": 'include "file.ded"; reads another file first',
    "const": "const NAME = value; a number or a text that a config may change (params)",
    "set": "set NAME = value; another value for a constant",
    "stable": "stable R; facts of R survive a crash of their node",
    "buffered": "buffered R; facts of R survive a crash once they are written (sync)",
    "volatile": "volatile R; facts of R are gone after a crash",
    "spec": 'spec NAME SEVERITY WHEN "what is wrong"; facts of the relation NAME are violations',
    "notin": "notin R(X): R does not hold for X",
    "count": "count<X>: how many values there are",
    "min": "min<X>: the least value",
    "max": "max<X>: the greatest value",
    "sum": "sum<X>: the sum of the values",
}
TIMES = {"next": "@next: at the next tick, at the same node", "async": "@async: is sent, and arrives at a later tick at the node of the first column"}
SPEC_WORDS = {
    "critical": "severity: counts for the verdict", "major": "severity: counts for the verdict", "minor": "severity: does not count for the verdict",
    "info": "severity: never counts", "always": "is judged at every tick", "finally": "is judged at EOT", "after": "after N: is judged from tick N + 1 on",
    "explains": "explains R: a violation that another one explains",
}  # fmt: skip
_FUNCTION, _VALUE, _KEYWORD, _CONSTANT, _PROPERTY, _EVENT = 3, 12, 14, 21, 10, 23  # LSP 3.17, CompletionItemKind


def complete(workspace, path, position):
    text = workspace.text(path)
    if text is None:
        return []
    if path.suffix in CONFIGS:
        return _in_config(text.content[: text.offset(position)])[:MOST_ITEMS]
    offset = text.offset(position)
    inside = [one for one in syntax.tokens(text.content) if one.kind in ("comment", "string") and one.begin < offset and _holds(one, offset)]
    if inside:
        return []
    if re.search(r"@\s*\w*$", text.content[max(0, offset - 200) : offset]):
        return [_item(name, _KEYWORD, about) for name, about in TIMES.items()]
    return _names(workspace, path)[:MOST_ITEMS]


def _holds(token, offset):
    closed = len(token.text) > 1 and token.text.endswith('"') if token.kind == "string" else token.text.startswith("/*") and token.text.endswith("*/")
    return offset < token.end or (offset == token.end and not closed)


def _names(workspace, path):
    found = [one for other in workspace.related(path) for one in workspace.statements(other)]
    out = [_item(name, _FUNCTION, f"{name}({', '.join(types)})") for name, types in sorted(syntax.column_types(found).items())
           if name not in syntax.BUILT_IN and name == syntax.relation_of(name)]  # fmt: skip
    out += [_item(name, _FUNCTION, about) for name, about in syntax.BUILT_IN.items()]
    for one in found:
        if one.kind == "const" and one.words:
            out.append(_item(one.words[0].text, _CONSTANT, f"const {one.words[0].text} = {''.join(word.text for word in one.words[2:])}"))
        if one.kind == "spec" and one.words:
            out.append(_item(one.words[0].text, _EVENT, "specification"))
    out += [_item(name, _KEYWORD, about) for name, about in {**WORDS, **SPEC_WORDS}.items()]
    return list({(one["label"], one["kind"]): one for one in out}.values())


def _item(label, kind, detail=""):
    return {"label": label, "kind": kind, "detail": detail[:500]}


def word_at(workspace, path, position):
    """(meaning, begin, end) of the keyword, or the key of a config, that stands there; None if there is none."""
    text = workspace.text(path)
    if text is None:
        return None
    offset, content = text.offset(position), text.content
    if path.suffix in CONFIGS:
        return _key_at(content, offset)
    for one in syntax.tokens(content):
        if one.begin <= offset <= one.end and one.kind == "word":
            before = content[max(0, one.begin - 20) : one.begin].rstrip()
            known = TIMES if before.endswith("@") else {**WORDS, **SPEC_WORDS}
            return (known[one.text], one.begin, one.end) if one.text in known else None
    return None


# -- configs


@functools.lru_cache(maxsize=1)
def schemas():
    """The schemas of the two kinds of config; none if the file is not there."""
    here = Path(__file__).resolve().parent
    for path in (here.parent / "configs/schema.json", here.parents[2] / "configs/schema.json"):  # installed, in the sources
        try:
            return json.loads(path.read_text(encoding="utf-8"))["oneOf"]
        except (OSError, ValueError, KeyError):
            continue
    return []


_KEY = re.compile(r"[A-Za-z_][\w-]*")
_COLON = re.compile(r"[ \t]{0,100}:(?=\s|\Z)")
_SYSTEM = re.compile(r"^system\s*:", re.MULTILINE)
_PROGRAM = re.compile(r"^program\s*:", re.MULTILINE)


def keys_before(content):
    """The keys that lead to the end of this text, and whether a value stands there: `fspec:\\n  eot: 5\\n  e` leads to (["fspec"], False)."""
    blocks, flow, key, value = [], [], None, False  # blocks: (indentation, key); flow: keys of the braces that are open
    for line in content.split("\n"):
        at = len(line) - len(line.lstrip(" "))
        if not flow:
            key, value = None, False
            if line.strip() and not line.lstrip().startswith("#"):
                while line.startswith("- ", at):
                    at += 2
                blocks = [one for one in blocks if one[0] < at]
        while at < len(line):
            character = line[at]
            if character == "#" and (at == 0 or line[at - 1] in " \t"):
                break
            if character in "\"'":
                end = line.find(character, at + 1)
                at = len(line) if end < 0 else end + 1
                continue
            if character == "{":
                flow.append(key)
                key, value = None, False
            elif character == "}":
                key, value = (flow.pop() if flow else None), True
            elif character == ",":
                if flow:
                    key, value = None, False
            elif not value and (word := _KEY.match(line, at)):
                end = word.end()
                if _COLON.match(line, end):
                    key, value, column = word.group(), True, at
                    end = line.index(":", end) + 1
                    if not flow:
                        blocks = [*(one for one in blocks if one[0] < column), (column, key)]
                at = end
                continue
            at += 1
    path = [one[1] for one in blocks]
    if flow:
        inner = [one for one in flow if one]
        return (path + inner[1:] if path and inner and path[-1] == inner[0] else path + inner) + ([key] if key and value else []), bool(key and value)
    if value:
        return path, True
    typed = content[content.rfind("\n") + 1 :]
    indentation = len(typed) - len(typed.lstrip(" -"))
    return [name for column, name in blocks if column < indentation], False


def _parts(schema):
    """A schema and its alternatives."""
    yield schema
    for kind in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(kind, ()):
            yield from _parts(one)
    if isinstance(schema.get("items"), dict):
        yield from _parts(schema["items"])


def _at(path, content):
    """The schemas of what stands at a path of keys, in a config that begins so."""
    wanted = [name for name, pattern in (("system", _SYSTEM), ("program", _PROGRAM)) if pattern.search(content)]
    found = [one for one in schemas() if not wanted or wanted[0] in one["properties"]]
    for key in path:
        found = [part["properties"][key] for one in found for part in _parts(one) if key in part.get("properties", {})]
    return [part for one in found for part in _parts(one)]


def _in_config(content):
    path, value = keys_before(content)
    out = []
    for part in _at(path, content):
        if value:
            words = [*part.get("enum", ()), *(["true", "false"] if part.get("type") == "boolean" else ())]
            out += [_item(str(one), _VALUE, part.get("description", "")) for one in words]
        else:
            out += [_item(key, _PROPERTY, about.get("description", "")) for key, about in part.get("properties", {}).items()]
    return list({one["label"]: one for one in out}.values())


def _key_at(content, offset):
    begin = max((content.rfind(one, 0, offset) for one in " \n{,"), default=-1) + 1
    word = _KEY.match(content, begin)
    if not word or word.end() < offset or not _COLON.match(content, word.end()):
        return None
    path, _ = keys_before(content[: content.index(":", word.end()) + 1] + " ")
    about = [part["description"] for part in _at(path, content) if "description" in part]
    return (about[0], word.start(), word.end()) if about and path and path[-1] == word.group() else None
