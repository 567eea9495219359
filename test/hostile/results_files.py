"""Results files from strangers, read by each command of ldfi-results."""

import os
import random

import h5py
import numpy
import run_once
import sealed
import specified
from case import Case, link_to

COMMANDS = (("summary", "x.h5"), ("show", "x.h5"), ("diff", "x.h5"), ("report", "x.h5", "-o", "x.html"), ("export", "--json", "x.h5"))
REPLAYING = (("show", "x.h5"), ("lamport", "x.h5"), ("lineage", "x.h5"), ("diff", "x.h5"), ("report", "x.h5", "-o", "x.html"),
             ("export", "x.h5", "--molly", "-o", "molly"))
TEXT = h5py.string_dtype()


def changed(change):
    """The file of a real run, after `change(file)`, sealed again."""
    def write(path):
        with open(path, "wb") as stream:
            stream.write(run_once.leftovers()[0])
        with sealed.edited(path) as file:
            change(file)
    return write


def bytes_of(make):
    """The bytes of a real run, after make(bytes), as they are."""
    def write(path):
        with open(path, "wb") as stream:
            stream.write(make(run_once.leftovers()[0]))
    return write


def cut(part):
    return bytes_of(lambda data: sealed.sealed(data[:int(len(data) * part)]))


def flipped(data):
    return data[:len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1:]


def of_another_program(path):
    with h5py.File(path, "w") as file:
        file["temperature"] = numpy.zeros((100, 100))
    sealed.seal(path)


def set_rows(table, **columns):
    """A change: the same rows, with other values in some columns."""
    def change(file):
        rows = file[table][:]
        for name, value in columns.items():
            rows[name] = value
        file[table][:] = rows
    return change


def replace(name, make):
    def change(file):
        del file[name]
        make(file)
    return change


def claim(name, rows):
    """As many rows as that, of which none was written."""
    def make(file):
        dtype = numpy.dtype([("id", "u8"), ("parent", "i8"), ("faults", TEXT), ("outcome", TEXT), ("execute_ns", "u8")])
        file.create_dataset(name, shape=(rows,), dtype=dtype, chunks=(1024,))
    return replace(name, make)


def bomb(file):
    """Ten million rows that compress to nothing."""
    rows = numpy.zeros(10_000_000, dtype="u4")
    name = next(f"details/0000/graphs/{one}/roots" for one in file["details/0000/graphs"])
    del file[name]
    file.create_dataset(name, data=rows, chunks=(1 << 20,), compression="gzip")


def one_string(file):
    """A hundred thousand rows that name one string of a megabyte."""
    del file["command_line"]
    data = file.create_dataset("command_line", shape=(100_000,), dtype=TEXT)
    data[0] = "x" * (1 << 20)
    file.flush()
    raw = data.id.get_offset()
    name = file.filename
    file.close()
    with open(name, "rb+") as stream:  # of the edited file, which is sealed afterwards
        stream.seek(raw)
        reference = stream.read(16)
        stream.seek(raw)
        stream.write(reference * 100_000)


def nested(file):
    group = file
    for _ in range(3000):
        group = group.create_group("g")


def groups(file):
    for i in range(20_000):
        file.create_group(f"details/0000/extra/{i}")


def graph_in_circles(file):
    for name in file["details/0000/graphs"]:
        graph = file[f"details/0000/graphs/{name}"]
        rows = graph["premises"][:]
        heads = graph["firings"]["head"]
        rows["goal"] = heads[rows["firing"]]
        graph["premises"][:] = rows


def program(text):
    return set_rows("program", text=text)


def clique(size):
    """One rule that looks for a clique of that size in a graph of 200 nodes, half of whose edges are there."""
    dice = random.Random(1)
    edges = "".join(f'e("a", {x}, {y})@1;\n' for x in range(200) for y in range(x) if dice.random() < 0.5)
    body = ", ".join(f"e(N, X{i}, X{j})" for i in range(size) for j in range(i))
    return edges + f'pre("a") :- e(N, X1, X0), {body};\npost("a") :- pre("a");\n'


def million_ticks(file):
    program(run_once.PROGRAM.encode())(file)
    set_rows("cells", eot=1_000_000)(file)


def cases_of(name, content, says, statuses=(65,), commands=COMMANDS, **more):
    for command in commands:
        files = {"x.h5": content, **more}
        yield Case(f"results, {command[0]}: {name}", says, command, files, statuses, "ldfi-results")


