"""Exceptions for unusable files. A missing or forbidden file raises the usual OSError."""


class ResultsError(Exception):
    """A file cannot be used. The text names the file and the problem."""

    def __init__(self, path: str, problem: str):
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


class NotResults(ResultsError):
    """The file is not a results file of ldfi-farm: another format, another program's file, a folder, a pipe."""


class UnsupportedVersion(ResultsError):
    """The results file has a schema version that this module does not read."""


class DamagedFile(ResultsError):
    """The results file is incomplete, cut off, or contradicts itself."""
