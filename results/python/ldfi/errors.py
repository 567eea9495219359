"""What ends a run without a verdict: an exception for each exit status of docs/reference/exit-status.md."""

from __future__ import annotations

from typing import Sequence


class FarmError(Exception):
    """A run without a verdict. Its text is what the program said: with file, line and column where the input is wrong."""

    def __init__(self, message: str, status: int = 0, command: Sequence[str] = ()):
        super().__init__(message)
        self.status = status
        self.command = list(command)


class FarmNotFound(FarmError):
    """There is no program to run: neither an argument, nor LDFI_FARM, nor PATH names one."""


class WrongUsage(FarmError):
    """Status 64: options that there are not, or that exclude each other."""


class WrongInput(FarmError):
    """Status 65: a program, a config, a specification or a fault set is wrong; diagnose() gives the places."""


class FarmBug(FarmError):
    """Status 70, or one that the program never leaves with: a bug of ours."""


class EnvironmentFailure(FarmError):
    """Status 74: the file system, MPI or memory failed, or a launcher did."""


class Stopped(FarmError):
    """Status 85: stopped by a signal, with everything saved; the text says how to go on."""


_OF_STATUS = {64: WrongUsage, 65: WrongInput, 74: EnvironmentFailure, 85: Stopped}


def error_of(status: int, said: str, command: Sequence[str]) -> FarmError:
    """The exception for an exit status without a verdict; `said` is what stood on stderr."""
    text = said.strip() or f"{command[0]} ended with status {status} and said nothing"
    return _OF_STATUS.get(status, FarmBug)(text.removeprefix("ldfi-farm: "), status, command)
