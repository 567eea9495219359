"""Changes results files for tests, and seals them again: a results file ends with a checksum (its seal),
and is rejected without it (results/SCHEMA.md)."""

import contextlib
import zlib

import h5py


def sealed(data):
    """Returns the bytes, followed by their seal."""
    return data + b"LDFIseal" + zlib.crc32(data).to_bytes(4, "little")


def seal(path):
    with open(path, "rb+") as file:
        data = file.read()
        file.seek(0)
        file.write(sealed(data))


@contextlib.contextmanager
def edited(path):
    """Opens the file in h5py for changes. HDF5 removes the seal at the end of the file, so the file is
    sealed again afterwards."""
    with h5py.File(path, "r+") as file:
        yield file
    seal(path)
