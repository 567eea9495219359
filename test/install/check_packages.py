#!/usr/bin/env python3
"""The packages that cpack makes of a build: check_packages.py CPACK BUILD_FOLDER [--root]

The tarball works from any folder, without a prefix; the .deb has what `make install` puts there, and names what it depends on. With
--root (as root, with debootstrap and Debian's mirror): a new Debian 12 that has nothing else installs the .deb and finds a
counterexample. Exit status 77, "skipped", where dpkg-shlibdeps is missing, or debootstrap with --root.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


def run(*command, statuses=(0,), **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode in statuses, f"{command}\n{done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def pack(cpack, build, kind, folder):
    run(cpack, "-G", kind, "-B", f"{folder}/{kind}", cwd=build)
    found = glob.glob(f"{folder}/{kind}/*.deb") + glob.glob(f"{folder}/{kind}/*.tar.gz")
    assert len(found) == 1, found
    return found[0]


def check_tarball(path, folder):
    """Unpacked into a folder with a space in its name, with nothing else on PATH but the system."""
    place = f"{folder}/some where"
    os.mkdir(place)
    run("tar", "xzf", path, "-C", place)
    (root,) = glob.glob(f"{place}/*")
    plain = {"PATH": f"{root}/bin:/usr/bin:/bin", "HOME": folder}
    config = f"{root}/share/ldfi-farm/configs/kafka.yaml"
    said = run("ldfi-farm", config, "--summary", "json", statuses=(1,), cwd=folder, env=plain)
    assert json.loads(said)["counterexamples"][0]["faults"] == "O(b,Z,1) O(c,Z,1) C(a,4)", said
    assert "LOST" in run("ldfi-results", "show", "kafka.h5", cwd=folder, env=plain)
    for program in ("ldfi-farm", "ldfi-results"):  # a cluster has other libraries
        libraries = subprocess.run(["ldd", f"{root}/bin/{program}"], capture_output=True, text=True, check=False).stdout
        assert "statically linked" in libraries, libraries
    python = {**plain, "PYTHONPATH": glob.glob(f"{root}/lib/python3*/site-packages")[0]}
    code = f"import ldfi; r = ldfi.run({config!r}); print(r.verdict, len(r.diagram().svg) > 1000)"
    assert run("/usr/bin/python3", "-B", "-c", code, cwd=folder, env=python) == "counterexample True\n"
    assert "Language server" in run("ldfi-language-server", "--help", cwd=folder, env=plain)
    system = f"{root}/share/ldfi-farm/configs/systems/broadcast-python.yaml"  # with its nodes, and the clock inside of the program
    assert "O(n0,n1,gossip#0)" in run("ldfi-farm", system, statuses=(1,), cwd=folder, env=plain)


def check_deb(path):
    fields = dict(line.split(": ", 1) for line in run("dpkg-deb", "--field", path).splitlines() if re.match(r"[\w-]+: ", line))
    assert fields["Package"] == "ldfi-farm" and "libmpi" not in fields.get("Recommends", ""), fields
    for name in ("libc6", "libopenmpi3", "libcryptominisat5-5.11"):
        assert name in fields["Depends"], fields["Depends"]
    files = run("dpkg-deb", "--contents", path)
    for name in ("bin/ldfi-farm", "bin/ldfi-farm-mpi", "bin/ldfi-results", "share/man/man1/ldfi-farm.1", "lib/python3/dist-packages/ldfi/__init__.py",
                 "share/zsh/site-functions/_ldfi-farm", "share/ldfi-farm/configs/kafka.yaml", "bin/ldfi-language-server", "bin/ldfi-results-serve"):  # fmt: skip
        assert re.search(rf" \./usr/{re.escape(name)}$", files, re.M), name
    assert not re.search(r" \./(?!usr)\w", files), files
    return fields["Depends"]


def check_new_debian(path, folder):
    """From an empty Debian to a counterexample; prints how long each step takes."""
    root, begin = f"{folder}/root", time.monotonic()

    def step(what, *command, **options):
        began = time.monotonic()
        said = run(*command, **options)
        print(f"{time.monotonic() - began:7.1f} s  {what}", flush=True)
        return said

    inside = ["chroot", root, "/usr/bin/env", "-i", "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "DEBIAN_FRONTEND=noninteractive", "HOME=/root"]
    step("debootstrap", "debootstrap", "--variant=minbase", "bookworm", root)
    try:
        shutil.copytree("/etc/apt", f"{root}/etc/apt", dirs_exist_ok=True, symlinks=True)  # the mirror of this machine
        shutil.copy("/etc/resolv.conf", f"{root}/etc/resolv.conf")
        run("mount", "-t", "proc", "proc", f"{root}/proc")  # through which the program finds its own folder
        shutil.copy(path, f"{root}/ldfi-farm.deb")
        step("apt-get update", *inside, "apt-get", "-qq", "update")
        step("apt-get install ./ldfi-farm.deb", *inside, "apt-get", "-qq", "-y", "--no-install-recommends", "install", "/ldfi-farm.deb")
        farm = [*inside, "ldfi-farm", "/usr/share/ldfi-farm/configs/kafka.yaml", "-o", "/tmp/kafka.h5"]
        said = step("ldfi-farm kafka.yaml", *farm, statuses=(1,))
        assert "O(b,Z,1) O(c,Z,1) C(a,4)" in said, said
        print(said)
        assert "LOST" in step("ldfi-results show", *inside, "ldfi-results", "show", "/tmp/kafka.h5")
        second = step("--solver cryptominisat", *farm[:-1], "/tmp/second.h5", "--solver", "cryptominisat", statuses=(1,))
        assert "O(b,Z,1) O(c,Z,1) C(a,4)" in second, second
    finally:
        for _ in range(2):  # debootstrap's own may be there, too
            subprocess.run(["umount", "-q", f"{root}/proc"], check=False, capture_output=True)
    print(f"{time.monotonic() - begin:7.1f} s  all of it")


def main():
    cpack, build = sys.argv[1:3]
    if shutil.which("dpkg-shlibdeps") is None or ("--root" in sys.argv and (shutil.which("debootstrap") is None or os.geteuid() != 0)):
        print("skipped: dpkg-shlibdeps, or debootstrap and root, are missing")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        deb = pack(cpack, build, "DEB", folder)
        print("Depends:", check_deb(deb))
        if "--root" in sys.argv:
            check_new_debian(deb, folder)
        else:
            check_tarball(pack(cpack, build, "TGZ", folder), folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
