"""Redis in library kernels: replication, failover by sentinels, and clients on other nodes. Two runs make the same calls.

  test_redis.py KERNEL

The second run of each test competes with busy loops. Exit status 77 ("skipped") if redis-server is not installed.
"""

import shutil
import sys
import unittest

from farm import PYTHON, SECOND, FarmTest

KERNEL = sys.argv[1]
REDIS = shutil.which("redis-server")
CLI = shutil.which("redis-cli")

# A client of Redis without any library.
CLIENT = r"""
import socket, sys, time
class Redis:
    def __init__(self, host, port=6379):
        self.socket = socket.create_connection((host, port), 5)
        self.file = self.socket.makefile("rb")
    def answer(self):
        line = self.file.readline()
        if not line: raise ConnectionError("closed")
        kind, rest = chr(line[0]), line[1:-2]
        if kind == "+": return rest.decode()
        if kind == "-": return "error: " + rest.decode()
        if kind == ":": return int(rest)
        if kind == "$":
            size = int(rest)
            return None if size < 0 else self.file.read(size + 2)[:-2].decode()
        return None if int(rest) < 0 else [self.answer() for _ in range(int(rest))]
    def __call__(self, *words):
        words = [str(word).encode() for word in words]
        self.socket.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words))
        return self.answer()
def at(): return round(time.monotonic() - begin, 1)
def show(*what): print(at(), *what, flush=True)
def until(step):
    while True:
        try:
            out = step()
            if out: return out
        except OSError as e: pass
        time.sleep(0.1)
begin = time.monotonic()
"""


def client(body: str) -> list[str]:
    return [PYTHON, "-B", "-c", CLIENT + body]


def server(*words: str) -> list[str]:
    return [REDIS, "--bind", "0.0.0.0", "--protected-mode", "no", "--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0",
            "--oom-score-adj", "no", *words]  # fmt: skip


WRITER = client("""
primary = until(lambda: Redis("n0"))
for i in range(30):
    assert primary("SET", f"key{i % 7}", i) == "OK"
    assert primary("GET", f"key{i % 7}") == str(i)
    primary("RPUSH", "list", i)
    time.sleep(0.1)
show("replicas", primary("WAIT", 1, 5000), "list", primary("LLEN", "list"), primary("LRANGE", "list", -3, -1))
""")
READER = client("""
replica = until(lambda: Redis("n1"))
until(lambda: "master_link_status:up" in replica("INFO", "replication"))
show("linked")
print(replica("SET", "x", 1))
until(lambda: replica("LLEN", "list") == 30)
show("read", [replica("GET", f"key{i}") for i in range(7)])
""")


COMMANDS = ["/bin/sh", "-c", "sleep 1; for i in 1 2 3; do redis-cli -h n0 SET key $i; redis-cli -h n0 INCRBY sum $i; done; sleep 8\n"
            "redis-cli -h n1 GET key; redis-cli -h n1 --no-raw STRLEN sum; echo 'HSET hash a 1 b 2\nHGETALL hash\nSUBSCRIBE' | redis-cli -h n0"]  # fmt: skip

SENTINEL = """
port 26379
protected-mode no
sentinel monitor main 10.0.0.1 6379 2
sentinel down-after-milliseconds main 500
sentinel failover-timeout main 3000
"""
FOLLOWER = client("""
watcher = until(lambda: Redis("n3", 26379))
def fact(name):
    words = watcher("SENTINEL", "MASTER", "main")
    return dict(zip(words[::2], words[1::2]))[name]
until(lambda: fact("num-other-sentinels") == "2" and fact("num-slaves") == "2")
first = fact("ip")
one = Redis(first)
show("first", first, one("SET", "key", "before"), one("WAIT", 2, 1000))
second = until(lambda: fact("ip") != first and fact("ip"))
show("moved", second in ("10.0.0.2", "10.0.0.3"))
one = until(lambda: Redis(second))
until(lambda: "role:master" in one("INFO", "replication"))
show("primary", one("GET", "key"), one("SET", "key", "after"))
other = Redis(({"10.0.0.2", "10.0.0.3"} - {second}).pop())
until(lambda: other("GET", "key") == "after")
show("followed")
""")


def sentinel() -> list[str]:
    return ["/bin/sh", "-c", f"printf '%s' \"$1\" > sentinel.conf; exec {REDIS} sentinel.conf --sentinel", "sentinel", SENTINEL]


class Redis(FarmTest):
    kernel = KERNEL

    def check(self, farm) -> None:
        for node in farm.nodes:
            self.assertEqual("", node.deviation())

    def replicate(self, *words: str) -> None:
        farm = self.run_twice_beside_load(server(*words), server("--replicaof", "n0", "6379", *words), WRITER, READER, servers=(0, 1))
        self.check(farm)
        self.assertIn("MASTER <-> REPLICA sync: Finished with success", farm.texts[1])
        self.assertEqual("3.9 replicas 1 list 30 ['27', '28', '29']\n", farm.texts[2])
        self.assertEqual("0.1 linked\nerror: READONLY You can't write against a read only replica.\n"
                         "4.0 read ['28', '29', '23', '24', '25', '26', '27']\n", farm.texts[3])  # fmt: skip

    def test_a_replica_synchronises_without_a_disk(self) -> None:
        self.replicate("--repl-diskless-sync", "yes", "--repl-diskless-load", "on-empty-db")

    def test_a_replica_synchronises_by_a_file(self) -> None:
        self.replicate("--repl-diskless-sync", "no")

    def test_redis_cli(self) -> None:
        farm = self.run_twice_beside_load(server(), server("--replicaof", "n0", "6379"), COMMANDS, servers=(0, 1))
        self.check(farm)
        self.assertEqual("OK\n1\nOK\n3\nOK\n6\n3\n(integer) 1\n2\na\n1\nb\n2\nERR wrong number of arguments for 'subscribe' command\n\n", farm.texts[2])

    def test_sentinels_choose_another_primary(self) -> None:
        replica = server("--replicaof", "n0", "6379")
        farm = self.run_twice_beside_load(server(), replica, replica, sentinel(), sentinel(), sentinel(), FOLLOWER,
                              servers=(0, 1, 2, 3, 4, 5), crashes=((13 * SECOND, 0),))  # fmt: skip
        self.check(farm)
        lines = farm.texts[6].splitlines()
        self.assertEqual("first 10.0.0.1 OK 2", lines[0].split(" ", 1)[1])
        self.assertEqual(["moved True", "primary before OK", "followed"], [line.split(" ", 1)[1] for line in lines[1:]])
        self.assertIn("+switch-master main 10.0.0.1 6379", "".join(farm.texts[3:6]))


if __name__ == "__main__":
    if REDIS is None:
        print("redis-server is not installed")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
