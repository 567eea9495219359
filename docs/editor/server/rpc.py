"""JSON-RPC 2.0 over stdin and stdout, as the Language Server Protocol frames it (LSP 3.17, base protocol)."""

import json
import threading

MOST_BYTES = 64 << 20  # of one message
MOST_HEADERS = 8 << 10

METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32601, -32602, -32603


class Closed(Exception):
    """The other side closed the stream, or sent what is no message."""


class Failed(Exception):
    """What a request is answered with instead of a result."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Stream:
    """Messages in, from one thread, and out, from any."""

    def __init__(self, source, sink):
        self._source, self._sink, self._lock = source, sink, threading.Lock()

    def read(self):
        """The next message. Raises Closed at the end, or where there is none."""
        length, taken = None, 0
        while True:
            line = self._source.readline(MOST_HEADERS)
            taken += len(line)
            if not line.endswith(b"\n") or taken > MOST_HEADERS:
                raise Closed
            name, _, value = line.decode("ascii", "replace").partition(":")
            if not line.strip():
                break
            if name.strip().lower() == "content-length" and value.strip().isdigit():
                length = int(value)
        if length is None or length > MOST_BYTES:
            raise Closed
        body = self._source.read(length)
        if len(body) < length:
            raise Closed
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            raise Closed from None
        if not isinstance(message, dict):
            raise Closed
        return message

    def write(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self._lock:
            self._sink.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self._sink.flush()

    def notify(self, method, params):
        self.write(method=method, params=params)
