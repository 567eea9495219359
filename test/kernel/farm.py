"""A farm in a test: runs nodes in library kernels, and carries their messages as the worker of ldfi-farm does. A message takes
LATENCY of virtual time.
"""

import heapq
import mmap
import os
import select
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

PYTHON = "/usr/bin/python3"
LATENCY = 5_000_000
SECOND = 1_000_000_000
MOST_TIME = 200 * SECOND  # of virtual time
BOX = 1 << 20
HEAD = struct.Struct("<IHHIHHH6xQ")  # struct ldfi_net_message
KINDS = ["", "connect", "accepted", "refused", "segment", "end", "reset", "datagram"]
INBOX, OUTBOX, CONNECTIONS = 8, 16 + BOX, 24 + 2 * BOX  # places in struct ldfi_net_page


def ip_of(node: int) -> str:
    return f"10.0.0.{node + 1}"


class Node:
    """A guest in its library kernel, with the files that link it to this test."""

    def __init__(self, kernel: str, folder: Path, number: int, count: int, command: list[str], connections: int = 0):
        folder.mkdir(exist_ok=True)
        self.number = number
        self.folder = folder
        self.page = self.map(folder / "link", struct.pack("<Qqqq", number + 1, 0, 0, 0).ljust(4096, b"\0"))
        self.net = self.map(folder / "net", struct.pack("<II", number, count).ljust(CONNECTIONS, b"\0") + struct.pack("<II", connections, 0))
        (folder / "hosts").write_text("".join(f"{ip_of(i)} n{i}\n" for i in range(count)))
        (folder / "home").mkdir(exist_ok=True)
        for name in ("bell", "done"):
            os.mkfifo(folder / name)
        self.bell, self.done = (os.open(folder / name, os.O_RDWR) for name in ("bell", "done"))
        self.output = open(folder / "output", "w+b")  # noqa: SIM115
        self.trace = folder / "trace"
        words = [os.path.abspath(kernel), "--link", str(folder), "--trace", str(self.trace), *command]
        self.process = subprocess.Popen(words, cwd=folder / "home", stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output)
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

    def connections(self) -> int:
        """The number of the last connection that this node has asked for."""
        return int(struct.unpack_from("<I", self.net, CONNECTIONS)[0])

    def deviation(self) -> str:
        """The first call that failed although it works on Linux, as the library kernel has reported it. Empty if none."""
        return self.page[32 : 32 + 512].split(b"\0")[0].decode()

    def text(self) -> str:
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.output.close()
        os.close(self.bell)
        os.close(self.done)


