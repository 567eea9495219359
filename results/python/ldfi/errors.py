"""Exceptions for runs that end without a verdict: one for each exit status of docs/reference/exit-status.md."""

from __future__ import annotations

from typing import Sequence


class FarmError(Exception):
    """A run ended without a verdict. The text is the message of ldfi-farm, with file, line and column if the
    input is wrong.
    """

    def __init__(self, message: str, status: int = 0, command: Sequence[str] = ()):
        super().__init__(message)
        self.status = status
        self.command = list(command)


class FarmNotFound(FarmError):
    """No program was found: neither the argument `farm`, nor LDFI_FARM, nor PATH leads to one."""


class WrongUsage(FarmError):
    """Status 64: options are unknown, or exclude each other."""


class WrongInput(FarmError):
    """Status 65: a program, a config, a specification or a fault set is wrong; diagnose() gives the places."""


class FarmBug(FarmError):
    """Status 70, or an unknown status: a bug in ldfi-farm."""


class EnvironmentFailure(FarmError):
    """Status 74: the file system, MPI, memory or a launcher failed."""


class Stopped(FarmError):
    """Status 85: a signal stopped the run, and everything was saved. The text says how to continue."""


_OF_STATUS = {64: WrongUsage, 65: WrongInput, 74: EnvironmentFailure, 85: Stopped}


def error_of(status: int, said: str, command: Sequence[str]) -> FarmError:
    """Returns the exception for an exit status without a verdict. `said` is the text that the program wrote to
    stderr.
    """
    text = said.strip() or f"{command[0]} ended with status {status} and said nothing"
    return _OF_STATUS.get(status, FarmBug)(text.removeprefix("ldfi-farm: "), status, command)
