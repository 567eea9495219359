#!/usr/bin/env python3
"""Certificates, damaged: damaged_certificates.py PROGRAM CHECKER SOURCE_DIR [HOW_MANY [SEED]]

Each time, one to three things of a good certificate are changed: a fact, a clause, a lemma, a node, a constant, the claim, or any byte. ldfi-check must
reject it, or what is claimed then must be true: searches and executions of the changed program, which share nothing with the checker, say so. Half
of the certificates claim something that is false from the beginning, so that no change of a proof may make them good.
"""

import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from damage import Damage

PROGRAM, CHECK, SOURCE = (os.path.abspath(path) for path in sys.argv[1:4])
HOW_MANY = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
# Protocol, nodes, <EOT, last loss, crashes>, options, and a change that makes the claim false if it is about
# all fault sets.
GOOD = [
    ("retry-deliv", "a,b,c", (5, 3, 1), ["--stop", "all"], None), ("retry-deliv", "a,b,c", (5, 3, 0), [], ("crashes", 1)),
    ("redun-deliv", "a,b,c", (6, 4, 1), [], ("last-loss", 5)), ("ack-deliv", "a,b,c", (6, 4, 1), [], ("last-loss", 5)),
    ("2pc", "C,a,b,d", (5, 0, 1), [], None), ("2pc-timeout-agreement", "C,a,b,d", (6, 2, 1), ["--crash-model", "halt"], None),
    ("3pc", "C,a,b,d", (9, 6, 1), [], None), ("kafka", "a,b,c,C,Z", (6, 3, 1), ["--stop", "all"], None), ("kafka", "a,b,c,C,Z", (6, 3, 0), [], ("crashes", 1)),
    ("flux", "a,b,c,p", (8, 6, 1), [], ("last-loss", 7)), ("raft", "C,a,b,c", (8, 6, 1), [], None), ("bully", "a,b,c", (8, 6, 1), [], None),
    ("paxos", "a,b,c", (6, 3, 1), [], None),
    ("retry-deliv", "a,b,c", (5, 1, 0), ["--delay-max", "2", "--delay-count", "1"], ("last-loss", 4)),
    ("retry-deliv", "a,b,c", (5, 2, 1), ["--delay-max", "2", "--delay-until", "2", "--delay-budget", "2", "--duplicates", "1", "--stop", "all"], None),
    ("3pc", "C,a,b,d", (9, 0, 0), ["--delay-max", "3", "--delay-count", "1", "--stop", "all"], None),
    ("redun-deliv", "a,b,c", (6, 5, 1), ["--max-faults", "2"], ("faults", 9)),
    ("twopc-recovery", "C,a,b", (10, 5, 0), ["--restarts", "1"], ("crashes", 3)), ("raft-restart", "C,a,b,c", (10, 6, 0), ["--restarts", "1"], None),
    ("retry-deliv", "a,b,c", (5, 2, 0), ["--partitions", "1", "--restarts", "1", "--restart-down", "1..2", "--crash-model", "stop", "--stop", "all"], None),
    ("retry-deliv", "a,b,c", (5, 3, 1), ["--partitions", "1", "--partition-sets", "b,c", "--crash-model", "silent", "--stop", "all"], None),
    ("spark-3150", "m,w", (10, 6, 0), ["--restarts", "1", "--crashable", "m"], None), ("redun-deliv", "a,b,c", (6, 5, 0), ["--omissions", "2"], ("losses", 9)),
]  # fmt: skip
SPECS = f"{SOURCE}/configs/specs"
GOOD += [
    ("twopc-recovery", "C,a,b", (10, 5, 0), ["--restarts", "1", "--spec", f"{SPECS}/twopc-recovery.spec"], None),
    ("primary-backup-log", "b,c,p", (12, 4, 0), ["--restarts", "1", "--spec", f"{SPECS}/primary-backup-log.spec", "--stop", "all", "--omissions", "1"], ("last-loss", 11)),
    ("hdfs-log-merge", "c,n,s", (14, 6, 0), ["--restarts", "1", "--spec", f"{SPECS}/hdfs-log-merge.spec"], None),
]
# Claims about every EOT: protocol, nodes, crashes, options, and a change that makes the claim false.
FOREVER = [
    ("retry-deliv", "a,b,c", 0, [], ("crashes", 1)), ("redun-deliv", "a,b,c", 1, [], ("calm", 1)), ("ack-deliv", "a,b,c", 1, [], ("calm", 1)),
    ("2pc-timeout-agreement", "C,a,b,d", 1, ["--crash-model", "halt"], None), ("kafka", "a,b,c,C,Z", 0, [], ("crashes", 1)),
    ("3pc", "C,a,b,d", 1, ["--omissions", "none"], ("calm", 1)), ("bully", "a,b,c", 1, [], ("calm", 1)), ("flux", "a,b,c,p", 1, [], ("calm", 1)),
    ("2pc-timeout", "C,a,b,d", 0, ["--omissions", "none", "--from", "5"], ("from", 2)), ("paxos", "a,b,c", 1, [], None),
    ("twopc-recovery", "C,a,b", 0, ["--restarts", "1"], ("crashes", 1)), ("primary-backup-log", "b,c,p", 0, ["--restarts", "1"], ("calm", 1)),
    ("ack-deliv", "a,b,c", 1, ["--partitions", "1"], ("calm", 1)), ("3pc", "C,a,b,d", 0, ["--omissions", "1"], ("losses", 2)),
    ("retry-deliv", "a,b,c", 0, ["--restarts", "1", "--restartable", "b", "--pauses", "1", "--pausable", "c", "--partitions", "1", "--max-faults", "2"], ("calm", 1)),
    ("redun-deliv", "a,b,c", 1, ["--delay-max", "3", "--delay-budget", "4"], ("calm", 4)), ("ack-deliv", "a,b,c", 1, ["--delay-max", "1", "--duplicates", "1"], ("calm", 1)),
    ("disk-log", "c,s", 0, ["--restarts", "1", "--crashable", "s", "--disk-relations", "log", "--disk-nodes", "s", "--disk-write", "1"], ("calm", 1)),
    ("disk-mirror", "c,s", 0, ["--disk-dead", "1", "--disk-relations", "left,right", "--disk-nodes", "s"], ("dead-disks", 2)),
]  # fmt: skip


