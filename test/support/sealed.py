"""Results files changed by hand, which must be sealed again (results/SCHEMA.md) to be read at all."""

import contextlib
import zlib

import h5py


def sealed(data):
    """The bytes with a seal behind them."""
    return data + b"LDFIseal" + zlib.crc32(data).to_bytes(4, "little")


def seal(path):
    with open(path, "rb+") as file:
        data = file.read()
        file.seek(0)
        file.write(sealed(data))


@contextlib.contextmanager
def edited(path):
    """The file, open in h5py to be changed. HDF5 cuts off the seal."""
    with h5py.File(path, "r+") as file:
        yield file
    seal(path)
