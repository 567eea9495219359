"""Instructions that tell of the machine, where they are replaced because they cannot be trapped. The oracle is the library kernel
that traps them, on machines that can do so.

  test_instructions.py KERNEL C_COMPILER CXX_COMPILER
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

KERNEL, COMPILER, CXX = sys.argv[1:4]
ROOT = Path(__file__).resolve().parents[2]

DECODE = r"""
#include <cstdio>
#include <cstdlib>
#include "worker/kernel/decoder.hpp"
int main() {
  char line[256];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    unsigned char code[32] = {};
    std::size_t count = 0;
    for (const char* at = line; at[0] > ' ' && at[1] > ' '; at += 2) {
      const char byte[] = {at[0], at[1], 0};
      code[count++] = static_cast<unsigned char>(std::strtol(byte, nullptr, 16));
    }
    const std::size_t length = ldfi::kernel::decode(code, sizeof code).length;
    if (length != count || ldfi::kernel::decode(code, count - 1).length == count)
      std::printf("%zu bytes instead of %s", length, line);
  }
}
"""
PROGRAM = r"""
#include <cpuid.h>
#include <stdio.h>
#include <string.h>
#include <x86intrin.h>
extern const unsigned char data[5];
__asm__(".text\n.global data\ndata: .byte 0x0f, 0x31, 0x0f, 0x01, 0xf9\n");
static const unsigned char constant[2] = {0x0f, 0x31};
__attribute__((noinline)) static unsigned within_an_instruction(void) {
  unsigned out;
  __asm__ volatile("movl $0x00a2310f, %0" : "=r"(out));
  return out;
}
#define DRAW(name, width, pin)                                          \
  {                                                                     \
    unsigned long one = ~0UL, other = ~0UL;                             \
    unsigned char good = 0;                                             \
    __asm__ volatile(name " %" width "0; setc %1" : "+" pin(one), "=q"(good)); \
    __asm__ volatile("mov %1, %%r11; " name " %%r11" HIGH "; mov %%r11, %0" : "=r"(other) : "r"(other) : "r11", "cc"); \
    printf(name width " %d %lx %lx\n", good, one, other);                \
  }
int main(void) {
  unsigned a, b, c, d, processor;
  printf("%llu\n", __rdtsc());
  printf("%llu\n", __rdtscp(&processor));
  __cpuid_count(1, 0, a, b, c, d);
  printf("rdrand %u, processor %u\n", c >> 30 & 1, b >> 24);
  __cpuid_count(7, 0, a, b, c, d);
  printf("rdseed %u\n", b >> 18 & 1);
#ifdef CHANCE
#define HIGH ""
  DRAW("rdrand", "q", "a")
  DRAW("rdseed", "q", "b")
#undef HIGH
#define HIGH "d"
  DRAW("rdrand", "k", "c")
#undef HIGH
#define HIGH "w"
  DRAW("rdseed", "w", "d")
#endif
  printf("%x %d\n", within_an_instruction(), memcmp(data, "\x0f\x31\x0f\x01\xf9", 5) | memcmp(constant, "\x0f\x31", 2));
  return 0;
}
"""
GO = r"""
package main

import (
	"fmt"
	_ "unsafe"
)

//go:linkname cputicks runtime.cputicks
func cputicks() int64

func main() { fmt.Println(cputicks()) }
"""


class Instructions(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        name = tempfile.TemporaryDirectory()
        self.addCleanup(name.cleanup)
        self.folder = Path(name.name)

    def run_guest(self, *words: str) -> str:
        done = subprocess.run([KERNEL, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout

    def compile(self, *flags: str) -> str:
        source = self.folder / "program.c"
        source.write_text(PROGRAM)
        subprocess.run([COMPILER, "-O1", "-w", *flags, "-o", str(self.folder / "program"), str(source)], check=True)
        return str(self.folder / "program")

    def check(self, program: str) -> str:
        found = self.run_guest("--instructions", "patch", program)
        self.assertEqual(found, self.run_guest("--instructions", "patch", program))
        return found

    def test_lengths_are_those_of_a_disassembler(self) -> None:
        source = self.folder / "decode.cpp"
        source.write_text(DECODE)
        decode = str(self.folder / "decode")
        subprocess.run([CXX, "-std=c++20", "-O1", "-w", "-I", str(ROOT), "-o", decode, str(source), str(ROOT / "worker/kernel/decoder.cpp")],
                       check=True)  # fmt: skip
        files = [*Path("/lib/x86_64-linux-gnu").glob("libc.so.6"), *Path("/lib/x86_64-linux-gnu").glob("libstdc++.so.6"), Path(KERNEL)]
        for file in files:
            text = subprocess.run(["objdump", "-d", "-w", str(file)], check=True, capture_output=True, text=True).stdout
            # Data between functions may look like prefixes without an instruction. A disassembler joins fwait (9b) with the next one.
            prefixes = r"(?:(?:rex\S*|data16|addr32|lock|bnd|repn?z|[c-gs]s)\s*)+$"
            lines = re.findall(rf"^ +[0-9a-f]+:\t(?!9b)([0-9a-f ]+)\t(?!.*\(bad\))(?!\.|{prefixes})", text, re.MULTILINE)
            self.assertGreater(len(lines), 5000)
            lines = sorted({line.replace(" ", "") for line in lines})
            done = subprocess.run([decode], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
            self.assertEqual("", done.stdout, file)

    def test_programs_in_c(self) -> None:
        for flags in (("-static",), ("-static", "-s"), (), ("-s",)):
            found = self.check(self.compile(*flags)).splitlines()
            self.assertRegex(found[0], r"^10000000\d{5}$")
            self.assertRegex(found[1], r"^10000000\d{5}$")
            self.assertEqual(["rdrand 0, processor 0", "rdseed 0", "a2310f 0"], found[2:])
            trapped = subprocess.run([KERNEL, str(self.folder / "program")], capture_output=True, text=True)
            if "rdtsc stays real" not in trapped.stderr:
                self.assertEqual(trapped.stdout.splitlines(), found)

    def test_random_numbers_follow_from_the_seed(self) -> None:
        program = self.compile("-DCHANCE", "-mrdrnd", "-mrdseed")
        found = self.check(program).splitlines()[4:8]
        other = self.run_guest("--instructions", "patch", "--seed", "2", program).splitlines()[4:8]
        for i, (line, its) in enumerate(zip(found, other, strict=True)):
            words = line.split()
            self.assertEqual("1", words[1])
            self.assertNotEqual(words[2:], its.split()[2:])
            self.assertEqual(2, len(set(words[2:])))
            if i == 2:  # numbers of 32 bits fill the register with zeros
                self.assertTrue(all(len(word) <= 8 for word in words[2:]), line)
            if i == 3:  # numbers of 16 bits leave the others alone
                self.assertTrue(all(word.startswith("f" * 12) for word in words[2:]), line)

    @unittest.skipUnless(shutil.which("go"), "go is not installed")
    def test_go(self) -> None:
        (self.folder / "go.mod").write_text("module ticks\n\ngo 1.19\n")
        (self.folder / "ticks.go").write_text(GO)
        (self.folder / "empty.s").write_text("")
        for flags in ((), ("-ldflags=-s -w",), ("-buildmode=pie", "-ldflags=-s -w")):
            subprocess.run(["go", "build", *flags, "-o", "ticks", "."], cwd=self.folder, check=True, env={**os.environ, "CGO_ENABLED": "0"})
            self.assertRegex(self.check(str(self.folder / "ticks")), r"^10000000\d{5}\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
