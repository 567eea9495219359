"""What can be wrong with a file. A file that is missing or forbidden raises the usual OSError."""


class ResultsError(Exception):
    """A file that cannot be used; its text names the file and what is wrong in it."""

    def __init__(self, path: str, problem: str):
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


class NotResults(ResultsError):
    """No results file of ldfi-farm: another format, another program's file, a folder, a pipe."""


class UnsupportedVersion(ResultsError):
    """A results file, of a schema version that this module does not read."""


class DamagedFile(ResultsError):
    """A results file in which something is missing, cut off, or contradicts itself."""
