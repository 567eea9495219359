"""Several nodes in library kernels, whose messages this test carries as the farm would: connections, datagrams, and their virtual
times. Two runs are identical.

  test_nodes.py KERNEL COMPILER
"""

import subprocess
import sys
import unittest

from farm import PYTHON, FarmTest, Node

KERNEL, COMPILER = sys.argv[1:3]

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


class Nodes(FarmTest):
    kernel = KERNEL

    def setUp(self) -> None:
        super().setUp()
        self.programs = 0

    def program(self, body: str) -> list[str]:
        """Compiles a program whose main function has this body."""
        self.programs += 1
        source = self.folder / f"program{self.programs}.c"
        source.write_text(SERVER + "int main(void) {\n  setvbuf(stdout, NULL, _IOLBF, 0);\n" + body + END)
        out = str(source.with_suffix(""))
        subprocess.run([COMPILER, "-O1", "-w", "-static", "-o", out, str(source)], check=True)
        return [out]

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

    def test_a_program_that_replaces_another_keeps_the_network(self) -> None:
        server = self.program("const int one = accept(serve(80), NULL, NULL); write(one, \"hello\", 5);")
        client = self.program("show(\"read\", read(call(\"10.0.0.1\", 80), text, 9));")
        farm = self.run_twice(server, ["/bin/sh", "-c", f"sleep 1; {client[0]}; exec {client[0]}"])
        self.assertEqual("read: 5 \nconnect: Connection refused\nread: -1 Bad file descriptor\n", farm.texts[1])

    def test_a_restarted_node_gives_new_numbers_to_its_connections(self) -> None:
        server = self.program(
            "const int from = serve(80); for (int i = 0; i < 2; ++i) { const int one = accept(from, NULL, NULL); show(\"read\", read(one, text, 9)); }"
        )
        client = self.program("usleep(1000); const int one = call(\"10.0.0.1\", 80); write(one, \"hello\", 5); usleep(100000);")
        farm = self.run_twice(server, client, crashes=((8_000_000, 1),), restarts=((9_000_000, 1),))
        # The first connection breaks while its answer travels.
        self.assertEqual("read: -1 Connection reset by peer\nread: 5 \n", farm.texts[0])
        self.assertEqual([("connect", 1), ("connect", 2), ("segment", 2), ("end", 2)], [(entry[3], entry[4][0]) for entry in farm.log if entry[1] == 1])

    def test_messages_name_the_output_before_them(self) -> None:
        server = self.program(
            "const int one = accept(serve(80), NULL, NULL); write(1, \"one\", 3); write(2, \"error\", 5); write(one, text, 1);\n"
            "if (fork() == 0) { write(1, \"child\", 5); write(one, text, 2); _exit(0); } usleep(1000); dup2(1, 7); dup2(2, 1);\n"
            "write(1, \"error\", 5); write(one, text, 3); write(7, \"end\", 3);"
        )
        client = self.program("usleep(1000); const int one = call(\"10.0.0.1\", 80); while (read(one, text, 9) > 0) continue;")
        farm = self.run_twice(server, client)
        sent = [(entry[3], len(entry[5]), entry[4][-1]) for entry in farm.log if entry[1] == 0]
        self.assertEqual([("accepted", 0, 0), ("segment", 1, 3), ("segment", 2, 8), ("segment", 3, 8), ("end", 0, 11)], sent)

    def test_output_by_another_descriptor_is_counted(self) -> None:
        script = "echo 12345 > /dev/stdout; { echo error > /dev/stderr; } 2>&1; echo 789 > /dev/fd/1; exec 3>&1 1>&- 1>/dev/null; echo lost; exec 1>&3"
        client = self.program("call(\"10.0.0.1\", 80);")
        server = self.program("accept(serve(80), NULL, NULL);")
        farm = self.run_twice(server, ["/bin/sh", "-c", f"{script}; sleep 1; {client[0]}"])
        self.assertEqual("12345\nerror\n789\n", farm.texts[1])
        self.assertEqual([("connect", 16), ("end", 16)], [(entry[3], entry[4][-1]) for entry in farm.log if entry[1] == 1])

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
        node = Node(KERNEL, self.folder / "alone", 0, 1, client)
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
