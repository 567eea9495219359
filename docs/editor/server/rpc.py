"""JSON-RPC 2.0 over stdin and stdout, as the Language Server Protocol frames it (LSP 3.17, base protocol).

The other side may send anything: a message that is not valid is answered with an error, and the next one is read. The memory for one
message is bounded before it is read (its bytes) and before it is parsed (its values).
"""

import json
import re
import threading

MOST_BYTES = 24 << 20  # of one message
MOST_VALUES = 500_000  # of one message: a parser may need a hundred bytes for one of two
MOST_HEADERS = 8 << 10
FEW_BYTES = 1 << 20  # so short a message has few values, whatever it holds
CHUNK = 64 << 10

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED, REQUEST_FAILED = -32002, -32803

_HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:[ \t]*([^\r\n]*?)[ \t]*\r?\n")
#: A header behind what is left of a body that was longer than its own header said.
_LATE_LENGTH = re.compile(rb"Content-Length[ \t]*:[ \t]*([0-9]{1,9})[ \t]*\r?\n", re.IGNORECASE)
_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


class Closed(Exception):
    """The other side closed the stream."""


class Failed(Exception):
    """What a request is answered with instead of a result."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Malformed(Failed):
    """What was read is not a message. The next one can be read."""


class Stream:
    """Messages in, from one thread, and out, from any."""

    def __init__(self, source, sink):
        self._source, self._sink, self._lock = source, sink, threading.Lock()

    def read(self):
        """The next message, an object. Raises Malformed if it is not valid, Closed at the end."""
        length = self._headers()
        body = self._source.read(length)
        if len(body) < length:
            raise Closed
        message = _parsed(body)
        if not isinstance(message, dict):
            what = "a list: this protocol has no batches" if isinstance(message, list) else "no object"
            raise Malformed(INVALID_REQUEST, f"the message is {what}")
        return message

    def _line(self):
        """A line, of a very long one its end; and whether it was whole."""
        line, whole = self._source.readline(CHUNK), True
        while line and not line.endswith(b"\n"):
            more = self._source.readline(CHUNK)
            if not more:
                raise Closed
            line, whole = (line + more)[-MOST_HEADERS:], False
        if not line:
            raise Closed
        return line, whole

    def _headers(self):
        """How many bytes the body has. Reads up to the empty line, or to a header that says a length behind something else."""
        lengths, taken, wrong = [], 0, None
        while True:
            line, whole = self._line()
            if not line.strip(b"\r\n"):
                break
            taken += len(line)
            header = _HEADER.fullmatch(line) if whole and taken <= MOST_HEADERS else None
            if header is None:
                wrong = wrong or "a header is a name, a colon and a value, and all have at most 8 KiB"
                late = _LATE_LENGTH.search(line)
                lengths = [late[1]] if late else []
                taken = 0
                continue
            name, value = header[1].lower(), header[2]
            if name == b"content-length":
                lengths.append(value)
            elif name == b"content-type" and not re.search(rb"charset=\"?utf-?8", value, re.IGNORECASE) and b"charset" in value.lower():
                wrong = wrong or "the charset of a message has to be utf-8"
        return self._length(lengths, wrong)

    def _length(self, lengths, wrong):
        if wrong and lengths and _is_length(lengths[-1]):
            # The body belongs to headers that came behind something else: it may be a good message, which is answered, too.
            self.complain(PARSE_ERROR, wrong)
            return int(lengths[-1])
        if wrong is None and len(set(lengths)) == 1 and _is_length(lengths[0]):
            return int(lengths[0])
        if wrong is None:
            wrong = "Content-Length is missing" if not lengths else f"Content-Length is not one number from 0 to {MOST_BYTES}"
        raise Malformed(PARSE_ERROR, wrong)

    def complain(self, code, text):
        """Answers something that has no id that could be read."""
        self.write(id=None, error={"code": code, "message": text})

    def write(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self._lock:
            try:
                self._sink.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                self._sink.flush()
            except (OSError, ValueError):  # nobody listens any more: the end of the input will say so
                pass

    def notify(self, method, params):
        self.write(method=method, params=params)


def _is_length(value):
    return re.fullmatch(rb"[0-9]{1,9}", value) is not None and int(value) <= MOST_BYTES


def _parsed(body):
    if len(body) > FEW_BYTES:
        shape = _TEXT.sub(b"", body)
        if sum(shape.count(one) for one in (b",", b"[", b"{")) > MOST_VALUES:
            raise Malformed(INVALID_REQUEST, f"a message has at most {MOST_VALUES} values")
    try:
        return json.loads(body.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Malformed(PARSE_ERROR, "the message is not UTF-8") from None
    except ValueError as problem:
        raise Malformed(PARSE_ERROR, f"the message is not JSON: {str(problem)[:200]}") from None
    except (RecursionError, MemoryError):
        raise Malformed(PARSE_ERROR, "the message nests too deep, or is too large") from None


def _object(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1) if len(names) < 1000 else "of many"
        raise Malformed(INVALID_REQUEST, f"an object of the message has the key {twice[:60]!r} twice")
    return found


def _no_constant(name):
    raise ValueError(f"{name} is not a number of JSON")
