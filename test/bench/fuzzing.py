"""Random searches for the bugs of [DEMi16] over a grid of weights: how many executions until the first violation, with seeds."""

from dataclasses import dataclass
from pathlib import Path
from statistics import median

from figures import run


@dataclass(frozen=True)
class Budget:
    searches: int  #: with seeds 1, 2, …
    executions: int  #: of each search, before it gives up


USUAL = Budget(51, 20_000)
#: raft-45 takes two messages that come twice and one that is late, all the right ones.
LONG = Budget(5, 50_000)
#: Bug, what else is weighed in its row, and how long is searched.
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
#: Of the kind that shows the bug: late messages, for spark-3150 restarts.
SHOWING = ["0.05", "0.2", "1", "5", "20"]
#: Of losses and crashes, which do not.
BESIDE = ["1", "0.2", "0.05", "0.01", "0"]

#: The bugs as real nodes in configs/systems/demi, and the kind that shows each.
NODES = {"raft-42": "delays", "raft-45": "duplicates", "raft-46": "delays", "raft-56": "delays", "raft-58a": "delays", "raft-58b": "crashes",
         "raft-66": "delays", "spark-2294": "delays", "spark-3150": "restarts", "spark-9256": "delays"}  # fmt: skip
OF_NODES = Budget(11, 5_000)


@dataclass(frozen=True)
class Found:
    median: float  #: executions; a search that found nothing counts with all of its own
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
    """Under the Fspec of the config: what shows the bug, and nothing else but what spark-3150 loses."""
    config = configs / f"mutants/{bug}.yaml"
    return [searched(farm, config, joined(f"{kind_of(bug)}={weight}", beside), budget, []) for weight in SHOWING]


def others(farm: str, config: Path, bug: str) -> list[str]:
    """Losses up to two ticks before EOT, and one crash. Of spark-3150, which loses messages already, nothing else: with later losses its
    model is violated without the defect, too."""
    if bug == "spark-3150":
        return []
    eot = run(farm, config, ["--strategy", "random", "--max-runs", "1"])["fspec"]["eot"]
    return ["--eff", str(eot - 2), "--crashes", "1"]


def among_others(farm: str, configs: Path, bug: str, beside: str, budget: Budget) -> list[Found]:
    """With what does not show the bug."""
    config = configs / f"mutants/{bug}.yaml"
    more = others(farm, config, bug)
    return [searched(farm, config, joined(f"omissions={weight}", f"crashes={weight}" if more else "", beside), budget, more)
            for weight in BESIDE]  # fmt: skip


def certified_without_the_defect(farm: str, configs: Path, bug: str) -> bool:
    """True if nothing but the defect is found among losses and a crash."""
    config = configs / f"{bug}.yaml"
    return run(farm, config, others(farm, config, bug))["verdict"] == "certified"


def of_nodes(farm: str, configs: Path, bug: str) -> list[Found]:
    """Real nodes under the Fspec of their config: executions until the first violation, without those that make it smaller."""
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
