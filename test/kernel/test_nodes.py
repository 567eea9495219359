"""Several nodes in library kernels, whose messages this test carries as the farm would: connections, datagrams, and their virtual
times. Two runs are identical.

  test_nodes.py KERNEL COMPILER
"""

import heapq
import mmap
import os
import select
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

KERNEL, COMPILER = sys.argv[1:3]
PYTHON = "/usr/bin/python3"
LATENCY = 5_000_000
BOX = 1 << 20
HEAD = struct.Struct("<IHHIHHH6x")  # struct ldfi_net_message
KINDS = ["", "connect", "accepted", "refused", "segment", "end", "reset", "datagram"]
INBOX, OUTBOX = 16, 24 + BOX  # places of the boxes in struct ldfi_net_page


class Node:
    """A guest in its library kernel, with the files that link it to this test."""

    def __init__(self, folder: Path, number: int, count: int, command: list[str]):
        folder.mkdir()
        self.number = number
        self.page = self.map(folder / "link", struct.pack("<Qqqq", number + 1, 0, 0, 0).ljust(4096, b"\0"))
        self.net = self.map(folder / "net", struct.pack("<IIII", number, count, 0, 0).ljust(OUTBOX + 8 + BOX, b"\0"))
        for name in ("bell", "done"):
            os.mkfifo(folder / name)
        self.bell, self.done = (os.open(folder / name, os.O_RDWR) for name in ("bell", "done"))
        self.output = open(folder / "output", "w+b")  # noqa: SIM115
        self.trace = folder / "trace"
        words = [KERNEL, "--link", str(folder), "--trace", str(self.trace), *command]
        self.process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output)
        self.deadline = 0

    @staticmethod
    def map(path: Path, content: bytes) -> mmap.mmap:
        path.write_bytes(content)
        with open(path, "r+b") as file:
            return mmap.mmap(file.fileno(), 0)

    def runs(self) -> bool:
        return self.process.poll() is None

    def activate(self, now: int, inbox: bytes) -> list[tuple]:
        """Lets the node run at this time. Returns the messages that it sends, each as its head and bytes."""
        struct.pack_into("<qq", self.page, 8, now, now)
        self.net[INBOX + 8 : INBOX + 8 + len(inbox)] = inbox
        struct.pack_into("<Q", self.net, INBOX, len(inbox))
        os.write(self.bell, b"\0")
        while self.runs():
            if select.select([self.done], [], [], 0.02)[0]:
                os.read(self.done, 1)
                break
        (self.deadline,) = struct.unpack_from("<q", self.page, 24)
        return self.take_outbox()

    def take_outbox(self) -> list[tuple]:
        (used,) = struct.unpack_from("<Q", self.net, OUTBOX)
        content = self.net[OUTBOX + 8 : OUTBOX + 8 + used]
        struct.pack_into("<Q", self.net, OUTBOX, 0)
        out, at = [], 0
        while at < used:
            head = HEAD.unpack_from(content, at)
            out.append((head, content[at + HEAD.size : at + HEAD.size + head[0]]))
            at += (HEAD.size + head[0] + 7) // 8 * 8
        return out

    def text(self) -> str:
        self.output.seek(0)
        return self.output.read().decode()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.output.close()
        os.close(self.bell)
        os.close(self.done)


class Farm:
    """Runs nodes until all of them have ended, and carries their messages with a latency in virtual time."""

    def __init__(self, folder: Path, commands: list[list[str]], lost: tuple[str, ...] = ()):
        self.nodes = [Node(folder / f"n{i}", i, len(commands), command) for i, command in enumerate(commands)]
        self.lost = lost
        self.log: list[tuple] = []
        self.waiting: list[tuple] = []

    def send(self, now: int, sender: int, head: tuple, content: bytes) -> None:
        kind = KINDS[head[1]]
        self.log.append((now, sender, head[2], kind, head[3:], content))
        if kind in self.lost:
            return
        passed = HEAD.pack(head[0], head[1], sender, *head[3:]) + content
        passed += b"\0" * (-len(passed) % 8)
        heapq.heappush(self.waiting, (now + LATENCY, len(self.log), head[2], passed))

    def next_time(self) -> int:
        times = [node.deadline for node in self.nodes if node.runs() and node.deadline >= 0]
        times += [self.waiting[0][0]] if self.waiting else []
        if not times:
            raise AssertionError("all nodes wait for ever:\n" + "\n".join(node.text() for node in self.nodes))
        return min(times)

    def run(self) -> list[str]:
        now = 0
        try:
            while any(node.runs() for node in self.nodes):
                now = max(now, self.next_time())
                for node in self.nodes:
                    mine = sorted(one for one in self.waiting if one[0] <= now and one[2] == node.number)
                    self.waiting = [one for one in self.waiting if one not in mine]
                    heapq.heapify(self.waiting)
                    if not node.runs() or (not mine and not 0 <= node.deadline <= now):
                        continue
                    for head, content in node.activate(now, b"".join(one[3] for one in mine)):
                        self.send(now, node.number, head, content)
            return [node.text() for node in self.nodes]
        finally:
            for node in self.nodes:
                node.close()

    def kinds(self, sender: int) -> list[str]:
        return [entry[3] for entry in self.log if entry[1] == sender]


