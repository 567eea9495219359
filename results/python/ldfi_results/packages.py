"""Checks for packages that only some functions need."""

import importlib.util

#: The Debian package of each module. On PyPI, the package has the name of the module.
_DEBIAN = {name: f"python3-{name}" for name in ("h5py", "numpy", "pandas", "networkx", "matplotlib", "pytest")}


class MissingPackage(ImportError):
    """A package that is needed is not installed. `name` is the package."""


def need(what: str, *names: str) -> None:
    """Raises MissingPackage for the first of the packages that is not installed. `what` is the function that
    needs it, for the message.
    """
    for name in names:
        if importlib.util.find_spec(name) is None:
            text = f"{what} needs the package {name}, which is not installed: pip install {name} (Debian: {_DEBIAN[name]})"
            raise MissingPackage(text, name=name)
