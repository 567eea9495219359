"""Circuits in binary AIGER [BHW11], as --aiger writes them, and as Horn clauses for z3's fixed-point engine."""

from dataclasses import dataclass
from pathlib import Path


@dataclass
class Circuit:
    """Literals are 2 * variable, and one more if negated; variable 0 is false. Inputs are the variables from 1 on, latches those that
    follow, gates the others, each after what it reads. Latches begin with 0."""

    inputs: int
    next: list[int]  #: for each latch, its next value
    outputs: list[int]
    gates: list[tuple[int, int]]  #: for each gate, the two literals that it conjoins

    def first_latch(self) -> int:
        return 1 + self.inputs

    def first_gate(self) -> int:
        return self.first_latch() + len(self.next)


class Reader:
    def __init__(self, data: bytes):
        self.data, self.place = data, 0

    def line(self) -> list[str]:
        end = self.data.index(b"\n", self.place)
        words = self.data[self.place : end].decode("ascii").split()
        self.place = end + 1
        return words

    def literal(self) -> int:
        """Reads a literal on a line of its own. A second number would be the initial value of a latch, which is
        not allowed.
        """
        (word,) = self.line()
        return int(word)

    def delta(self) -> int:
        """Reads a number in groups of seven bits, the lowest first. All bytes except the last have their highest
        bit set.
        """
        value = shift = 0
        while True:
            byte = self.data[self.place]
            self.place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value


def read(data: bytes) -> Circuit:
    reader = Reader(data)
    kind, *numbers = reader.line()
    variables, inputs, latches, outputs, gates = map(int, numbers)
    if kind != "aig" or variables != inputs + latches + gates:
        raise ValueError("no binary AIGER of inputs, latches, outputs and gates only")
    following = [reader.literal() for _ in range(latches)]
    told = [reader.literal() for _ in range(outputs)]
    circuit = Circuit(inputs, following, told, [])
    for variable in range(circuit.first_gate(), variables + 1):
        left = 2 * variable - reader.delta()
        circuit.gates.append((left, left - reader.delta()))
    return circuit


def load(path: Path) -> Circuit:
    return read(path.read_bytes())


def horn_clauses(circuit: Circuit, outputs: list[int]) -> str:
    """Whether some tick has one of the outputs, in SMT-LIB: sat if none ever has, unsat if one has.

    `reached` is what is true of the states that ticks begin with. A tick is a clause over all wires, with an equation for each gate."""

    def wire(literal: int) -> str:
        if literal < 2:
            return "true" if literal else "false"
        return f"(not w{literal >> 1})" if literal & 1 else f"w{literal >> 1}"

    def state(words: list[str]) -> str:
        return f"(reached {' '.join(words)})" if words else "reached"

    first, gate = circuit.first_latch(), circuit.first_gate()
    latches = [f"w{variable}" for variable in range(first, gate)]
    names = "".join(f"(w{variable} Bool)" for variable in range(1, gate + len(circuit.gates)))
    equations = [f"(= w{gate + i} (and {wire(a)} {wire(b)}))" for i, (a, b) in enumerate(circuit.gates)]
    tick = f"(and {state(latches)} {' '.join(equations)}"

    def clause(more: str, then: str) -> str:
        body = f"(=> {tick} {more}) {then})"
        return f"(assert (forall ({names}) {body}))" if names else f"(assert {body})"

    bad = " ".join(wire(output) for output in outputs)
    return "\n".join([
        "(set-logic HORN)",
        f"(declare-fun reached ({' '.join('Bool' for _ in latches)}) Bool)",
        f"(assert {state(['false'] * len(latches))})",
        clause("true", state([wire(literal) for literal in circuit.next])),
        clause(f"(or false {bad})", "false"),
        "(check-sat)",
        "",
    ])  # fmt: skip
