"""spawn.py REPORT LIMIT_S MEMORY_BYTES CORE COMMAND…: runs the command; REPORT gets "status wall_s cpu_s peak_kb timed_out".

CORE is the number of the one core to run on, or "any".

A program of its own, and a small one: a process inherits the peak memory of the one that forked it."""

import contextlib
import os
import resource
import signal
import sys
import time

report, limit, memory, core, *command = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:]
late = False
began = time.monotonic()
process = os.fork()
if process == 0:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if core != "any":
        os.sched_setaffinity(0, {int(core)})
    try:
        os.execvp(command[0], command)
    finally:
        os._exit(127)


def end(*_) -> None:
    global late
    late = True
    for kill in (os.killpg, os.kill):  # the process may not be the leader of a group yet
        with contextlib.suppress(ProcessLookupError):
            kill(process, signal.SIGKILL)


signal.signal(signal.SIGALRM, end)
signal.setitimer(signal.ITIMER_REAL, limit)
_, status, usage = os.wait4(process, 0)
wall = time.monotonic() - began
signal.setitimer(signal.ITIMER_REAL, 0)
with open(report, "w", encoding="ascii") as file:
    cpu = usage.ru_utime + usage.ru_stime
    print(os.waitstatus_to_exitcode(status), wall, cpu, usage.ru_maxrss, int(late), file=file)
