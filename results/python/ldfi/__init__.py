"""Runs ldfi-farm from Python: a search, a sweep, a check, and what they found.

    import ldfi

    found = ldfi.run("configs/kafka.yaml")              # or a program: run("bcast.ded", nodes=["a", "b"], eot=6, eff=3)
    found.verdict                                       # "counterexample"
    found.counterexamples[0].faults                     # "O(b,Z,1) O(c,Z,1) C(a,4)"
    found.results.graph(0)                              # what ldfi_results reads
    found.diagram().save("kafka.svg")                   # in a notebook: shown
    ldfi.sweep("bcast.ded", eot=8, eff=range(4), crashes=[0, 1])    # a data frame, one row a cell
    ldfi.check("bcast.ded", eot=6, eff=3).check         # "holds"

Names of options are those of `ldfi-farm --help` with `_` for `-`. The program is the argument `farm`, the environment
variable LDFI_FARM, or `ldfi-farm` on PATH. A run needs no other package; its `results` and `cells` need what ldfi_results needs.
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
