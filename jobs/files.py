"""What both scripts do with files of users: they lose none, and print names safely."""

import errno
import os

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)


def kept_name(path, number):
    """x.h5 → x.prev.h5, then x.prev-2.h5, …, as ldfi-farm does."""
    stem, extension = os.path.splitext(path)
    return f"{stem}.prev{'' if number == 1 else f'-{number}'}{extension}"


def keep(path):
    """Gives the file an additional name, the first that is free. Without hard links the file is renamed."""
    number = 1
    while True:
        name = kept_name(path, number)
        try:
            os.link(path, name, follow_symlinks=False)
            return
        except FileExistsError:
            number += 1
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            if not os.path.lexists(name):
                os.rename(path, name)
                return
            number += 1


def replace_and_keep(temporary, path):
    """Renames the temporary file to `path`. An older file is kept; anything else is refused."""
    if os.path.lexists(path):
        if os.path.islink(path) or not os.path.isfile(path):
            raise OSError(f"{path} is not a regular file, so it was not changed")
        keep(path)
    os.rename(temporary, path)


def printable(text):
    """The text with \\xNN for each byte of a control character or an invisible one."""
    return "".join(c if c.isprintable() else "".join(f"\\x{b:02x}" for b in c.encode(errors="surrogateescape")) for c in text)
