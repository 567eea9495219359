"""The texts that are open or on the disk, and which of them belong together: a config, its programs, and what these include."""

import bisect
import os
import re
import urllib.parse
import urllib.request
from pathlib import Path

import syntax
from rpc import INVALID_PARAMS, Failed

SOURCES = (".ded", ".spec")
CONFIGS = (".yaml", ".yml")
MOST_BYTES = 1 << 20  # of a text that is looked into
MOST_FILES = 500  # of one workspace that are looked into
MOST_FOLDERS = 200
_WIDE = re.compile("[\U00010000-\U0010ffff]")
_INCLUDE = re.compile(r'^\s*include\s+"([^"\n]*)"', re.MULTILINE)
_WORD = re.compile(r"""[^\s\[\],'"#]+""")
_NAMED = re.compile(r".+\.(?:ded|spec)\b")
MOST_PATH = 4096  # letters of a path


def path_of(uri):
    """The path of a file: URI, or None of any other, and of one that no file can have."""
    if not isinstance(uri, str):
        raise Failed(INVALID_PARAMS, "a URI is not a text")
    try:
        parts = urllib.parse.urlsplit(uri)
        path = urllib.request.url2pathname(parts.path)
        possible = parts.scheme == "file" and "\0" not in path and len(os.fsencode(path)) <= MOST_PATH and os.path.isabs(path)
    except ValueError:
        return None
    return Path(path) if possible else None


def uri_of(path):
    return Path(os.path.abspath(path)).as_uri()


class Text:
    """A text with its lines; places of the protocol count UTF-16 code units (LSP 3.17, Position)."""

    def __init__(self, content, version=None):
        self.content, self.version = content, version
        self._starts = [0, *(match.end() for match in re.finditer("\n", content))]
        self._wide = [match.start() for match in _WIDE.finditer(content)]  # characters of two code units

    def position(self, offset):
        line = bisect.bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        wide = bisect.bisect_left(self._wide, offset) - bisect.bisect_left(self._wide, start)
        return {"line": line, "character": offset - start + wide}

    def offset(self, position):
        line = min(max(position["line"], 0), len(self._starts) - 1)
        text = self.line(line)
        units = position["character"]
        for at, character in enumerate(text):
            if units <= 0:
                return self._starts[line] + at
            units -= _units(character)
        return self._starts[line] + len(text)

    def line(self, number):
        """A line without its end, by its number from 0."""
        if not 0 <= number < len(self._starts):
            return ""
        end = self._starts[number + 1] - 1 if number + 1 < len(self._starts) else len(self.content)
        return self.content[self._starts[number] : end].rstrip("\r")

    def range(self, begin, end):
        return {"start": self.position(begin), "end": self.position(end)}

    def end(self):
        return self.position(len(self.content))


def _units(text):
    return len(text) + sum(ord(one) > 0xFFFF for one in text)


class Workspace:
    def __init__(self, folders=(), texts=None):
        self.open = dict(texts or {})  # path -> Text, which never changes itself
        self.folders = [Path(one) for one in folders]

    def text(self, path):
        """The open text, or that on the disk; None if there is none to read."""
        if path in self.open:
            return self.open[path]
        try:
            if path.stat().st_size > MOST_BYTES or not path.is_file():
                return None
            return Text(path.read_text(encoding="utf-8", errors="replace"))
        except (OSError, ValueError):
            return None

    def configs(self, path):
        """Configs whose program has this file, the nearest: beside it, or in a folder above, no further than that of the workspace."""
        found, top = [], self._top(path)
        for folder in [path.parent, *path.parent.parents]:
            try:
                names = sorted(one for one in folder.iterdir() if one.suffix in CONFIGS)[:MOST_FILES]
            except OSError:
                names = []
            found += [one for one in names if path in self.closure(self.named(one))]
            if folder == top or found:
                break
        return found

    def named(self, config):
        """The programs and specifications that a config names, as paths."""
        text = self.text(config)
        if text is None:
            return []
        content = re.sub(r"(?:^|\s)#.*", "", text.content)
        words = [word for word in _WORD.findall(content) if len(word) <= MOST_PATH]
        names = [found.group() for word in words if (found := _NAMED.match(word))]
        return [Path(os.path.normpath(config.parent / name)) for name in names[:MOST_FILES] if "\0" not in name]

    def related(self, path):
        """The files that share relations with this one: those of its config, those that include each other, and its companions."""
        configs = [path] if path.suffix in CONFIGS else self.configs(path)
        roots = [one for config in configs[:1] for one in self.named(config)] or [path]
        if path.suffix in SOURCES:
            roots += [path, *self.includers(path)]
        found = self.closure(roots)
        return self.closure([*found, *self._companions(path, found)]) if path.suffix in SOURCES else found

    def _companions(self, path, found):
        """Specifications and programs that belong together, though no config says so: they are in one folder, no config names the
        specifications, and the program derives every relation that they read."""
        beside, programs = self._beside(path), [one for one in found if one.suffix == ".ded"]
        taken = self._named_by_configs(path) | set(found)
        if programs:
            return [one for one in beside if one.suffix == ".spec" and one not in taken and self._fits(one, programs)]
        if path.suffix != ".spec" or path in self._named_by_configs(path):
            return []
        return [one for one in beside if one.suffix == ".ded" and self._fits(path, self.closure([one]))]

    def _fits(self, specification, programs):
        own = self.statements(specification)
        derived = syntax.heads([*own, *(one for program in programs for one in self.statements(program))])
        read = syntax.bodies(own)
        return not read.isdisjoint(derived - syntax.heads(own)) and read <= derived | set(syntax.BUILT_IN)

    def _named_by_configs(self, path):
        """The files that configs beside this one, or in a folder above, name themselves."""
        found, top = set(), self._top(path)
        for folder in [path.parent, *path.parent.parents]:
            try:
                configs = sorted(one for one in folder.iterdir() if one.suffix in CONFIGS)[:MOST_FILES]
            except OSError:
                configs = []
            found |= {name for one in configs for name in self.named(one)}
            if folder == top:
                break
        return found

    def closure(self, paths):
        """These files, and what they include, as far as there are any."""
        waiting, seen = list(paths), []
        while waiting and len(seen) < MOST_FILES:
            one = waiting.pop(0)
            if one not in seen and self.text(one) is not None:
                seen.append(one)
                waiting += self.includes(one)
        return seen

    def includers(self, path):
        """Files beside this one that include it, themselves or through others."""
        return [one for one in self._beside(path) if path in self.closure([one])]

    def includes(self, path):
        text = self.text(path)
        names = _INCLUDE.findall(text.content) if text else []
        names = [one for one in names[:MOST_FILES] if not os.path.isabs(one) and "\0" not in one and len(one) <= MOST_PATH]
        return [Path(os.path.normpath(path.parent / name)) for name in names]

    def _beside(self, path):
        try:
            return sorted(one for one in path.parent.iterdir() if one.suffix in SOURCES and one != path)[:MOST_FILES]
        except OSError:
            return []

    def statements(self, path):
        text = self.text(path)
        return syntax.statements(text.content) if text else []

    def _top(self, path):
        return next((one for one in self.folders if one in path.parents), path.parent)
