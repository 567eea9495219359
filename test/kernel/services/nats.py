"""A client of NATS without any library: nats.py sub|pub HOST. A subscriber on one server receives what a publisher sends to another."""

import socket
import sys
import time

role, host = sys.argv[1:]
time.sleep(2)
server = socket.create_connection((host, 4222))
lines = server.makefile("rb")
assert lines.readline().startswith(b"INFO ")
server.sendall(b'CONNECT {"verbose":false}\r\n')
if role == "sub":
    server.sendall(b"SUB news 1\r\nSUB work q 2\r\nPING\r\n")
    assert lines.readline() == b"PONG\r\n"
    while True:
        head, text = lines.readline().decode().split(), lines.readline().decode().strip()
        print(head[1], text, flush=True)
        if text == "09":
            break
else:
    time.sleep(1)
    for i in range(10):
        server.sendall(b"PUB %s 2\r\n%02d\r\n" % ([b"news", b"work"][i % 2], i))
        time.sleep(0.05)
    server.sendall(b"PING\r\n")
    print(lines.readline().decode().strip())
