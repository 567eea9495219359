"""A command in a folder, within limits that only a hanging one meets, and what it took."""

import os
import resource
import signal
import time

WAITS = 4  # the clock may take so many times what the processor may, on a busy machine


def run(command, folder, hangs_after_s=60, virtual_mib=6 << 10):
    """(status, what it wrote, seconds of the processor, seconds of the clock, MiB of the largest process)"""
    with open(f"{folder}/said", "wb+") as said:
        began = time.monotonic()
        child = os.fork()
        if child == 0:
            try:
                os.chdir(folder)
                os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
                os.dup2(said.fileno(), 1)
                os.dup2(said.fileno(), 2)
                resource.setrlimit(resource.RLIMIT_AS, (virtual_mib << 20, virtual_mib << 20))
                resource.setrlimit(resource.RLIMIT_CPU, (hangs_after_s, hangs_after_s + 1))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                signal.alarm(WAITS * hangs_after_s)  # one that waits for ever uses no processor
                os.execvp(command[0], command)
            finally:
                os._exit(127)
        _, status, usage = os.wait4(child, 0)
        spent = time.monotonic() - began
        said.seek(0)
        text = said.read(1 << 20).decode("utf-8", "replace")
    return os.waitstatus_to_exitcode(status), text, usage.ru_utime + usage.ru_stime, spent, usage.ru_maxrss / 1024
