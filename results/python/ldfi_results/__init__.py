"""Results of ldfi-farm as pandas data frames, networkx graphs and matplotlib figures.

    import ldfi_results

    sweep = ldfi_results.load("sweep.h5")           # or several files: load("a.h5", "b.h5")
    sweep.cells                             # one row for each Fspec: verdict, combinations, executed, ...
    sweep.minimal_falsifiers()              # with the EOT, EFF and crashes of their cells
    sweep.graph(0)                          # derivation graph of cell 0's failure-free run
    ldfi_results.plot_heat_map(sweep).savefig("sweep.png")

`python3 -m ldfi_results FILE.h5` prints the content of a file. The layout of the files is in results/SCHEMA.md.

Importing this needs no other package. load() needs h5py and pandas, Results.graph() needs networkx, and the plots need matplotlib.
MissingPackage, an ImportError, names a missing package when it is needed.
"""

import importlib
from typing import TYPE_CHECKING

from .errors import DamagedFile, NotResults, ResultsError, UnsupportedVersion
from .packages import MissingPackage, need
from .versions import SCHEMA_VERSIONS

if TYPE_CHECKING:
    from .plots import VERDICT_COLOURS as VERDICT_COLOURS
    from .plots import plot_executions as plot_executions
    from .plots import plot_heat_map as plot_heat_map
    from .reader import load as load
    from .results import Results as Results

#: Names that are imported at their first use. The value is their module, and the packages that the module
#: needs.
_LATER = {
    "VERDICT_COLOURS": ("plots", ("matplotlib", "numpy", "pandas")),
    "plot_executions": ("plots", ("matplotlib", "numpy", "pandas")),
    "plot_heat_map": ("plots", ("matplotlib", "numpy", "pandas")),
    "load": ("reader", ("h5py", "numpy", "pandas")),
    "Results": ("results", ("pandas",)),
}

__all__ = [
    "DamagedFile",
    "MissingPackage",
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


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, packages = _LATER[name]
    need(f"{__name__}.{name}", *packages)
    value = getattr(importlib.import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
