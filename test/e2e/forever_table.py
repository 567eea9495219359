#!/usr/bin/env python3
"""Proofs for every EOT beside searches of single Fspecs: forever_table.py PROGRAM SOURCE_DIR [LAST_EOT [PROTOCOL...]]

For each protocol, number of crashes and way of losing messages: the EOTs up to LAST_EOT (6) at which --forever finds the invariant violated are
those at which a search of <EOT, EOT - calm, crashes> does. Prints a table, with the seconds of `berkeley-abc pdr` on the same circuit, if there is one.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, SOURCE = (os.path.abspath(path) for path in sys.argv[1:3])
LAST = int(sys.argv[3]) if len(sys.argv) > 3 else 6
ABC = shutil.which("berkeley-abc")
PROTOCOLS = {
    "simple-deliv": "a,b,c", "retry-deliv": "a,b,c", "classic-deliv": "a,b,c", "redun-deliv": "a,b,c", "ack-deliv": "a,b,c",
    "bully": "a,b,c", "2pc": "C,a,b,d", "2pc-timeout": "C,a,b,d", "2pc-ctp": "C,a,b,d", "2pc-timeout-agreement": "C,a,b,d",
    "3pc": "C,a,b,d", "flux": "a,b,c,p", "kafka": "a,b,c,C,Z", "paxos": "a,b,c", "paxos-retry": "a,b,c",
}  # fmt: skip


def farm(folder, name, crashes, *more):
    command = [PROGRAM, f"{SOURCE}/configs/protocols/{name}.ded", "-N", PROTOCOLS[name], "-c", str(crashes), "--quiet", *more]
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=600, check=False)
    if done.returncode not in (0, 1, 2):
        raise AssertionError(f"{command}: {done.stderr}")
    return done


def claim(folder, name, crashes, losses, start):
    done = farm(folder, name, crashes, "--forever", "--from", str(start), *losses, "--summary", "json", "--aiger", f"{start}.aig")
    return json.loads(done.stdout)


def by_proof(folder, name, crashes, losses):
    """Returns the violated EOTs up to LAST, and the answer about the first claim."""
    found = set()
    first = answer = claim(folder, name, crashes, losses, 1)
    while answer["verdict"] == "counterexample" and answer["counterexample"]["eot"] <= LAST:
        found.add(answer["counterexample"]["eot"])
        answer = claim(folder, name, crashes, losses, answer["counterexample"]["eot"] + 1)
    if answer["verdict"] not in ("counterexample", "certified-forever", "vacuous"):
        raise AssertionError(f"{name}, {crashes} crashes, {losses}: {answer}")
    return found, first


def by_searches(folder, name, crashes, losses):
    calm = int(losses[1]) if losses[0] == "--calm" else None
    found = set()
    for eot in range(calm or 1, LAST + 1):
        eff = 0 if calm is None else eot - calm
        more = ["--omissions", "none"] if calm is None else []
        if farm(folder, name, crashes, "-t", str(eot), "-f", str(eff), *more, "-o", f"{eot}.h5").returncode == 1:
            found.add(eot)
    return found


def abc_seconds(folder, proved):
    if not ABC:
        return "-"
    began = time.monotonic()
    told = subprocess.run([ABC, "-c", "read_aiger 1.aig; pdr"], cwd=folder, text=True, capture_output=True, timeout=600, check=True).stdout
    if proved != (re.search("Property proved", told) is not None):
        raise AssertionError(f"abc says otherwise: {told}")
    return f"{time.monotonic() - began:.2f}"


def main():
    print(f"{'protocol':24}{'crashes':>8} {'losses':20}{'verdict':20}{'violated EOTs':16}{'s':>7}{'abc s':>7}{'clauses':>8}{'facts':>6}")
    wrong = compared = 0
    for name in sys.argv[4:] or PROTOCOLS:
        for crashes in (0, 1, 2):
            for losses in (["--omissions", "none"], ["--calm", "1"], ["--calm", "2"], ["--calm", "3"]):
                with tempfile.TemporaryDirectory() as folder:
                    proof, first = by_proof(folder, name, crashes, losses)
                    searched = by_searches(folder, name, crashes, losses)
                    compared += 1
                    invariant = first.get("invariant", {"clauses": "", "facts": ""})
                    print(f"{name:24}{crashes:8} {' '.join(losses)[2:]:20}{first['verdict']:20}{','.join(map(str, sorted(proof))):16}"
                          f"{first['wall_s']:7.2f}{abc_seconds(folder, first['verdict'] != 'counterexample'):>7}"
                          f"{invariant['clauses']:>8}{invariant['facts']:>6}", flush=True)  # fmt: skip
                    if proof != searched:
                        wrong += 1
                        print(f"  searches find {sorted(searched)}")
    print(f"{compared} sets of EOTs compared, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
