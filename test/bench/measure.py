"""Runs a process to its end or to a limit, and returns the time and memory that it used."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Run:
    """Seconds of wall clock from start to end of the process, seconds of CPU, and its peak memory."""

    status: int
    wall: float
    cpu: float
    memory_mb: float
    output: str
    timed_out: bool


SPAWN = [sys.executable, "-I", "-S", str(Path(__file__).parent / "spawn.py")]


def run(command: list[str], limit: float, folder: str | None = None, memory_gb: float = 6, core: int | None = None) -> Run:
    """CPU and memory are those of the process and of the children that it waited for; `memory_gb` bounds the address space of each,
    `core` is the only one that they run on.
    Memory below 10 MB is not told apart: that much the process inherits from the one that measures it."""
    with tempfile.NamedTemporaryFile() as report, tempfile.TemporaryFile() as out:
        where = "any" if core is None else str(core)
        subprocess.run([*SPAWN, report.name, str(limit), str(int(memory_gb * 2**30)), where, *command], stdout=out, cwd=folder,
                       check=True, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)  # fmt: skip
        status, wall, cpu, peak, late = report.read().split()
        out.seek(0)
        text = out.read().decode(errors="replace")
    return Run(int(status), float(wall), float(cpu), int(peak) / 1024, text, late == b"1")


@dataclass
class Farm:
    """A run of ldfi-farm. `summary` is empty if the run ended without one."""

    run: Run
    summary: dict

    @property
    def verdict(self) -> str:
        return self.summary.get("verdict", "")


def farm(program: str, arguments: list[str], limit: float, launcher: tuple[str, ...] = (), **options) -> Farm:
    with tempfile.TemporaryDirectory() as folder:
        command = [*launcher, program, *arguments, "--quiet", "--summary", "json"]
        done = run(command, limit, folder, **options)
    lines = done.output.splitlines()
    return Farm(done, json.loads(lines[-1]) if done.status in (0, 1, 2) and lines else {})


def cores() -> list[int]:
    """Returns the cores that this process may use."""
    return sorted(os.sched_getaffinity(0))


def memory_gb() -> float:
    """Returns the memory of the machine in GB."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def median(values) -> float:
    return statistics.median(values)


def machine() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    return f"{os.cpu_count()} × {models[0] if models else 'unknown CPU'}"


def load_average() -> float:
    return os.getloadavg()[0]


def commit(source: Path) -> str:
    done = subprocess.run(["git", "-C", str(source), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
