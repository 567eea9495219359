"""Measures proofs for every EOT, and compares with another IC3, with Horn clauses, and with a bounded model
checker at ever larger EOTs.
"""

import shutil
import signal
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import aiger
import clingo
import measure
from page import seconds
from sections import larger

TITLE = "For every EOT"
LIMIT_S = {"farm": 180, "abc": 180, "z3": 10, "clingo": 2}
PATIENCE = 10  #: most seconds of wall clock for each of the other programs
ENDED = (-signal.SIGKILL, -signal.SIGXCPU)  #: exit statuses of a process that a limit ended
REPEATS = 3  #: number of runs that take less than a second
LARGEST_EOT = 256
#: The farm is compared with berkeley-abc if it takes longer, and may be slower by this factor.
SLOW_S, FACTOR = 1.0, 2.0


@dataclass
class Case:
    """A claim, as options of ldfi-farm. Without --calm and --omissions, the least number of calm ticks is
    searched first.
    """

    protocol: str
    nodes: str
    crashes: int
    more: tuple[str, ...] = ()
    size: int = 0  #: number of nodes in a larger cluster, or 0

    def title(self) -> str:
        words = [self.protocol, *([f"{self.size} nodes"] if self.size else [])]
        options = dict(zip(self.more[::2], self.more[1::2]))
        words += [f"`{name} {options[name]}`" for name in ("--from", "--cap") if name in options]
        return ", ".join(words)

    def lossless(self) -> bool:
        return "--omissions" in self.more


def bounded(name: str) -> tuple[str, ...]:
    """Processor time, so that a busy machine changes no cell."""
    return ("prlimit", f"--cpu={LIMIT_S[name]}")


LOSSLESS = ("--omissions", "none")


def cases() -> list[Case]:
    found = [Case("retry-deliv", "a,b,c", crashes) for crashes in (0, 1)]
    found += [Case(name, "a,b,c", crashes) for name in ("redun-deliv", "ack-deliv", "bully") for crashes in (1, 3)]
    found += [Case("2pc-timeout-agreement", "C,a,b,d", crashes) for crashes in (1, 4)]
    found += [Case("flux", "a,b,c,p", crashes) for crashes in (1, 4)]
    found += [Case(name, "a,b,c", crashes) for name in ("paxos", "paxos-retry") for crashes in (1, 3)]
    found += [Case("kafka", "a,b,c,C,Z", crashes, more) for crashes, more in ((0, ()), (1, ()), (1, LOSSLESS))]
    found += [Case("3pc", "C,a,b,d", crashes, more) for crashes, more in ((1, LOSSLESS), (4, LOSSLESS), (1, ("--calm", "1")))]
    found += [Case("simple-deliv", "a,b,c", 3, (*LOSSLESS, "--from", "2")), Case("simple-deliv", "a,b,c", 0)]
    found += [Case("classic-deliv", "a,b,c", 3, (*LOSSLESS, "--from", "3")), Case("classic-deliv", "a,b,c", 0)]
    for name in ("2pc", "2pc-timeout", "2pc-ctp"):
        found += [Case(name, "C,a,b,d", 0, (*LOSSLESS, "--from", "5")), Case(name, "C,a,b,d", 1, (*LOSSLESS, "--from", "2"))]
    found += [Case("ack-deliv", "", 2, ("--calm", "2"), size) for size in (5, 7, 9)]
    found += [Case("redun-deliv", "", 2, ("--calm", "2"), 9)]
    found += [Case("raft", "a,b,c,C", 1, ("--calm", "1", "--cap", str(cap))) for cap in (1, 2)]
    return found


@dataclass
class Answer:
    """The answer of a program about a claim: holds, broken, or late; and the CPU seconds of the process."""

    word: str
    cpu: float

    def cell(self) -> str:
        return self.word if self.word.startswith((">", "–")) else seconds(self.cpu)


