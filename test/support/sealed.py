"""Changes results files, and seals them again (results/SCHEMA.md): no reader takes a file without its seal."""

import contextlib
import zlib

import h5py


def sealed(data):
    """The bytes, followed by their seal."""
    return data + b"LDFIseal" + zlib.crc32(data).to_bytes(4, "little")


def seal(path):
    with open(path, "rb+") as file:
        data = file.read()
        file.seek(0)
        file.write(sealed(data))


@contextlib.contextmanager
def edited(path):
    """The file, open in h5py for changes. HDF5 cuts off the seal, so it is sealed again afterwards."""
    with h5py.File(path, "r+") as file:
        yield file
    seal(path)
