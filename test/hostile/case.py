"""One case: what is written, how the program is called, and how it must end."""

import os
import socket
from dataclasses import dataclass, field
from typing import Callable, Union

FSPEC = ("-t", "4", "-f", "2")


@dataclass
class Case:
    name: str
    says: str  # a regular expression
    arguments: tuple = ("x.ded", *FSPEC, "--check")
    files: dict[str, Union[str, bytes, Callable[[str], None]]] = field(default_factory=dict)
    statuses: tuple = (65,)
    program: str = "ldfi-farm"

    def write(self, folder):
        """Puts the files into the folder; a content that is a function makes its file itself."""
        for name, content in self.files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if callable(content):
                content(path)
            else:
                with open(path, "wb") as stream:
                    stream.write(content.encode() if isinstance(content, str) else content)


def link_to(target):
    return lambda path: os.symlink(target, path)


def bind_socket(path):
    here = os.getcwd()
    os.chdir(os.path.dirname(path))  # a socket's path is short
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.basename(path))
    os.chdir(here)
