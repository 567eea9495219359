"""Checks for packages that only some functions need."""

import importlib.util

#: The Debian package of each module. The PyPI package has the name of the module.
_DEBIAN = {name: f"python3-{name}" for name in ("h5py", "numpy", "pandas", "networkx", "matplotlib", "pytest")}


class MissingPackage(ImportError):
    """A necessary package is not installed. `name` is the package."""


def need(what: str, *names: str) -> None:
    """Raises MissingPackage for the first package that is not installed. The text says that `what` needs the package."""
    for name in names:
        if importlib.util.find_spec(name) is None:
            text = f"{what} needs the package {name}, which is not installed: pip install {name} (Debian: {_DEBIAN[name]})"
            raise MissingPackage(text, name=name)
