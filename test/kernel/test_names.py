"""Names of nodes: programs with several C libraries and languages find other nodes by their names and connect to them.

  test_names.py KERNEL COMPILER
"""

import os
import shutil
import subprocess
import sys

from farm import PYTHON, FarmTest

KERNEL, COMPILER = sys.argv[1:3]

CODE = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
static void find(const char* name) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *all = NULL;
  const int failure = getaddrinfo(name, "80", &hints, &all);
  printf("%s:%s", name, failure == 0 ? "" : failure == EAI_NONAME || failure == EAI_AGAIN ? " unknown" : gai_strerror(failure));
  for (; all != NULL; all = all->ai_next) {
    char text[99];
    getnameinfo(all->ai_addr, all->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST);
    printf(" %s", text);
  }
  printf("\n");
}
static void talk(const char* name) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *to = NULL;
  char text[99] = "";
  const int one = socket(AF_INET, SOCK_STREAM, 0);
  if (getaddrinfo(name, "80", &hints, &to) != 0) return;
  usleep(1000);
  if (connect(one, to->ai_addr, to->ai_addrlen) == 0) read(one, text, sizeof text - 1);
  printf("from %s: %s\n", name, text);
}
static void show(const char* path) {
  struct stat about;
  char text[999] = "";
  const int file = open(path, O_RDONLY);
  const long size = read(file, text, sizeof text - 1);
  const int found = stat(path, &about);
  printf("%s: stat %d, %ld of %ld bytes, mode %o\n%s", path, found, size, (long)about.st_size, about.st_mode, text);
  const long moved = lseek(file, 2, SEEK_SET);
  const long more = read(file, text, 5);
  printf("moved to %ld, read %ld, end %ld\n", moved, more, (long)lseek(file, 0, SEEK_END));
  const int other = open(path, O_RDWR);
  printf("write: %d %s, read only: %d\n", other, strerror(errno), access(path, R_OK) == 0 && access(path, W_OK) != 0);
}
int main(int count, char** words) {
  struct utsname about;
  char name[99];
  gethostname(name, sizeof name);
  uname(&about);
  printf("I am %s %s\n", name, about.nodename);
  if (count > 2) show(words[2]);
  find("n0");
  find("n1");
  find("n7");
  find("127.0.0.1");
  talk(words[1]);
  return 0;
}
"""
GO = r"""
package main
import ("fmt"; "io"; "net"; "os"; "time")
func main() {
  name, _ := os.Hostname()
  fmt.Println("I am", name)
  found, _ := net.LookupHost("n7")
  fmt.Println("n7", found)
  time.Sleep(time.Millisecond)
  one, err := net.Dial("tcp", "n0:80")
  if err != nil { fmt.Println(err); return }
  text, _ := io.ReadAll(one)
  fmt.Println("from n0:", string(text))
}
"""
SERVER = [PYTHON, "-B", "-c", "import socket\nall = socket.create_server(('', 80))\nwhile True:\n  one, at = all.accept()\n"
          "  one.sendall(b'hello ' + at[0].encode())\n  one.close()"]  # fmt: skip
SAME = "n0: 10.0.0.1\nn1: 10.0.0.2\nn7: unknown\n127.0.0.1: 127.0.0.1\nfrom n0: hello 10.0.0.2\n"


class Names(FarmTest):
    kernel = KERNEL

    def compile(self, *words: str) -> str:
        source = self.folder / "names.c"
        source.write_text(CODE)
        subprocess.run([*words, "-w", "-o", str(self.folder / "names"), str(source)], check=True, stderr=subprocess.DEVNULL)
        return str(self.folder / "names")

    def check(self, *words: str) -> None:
        farm = self.run_twice(SERVER, [self.compile(*words), "n0"], servers=(0,))
        self.assertEqual("I am n1 n1\n" + SAME, farm.texts[1])
        self.assertEqual("", farm.nodes[1].deviation())

    def test_glibc(self) -> None:
        self.check(COMPILER)

    def test_static_glibc(self) -> None:
        self.check(COMPILER, "-static")

    def test_musl(self) -> None:
        self.check("musl-gcc", "-static")

    def test_the_files_are_read_only(self) -> None:
        program = self.compile(COMPILER)
        hosts = "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n10.0.0.1 n0\n10.0.0.2 n1\n"
        size = len(hosts)
        expected = f"/etc/hosts: stat 0, {size} of {size} bytes, mode 100644\n{hosts}moved to 2, read 5, end {size}\n" \
                   "write: -1 Permission denied, read only: 1\n"  # fmt: skip
        farm = self.run_twice(SERVER, [program, "n0", "/etc/hosts"], servers=(0,))
        self.assertEqual("I am n1 n1\n" + expected + SAME, farm.texts[1])
        farm = self.run_twice(SERVER, [program, "n0", "/etc/resolv.conf"], servers=(0,))
        self.assertIn("/etc/resolv.conf: stat 0, 0 of 0 bytes, mode 100644\nmoved to 2, read 0, end 0\n", farm.texts[1])

    def test_python(self) -> None:
        code = "import os, socket, time\nprint('I am', socket.gethostname(), os.uname().nodename, open('/etc/hostname').read().strip())\n" \
               "time.sleep(1)\nprint(socket.gethostbyname('localhost'), socket.create_connection(('n0', 80)).recv(99).decode())"  # fmt: skip
        farm = self.run_twice(SERVER, [PYTHON, "-B", "-c", code], servers=(0,))
        self.assertEqual("I am n1 n1 n1\n127.0.0.1 hello 10.0.0.2\n", farm.texts[1])

    def test_go(self) -> None:
        go = shutil.which("go")
        if go is None:
            self.skipTest("go is not installed")
        source = self.folder / "names.go"
        source.write_text(GO)
        for cgo in ("0", "1"):
            out = str(self.folder / f"names{cgo}")
            subprocess.run([go, "build", "-o", out, str(source)], check=True, env={**os.environ, "CGO_ENABLED": cgo, "GO111MODULE": "off"})
            farm = self.run_twice(SERVER, [out], servers=(0,))
            self.assertEqual("I am n1\nn7 []\nfrom n0: hello 10.0.0.2\n", farm.texts[1])


if __name__ == "__main__":
    import unittest

    unittest.main(argv=sys.argv[:1])
