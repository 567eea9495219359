"""Typed access to one open file. Whatever HDF5 or h5py complains about becomes a DamagedFile that names the object."""

import contextlib
from typing import Any, Iterator, Mapping, Optional, Union

import h5py
import numpy as np
import pandas as pd

from .errors import DamagedFile

# What a damaged file makes h5py raise: it has no exception of its own.
_H5PY_RAISES = (OSError, KeyError, RuntimeError, ValueError, TypeError, AttributeError, OverflowError, MemoryError)

# The kinds of columns: text, decimal (an integer of any size, written as text), integer, real, truth.
_NUMPY_KINDS = {"text": "O", "decimal": "O", "integer": "iu", "real": "f", "truth": "bu"}


def text(value: Any) -> str:
    """A string of the file. Bytes that are no UTF-8 become `\\xNN`; C0 80 stands for NUL."""
    if isinstance(value, str):
        return value
    return bytes(value).replace(b"\xc0\x80", b"\0").decode("utf-8", "backslashreplace")


class Layout:
    """A group of a file, and how its parts are read. `Layout(file, path, "/details/0000")`."""

    def __init__(self, file: h5py.File, path: str, group: str = ""):
        self._file = file
        self._path = path
        self._group = group

    def at(self, name: str) -> "Layout":
        return Layout(self._file, self._path, f"{self._group}/{name}")

    def damaged(self, name: str, problem: str) -> DamagedFile:
        return DamagedFile(self._path, f"{self._group}/{name}: {problem}")

    @contextlib.contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        try:
            yield
        except _H5PY_RAISES as error:
            raise self.damaged(name, str(error).strip("'\"") or type(error).__name__) from error

    def _dataset(self, name: str) -> h5py.Dataset:
        with self._reading(name):
            found = self._file[f"{self._group}/{name}"]
        if not isinstance(found, h5py.Dataset):
            raise self.damaged(name, "is no dataset")
        return found

    def attribute(self, name: str) -> Any:
        with self._reading("@" + name):
            value = self._file[self._group or "/"].attrs[name]
            return text(value) if isinstance(value, (str, bytes)) else int(value)

    def string(self, name: str) -> str:
        dataset = self._dataset(name)
        with self._reading(name):
            return text(dataset[()])

    def strings(self, name: str) -> list[str]:
        dataset = self._dataset(name)
        with self._reading(name):
            return [text(value) for value in dataset[:]]

    def indices(self, name: str, below: int) -> list[int]:
        """A list of row numbers, each less than `below`."""
        dataset = self._dataset(name)
        with self._reading(name):
            values = [int(value) for value in dataset[:]]
        if any(value >= below for value in values):
            raise self.damaged(name, f"names row {max(values)} of {below}")
        return values

    def groups(self, name: str) -> list[str]:
        """The names of the groups in a group, sorted."""
        with self._reading(name):
            found = self._file[f"{self._group}/{name}"]
            if not isinstance(found, h5py.Group):
                raise self.damaged(name, "is no group")
            return sorted(found)

    def has(self, name: str) -> bool:
        """Whether there is an object of that name."""
        with self._reading(name):
            return f"{self._group}/{name}" in self._file

    def rows(self, name: str) -> int:
        """How long a table is."""
        dataset = self._dataset(name)
        if len(dataset.shape) != 1:
            raise self.damaged(name, "is no table")
        return int(dataset.shape[0])

    def table(self, name: str, columns: Mapping[str, str]) -> pd.DataFrame:
        """A table with at least the given columns, {name: kind}; columns that are not given keep their type."""
        dataset = self._dataset(name)
        with self._reading(name):
            rows = dataset[:]
        if rows.ndim != 1 or rows.dtype.names is None:
            raise self.damaged(name, "is no table")
        frame: dict[str, Union[pd.Series, np.ndarray]] = {}
        for column in rows.dtype.names:
            frame[column] = self._column(name, column, rows[column], columns.get(column))
        missing = [column for column in columns if column not in frame]
        if missing:
            raise self.damaged(name, f"has no column {', '.join(missing)}")
        return pd.DataFrame(frame, index=pd.RangeIndex(len(rows)))

    def _column(self, table: str, column: str, values: np.ndarray, kind: Optional[str]) -> Union[pd.Series, np.ndarray]:
        where = f"{table}.{column}"
        if kind is not None and values.dtype.kind not in _NUMPY_KINDS[kind]:
            raise self.damaged(where, f"holds {values.dtype} instead of {kind}")
        if values.dtype.kind == "O":
            with self._reading(where):
                texts = [text(value) for value in values]
            if kind == "decimal":
                return self._decimals(where, texts)
            return pd.Series(texts, dtype=object)
        return values.astype(bool) if kind == "truth" else values

    def _decimals(self, where: str, texts: list[str]) -> pd.Series:
        """Integers where they all fit 64 bits; exact Python integers where they do not; None for an empty text."""
        for value in texts:
            if value and not (value.isascii() and value.isdigit()):
                raise self.damaged(where, f"{value[:40]!r} is no number")
        numbers = [int(value) if value else None for value in texts]
        small = all(number is not None and number < 2**63 for number in numbers)
        return pd.Series(numbers, dtype="int64" if small else object)
