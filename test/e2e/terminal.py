"""Reads what a program wrote to a terminal."""

import os


def all_of(terminal):
    """Returns the text, once no process writes any more. One read may return a part of it."""
    out = b""
    try:
        while more := os.read(terminal, 1 << 16):
            out += more
    except OSError:  # nothing is left
        pass
    return out.decode()