def contains(whole, part):
    """Returns true if a fault set contains the other one. A late message contains the same message with less
    delay.
    """
    below = {f"{fault[: fault.index('+')]}+{k})" for fault in whole if fault.startswith("D") for k in range(1, int(fault[fault.index("+") + 1 : -1]))}
    return part <= whole | below


class Claim:
    """The claim of a certificate, which can be checked by searches."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "claim.txt"), encoding="latin1") as stream:
            self.lines = [line.partition(" ")[::2] for line in stream.read().splitlines()[1:]]

    def each(self, key):
        return [value for k, value in self.lines if k == key]

    def farm(self, *more):
        one = {key: value for key, value in self.lines if key in ("eot", "last-loss", "crashes", "crash-model", "pre", "post")}
        # More nodes may not crash.
        one["crashes"] = str(min(int(one["crashes"]), len(self.each("node"))))
        last = str(min(int(one["last-loss"]), int(one["eot"]) - 1))  # a loss at EOT has no effect
        programs = [f"program/{name}" for name in self.each("program")]
        specifications = [word for name in programs if name.endswith(".spec") for word in ("--spec", name)]
        command = [PROGRAM, *(name for name in programs if not name.endswith(".spec")), *specifications, "-N", ",".join(self.each("node")), "-t", one["eot"], "-f", last,
                   "--eff-mode", "inclusive", "-c", one["crashes"], "--crash-model", one["crash-model"], "--quiet", "--summary", "json"]  # fmt: skip
        for name in ("pre", "post"):
            command += [f"--{name}", one[name]] if name in one else []
        command += self.limits(int(one["eot"]))
        with tempfile.TemporaryDirectory() as results:
            command += ["-o", f"{results}/r.h5", *more]
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)
            # For the checker, any other string is data.
            no_nodes = set(re.findall("error: `(.*)` is not a node", done.stderr))
            if no_nodes:
                command += ["--data-names", ",".join(sorted(no_nodes))]
                done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode not in (0, 1, 2):
            raise AssertionError(f"accepted, but ldfi-farm says: {done.stderr}")
        return done.returncode, json.loads(done.stdout)

    def limits(self, eot):
        """Returns options with the limits on faults, and for late and duplicated messages."""
        most = {key: int(value) for key, value in self.lines if value.isdigit()}
        given = {"omissions": most.get("losses"), "max-faults": most.get("faults")}
        until = min(most.get("late-until", eot if "certified-forever" in self.each("claim") else 0), eot)
        late = min(most.get("late", 0), eot - 2)  # nothing arrives after EOT
        if late > 0:
            given |= {"delay-max": late, "delay-until": until, "delay-count": most.get("late-count"), "delay-budget": most.get("late-budget")}
        if most.get("twice", 0) > 0:
            given |= {"duplicates": most["twice"], "delay-until": until, "duplicates-within": max(1, most.get("twice-within", 1))}
        if most.get("restarts", 0) > 0 and "stop" in self.each("crash-model"):
            least = most.get("least-down", 1)
            given |= {"restarts": most["restarts"], "restart-down": f"{max(1, least)}..{most.get('most-down', 1000000)}"}
            if self.each("stayer"):
                given["restartable"] = ",".join(node for node in self.each("node") if node not in self.each("stayer"))
        if most.get("partitions", 0) > 0 and self.each("cut"):
            given |= {"partitions": most["partitions"], "partition-sets": ",".join(self.each("cut"))}
        disks = [value.split(" ") for value in self.each("disk")]
        if disks and most.get("failed-writes", 0) + most.get("dead-disks", 0) > 0:
            given |= {"disk-relations": ",".join(sorted({relation for _, relation in disks})), "disk-nodes": ",".join(sorted({node for node, _ in disks}))}
            given |= {"disk-write": most.get("failed-writes"), "disk-dead": most.get("dead-disks")}
        if most.get("pauses", 0) > 0:
            given |= {"pauses": most["pauses"], "pausable": ",".join(node for node in self.each("node") if node not in self.each("steady"))}
        return [word for name, value in given.items() if value is not None for word in (f"--{name}", str(value))]

    def wrong_at_some_eot(self):
        """Searches one EOT after the other. These searches share nothing with the proof."""
        calm, start = self.each("calm")[0], max(1, int(self.each("from")[0]))
        lossless, said = calm == "none", self.lines
        first = start if lossless else max(start, int(calm))
        for eot in range(first, first + 6):
            last = "0" if lossless else str(eot - max(1, int(calm)))
            self.lines = [*said, ("eot", str(eot)), ("last-loss", last)]
            _, answer = self.farm("--strategy", "lineage", "--time-limit", "20s", *(["--omissions", "none"] if lossless else []))
            if answer["verdict"] in ("counterexample", "broken"):
                return f"{answer['verdict']} at EOT {eot}"
        self.lines = [*said, ("eot", self.each("promised")[0]), ("last-loss", "0"), ("crashes", "0")]
        return "nothing is promised" if self.farm("--strategy", "lineage")[1]["verdict"] == "vacuous" else None

    def sections(self):
        """Yields for each specification its name, its claim and its fault sets. Without specifications, the name
        is empty.
        """
        out = []
        for key, value in self.lines:
            if key == "specification" or (key in ("claim", "violates") and not out):
                out.append((value if key == "specification" else None, [], []))
            if key == "claim":
                out[-1][1].append(value)
            elif key == "violates":
                out[-1][2].append(frozenset(value.replace("none", "").split()))
        return out

    def violates(self, faults, name):
        status, answer = self.farm("--replay", " ".join(sorted(faults)) or "none")
        if name is None:
            return status == 1
        return any(one["violated"] for one in answer["specs"] if one["name"] == name)

    def wrong(self):
        """Returns the reason why the claim is false, or None."""
        if "certified-forever" in self.each("claim"):
            return None if self.each("pre") == self.each("post") else self.wrong_at_some_eot()
        if "certified" in self.each("claim") and self.each("pre") == self.each("post"):
            return None
        _, answer = self.farm("--stop", "all", "--strategy", "lineage")
        sections, named = self.sections(), [one["name"] for one in answer.get("specs", [])]
        if [name for name, _, _ in sections] != (named or [None]):
            return f"the specifications are {named}"
        for section, truth in zip(sections, answer["specs"] if named else [answer], strict=True):
            why = self.wrong_about(*section, truth)
            if why is not None:
                return f"{section[0]}: {why}"
        return None

    def wrong_about(self, name, said, listed, truth):
        minimal = [frozenset(f["faults"].replace("none", "").split()) for f in truth["counterexamples"]]
        if "certified" in said or "vacuous" in said:
            return None if truth["verdict"] in said else f"the verdict is {truth['verdict']}"
        for faults in listed:
            if not self.violates(faults, name):
                return f"{sorted(faults)} violates nothing"
            if "minimal" in said and faults not in minimal:
                return f"{sorted(faults)} is not minimal"
        if "least" in said and len(listed[0]) > min(map(len, minimal)):
            return "a smaller one violates"
        if "all" in said and not all(any(contains(one, faults) for faults in listed) for one in minimal):
            return "these are not all"
        return None


def accepted(folder):
    done = subprocess.run([CHECK, folder, "60"], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, 1):
        kept = shutil.copytree(folder, f"wrong-{SEED}-crash", dirs_exist_ok=True)
        raise AssertionError(f"ldfi-check: status {done.returncode} {done.stderr}: see {kept}")
    return done.returncode == 0, done.stdout


def certificates(folder):
    """Yields pairs of a folder and whether its certificate claims something true."""
    out = []
    for number, (name, nodes, limits, options, false) in enumerate(GOOD + FOREVER):
        good = os.path.join(folder, f"good-{number}")
        if isinstance(limits, int):
            limits = ["--forever", "-c", str(limits)]
        else:
            limits = ["-t", str(limits[0]), "-f", str(limits[1]), "-c", str(limits[2]), "--eff-mode", "inclusive", "-o", f"{folder}/{number}.h5"]
        done = subprocess.run([PROGRAM, f"{SOURCE}/configs/protocols/{name}.ded", "-N", nodes, *limits, *options, "--certificate", good, "--quiet"],
                              capture_output=True, text=True, timeout=300, check=False)  # fmt: skip
        if done.returncode not in (0, 1, 2) or not accepted(good)[0]:
            raise AssertionError(f"{name}: no good certificate: {done.stderr}")
        for at, _, files in os.walk(os.path.join(good, "program")):
            for file in files:  # a change of a comment has no effect
                with open(os.path.join(at, file), "r+", encoding="utf-8") as stream:
                    text = re.sub(r"//[^\n]*", "", stream.read())
                    stream.seek(0)
                    stream.truncate()
                    stream.write(text)
        out.append((good, True))
        wrong = os.path.join(folder, f"false-{number}")
        shutil.copytree(good, wrong)
        with open(os.path.join(wrong, "claim.txt"), encoding="utf-8") as stream:
            text = stream.read()
        if false:
            text = re.sub(f"{false[0]} .*", f"{false[0]} {false[1]}", text)
        elif "specification" in text and "violates" in text:
            text = re.sub(r"(?m)^(specification .*\n)violates (?:(?!specification).*\n)*", r"\1claim certified\n", text, count=1)
        elif "violates" in text:
            text = re.sub("violates (?s:.*)", "claim certified\n", text)
            shutil.copy(os.path.join(wrong, "least.drup"), os.path.join(wrong, "certified.drup"))
        else:
            continue
        with open(os.path.join(wrong, "claim.txt"), "w", encoding="utf-8") as stream:
            stream.write(text)
        if accepted(wrong)[0]:
            raise AssertionError(f"{name}: a false claim is accepted")
        out.append((wrong, False))
    return out


def main():
    chance = random.Random(SEED)
    seen = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as folder:
        all_of_them = certificates(folder)
        kinds = ["fact", "clause", "lemma", "node", "constant", "claim", "byte", "spec"]
        number = 0
        while number < HOW_MANY:
            origin, good = chance.choice(all_of_them)
            damaged = os.path.join(folder, "damaged")
            shutil.rmtree(damaged, ignore_errors=True)
            shutil.copytree(origin, damaged)
            kind = kinds[number % len(kinds)]
            proof = ["lemma", "word"] if os.path.exists(os.path.join(damaged, "invariant.txt")) else ["lemma"]
            if kind in ("clause", "byte") and "word" in proof:
                kind = chance.choice([kind, "word"])
            # In a false claim, only the proof is changed.
            done = [kind] + chance.choices(kinds, k=chance.choice([0, 0, 1, 2])) if good else chance.choices(proof, k=chance.randrange(1, 4))
            damage = Damage(chance, damaged)
            if not any([damage.do(one) for one in done]):
                continue
            number += 1
            what = done[0] if good else "proof of what is false"
            good_now, said = accepted(damaged)
            if not good_now:
                seen[what]["rejected"] += 1
                continue
            try:
                wrong = Claim(damaged).wrong() if good else "it was false before"
            except (AssertionError, subprocess.TimeoutExpired) as e:
                wrong = str(e)
            if wrong is not None:
                shutil.copytree(damaged, f"wrong-{SEED}-{number}", dirs_exist_ok=True)
                print(f"{number}: {os.path.basename(origin)}, {done}: accepted, but {wrong}\n{said}\nsee wrong-{SEED}-{number}")
                return 1
            seen[what]["accepted, and true"] += 1
    for what, counts in sorted(seen.items()):
        print(f"{what}: {sum(counts.values())} damaged, {counts['rejected']} rejected, {counts['accepted, and true']} accepted, and what is claimed then is true")
    total = sum(seen.values(), collections.Counter())
    print(f"{HOW_MANY} damaged certificates: {total['rejected']} rejected, {total['accepted, and true']} accepted, and what is claimed then is true; 0 wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