class Row:
    def __init__(self, bench, case: Case, folder: Path):
        self.bench, self.case, self.folder = bench, case, folder
        self.program = bench.source / f"configs/protocols/{case.protocol}.ded"
        self.nodes = case.nodes.split(",")
        if case.size:
            self.program, self.nodes = larger.delivery(bench.source, folder, case.protocol, case.size)
        self.summary: dict = {}
        self.calm: int | None = None

    def ask(self, *more: str) -> tuple[dict, float]:
        """The summary, and the median of the CPU seconds."""
        command = [str(self.program), "-N", ",".join(self.nodes), "-c", str(self.case.crashes), "--forever", *self.case.more, *more]
        runs: list[measure.Farm] = []
        while not runs or runs[0].run.cpu < 1 and len(runs) < REPEATS:
            runs.append(measure.farm(self.bench.farm, command, PATIENCE * LIMIT_S["farm"], bounded("farm")))
        return runs[0].summary, measure.median(run.run.cpu for run in runs)

    def farm(self) -> Answer:
        """Runs ldfi-farm with the number of calm ticks, as the other programs get it, and writes the circuit for
        them.
        """
        given = [] if self.case.lossless() or "--calm" in self.case.more else ["--calm", str(self.ask()[0]["calm"])]
        self.summary, cpu = self.ask(*given, "--aiger", str(self.folder / "circuit.aig"))
        if not self.summary:
            return Answer(f"> {LIMIT_S['farm']}", cpu)
        self.calm = self.summary["calm"]
        words = {"certified-forever": "holds", "vacuous": "holds", "conditional": "holds", "counterexample": "broken"}
        return Answer(words.get(self.summary["verdict"], f"– ({self.summary['reason']})"), cpu)

    def outputs(self, circuit: aiger.Circuit) -> list[int]:
        """Returns all outputs of the circuit, except that numbers exceed the cap if the claim is conditional."""
        return circuit.outputs[:2] if self.summary["verdict"] == "conditional" else circuit.outputs

    def other(self, name: str, command: list[str], words: dict[str, str]) -> Answer:
        if shutil.which(command[0]) is None:
            return Answer(f"– (no {command[0]})", 0)
        runs: list[measure.Run] = []
        while not runs or runs[0].cpu < 1 and len(runs) < REPEATS:
            runs.append(measure.run([*bounded(name), *command], PATIENCE * LIMIT_S[name], str(self.folder)))
        late = f"> {LIMIT_S[name]}" if runs[0].status in ENDED else "– (no answer)"
        word = next((meaning for text, meaning in words.items() if text in runs[0].output), late)
        return Answer(word, measure.median(run.cpu for run in runs))

    def abc(self, circuit: aiger.Circuit) -> Answer:
        some = f"cone -s -O 0 -R {len(self.outputs(circuit))}; orpos; " if len(circuit.outputs) > 1 else ""
        return self.other("abc", ["berkeley-abc", "-c", f"read_aiger circuit.aig; {some}pdr"],
                          {"Property proved": "holds", "was asserted": "broken"})  # fmt: skip

    def z3(self, circuit: aiger.Circuit) -> Answer:
        (self.folder / "circuit.smt2").write_text(aiger.horn_clauses(circuit, self.outputs(circuit)), encoding="ascii")
        return self.other("z3", ["z3", "circuit.smt2"], {"unsat": "broken", "sat": "holds"})

    def clingo(self) -> str:
        """Returns the largest EOT that clingo decides in time, where each is twice the one before, or the first
        that it finds broken.
        """
        if shutil.which("clingo") is None:
            return "– (no clingo)"
        sys.path.insert(0, str(self.bench.source / "test/oracle/clingo"))
        import ded2asp

        loaded = ded2asp.load([str(self.program)], [])
        path = self.folder / "question.lp"
        done, eot = 0, max(self.summary["from"], self.calm or 1)
        while eot <= LARGEST_EOT:
            eff = 0 if self.calm is None else eot - self.calm
            oracle = ded2asp.Oracle(loaded, ded2asp.Fspec(eot, eff, self.case.crashes, sorted(self.nodes)))
            path.write_text(oracle.translation.text([*oracle.goals, ":- not violated(_)."]), encoding="utf-8")
            run = measure.run([*bounded("clingo"), "clingo", "--warn=none", str(path)], PATIENCE * LIMIT_S["clingo"])
            word = clingo.VERDICT.get(run.status)
            if word is None:
                return f"EOT {done}"
            if word == "counterexample":
                return f"broken at EOT {eot}"
            done, eot = eot, 2 * eot
        return f"EOT {done}, the last tried"

    def verdict(self) -> str:
        found = self.summary.get("counterexample")
        return f"{self.summary['verdict']} at EOT {found['eot']}" if found else self.summary["verdict"]


