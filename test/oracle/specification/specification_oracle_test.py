"""Compares two judges of specifications: a deliberately simple evaluator that shares no code with ldfi-farm, and ldfi-farm.

    specification_oracle_test.py itself            tests only the simple judge, with examples by hand and with mutants
    specification_oracle_test.py random FARM       random specifications: searches and replays
    specification_oracle_test.py examples FARM     the examples by hand

LDFI_ORACLE_PROGRAMS is the number of programs, and LDFI_ORACLE_SEED the first seed.
"""
import collections
import os
import random
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(os.path.dirname(HERE), name) for name in ("recovery", "clingo")]

import judged_by_hand  # noqa: E402
import planted_judges  # noqa: E402
from asking import Farm, FarmError, falsifiers_of  # noqa: E402
from faults import written  # noqa: E402
from random_specifications import RandomSpecifications  # noqa: E402

REPLAYS = 2  # number of fault sets that are executed again for each program


def how_many(default):
    return int(os.environ.get("LDFI_ORACLE_PROGRAMS", default)), int(os.environ.get("LDFI_ORACLE_SEED", 1))


def report(complaints, good):
    print("\n".join(complaints) or good)
    return 1 if complaints else 0


def unequal(what, expected, got):
    def shown(value):
        return {written(k): v for k, v in value.items()} if isinstance(value, dict) else value
    return [] if expected == got else [f"{what}: the judge says {shown(expected)}, the farm {shown(got)}"]


def without_reach(verdict, expected):
    """Returns the verdict. Replaces `vacuous` if the reason is that no fault is possible, because the
    judge cannot find that out."""
    return "certified" if (verdict, expected) == ("vacuous", "certified") else verdict


def of_each(summary, specifications, answer, stop):
    """Returns complaints about the verdict on each specification in the summary of ldfi-farm."""
    complaints = []
    for s, told in zip(specifications, summary["specs"]):
        name = f"--stop {stop}, {s.name}"
        when = f"after {s.after}" if s.when == "after" and s.after else "always" if s.when == "after" else s.when
        complaints += unequal(name, (s.name, s.severity, when, s.explains, s.text),
                              tuple(told[key] for key in ("name", "severity", "when", "explains", "text")))
        complaints += unequal(name, answer.verdicts[s.name], without_reach(told["verdict"], answer.verdicts[s.name]))
        expected = {faults: [text for text in answer.violated[faults] if text.startswith(("pre(", "post("))
                             or s.name != "invariant" and text.startswith(s.name + "(")] for faults in answer.falsifiers[s.name]}
        own = ("pre(", "post(") if s.name == "invariant" else (s.name + "(",)
        expected = {faults: [text for text in texts if text.startswith(own)] for faults, texts in expected.items()}
        complaints += unequal(name, expected, falsifiers_of(told))
    return complaints + unequal("specifications", len(specifications), len(summary["specs"]))


def disagreements(seed, farm, seen):
    one = RandomSpecifications(seed)
    judge = one.judge(one.text)
    asked = one.protocol.text, one.text, one.fspec, one.crash_model
    complaints = []
    for stop in ("all", "first"):
        answer = judge.answer(stop == "all")
        summary = farm.search(*asked, stop=stop, options=["--solver", "cadical" if seed % 2 else "cryptominisat"])
        complaints += unequal(f"--stop {stop}, verdict", answer.verdict, without_reach(summary["verdict"], answer.verdict))
        complaints += unequal(f"--stop {stop}", answer.violated, falsifiers_of(summary))
        if "specs" in summary:
            complaints += of_each(summary, judge.specifications, answer, stop)
    seen.update(answer.verdicts.values())
    numbers, every = random.Random(seed), judge.fault_sets()
    for faults in numbers.sample(every, min(REPLAYS, len(every))):
        expected = faults, sorted(sum(judge.violated(faults).values(), []))
        complaints += unequal(f"--replay {written(faults)}", expected, farm.replay(*asked, faults=faults))
    return [f"seed {seed}, {one.crash_model}, {one.fspec}\n  " + "\n  ".join(complaints)
            + f"\n{one.protocol.text}\n{one.text}"] if complaints else []


def randomly(farm):
    programs, first_seed = how_many(40)
    complaints, seen = [], collections.Counter()
    for seed in range(first_seed, first_seed + programs):
        try:
            complaints += disagreements(seed, farm, seen)
        except FarmError as error:
            complaints.append(f"seed {seed}: {error}")
    return report(complaints, f"{programs} programs from seed {first_seed} on agree: {dict(seen)}")


def main():
    mode, *rest = sys.argv[1:]
    if mode == "itself":
        return report(judged_by_hand.complaints() + planted_judges.survivors(how_many(0)[1]), "all examples are right, all bugs seen")
    with tempfile.TemporaryDirectory() as folder:
        farm = Farm(os.path.abspath(rest[0]), folder)
        if mode == "examples":
            return report(judged_by_hand.complaints(farm), f"{len(judged_by_hand.EXAMPLES)} examples agree")
        return randomly(farm)


if __name__ == "__main__":
    sys.exit(main())
