"""Diagnostics of texts as they are being typed: ldfi-farm reads a copy of the files, in which the open texts have their present state."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from workspace import CONFIGS, MOST_FILES, MOST_FOLDERS, SOURCES

SECONDS = 20
#: What a program without a config is checked with; its own comment `// pytest: … -t 6 -f 3` goes before (results/python/README.md).
WITHOUT_CONFIG = ["-t", "10", "-f", "5"]
_COMMENT = re.compile(r"^\s*//\s*pytest:\s*\S+((?:\s+(?:-[tfcN]\s*\S+|--[\w-]+(?:=\S+)?))*)", re.MULTILINE)
_LEVELS = {"error": 1, "warning": 2}


class Checker:
    def __init__(self, workspace, farm=None):
        self.workspace = workspace
        self.farm = farm

    def program(self):
        """The program, or None: what the editor says, LDFI_FARM, PATH."""
        for name in (self.farm, os.environ.get("LDFI_FARM"), "ldfi-farm"):
            if name and (found := shutil.which(name)):
                return os.path.abspath(found)
        return None

    def command(self, path):
        """What is checked for this file: [file, options …], with the files that it rests on."""
        if path.suffix in CONFIGS:
            return [path]
        configs = self.workspace.configs(path)
        if configs:
            return [configs[0]]
        if path.suffix == ".spec":
            return None  # nobody says which program it is about
        path = next(iter(self.workspace.includers(path)), path)
        text = self.workspace.text(path)
        given = _COMMENT.search(text.content) if text else None
        return [path, *(given[1].split() if given and given[1].strip() else WITHOUT_CONFIG)]

    def check(self, path):
        """{path: diagnostics of the protocol} of this file and those checked with it; None if they could not be checked."""
        program, command = self.program(), self.command(path)
        if program is None or command is None:
            return None
        files = {path, command[0], *self.workspace.related(path)}
        if command[0].suffix in CONFIGS:
            files |= set(self.workspace.named(command[0]))
        with tempfile.TemporaryDirectory(prefix="ldfi-editor-") as scratch:
            root, copies = self._copy(files, Path(scratch))
            if root is None:
                return None
            try:
                done = subprocess.run(
                    [program, str(copies[command[0]]), *command[1:], "--check", "--diagnostics=json"],
                    cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False,
                )  # fmt: skip
                found = json.loads(done.stdout.splitlines()[-1])["diagnostics"] if done.returncode in (0, 65) else None
            except (subprocess.TimeoutExpired, ValueError, IndexError, KeyError, OSError):
                return None
            if found is None:  # a wrong command line: of the comment, or an older program
                return {command[0]: [_whole_file(done.stderr.strip() or "ldfi-farm could not check this")]}
            return self._located(found, files, root, Path(scratch), command[0])

    def _copy(self, files, scratch):
        """Copies the sources of the folders that the files stand in. Returns the common folder, and {path: its copy}."""
        root = Path(os.path.commonpath([str(one.parent) for one in files]))
        copies, folders = {one: scratch / one.relative_to(root) for one in files}, sorted({one.parent for one in files})
        for folder in folders[:MOST_FOLDERS]:
            try:
                names = [one for one in sorted(folder.iterdir()) if one.suffix in (*SOURCES, *CONFIGS)][:MOST_FILES]
            except OSError:
                names = []
            for one in names:
                copies.setdefault(one, scratch / one.relative_to(root))
        if len(copies) > 4 * MOST_FILES:
            return None, {}
        for one, copy in copies.items():
            text = self.workspace.text(one)
            if text is not None:
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(text.content.encode("utf-8", "surrogatepass"))
        return root, copies

    def _located(self, found, files, root, scratch, main):
        out = {one: [] for one in files}
        for row in found:
            name = row.get("file", "")
            place = Path(os.path.normpath(scratch / name)) if name and not name.startswith("-") else None
            try:
                path = root / place.relative_to(scratch) if place else main
            except ValueError:
                path = main
            text = self.workspace.text(path)
            message = "\n".join([row["message"].replace(f"{scratch}/", ""), *(f"hint: {one.replace(f'{scratch}/', '')}" for one in row["hints"])])
            shown = _whole_file(message, row)
            if text is not None and row.get("line"):
                shown["range"] = _range(text, row)
            out.setdefault(path, []).append(shown)
        return out


def _whole_file(message, row=None):
    start = {"line": 0, "character": 0}
    out = {"range": {"start": start, "end": start}, "severity": 1, "source": "ldfi-farm", "message": message}
    if row:
        out.update(severity=_LEVELS[row["severity"]], code=row["code"])
    return out


def _range(text, row):
    """Characters of ldfi-farm as UTF-16 code units. A tab is one character for both."""
    line = text.line(row["line"] - 1)
    units = [len(line[: column - 1].encode("utf-16-le")) // 2 for column in (row["column"], row["end_column"])]
    number = row["line"] - 1
    return {"start": {"line": number, "character": units[0]}, "end": {"line": number, "character": max(units[1], units[0] + 1)}}
