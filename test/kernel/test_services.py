"""Services on several nodes in the library kernel: HTTP in Go, Python and Java, etcd, NATS and memcached. Each test runs its nodes
twice, the second time on a busy machine, and both runs make the same calls and messages.

  test_services.py KERNEL

Tests of programs that are not installed are skipped.
"""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from farm import PYTHON, SECOND, Farm, FarmTest

KERNEL = sys.argv[1]
SERVICES = Path(__file__).resolve().parent / "services"
ETCDCTL = "sleep 3; export ETCDCTL_API=3; all=http://n0:2379,http://n1:2379,http://n2:2379\n" \
          "for i in 1 2 3; do etcdctl --endpoints=$all put key$i value$i; etcdctl --endpoints=http://n1:2379 get --prefix key; done"  # fmt: skip


def python(name: str, *words: str) -> list[str]:
    return [PYTHON, "-B", str(SERVICES / name), *words]


def etcd(number: int) -> list[str]:
    name = f"n{number}"
    return [shutil.which("etcd") or "", "--name", name, "--listen-peer-urls", "http://0.0.0.0:2380", "--initial-advertise-peer-urls",
            f"http://{name}:2380", "--listen-client-urls", "http://0.0.0.0:2379", "--advertise-client-urls", f"http://{name}:2379",
            "--initial-cluster", "n0=http://n0:2380,n1=http://n1:2380,n2=http://n2:2380", "--data-dir", "data"]  # fmt: skip


def nats(number: int) -> list[str]:
    routes = ",".join(f"nats://n{i}:6222" for i in range(3))
    return [shutil.which("nats-server") or "", "-p", "4222", "--cluster", "nats://0.0.0.0:6222", "--cluster_name", "c", "--routes", routes,
            "-n", f"n{number}"]  # fmt: skip


class Services(FarmTest):
    kernel = KERNEL

    def run_services(self, *commands: list[str], **more) -> Farm:
        farm = self.run_twice_beside_load(*commands, **more)
        for node in farm.nodes:
            self.assertEqual("", node.deviation())
        return farm

    def go_program(self, name: str, cgo: str) -> str:
        out = str(self.folder / name)
        subprocess.run(["go", "build", "-o", out, str(SERVICES / f"{name}.go")], check=True,
                       env={**os.environ, "CGO_ENABLED": cgo, "GO111MODULE": "off"})  # fmt: skip
        return out

    @unittest.skipUnless(shutil.which("go"), "go is not installed")
    def test_go(self) -> None:
        farm = self.run_services([self.go_program("server", "1")], [self.go_program("client", "0")], servers=(0,))
        values = ",".join(f'"key{i}":"{i + 4}"' for i in range(8))
        timeout = "context deadline exceeded (Client.Timeout or context cancellation while reading body)"
        self.assertEqual(f"200 {{{values}}}\n404 404 page not found\n200 0 1 2 3 4\n200 a large file\n{timeout}\n", farm.texts[1])

    def test_python(self) -> None:
        farm = self.run_services(python("server.py"), python("client.py"), servers=(0,))
        self.assertEqual("Tue, 14 Nov 2023 22:13:23 GMT\n19\nHTTP Error 404: Not Found\n", farm.texts[1])

    @unittest.skipUnless(shutil.which("javac"), "a JDK is not installed")
    def test_java(self) -> None:
        subprocess.run(["javac", "-d", str(self.folder), str(SERVICES / "Server.java"), str(SERVICES / "Client.java")], check=True)
        java = [os.path.realpath(shutil.which("java")), "-cp", str(self.folder)]
        farm = self.run_services([*java, "Server"], [*java, "Client"], servers=(0,))
        self.assertEqual("n1/10.0.0.2\n", farm.texts[1])
        self.assertIn("chance: ", farm.texts[0])

    @unittest.skipUnless(shutil.which("etcd"), "etcd is not installed")
    def test_etcd_loses_and_gets_back_a_server(self) -> None:
        farm = self.run_services(etcd(0), etcd(1), etcd(2), python("etcd.py"), servers=(0, 1, 2), crashes=((7 * SECOND, 2),),
                                 restarts=((11 * SECOND, 2),))  # fmt: skip
        lines = [line.split() for line in farm.texts[3].splitlines()]
        for i, words in enumerate(lines[:20]):
            if words[1:2] == [str(i)]:
                self.assertEqual("2" if i < 6 else "3", words[2], "the leader is another one after the crash")
        self.assertEqual([], [i for i in (*range(6), *range(8, 20)) if lines[i][1] != str(i)])
        self.assertEqual(["7", "<urlopen", "error", "[Errno", "111]", "Connection", "refused>"], lines[7])
        self.assertEqual("[" + ", ".join(3 * ["{'health': 'true'}"]) + "]", " ".join(lines[20]))

    @unittest.skipUnless(shutil.which("etcdctl") and shutil.which("etcd"), "etcd is not installed")
    def test_etcdctl(self) -> None:
        farm = self.run_services(etcd(0), etcd(1), etcd(2), ["/bin/sh", "-c", ETCDCTL], servers=(0, 1, 2))
        pairs = [f"key{i}\nvalue{i}\n" for i in (1, 2, 3)]
        self.assertEqual("".join("OK\n" + "".join(pairs[:i]) for i in (1, 2, 3)), farm.texts[3])

    @unittest.skipUnless(shutil.which("nats-server"), "nats-server is not installed")
    def test_nats(self) -> None:
        farm = self.run_services(nats(0), nats(1), nats(2), python("nats.py", "sub", "n1"), python("nats.py", "pub", "n0"), servers=(0, 1, 2))
        self.assertEqual("".join(f"{['news', 'work'][i % 2]} {i:02}\n" for i in range(10)), farm.texts[3])
        self.assertEqual("PONG\n", farm.texts[4])

    @unittest.skipUnless(shutil.which("memcached"), "memcached is not installed")
    def test_memcached(self) -> None:
        server = [shutil.which("memcached") or "", "-t", "4", *(["-u", "root"] if os.getuid() == 0 else [])]
        farm = self.run_services(server, python("memcached.py"), servers=(0,))
        self.assertEqual("VALUE k0 0 2 16 VALUE k2 0 2 18 END\n", farm.texts[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
