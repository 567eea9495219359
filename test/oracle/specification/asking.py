"""Asks ldfi-farm for the same results as the naive judge of specifications."""
import json
import os
import subprocess

from faults import parse, written


class FarmError(Exception):
    pass


class Farm:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def ask(self, protocol, specifications, fspec, crash_model, options):
        command = [self.program, self.write("p.ded", protocol), "--spec", self.write("p.spec", specifications),
                   "-N", ",".join(fspec.nodes), "-t", str(fspec.eot), "-f", str(fspec.eff), "-c", str(fspec.crashes),
                   "--crash-model", crash_model, "--summary", "json", "--quiet", *options]
        if crash_model == "stop":
            command += ["--restarts", str(fspec.restarts)]
        if fspec.pauses.most:
            command += ["--pauses", str(fspec.pauses.most)]
        if fspec.crashable:
            command += ["--crashable", ",".join(fspec.crashable)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        if done.returncode not in (0, 1, 2):
            raise FarmError(f"{' '.join(command)}\n  exit status {done.returncode}\n{done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])

    def search(self, *asked, stop, options=()):
        for name in os.listdir(self.folder):
            if name.startswith("r."):
                os.remove(os.path.join(self.folder, name))
        return self.ask(*asked, ["--stop", stop, "-o", os.path.join(self.folder, "r.h5"), *options])

    def replay(self, *asked, faults):
        """Returns the fault set as ldfi-farm has read it, and the specifications that it violates with
        their tuples."""
        found = self.ask(*asked, ["--replay", written(faults)])
        return parse(found["faults"]), sorted(found["violated"])


def falsifiers_of(summary):
    return {parse(f["faults"]): sorted(f["violated"]) for f in summary["counterexamples"]}