def measured(bench, case: Case, folder: Path) -> tuple[list[str], str, str]:
    """Returns a row of the table, an error message or an empty text, and the title if the farm is slow."""
    row = Row(bench, case, folder)
    farm = row.farm()
    losses = "none" if case.lossless() else "" if row.calm is None else f"calm {row.calm}"
    title = f"{case.title()}, {case.crashes} crashes"
    if not row.summary:
        return [case.title(), str(case.crashes), losses, "", "", "", farm.cell(), "", "", "", ""], "", title
    circuit = aiger.load(folder / "circuit.aig")
    abc, z3 = row.abc(circuit), row.z3(circuit)
    bounded = row.clingo()
    words = {answer.word for answer in (farm, abc, z3) if answer.word in ("holds", "broken")}
    if bounded.startswith("broken"):
        words.add("broken")
    known = abc.word in ("holds", "broken")
    slow = title if farm.cpu > SLOW_S and known and farm.cpu > FACTOR * abc.cpu else ""
    cells = [case.title(), str(case.crashes), losses, row.verdict(), f"{len(circuit.next)} / {len(circuit.gates)}",
             str(row.summary.get("invariant", {}).get("clauses", "")), farm.cell(), abc.cell(),
             f"{farm.cpu / abc.cpu:.2g}" if known else "", z3.cell(), bounded]  # fmt: skip
    return cells, f"{title}: {farm.word}, abc {abc.word}, z3 {z3.word}, clingo {bounded}" if len(words) > 1 else "", slow


def run(bench) -> None:
    found = []
    for case in cases():
        with tempfile.TemporaryDirectory() as folder:
            found.append(measured(bench, case, Path(folder)))
    bench.page.text(
        "`--forever` proves a claim [for every EOT](../explanation/forever.md). How long does the proof take, and how long do other "
        "tools take for the same claim?",
        "- `ldfi-farm s` is the time of the whole process of ldfi-farm. The process reads the program, makes the circuit, proves the "
        "claim, and checks the invariant with new solvers. For a counterexample, it finds the least EOT and a least fault set.\n"
        "- `abc s` is the time of `berkeley-abc pdr` on the circuit that `--aiger` writes. abc takes 0.03 s to start.\n"
        "- `z3 s` is the time of z3's fixed-point engine on Horn clauses of the same circuit (`test/bench/aiger.py`).\n"
        "- `clingo` decides translations of single EOTs, each twice as large as the EOT before. The column has the last EOT that "
        "clingo decides, or the first EOT that is violated.\n"
        "- `calm` is the least number of calm ticks with which the claim is proved, or with which only a fault breaks the claim. All "
        "tools get this number.\n"
        "- `latches / gates` is the size of the circuit, and `clauses` is the size of the invariant that was found.",
        f"The seconds are processor time of whole processes, as medians of {REPEATS} runs if a run takes less than a second. ldfi-farm "
        f"and abc get {LIMIT_S['farm']} s, and z3 gets {LIMIT_S['z3']} s. clingo gets {LIMIT_S['clingo']} s for each EOT.")  # fmt: skip
    header = ["protocol", "crashes", "losses", "verdict", "latches / gates", "clauses", "ldfi-farm s", "abc s", "ratio", "z3 s", "clingo"]
    bench.page.table("forever", header, [cells for cells, _, _ in found])
    wrong = [text for _, text, _ in found if text]
    slow = [text for _, _, text in found if text]
    bench.page.text(
        f"Rows in which the verdicts of the tools differ: {'; '.join(wrong) or 'none'} (of {len(found)} rows). Rows in which ldfi-farm "
        f"takes more than {SLOW_S:g} s and more than {FACTOR:g} times as long as abc: {'; '.join(slow) or 'none'}.")  # fmt: skip
