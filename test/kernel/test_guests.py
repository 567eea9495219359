"""Whole guests in the library kernel: what the library kernel promises beyond Linux. Virtual time, chance from the seed, identical
runs, and what is refused.

  test_guests.py KERNEL COMPILER
"""

import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

KERNEL, COMPILER = sys.argv[1:3]
PYTHON = "/usr/bin/python3"


def run(*command: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run([KERNEL, *options, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


class Guests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def program(self, code: str, *flags: str) -> str:
        source = Path(self.folder.name) / "program.c"
        source.write_text("#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n" + code)
        out = str(source.with_suffix(""))
        subprocess.run([COMPILER, "-O1", "-w", "-pthread", *flags, "-o", out, str(source)], check=True)
        return out

    def test_a_long_sleep_takes_no_real_time(self) -> None:
        sleeper = self.program("#include <time.h>\nint main(void) { const long begin = time(NULL); sleep(86400);"
                               'printf("%ld\\n", time(NULL) - begin); return 0; }', "-static")  # fmt: skip
        began = time.monotonic()
        self.assertEqual("86400\n", run(sleeper).stdout)
        self.assertLess(time.monotonic() - began, 60)

    def test_threads_wake_in_the_order_of_their_times(self) -> None:
        code = (
            "#include <pthread.h>\nstatic void* late(void* n) { sleep((long)n); printf(\"%ld\\n\", (long)n); return NULL; }\n"
            "int main(void) { pthread_t all[9]; for (long i = 0; i < 9; ++i) pthread_create(&all[i], NULL, late, (void*)(9 - i));"
            "for (int i = 0; i < 9; ++i) pthread_join(all[i], NULL); return 0; }"
        )
        self.assertEqual("".join(f"{i}\n" for i in range(1, 10)), run(self.program(code)).stdout)

    def test_chance_follows_from_the_seed(self) -> None:
        code = (
            "#include <fcntl.h>\n#include <sys/auxv.h>\n#include <sys/random.h>\nstatic void show(unsigned long* x) { printf(\"%lx \", *x); }\n"
            "int main(void) { unsigned long x; getrandom(&x, 8, 0); show(&x); read(open(\"/dev/urandom\", O_RDONLY), &x, 8); show(&x);"
            "show((unsigned long*)getauxval(AT_RANDOM)); show((unsigned long*)getauxval(AT_RANDOM) + 1); return 0; }"
        )
        program = self.program(code, "-static")
        first = run(program, options=("--seed", "1")).stdout
        self.assertEqual(4, len(set(first.split())))
        self.assertEqual(first, run(program, options=("--seed", "1")).stdout)
        self.assertEqual(set(), set(first.split()) & set(run(program, options=("--seed", "2")).stdout.split()))

    def test_the_time_stamp_counter_is_virtual(self) -> None:
        program = self.program('#include <x86intrin.h>\nint main(void) { printf("%llx\\n", __rdtsc()); return 0; }', "-static")
        self.assertEqual(run(program).stdout, run(program).stdout)

    def test_numbers_of_processes_and_threads_are_the_same(self) -> None:
        code = "import os, threading\nprint(os.getpid(), os.getppid(), threading.get_native_id())"
        self.assertEqual("10000 1 10000\n", run(PYTHON, "-c", code).stdout)

    def test_python_runs_and_repeats(self) -> None:
        code = "import random, threading, time, json, hashlib\nx = []\nfor i in range(5):\n  threading.Timer(5 - i, x.append, [i]).start()\n" \
               "time.sleep(7)\nprint(x, random.random(), time.time(), hash('x'))"  # fmt: skip
        traces = []
        for name in ("one", "other"):
            trace = Path(self.folder.name) / name
            found = run(PYTHON, "-B", "-c", code, options=("--trace", str(trace)))
            self.assertEqual("[4, 3, 2, 1, 0]", found.stdout[:15], found.stderr)
            traces.append(trace.read_text())
        self.assertEqual(traces[0], traces[1])

    def test_asyncio_serves_itself_and_repeats(self) -> None:
        code = "import asyncio\nasync def serve(r, w):\n  w.write((await r.readline()).upper())\n  w.close()\nasync def main():\n" \
               "  s = await asyncio.start_server(serve, '127.0.0.1', 0)\n  port = s.sockets[0].getsockname()[1]\n  print(port)\n" \
               "  async def ask(i):\n    r, w = await asyncio.open_connection('localhost', port)\n    await asyncio.sleep(3 - i)\n" \
               "    w.write(b'%d x\\n' % i)\n    print(await r.read())\n    w.close()\n  await asyncio.gather(*map(ask, range(3)))\n" \
               "asyncio.run(main())"  # fmt: skip
        traces = []
        for name in ("one", "other"):
            trace = Path(self.folder.name) / name
            found = run(PYTHON, "-B", "-c", code, options=("--trace", str(trace)))
            self.assertEqual(("32768\nb'2 X\\n'\nb'1 X\\n'\nb'0 X\\n'\n", ""), (found.stdout, found.stderr))
            traces.append(trace.read_text())
        self.assertEqual(traces[0], traces[1])

    def test_sockets_reach_no_machine(self) -> None:
        code = "import socket\nfor kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):\n  try: socket.socket(socket.AF_INET, kind).connect" \
               "(('192.0.2.1', 80))\n  except OSError as e: print(e.strerror)\ntry: socket.socket(socket.AF_NETLINK)\n" \
               "except OSError as e: print(e.strerror)"  # fmt: skip
        found = run(PYTHON, "-B", "-c", code)
        self.assertEqual("Network is unreachable\n" * 2 + "Address family not supported by protocol\n", found.stdout)
        self.assertEqual("", found.stderr)

    def test_an_unknown_option_of_a_socket_is_named_once(self) -> None:
        code = "import socket\ns = socket.socket()\nfor i in range(2):\n  try: s.setsockopt(1, 9999, 1)\n  except OSError as e: print(e.strerror)"
        found = run(PYTHON, "-B", "-c", code)
        self.assertEqual("Protocol not available\n" * 2, found.stdout)
        self.assertEqual(1, found.stderr.count("uses option 9999 of level 1 of a socket, which the library kernel"), found.stderr)

    def test_a_script_runs_in_its_interpreter(self) -> None:
        script = Path(self.folder.name) / "script"
        script.write_text(f"#!{PYTHON} -B\nimport sys\nprint(sys.argv[1:])\n")
        script.chmod(0o755)
        self.assertEqual("['a', 'b']\n", run(str(script), "a", "b").stdout)

    def test_what_is_not_supported_is_named_once(self) -> None:
        program = self.program('#include <sys/inotify.h>\nint main(void) { for (int i = 0; i < 3; ++i) { if (i == 1) fork(); printf("%d\\n", inotify_init1(0)); fflush(stdout); }'
                               ' return 0; }', "-static")  # fmt: skip
        found = run(program)
        self.assertEqual(5 * "-1\n", found.stdout)
        self.assertEqual(1, found.stderr.count("ldfi-farm: "), found.stderr)
        self.assertIn("which the library kernel of virtual time does not support: the call fails with ENOSYS", found.stderr)
        self.assertIn(program, found.stderr)

    def test_what_cannot_be_run_says_why(self) -> None:
        damaged = Path(self.folder.name) / "damaged"
        damaged.write_bytes(Path(self.program("int main(void) { return 0; }")).read_bytes()[:64])
        text = Path(self.folder.name) / "text"
        text.write_text("neither\n")
        closed = Path(self.folder.name) / "closed"
        closed.write_text("#!/bin/sh\n")
        damaged.chmod(0o755)
        text.chmod(0o755)
        for program, why in ((str(damaged), "its program headers are damaged"), (str(text), "it is neither an ELF file nor a script"),
                             ("/nowhere", "there is no such file"), ("/tmp", "it is not an executable file"),
                             (str(closed), "it is not an executable file")):  # fmt: skip
            found = run(program)
            self.assertEqual((126, f"ldfi-farm: {program} cannot be run: {why}\n"), (found.returncode, found.stderr))

    def test_the_memory_of_the_library_kernel_is_out_of_reach_of_calls(self) -> None:
        code = (
            "#include <sys/mman.h>\nint main(void) { char* const at = (char*)0x600000000000; printf(\"%d %d %d %d\\n\", munmap(at, 4096), "
            "mprotect(at, 4096, PROT_NONE), mmap(at, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED,"
            "munmap(at - (1L << 40), 3L << 40)); return 0; }"
        )
        self.assertEqual("-1 -1 1 -1\n", run(self.program(code)).stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
