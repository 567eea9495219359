"""Example of a ten-minute analysis: `ten_minutes.py [CONFIG.yaml]` runs a config, sweeps it, lists minimal falsifiers, and draws.

Writes falsifier.svg, sweep.h5, heat_map.png and report.html into the working directory. Needs pandas and matplotlib.
"""

import sys

import ldfi
import ldfi_results

config = sys.argv[1] if len(sys.argv) > 1 else "configs/kafka.yaml"

# 1. Does the program keep its promise? If not, which is the smallest fault set that breaks it, and why?
found = ldfi.run(config, stop="all")
print(config, "is", found.verdict)
if found.counterexamples:
    print(found.explain())
    found.diagram().save("falsifier.svg")

# 2. How many faults does it take? Searches a grid around the Fspec of the config, and writes one file.
fspec = found.summary["fspec"]
axes = {"eot": fspec["eot"], "eff": range(fspec["eff"] + 1), "crashes": range(fspec["crashes"] + 1)}
cells = ldfi.sweep(config, **axes, stop="all", output="sweep.h5")
print(cells[["eff", "crashes", "verdict", "least"]].to_string(index=False))

# 3. The minimal falsifiers of all cells as a data frame, and a map of the verdicts.
sweep = ldfi_results.load("sweep.h5")
falsifiers = sweep.minimal_falsifiers()
print("distinct minimal falsifiers by size:", falsifiers.groupby("size")["faults"].nunique().to_dict())
ldfi_results.plot_heat_map(sweep).savefig("heat_map.png", dpi=150)

# 4. One page for the author of the protocol, which needs no network.
found.report("report.html")
