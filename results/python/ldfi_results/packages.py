"""Packages that only some functions need, and what is said when one is missing."""

import importlib.util

#: The package of Debian that has a module; of PyPI it has the module's name.
_DEBIAN = {name: f"python3-{name}" for name in ("h5py", "numpy", "pandas", "networkx", "matplotlib", "pytest")}


class MissingPackage(ImportError):
    """A package is not installed that something needs; `name` is the package."""


def need(what: str, *names: str) -> None:
    """Raises MissingPackage, which names the first of the packages that is not installed and what needs it."""
    for name in names:
        if importlib.util.find_spec(name) is None:
            text = f"{what} needs the package {name}, which is not installed: pip install {name} (Debian: {_DEBIAN[name]})"
            raise MissingPackage(text, name=name)