def foreign():
    for name, content, says in (("text", "hello\n" * 1000, "it is not an HDF5 file"), ("empty", "", "it is not an HDF5 file"),
                                ("only a signature", sealed.sealed(b"\x89HDF\r\n\x1a\n"), "HDF5 cannot open it"),
                                ("a signature and noise", sealed.sealed(b"\x89HDF\r\n\x1a\n" + bytes(range(256)) * 4000), "HDF5 cannot open it"),
                                ("cut in the middle", cut(0.5), "HDF5 cannot open it"), ("cut at the end", cut(0.999), "HDF5 cannot open it"),
                                ("a user block", bytes_of(lambda data: sealed.sealed(b"x" * 512 + data)), "it is not an HDF5 file"),
                                ("one bit wrong", bytes_of(flipped), "its seal does not match"),
                                ("one bit wrong, one byte more", bytes_of(lambda data: flipped(data) + b"x"), "its seal does not match"),
                                ("without its last 12 bytes", bytes_of(lambda data: data[:-12]), "its seal does not match"),
                                ("zeros behind it", bytes_of(lambda data: data + bytes(12)), "its seal does not match"),
                                ("of another program", of_another_program, "there is no attribute format")):
        yield from cases_of(name, content, r"x\.h5: .*" + says)
    for name, make, says in (("a folder", os.mkdir, "is a directory"), ("a FIFO", os.mkfifo, "it is not a regular file"),
                             ("/dev/zero", link_to("/dev/zero"), "it is not a regular file"), ("a link to itself", link_to("x.h5"), "Too many levels")):
        yield from cases_of(name, make, r"x\.h5: " + says, statuses=(74,))


def links():
    secret = {"secret.h5": changed(lambda file: None)}
    for name, link in (("an external link", h5py.ExternalLink("secret.h5", "/cells")), ("a soft link", h5py.SoftLink("/options")),
                       ("a soft link to itself", h5py.SoftLink("/cells")), ("an external link to nothing", h5py.ExternalLink("/dev/zero", "/cells"))):
        yield from cases_of(name, changed(replace("cells", lambda file, link=link: file.__setitem__("cells", link))),
                            r"x\.h5: /cells: it is a link to something else", **secret)

    def outside(file):
        file.create_dataset("command_line", shape=(10,), dtype="u8", external=[("/etc/passwd", 0, 80)])

    def text_outside(file):
        file.create_dataset("config_text", shape=(1,), dtype="S80", external=[("/etc/passwd", 0, 80)])

    def pipe(file):
        os.mkfifo(f"{file.filename}.pipe")
        file["cells"] = h5py.ExternalLink(f"{file.filename}.pipe", "/cells")

    def filtered(file):
        file.create_dataset("command_line", shape=(10,), dtype="u8", data=range(10), chunks=(10,), scaleoffset=0)

    def virtual(file):
        layout = h5py.VirtualLayout(shape=(2,), dtype="u8")
        layout[:] = h5py.VirtualSource("secret.h5", "x", shape=(2,))
        file.create_virtual_dataset("command_line", layout)

    yield from cases_of("values in /etc/passwd", changed(replace("command_line", outside)), r"x\.h5: /command_line: its values stand in another file")
    yield from cases_of("a text in /etc/passwd", changed(replace("config_text", text_outside)), r"x\.h5: /config_text: its values stand in another file")
    yield from cases_of("a link to a FIFO", changed(replace("cells", pipe)), r"x\.h5: /cells: it is a link to something else")
    yield from cases_of("an unusual filter", changed(replace("command_line", filtered)), r"x\.h5: /command_line: it is compressed by a filter that ldfi-results does not read")
    yield from cases_of("values in a virtual dataset", changed(replace("command_line", virtual)), r"x\.h5: /command_line: its values stand in another file")


def sizes():
    table = "details/0000/executions"
    yield from cases_of("2^40 rows", changed(claim(table, 1 << 40)), r"it has 1099511627776 rows, more than")
    yield from cases_of("19 million rows without bytes", changed(claim(table, 19_000_000)), r"it claims 19000000 rows, and has no room for them")
    yield from cases_of("a compressed bomb", changed(bomb), r"it claims 10000000 rows, and has no room for them")
    yield from cases_of("one string 100000 times", changed(one_string), r"/command_line: the file holds more than")
    yield from cases_of("groups 3000 deep", changed(nested), r"", statuses=(0,))
    yield from cases_of("20000 groups more", changed(groups), r"", statuses=(0,))


