"""Runs ldfi-farm from Python: searches, sweeps and checks, and their results.

    import ldfi

    found = ldfi.run("configs/kafka.yaml")              # or a program: run("bcast.ded", nodes=["a", "b"], eot=6, eff=3)
    found.verdict                                       # "counterexample"
    found.counterexamples[0].faults                     # "O(b,Z,1) O(c,Z,1) C(a,4)"
    found.results.graph(0)                              # an object of ldfi_results
    found.diagram().save("kafka.svg")                   # a notebook shows it
    ldfi.sweep("bcast.ded", eot=8, eff=range(4), crashes=[0, 1])    # a data frame, one row per cell
    ldfi.check("bcast.ded", eot=6, eff=3).check         # "holds"

Options have the names of `ldfi-farm --help` with `_` for `-`. The argument `farm` names the program; without it, the
environment variable LDFI_FARM does, or `ldfi-farm` is looked up on PATH. A run needs no other package. Its `results` and
`cells` need the packages of ldfi_results.
"""

from .errors import EnvironmentFailure, FarmBug, FarmError, FarmNotFound, Stopped, WrongInput, WrongUsage
from .outcome import Check, Counterexample, Diagnostic, Diagram, Run
from .running import check, diagnose, run, sweep

__all__ = [
    "Check",
    "Counterexample",
    "Diagnostic",
    "Diagram",
    "EnvironmentFailure",
    "FarmBug",
    "FarmError",
    "FarmNotFound",
    "Run",
    "Stopped",
    "WrongInput",
    "WrongUsage",
    "check",
    "diagnose",
    "run",
    "sweep",
]
