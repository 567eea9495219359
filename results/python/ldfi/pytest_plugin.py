"""Protocols as tests of pytest: searches each config or program, and compares the verdict with the expected one.

    pytest --ldfi protocols            every config and annotated program below protocols
    [pytest]                           # or always, by pytest.ini, setup.cfg or pyproject.toml
    ldfi_paths = protocols/*.yaml

A comment gives the expected verdict; in a program it also gives the options. Several comments are several tests:

    // pytest: certified -N a,b,c -t 6 -f 3 -c 1
    # pytest: counterexample --stop all          (in a config; without a comment: certified)

FILE.known (bcast.ded.known) lists accepted falsifiers, one per line, in the form of --known. The search leaves them out.
`pytest --ldfi-accept` adds the falsifiers that a search finds.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
from pathlib import Path
from typing import Any, Iterator, NamedTuple, Optional

import pytest

from . import farm as program
from .errors import FarmError
from .outcome import Run
from .running import run

_EXPECTED = re.compile(r"^\s*(?://|#)\s*pytest:\s*(\S+)(.*)$", re.MULTILINE)
_CONFIG = re.compile(r"^(?:program|system)\s*:", re.MULTILINE)
_VERDICTS = ("certified", "counterexample", "vacuous", "broken", "inconclusive")
_MOST_BYTES = 1 << 20


class Expected(NamedTuple):
    """The content of a comment, or its default."""

    verdict: str
    options: list[str]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ldfi", "ldfi-farm: protocols as tests")
    group.addoption("--ldfi", action="store_true", help="collect configs (.yaml) and annotated programs (.ded) of ldfi-farm")
    group.addoption("--ldfi-farm", metavar="PROGRAM", help="the program; otherwise LDFI_FARM, or ldfi-farm on PATH")
    group.addoption("--ldfi-ranks", type=int, default=1, metavar="N", help="run each search on N ranks")
    group.addoption("--ldfi-accept", action="store_true", help="add the falsifiers that are found to FILE.known, and pass")
    parser.addini("ldfi_paths", "configs and programs to collect without --ldfi: paths or patterns, from the root", type="linelist", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[ProtocolFile]:
    config = parent.config
    if file_path.suffix not in (".ded", ".yaml", ".yml") or not (config.getoption("--ldfi") or _listed(file_path, config)):
        return None
    text = _text_of(file_path)
    annotated = _EXPECTED.search(text) is not None
    if file_path.suffix == ".ded" and not annotated:
        beside = file_path.with_suffix(".yaml")
        # If a program has a config beside it, only the config is collected, unless the user named the
        # program.
        if not (beside.exists() and _named(file_path, config)):
            return None
        file_path = beside
    elif file_path.suffix != ".ded" and not (annotated or _CONFIG.search(text)):
        return None
    found: ProtocolFile = ProtocolFile.from_parent(parent, path=file_path)
    return found


def _listed(path: Path, config: pytest.Config) -> bool:
    try:
        name = path.relative_to(config.rootpath).as_posix()
    except ValueError:
        return False
    return any(fnmatch.fnmatch(name, one.rstrip("/")) or name.startswith(one.rstrip("/") + "/") for one in config.getini("ldfi_paths"))


def _named(path: Path, config: pytest.Config) -> bool:
    folder = config.invocation_params.dir
    return path.resolve() in {(folder / name.partition("::")[0]).resolve() for name in config.args}


def _text_of(path: Path) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read(_MOST_BYTES)


class ProtocolFile(pytest.File):
    """A file with tests: a config, or a program with `pytest:` comments."""

    def collect(self) -> Iterator[ProtocolItem]:
        found = [Expected(verdict, shlex.split(options)) for verdict, options in _EXPECTED.findall(_text_of(self.path))]
        found = found or [Expected("certified", [])]
        for number, expected in enumerate(found, 1):
            if expected.verdict not in _VERDICTS:
                raise self.CollectError(f"{self.path}: pytest: {expected.verdict} is not a verdict ({', '.join(_VERDICTS)})")
            name = expected.verdict if len(found) == 1 else f"{number}-{expected.verdict}"
            yield ProtocolItem.from_parent(self, name=name, expected=expected)


class WrongVerdict(Exception):
    """The search ended with another verdict. The text says why, and how to see more."""


class ProtocolItem(pytest.Item):
    """A test: one search of a config or program."""

    def __init__(self, *, expected: Expected, **more: Any):
        super().__init__(**more)
        self.expected = expected

    @property
    def known_file(self) -> Path:
        return self.path.with_name(self.path.name + ".known")

    def runtest(self) -> None:
        if self.config.getoption("--ldfi-accept") and "--stop" not in self.expected.options:
            self._accept(self._search(self._known(), stop="all"))
        found = self._search(self._known())
        if found.verdict != self.expected.verdict:
            raise WrongVerdict(self._why(found))

    def _known(self) -> list[str]:
        if not self.known_file.exists():
            return []
        lines = (line.strip() for line in _text_of(self.known_file).splitlines())
        return [line for line in lines if line and not line.startswith("#")]

    def _search(self, known: list[str], **options: Any) -> Run:
        return run(
            self.path,
            arguments=self.expected.options,
            known=known,
            **options,
            ranks=self.config.getoption("--ldfi-ranks"),
            farm=self.config.getoption("--ldfi-farm"),
        )

    def _accept(self, found: Run) -> None:
        if found.counterexamples:
            with open(self.known_file, "a", encoding="utf-8") as file:
                file.write("".join(one.faults + "\n" for one in found.counterexamples))

    def _why(self, found: Run) -> str:
        out = [f"{self.path.name}: {found.verdict}, but {self.expected.verdict} is expected"]
        if found.summary.get("reason"):
            out.append(f"reason: {found.summary['reason']}")
        for one in found.counterexamples[:3]:
            out.append(f"faults  {one.faults}  violate  {', '.join(one.violated)}")
        if found.counterexamples:
            if found.output is not None:
                try:
                    out += ["", found.explain().rstrip()]
                except FarmError as problem:  # the verdict is reported without an explanation
                    out.append(f"(no explanation: {problem})")
            first = found.counterexamples[0].faults
            command = [arg for arg in found.command if not arg.startswith(("--output=", "--summary="))]
            out += ["", f"replay  {shlex.join([*command, '--replay', first])}"]
            out.append(f"accept  pytest --ldfi-accept, or a line in {self.known_file.name}")
        return "\n".join(out)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, (WrongVerdict, FarmError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name}: {self.name}"
