"""A client of memcached without any library. Half of the values expire after two seconds."""

import socket
import time

time.sleep(1)
server = socket.create_connection(("n0", 11211))
lines = server.makefile("rb")
for i in range(20):
    server.sendall(b"set k%d 0 %d 2\r\n%02d\r\nget k%d\r\n" % (i % 4, 2 * (i % 2), i, i % 4))
    got = [lines.readline() for _ in range(4)]
    assert got == [b"STORED\r\n", b"VALUE k%d 0 2\r\n" % (i % 4), b"%02d\r\n" % i, b"END\r\n"], got
    time.sleep(0.1)
time.sleep(4)
server.sendall(b"get k0 k1 k2 k3\r\n")
print(*(lines.readline().decode().strip() for _ in range(5)))
