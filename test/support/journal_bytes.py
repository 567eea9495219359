"""Journals byte by byte, as common/journal/frame.hpp lays them out: read and written by tests that trust nothing of ours."""

import ctypes
import struct

MAGIC = b"LDFI\x1aJ1\n"
HEADER, REPORT, CELL, DONE, STANDING = 1, 2, 3, 4, 5
KEYS = 32  # of a report: which search, which job
_HEAD, _CHECKSUM = struct.Struct("<II"), struct.Struct("<Q")
_FRAME = _HEAD.size + _CHECKSUM.size
_XXHASH = ctypes.CDLL("libxxhash.so.0").XXH3_64bits_withSeed
_XXHASH.restype = ctypes.c_uint64


def record(offset, kind, payload):
    """With a checksum that is right at this place of the file."""
    head = _HEAD.pack(len(payload), kind)
    checksum = _XXHASH(head + payload, ctypes.c_size_t(len(head) + len(payload)), ctypes.c_uint64(offset))
    return head + _CHECKSUM.pack(checksum) + payload


def journal(records):
    out = bytearray(MAGIC)
    for kind, payload in records:
        out += record(len(out), kind, payload)
    return bytes(out)


def records_of(data):
    """Up to the first that is cut: (kind, payload)."""
    out, at = [], len(MAGIC)
    while at + _FRAME <= len(data):
        size, kind = _HEAD.unpack_from(data, at)
        at += _FRAME
        if at + size > len(data):
            break
        out.append((kind, data[at:at + size]))
        at += size
    return out