def values():
    yield from cases_of("an EOT of 10^9", changed(set_rows("cells", eot=10 ** 9)), r"", statuses=(0, 65))
    yield from cases_of("an EOT of -1", changed(set_rows("cells", eot=-1)), r"x\.h5: /cells: .* is out of range")
    yield from cases_of("invalid UTF-8", changed(set_rows("cells", reason=b"\xff\xfe\xc0", verdict=b"\xed\xa0\x80")), r"", statuses=(0, 65))
    yield from cases_of("no verdict", changed(set_rows("cells", verdict=b"perhaps")), r"not a verdict|none of", statuses=(65,))
    yield from cases_of("NUL in a name", changed(set_rows("details/0000/falsifiers", faults=b"O(a\xc0\x80,b,1)")), r"", statuses=(0, 65))
    yield from cases_of("escape codes", changed(set_rows("cells", reason=b"\x1b]0;x\x07\x1b[2J")), r"\A[^\x1b]*\Z", statuses=(0,))
    yield from cases_of("a script in a text", changed(set_rows("program", name=b"</script><script>alert(1)</script>.ded")), r"", statuses=(0, 65))
    yield from cases_of("faults that are none", changed(set_rows("details/0000/falsifiers", faults=b"O(" * 10_000)), r"", statuses=(0, 65))
    yield from cases_of("a graph in circles", changed(graph_in_circles), r"", statuses=(0,))
    counting = b'n("a", 1)@1;\nn(N, X + 1) :- n(N, X);\npeer("a", "b")@1; peer("b", "c")@1;\nm(M, X)@async :- n(N, X), peer(N, M);'
    rerun = tuple(one for one in COMMANDS if one[0] in ("show", "diff"))
    yield from cases_of("a program that counts on", changed(program(counting)), r"too large to be run again: .*counts without end within one tick", statuses=(2,), commands=rerun)
    slow = tuple((*one, "--time-limit", "300ms") for one in REPLAYING)
    yield from cases_of("a clique of 40", changed(program(clique(40).encode())), r"the time limit of 0\.3s ran out; --time-limit", statuses=(2,), commands=slow)
    yield from cases_of("a million ticks", changed(million_ticks), r"the time limit of 0\.3s ran out; --time-limit", statuses=(2,), commands=slow)
    small = tuple((*one, "--memory-limit", "64M") for one in REPLAYING)
    yield from cases_of("a million ticks in 64 MiB", changed(million_ticks), r"the memory limit of 64M ran out; --memory-limit", statuses=(2,), commands=small)
    yield from cases_of("a program that is none", changed(program(b"x(((")), r"error: ", commands=rerun)


def specifications():
    """Of a program that has none."""
    group = "details/0000"

    def rows(columns, *wanted, table="specifications"):
        def change(file):
            specified.specify(file)
            specified.rewrite(file[group], table, columns, list(wanted))
        return changed(change)

    def of(**more):
        lost = dict(zip((name for name, _ in specified.SPECIFICATIONS), specified.ROWS[0]))
        return rows(specified.SPECIFICATIONS, tuple({**lost, **more}.values()))

    table = r"x\.h5: /details/0000/specifications"
    yield from cases_of("specifications that the program has not", changed(specified.specify), r"", statuses=(0,))
    yield from cases_of("a severity that is none", of(severity="\x1b[2J" * 1000), table + r"\.severity: `[^\x1b]*` is not a severity")
    yield from cases_of("a specification after its tick", of(when="after 99999999999999999999"), table + r"\.when: .* is not a time")
    yield from cases_of("a specification that explains itself", of(explains=0), table + r"\.explains: row 0 is not before row 0")
    yield from cases_of("a specification that explains the last", of(explains=(1 << 63) - 1), table + r"\.explains: row 9223372036854775807")
    yield from cases_of("a specification without a name", of(name=""), table + r"\.name: `` is not a name")
    yield from cases_of("two specifications of one name", rows(specified.SPECIFICATIONS, specified.ROWS[0], specified.ROWS[0]),
                        table + r"\.name: there are two of `lost`")
    yield from cases_of("a name that a terminal obeys", of(name="\x1b[2J"), table + r"\.name: `[^\x1b]*` is not a name")
    yield from cases_of("a script in a specification", of(name="<script>alert(1)</script>", text="</script><img src=x onerror=alert(1)>"), r"",
                        statuses=(0,))
    yield from cases_of("a text that a terminal obeys", of(text="\x1b]0;x\x07"), r"\A[^\x1b]*\Z", statuses=(0,))
    for name, pairs in (("of no specification", [(9, 0)]), ("that there is not", [(0, (1 << 32) - 1)]), ("twice", [(0, 0), (0, 0)])):
        yield from cases_of(f"a falsifier {name}", rows(specified.FALSIFIES, *pairs, table="falsifies"), r"x\.h5: /details/0000/falsifies\.")


def all_cases():
    for group in (foreign, links, sizes, values, specifications):
        yield from group()
