"""Example of an analysis: `sweep.py FILE.h5...` lists the minimal falsifiers of every cell and draws the sweep."""

import sys

import ldfi_results

sweep = ldfi_results.load(*sys.argv[1:])
print(sweep.cells[["eot", "eff", "crashes", "verdict", "executed"]].to_string(index=False))
print(sweep.minimal_falsifiers()[["eot", "eff", "crashes", "faults"]].to_string(index=False))
ldfi_results.plot_heat_map(sweep).savefig("heat_map.png", dpi=150)
ldfi_results.plot_executions(sweep).savefig("executions.png", dpi=150)
