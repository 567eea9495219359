"""Results of ldfi-farm as pandas data frames, networkx graphs and matplotlib figures.

    import ldfi_results as ldfi

    sweep = ldfi.load("sweep.h5")           # or several files: load("a.h5", "b.h5")
    sweep.cells                             # one row for each Fspec: verdict, combinations, executed, ...
    sweep.minimal_falsifiers()              # with the EOT, EFF and crashes of their cells
    sweep.graph(0)                          # derivation graph of cell 0's failure-free run
    ldfi.plot_heat_map(sweep).savefig("sweep.png")

`python3 -m ldfi_results FILE.h5` prints what a file says. The layout of the files is in results/SCHEMA.md.
"""

from .errors import DamagedFile, NotResults, ResultsError, UnsupportedVersion
from .plots import VERDICT_COLOURS, plot_executions, plot_heat_map
from .reader import SCHEMA_VERSIONS, load
from .results import Results

__all__ = [
    "DamagedFile",
    "NotResults",
    "Results",
    "ResultsError",
    "SCHEMA_VERSIONS",
    "UnsupportedVersion",
    "VERDICT_COLOURS",
    "load",
    "plot_executions",
    "plot_heat_map",
]
