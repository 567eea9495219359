"""Reads and writes journals byte by byte, in the layout of common/journal/frame.hpp. For tests that must
not rely on the product's own code."""

import ctypes
import struct

MAGIC = b"LDFI\x1aJ1\n"
HEADER, REPORT, CELL, DONE, STANDING = 1, 2, 3, 4, 5
KEYS = 32  # size of the keys of a report, in bytes: which search and which job the report belongs to
_HEAD, _CHECKSUM = struct.Struct("<II"), struct.Struct("<Q")
_FRAME = _HEAD.size + _CHECKSUM.size
_XXHASH = ctypes.CDLL("libxxhash.so.0").XXH3_64bits_withSeed
_XXHASH.restype = ctypes.c_uint64


def record(offset, kind, payload):
    """Returns a record whose checksum is right at this offset of the file."""
    head = _HEAD.pack(len(payload), kind)
    checksum = _XXHASH(head + payload, ctypes.c_size_t(len(head) + len(payload)), ctypes.c_uint64(offset))
    return head + _CHECKSUM.pack(checksum) + payload


def journal(records):
    out = bytearray(MAGIC)
    for kind, payload in records:
        out += record(len(out), kind, payload)
    return bytes(out)


def records_of(data):
    """Returns the records of a journal as pairs (kind, payload), up to the first record that is
    incomplete."""
    out, at = [], len(MAGIC)
    while at + _FRAME <= len(data):
        size, kind = _HEAD.unpack_from(data, at)
        at += _FRAME
        if at + size > len(data):
            break
        out.append((kind, data[at:at + size]))
        at += size
    return out