class Farm:
    """Runs nodes until all of them have ended, except those in `servers`, which are killed then.

    `lost`: kinds of messages that are lost. `crashes` and `restarts`: times at which nodes are killed and start again, in the same
    folder. The peers of a killed node get resets.
    """

    def __init__(self, kernel: str, folder: Path, commands: list[list[str]], lost: tuple[str, ...] = (),
                 servers: tuple[int, ...] = (), crashes: tuple[tuple[int, int], ...] = (),
                 restarts: tuple[tuple[int, int], ...] = ()):  # fmt: skip
        self.kernel, self.folder, self.commands = kernel, folder, commands
        self.nodes = [Node(kernel, folder / f"n{i}", i, len(commands), command) for i, command in enumerate(commands)]
        self.lost = lost
        self.servers = servers
        self.events = sorted([(at, self.crash, node) for at, node in crashes] + [(at, self.restart, node) for at, node in restarts],
                             key=lambda event: event[0])  # fmt: skip
        self.ended: list[Node] = []  # nodes that were replaced
        self.log: list[tuple] = []
        self.waiting: list[tuple] = []
        self.connections: dict[tuple[int, int], tuple] = {}  # by connecting node and number: ends that have ended, and the head
        self.sent = 0

    def enqueue(self, at: int, receiver: int, head: tuple, content: bytes) -> None:
        passed = HEAD.pack(*head) + content
        passed += b"\0" * (-len(passed) % 8)
        self.sent += 1
        heapq.heappush(self.waiting, (at, self.sent, receiver, passed))

    def send(self, now: int, sender: int, head: tuple, content: bytes) -> None:
        kind, receiver = KINDS[head[1]], head[2]
        self.log.append((now, sender, receiver, kind, head[3:], content))
        self.note(kind, sender, head)
        if kind in self.lost:
            return
        if self.nodes[receiver].runs():
            self.enqueue(now + LATENCY, receiver, (*head[:2], sender, *head[3:]), content)
        elif kind == "connect":  # the machine of a node that has ended still answers
            self.enqueue(now + 2 * LATENCY, sender, (0, KINDS.index("refused"), *head[2:]), b"")

    def note(self, kind: str, sender: int, head: tuple) -> None:
        """Keeps which connections exist."""
        key = (head[4], head[3])
        if kind == "connect":
            self.connections[key] = (set(), head)
        elif kind in ("refused", "reset"):
            self.connections.pop(key, None)
        elif kind == "end" and key in self.connections:
            self.connections[key][0].add(sender)
            if len(self.connections[key][0]) == 2:
                del self.connections[key]

    def crash(self, now: int, number: int) -> None:
        self.nodes[number].process.kill()
        self.nodes[number].process.wait()
        self.waiting = [one for one in self.waiting if one[2] != number]
        heapq.heapify(self.waiting)
        for key, (_, head) in list(self.connections.items()):
            ends = (key[0], head[2])
            if number in ends:
                peer = ends[1 - ends.index(number)]
                del self.connections[key]
                self.enqueue(now + LATENCY, peer, (0, KINDS.index("reset"), number, *head[3:]), b"")

    def restart(self, now: int, number: int) -> None:
        before = self.nodes[number]
        self.ended.append(before)
        folder = self.folder / f"n{number}.{len(self.ended)}"
        folder.mkdir()
        (before.folder / "home").rename(folder / "home")
        self.nodes[number] = Node(self.kernel, folder, number, len(self.nodes), self.commands[number], before.connections())
        self.nodes[number].deadline = now

    def next_time(self) -> int:
        times = [node.deadline for node in self.nodes if node.runs() and node.deadline >= 0]
        times += [one[0] for one in self.waiting[:1] + self.events[:1]]
        if not times or min(times) > MOST_TIME:
            raise AssertionError("the nodes do not end:\n" + "\n".join(node.text() for node in self.nodes))
        return min(times)

    def is_over(self) -> bool:
        return not any(node.runs() for node in self.nodes if node.number not in self.servers)

    def run(self) -> list[str]:
        now = 0
        try:
            while not self.is_over():
                now = max(now, self.next_time())
                while self.events and self.events[0][0] <= now:
                    _, strike, number = self.events.pop(0)
                    strike(now, number)
                for node in self.nodes:
                    self.step(now, node)
            return [node.text() for node in self.nodes]
        finally:
            for node in self.nodes + self.ended:
                node.close()

    def take_due(self, now: int, receiver: int) -> list[tuple]:
        """Removes the messages that are due. Messages for which the inbox has no room stay."""
        out, used = [], 0
        for one in sorted(one for one in self.waiting if one[0] <= now and one[2] == receiver):
            used += len(one[3])
            if used > BOX:
                break
            out.append(one)
        self.waiting = [one for one in self.waiting if one not in out]
        heapq.heapify(self.waiting)
        return out

    def step(self, now: int, node: Node) -> None:
        mine = self.take_due(now, node.number)
        if not node.runs() or (not mine and not 0 <= node.deadline <= now):
            return
        for head, content in node.activate(now, b"".join(one[3] for one in mine)):
            self.send(now, node.number, head, content)

    def kinds(self, sender: int) -> list[str]:
        return [entry[3] for entry in self.log if entry[1] == sender]


class FarmTest(unittest.TestCase):
    """Tests that run nodes twice. A subclass sets `kernel`, the path of the library kernel."""

    maxDiff = None
    kernel = ""

    def setUp(self) -> None:
        name = tempfile.TemporaryDirectory()
        self.addCleanup(name.cleanup)
        self.folder = Path(name.name)
        self.runs = 0

    def run_once(self, *commands: list[str], **more) -> Farm:
        self.runs += 1
        folder = self.folder / f"run{self.runs}"
        folder.mkdir()
        farm = Farm(self.kernel, folder, list(commands), **more)
        farm.texts = farm.run()
        return farm

    def run_twice(self, *commands: list[str], **more) -> Farm:
        """Runs the nodes twice. Both runs must agree in all outputs, messages and calls."""
        one, other = (self.run_once(*commands, **more) for _ in range(2))
        self.assert_same(one, other)
        return one

    def run_twice_beside_load(self, *commands: list[str], **more) -> Farm:
        """Like run_twice(), but the second run competes with busy processes for the processors of this machine."""
        one = self.run_once(*commands, **more)
        loops = [subprocess.Popen([PYTHON, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
        try:
            self.assert_same(one, self.run_once(*commands, **more))
        finally:
            for loop in loops:
                loop.kill()
                loop.wait()
        return one

    def assert_same(self, one: Farm, other: Farm) -> None:
        for mine, its in zip(one.nodes + one.ended, other.nodes + other.ended, strict=True):
            self.assert_same_lines(mine.trace.read_text(), its.trace.read_text(), f"calls of n{mine.number}")
        self.assertEqual(one.log, other.log)
        self.assertEqual(one.texts, other.texts)

    def assert_same_lines(self, one: str, other: str, what: str) -> None:
        if one == other:
            return
        lines, its = one.splitlines(), other.splitlines()
        at = next((i for i, (a, b) in enumerate(zip(lines, its, strict=False)) if a != b), min(len(lines), len(its)))
        self.fail(f"{what} differ from line {at + 1} on:\n  " + "\n  ".join(lines[max(0, at - 3) : at + 2]) + "\nand\n  "
                  + "\n  ".join(its[max(0, at - 3) : at + 2]))  # fmt: skip