SERVER = r"""
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
static char text[4096];
static struct sockaddr_in at(const char* ip, int port) {
  struct sockaddr_in out = {.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, ip, &out.sin_addr);
  return out;
}
static int serve(int port) {
  const struct sockaddr_in own = at("0.0.0.0", port);
  const int out = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(out, (void*)&own, sizeof own) != 0 || listen(out, 5) != 0) abort();
  return out;
}
static int call(const char* ip, int port) {
  const struct sockaddr_in to = at(ip, port);
  const int out = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(out, (void*)&to, sizeof to) == 0) return out;
  printf("connect: %s\n", strerror(errno));
  return -1;
}
static void show(const char* what, long result) {
  printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
}
static long ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000 - 1000000;
}
static void show_names(int file) {
  struct sockaddr_in name;
  socklen_t size = sizeof name;
  getsockname(file, (void*)&name, &size);
  printf("own %s:%d", inet_ntoa(name.sin_addr), ntohs(name.sin_port));
  getpeername(file, (void*)&name, &size);
  printf(", peer %s:%d\n", inet_ntoa(name.sin_addr), ntohs(name.sin_port));
}
"""
END = "\n  return 0;\n}\n"


class Nodes(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        name = tempfile.TemporaryDirectory()
        self.addCleanup(name.cleanup)
        self.folder = Path(name.name)
        self.programs = 0

    def program(self, body: str) -> list[str]:
        """Compiles a program whose main function has this body."""
        self.programs += 1
        source = self.folder / f"program{self.programs}.c"
        source.write_text(SERVER + "int main(void) {\n  setvbuf(stdout, NULL, _IOLBF, 0);\n" + body + END)
        out = str(source.with_suffix(""))
        subprocess.run([COMPILER, "-O1", "-w", "-static", "-o", out, str(source)], check=True)
        return [out]

    def run_twice(self, *commands: list[str], **more) -> Farm:
        """Runs the nodes twice. Both runs must agree in all outputs, messages and calls."""
        farms = []
        for i in range(2):
            folder = self.folder / f"run{i}"
            folder.mkdir()
            farm = Farm(folder, list(commands), **more)
            farm.texts = farm.run()
            farms.append(farm)
        self.assertEqual(farms[0].log, farms[1].log)
        self.assertEqual(farms[0].texts, farms[1].texts)
        for one, other in zip(farms[0].nodes, farms[1].nodes, strict=True):
            self.assertEqual(one.trace.read_text(), other.trace.read_text())
        return farms[0]

    def test_a_request_takes_two_latencies(self) -> None:
        server = self.program(
            "const int from = serve(80); const int one = accept(from, NULL, NULL); show_names(one);\n"
            "long n; while ((n = read(one, text, sizeof text)) > 0) write(one, text, n); show(\"end\", n);"
        )
        client = self.program(
            "usleep(1000); const long begin = ms(); const int one = call(\"10.0.0.1\", 80); show(\"connected\", ms() - begin);\n"
            "show_names(one); write(one, \"hello\", 5); show(\"read\", read(one, text, sizeof text));\n"
            "show(\"answered\", ms() - begin); show(\"same\", memcmp(text, \"hello\", 5));"
        )
        farm = self.run_twice(server, client)
        self.assertEqual("own 10.0.0.1:80, peer 10.0.0.2:32768\nend: 0 \n", farm.texts[0])
        self.assertEqual("connected: 10 \nown 10.0.0.2:32768, peer 10.0.0.1:80\nread: 5 \nanswered: 20 \nsame: 0 \n", farm.texts[1])
        self.assertEqual(["connect", "segment", "end"], farm.kinds(1))
        self.assertEqual(["accepted", "segment", "end"], farm.kinds(0))

    def test_nobody_listens(self) -> None:
        client = self.program('show("socket", call("10.0.0.1", 81)); show("far", call("10.0.0.9", 81)); show("at", ms() >= 10);')
        farm = self.run_twice(self.program("usleep(50000);"), client)
        self.assertEqual("connect: Connection refused\nsocket: -1 Connection refused\n"
                         "connect: Network is unreachable\nfar: -1 Network is unreachable\nat: 1 \n", farm.texts[1])  # fmt: skip
        self.assertEqual(["refused"], farm.kinds(0))

    def test_a_request_that_is_lost_is_never_answered(self) -> None:
        client = self.program(
            "const struct sockaddr_in to = at(\"10.0.0.1\", 80); const int one = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);\n"
            "show(\"begun\", connect(one, (void*)&to, sizeof to)); struct pollfd all = {one, POLLOUT, 0};\n"
            "show(\"poll\", poll(&all, 1, 60000)); show(\"after\", ms() >= 60000);"
        )
        farm = self.run_twice(self.program("serve(80); sleep(61);"), client, lost=("connect",))
        self.assertEqual("begun: -1 Operation now in progress\npoll: 0 \nafter: 1 \n", farm.texts[1])

    def test_unread_bytes_break_a_connection(self) -> None:
        server = self.program("const int one = accept(serve(80), NULL, NULL); usleep(20000); close(one); usleep(90000);")
        client = self.program(
            "signal(SIGPIPE, SIG_IGN); usleep(1000); const int one = call(\"10.0.0.1\", 80); write(one, \"unread\", 6);\n"
            "show(\"read\", read(one, text, 9)); show(\"write\", write(one, \"x\", 1));"
        )
        farm = self.run_twice(server, client)
        self.assertEqual("read: -1 Connection reset by peer\nwrite: -1 Broken pipe\n", farm.texts[1])
        self.assertEqual(["accepted", "reset"], farm.kinds(0))

    def test_half_of_a_connection_ends(self) -> None:
        server = self.program(
            "const int one = accept(serve(80), NULL, NULL); long all = 0; long n;\n"
            "while ((n = read(one, text, sizeof text)) > 0) all += n; show(\"all\", all); usleep(30000);\n"
            "show(\"write\", write(one, \"answer\", 6)); close(one); usleep(50000);"
        )
        client = self.program(
            "usleep(1000); const int one = call(\"10.0.0.1\", 80); for (int i = 0; i < 3; ++i) write(one, text, sizeof text);\n"
            "shutdown(one, SHUT_WR); show(\"read\", read(one, text, 64)); show(\"read\", read(one, text, 64));"
        )
        farm = self.run_twice(server, client)
        self.assertEqual("all: 12288 \nwrite: 6 \n", farm.texts[0])
        self.assertEqual("read: 6 \nread: 0 \n", farm.texts[1])
        self.assertEqual(["connect", "segment", "segment", "segment", "end"], farm.kinds(1))

    def test_bytes_to_a_closed_socket_break_the_connection(self) -> None:
        server = self.program("close(accept(serve(80), NULL, NULL)); usleep(90000);")
        client = self.program(
            "signal(SIGPIPE, SIG_IGN); usleep(1000); const int one = call(\"10.0.0.1\", 80); show(\"read\", read(one, text, 9));\n"
            "show(\"first\", write(one, \"x\", 1)); usleep(20000); show(\"second\", write(one, \"x\", 1));"
        )
        farm = self.run_twice(server, client)
        self.assertEqual("read: 0 \nfirst: 1 \nsecond: -1 Broken pipe\n", farm.texts[1])

    def test_a_full_queue_delays_the_answer(self) -> None:
        server = self.program(
            "const int from = socket(AF_INET, SOCK_STREAM, 0); const struct sockaddr_in own = at(\"0.0.0.0\", 80);\n"
            "bind(from, (void*)&own, sizeof own); listen(from, 0); usleep(50000);\n"
            "accept(from, NULL, NULL); accept(from, NULL, NULL); usleep(90000);"
        )
        client = self.program("usleep(1000); call(\"10.0.0.1\", 80); show(\"connected\", ms() / 10 * 10);")
        farm = self.run_twice(server, client, client)
        self.assertEqual(["connected: 10 \n", "connected: 50 \n"], farm.texts[1:])

    def test_an_end_of_a_process_ends_its_connections(self) -> None:
        server = self.program("const int one = accept(serve(80), NULL, NULL); read(one, text, 1); abort();")
        client = self.program('usleep(1000); const int one = call("10.0.0.1", 80); write(one, "x", 1); show("read", read(one, text, 9));')
        farm = self.run_twice(server, client)
        self.assertEqual("read: 0 \n", farm.texts[1])

    def test_datagrams(self) -> None:
        server = self.program(
            "const int one = socket(AF_INET, SOCK_DGRAM, 0); struct sockaddr_in name = at(\"0.0.0.0\", 53); bind(one, (void*)&name, sizeof name);\n"
            "socklen_t size = sizeof name; const long n = recvfrom(one, text, 99, 0, (void*)&name, &size);\n"
            "show(\"got\", n); sendto(one, text, n + 1, 0, (void*)&name, size); usleep(20000);"
        )
        client = self.program(
            "const int one = socket(AF_INET, SOCK_DGRAM, 0); const struct sockaddr_in to = at(\"10.0.0.1\", 53);\n"
            "show(\"connect\", connect(one, (void*)&to, sizeof to)); usleep(1000); write(one, \"abc\", 3); show(\"got\", read(one, text, 99));\n"
            "show(\"at\", ms());"
        )
        farm = self.run_twice(server, client)
        self.assertEqual(["got: 3 \n", "connect: 0 \ngot: 4 \nat: 11 \n"], farm.texts)
        self.assertEqual(["datagram"], farm.kinds(0))

    def test_a_large_write_needs_several_activations(self) -> None:
        server = self.program(
            "const int one = accept(serve(80), NULL, NULL); long all = 0; long n;\n"
            "while ((n = read(one, text, sizeof text)) > 0) all += n; show(\"all\", all);"
        )
        client = self.program("usleep(1000); static char much[3000000]; show(\"write\", write(call(\"10.0.0.1\", 80), much, sizeof much));")
        farm = self.run_twice(server, client)
        self.assertEqual(["all: 3000000 \n", "write: 3000000 \n"], farm.texts)

    def test_without_network_there_are_no_other_nodes(self) -> None:
        client = self.program('show("socket", call("10.0.0.1", 80)); show("own", call("127.0.0.1", 80)); serve(80);'
                              'show("own", call("127.0.0.1", 80) > 0);')  # fmt: skip
        node = Node(self.folder / "alone", 0, 1, client)
        self.addCleanup(node.close)
        node.process.kill()
        node.process.wait()
        (self.folder / "alone" / "net").unlink()
        words = [KERNEL, "--link", str(self.folder / "alone"), *client]
        node.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=node.output, stderr=node.output)
        self.assertEqual([], node.activate(0, b""))
        node.process.wait(20)
        self.assertEqual("connect: Network is unreachable\nsocket: -1 Network is unreachable\n"
                         "connect: Connection refused\nown: -1 Connection refused\nown: 1 \n", node.text())  # fmt: skip

    def test_python(self) -> None:
        server = [PYTHON, "-B", "-c", "import asyncio\nasync def serve(reader, writer):\n  writer.write((await reader.readline()).upper())\n"
                  "  await writer.drain()\n  writer.close()\n  done.set()\nasync def main():\n  global done\n  done = asyncio.Event()\n"
                  "  await asyncio.start_server(serve, '0.0.0.0', 8080)\n  await done.wait()\n  await asyncio.sleep(1)\nasyncio.run(main())"]  # fmt: skip
        client = [PYTHON, "-B", "-c", "import socket, time\ntime.sleep(2)\none = socket.create_connection(('10.0.0.1', 8080))\n"
                  "one.sendall(b'hello\\n')\nprint(one.recv(99), one.recv(99))"]  # fmt: skip
        farm = self.run_twice(server, client)
        self.assertEqual(["", "b'HELLO\\n' b''\n"], farm.texts)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
