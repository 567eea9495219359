"""Finds ldfi-farm and ldfi-results, writes their command lines, and runs them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union

from .errors import EnvironmentFailure, FarmBug, FarmNotFound, error_of

PathLike = Union[str, "os.PathLike[str]"]

#: Options that are repeated, once for each value. Other options take one list: a,b,c.
_REPEATED = frozenset({"spec", "include", "param", "known", "disk-column", "sweep-param"})
_SYSTEM = re.compile(r"^(?:system|\"system\"|'system')\s*:", re.MULTILINE)


def find(farm: Optional[PathLike] = None, name: str = "ldfi-farm") -> str:
    """Returns the path of a program: the argument `farm`, or what LDFI_FARM names, or the program on PATH.

    ldfi-results is searched in the folder of ldfi-farm. Raises FarmNotFound, whose text lists what was tried.
    """
    given = os.fspath(farm) if farm is not None else os.environ.get("LDFI_FARM", "")
    if given:
        path = given if name == "ldfi-farm" else os.path.join(os.path.dirname(os.path.realpath(_resolved(given))), name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return os.path.abspath(path)
        if found := shutil.which(path):
            return found
        if farm is None or name == "ldfi-farm":
            raise FarmNotFound(f"{path}, named by {'LDFI_FARM' if farm is None else 'farm'}, is not a program that can be run")
    if found := shutil.which(name):
        return found
    raise FarmNotFound(f"there is no {name} on PATH: build or install it, or name it with LDFI_FARM or farm=…")


def _resolved(name: str) -> str:
    return name if os.sep in name else shutil.which(name) or name


def is_system(what: PathLike) -> bool:
    """Returns true if the file is the config of a real system."""
    name = os.fspath(what)
    if not name.endswith((".yaml", ".yml")):
        return False
    with contextlib.suppress(OSError, UnicodeDecodeError), open(name, encoding="utf-8") as file:
        return _SYSTEM.search(file.read(1 << 20)) is not None
    return False  # the program will report the error in the file


def arguments(options: Mapping[str, Any]) -> Iterator[str]:
    """Returns the options as words of the command line: eff_mode="exclusive" becomes --eff-mode=exclusive.

    None and False omit an option, and True makes it a switch. A mapping gives NAME=VALUE for each item, a sequence gives a list.
    """
    for key, value in options.items():
        name = key.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            yield f"--{name}"
        elif isinstance(value, Mapping):
            yield from (f"--{name}={one}={_list(each)}" for one, each in value.items())
        elif name in _REPEATED and not isinstance(value, (str, os.PathLike)):
            yield from (f"--{name}={_text(one)}" for one in value)
        else:
            yield f"--{name}={_list(value)}"


def _list(value: Any) -> str:
    if isinstance(value, (str, os.PathLike)) or not isinstance(value, Iterable):
        return _text(value)
    return ",".join(_text(one) for one in value)


def _text(value: Any) -> str:
    return str(os.fspath(value)) if isinstance(value, os.PathLike) else str(value)


def launcher(ranks: int) -> list[str]:
    """Returns the words that start this number of ranks with mpirun. Empty for one rank."""
    if ranks < 1:
        raise ValueError(f"{ranks} ranks: there is at least one")
    if ranks == 1:
        return []
    mpirun = shutil.which("mpirun")
    if mpirun is None:
        raise EnvironmentFailure(f"there is no mpirun on PATH, which starts {ranks} ranks; ranks=1 needs none", 74)
    # By default, Open MPI refuses to run as root, or with more ranks than cores.
    more = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    more += ["--oversubscribe"] if ranks > (os.cpu_count() or 1) else []
    return [mpirun, "--quiet", *more, "-n", str(ranks)]


def call(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command and returns its output. On Ctrl-C or any other exception, requests that the command saves
    its answers and ends.
    """
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="backslashreplace") as process:  # fmt: skip
        try:
            out, said = process.communicate()
        except BaseException:
            # mpirun passes the signal on to the ranks, and ends when they have ended
            process.send_signal(signal.SIGUSR1)
            try:
                process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
            raise
    return subprocess.CompletedProcess(command, process.returncode, out, said)


@dataclass(frozen=True)
class Answer:
    """The result of a command: the JSON object in the last line of stdout, the exit status, and the text on
    stderr.
    """

    said: dict[str, Any]
    status: int
    notes: str


def answer(command: Sequence[str], statuses: tuple[int, ...] = (0, 1, 2)) -> Answer:
    """Runs a command that answers in JSON. Raises the FarmError of a status that is not in `statuses`."""
    done = call(command)
    if done.returncode not in statuses:
        raise error_of(done.returncode, done.stderr, command)
    try:
        said = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):  # mpirun itself also ends with status 1 if it fails
        raise error_of(done.returncode, done.stderr, command) from None
    if not isinstance(said, dict):
        raise FarmBug(f"{command[0]} gave no answer", done.returncode, command)
    return Answer(said, done.returncode, done.stderr)
