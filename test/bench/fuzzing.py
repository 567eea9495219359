"""Random searches for the bugs of [DEMi16] over a grid of weights: how many executions until the first violation, with seeds."""

from dataclasses import dataclass
from pathlib import Path
from statistics import median

from figures import run


@dataclass(frozen=True)
class Budget:
    searches: int  #: number of searches, with seeds 1, 2, …
    executions: int  #: executions after which a search gives up


USUAL = Budget(51, 20_000)
#: raft-45 needs two duplicates and one delay, of exactly the right messages.
LONG = Budget(5, 50_000)
#: Each row: bug, other kinds of faults with a weight, and the limits of the search.
BUGS = [
    ("raft-42", "", USUAL),
    ("raft-45", "", LONG),
    ("raft-45", "duplicates=20", LONG),
    ("raft-46", "", USUAL),
    ("raft-56", "", USUAL),
    ("raft-58a", "", USUAL),
    ("raft-58b", "", USUAL),
    ("raft-66", "", USUAL),
    ("spark-2294", "", USUAL),
    ("spark-3150", "", USUAL),
    ("spark-9256", "", USUAL),
]
#: Weights of the kind of fault that shows the bug: delays, or restarts for spark-3150.
SHOWING = ["0.05", "0.2", "1", "5", "20"]
#: Weights of losses and crashes, which do not show the bugs.
BESIDE = ["1", "0.2", "0.05", "0.01", "0"]

#: For each bug as real nodes in configs/systems/demi, the kind of fault that shows it.
NODES = {"raft-42": "delays", "raft-45": "duplicates", "raft-46": "delays", "raft-56": "delays", "raft-58a": "delays", "raft-58b": "crashes",
         "raft-66": "delays", "spark-2294": "delays", "spark-3150": "restarts", "spark-9256": "delays"}  # fmt: skip
OF_NODES = Budget(11, 5_000)


@dataclass(frozen=True)
class Found:
    #: Executions until the first violation; a search without one counts with all its executions.
    median: float
    found: int
    searches: int

    def __str__(self) -> str:
        if self.found == self.searches:
            return f"{self.median:g}"
        if 2 * self.found <= self.searches:
            return f"> {self.median:g} ({self.found} of {self.searches})"
        return f"{self.median:g} ({self.found} of {self.searches})"


def searched(farm: str, config: Path, weights: str, budget: Budget, more: list[str]) -> Found:
    told = run(farm, config, ["--strategy", "random", "--repeat", str(budget.searches), "--max-runs", str(budget.executions),
                              *(["--weights", weights] if weights else []), *more])["repeat"]  # fmt: skip
    return Found(told["executions"]["median"], told["found"], told["searches"])


def kind_of(bug: str) -> str:
    return "restarts" if bug == "spark-3150" else "delays"


def joined(*weights: str) -> str:
    return ",".join(weight for weight in weights if weight)


def named(bug: str, beside: str) -> str:
    return f"{bug}, {beside}" if beside else bug


def of_the_kind(farm: str, configs: Path, bug: str, beside: str, budget: Budget) -> list[Found]:
    """Searches with only the faults that show the bug, and the losses of spark-3150."""
    config = configs / f"mutants/{bug}.yaml"
    return [searched(farm, config, joined(f"{kind_of(bug)}={weight}", beside), budget, []) for weight in SHOWING]


def others(farm: str, config: Path, bug: str) -> list[str]:
    """Returns options for losses up to two ticks before EOT, and one crash. spark-3150 has losses already, and
    later ones violate its model even without the defect.
    """
    if bug == "spark-3150":
        return []
    eot = run(farm, config, ["--strategy", "random", "--max-runs", "1"])["fspec"]["eot"]
    return ["--eff", str(eot - 2), "--crashes", "1"]


def among_others(farm: str, configs: Path, bug: str, beside: str, budget: Budget) -> list[Found]:
    """Searches with additional faults that do not show the bug."""
    config = configs / f"mutants/{bug}.yaml"
    more = others(farm, config, bug)
    return [searched(farm, config, joined(f"omissions={weight}", f"crashes={weight}" if more else "", beside), budget, more)
            for weight in BESIDE]  # fmt: skip


def certified_without_the_defect(farm: str, configs: Path, bug: str) -> bool:
    """Returns true if losses and a crash only find the defect itself."""
    config = configs / f"{bug}.yaml"
    return run(farm, config, others(farm, config, bug))["verdict"] == "certified"


def of_nodes(farm: str, configs: Path, bug: str) -> list[Found]:
    """Searches real nodes under the Fspec of their config. Returns the executions until the first violation,
    without minimising it.
    """
    out = []
    for weight in SHOWING:
        until, found = [], 0
        for seed in range(1, OF_NODES.searches + 1):
            told = run(farm, configs / f"systems/demi/{bug}.yaml", ["--strategy", "random", "--seed", str(seed), "--max-runs", str(OF_NODES.executions),
                                                                    "--double-runs", "0%", "--weights", f"{NODES[bug]}={weight}"])  # fmt: skip
            until.append(told["drawn"] + 1)
            found += told["verdict"] == "counterexample"
        out.append(Found(median(until), found, OF_NODES.searches))
    return out
