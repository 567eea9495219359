"""The fork server of nodes in Python. It imports what the program imports, once, and forks a node for
each request: a fork is far cheaper than a start.

    python3 -c LOADER CLOCK PROGRAM [ARGUMENT...]

LOADER executes the first message on the socket that is descriptor 0: this text. CLOCK is `clock` if
each node has its own clock (worker/clock). The server answers `ready`, or the reason why it cannot
start. Each further message requests a node. The message contains the node's folder and the name of its
clock (NAME=VALUE, or nothing), each followed by a NUL, and the descriptors for stdin, stdout and stderr.
The node itself answers `1`, so that its process number is known.

Only modules outside of the program's folder are imported in advance: they do the same in every process.
The program and its own modules are only compiled in advance, and run in each node.
"""

import _frozen_importlib_external
import _signal
import _socket
import array
import ctypes
import gc
import os
import sys

ONLY_AST = 0x400
ONLY_WHEN_CALLED = {"FunctionDef", "AsyncFunctionDef", "Lambda"}


def imported(path):
    """Yields the imports that are executed when this file is loaded, each as (module, name in the module or
    None).
    """
    with open(path, "rb") as stream:
        left = [compile(stream.read(), path, "exec", ONLY_AST, True)]
    while left:
        node = left.pop(0)
        kind = type(node).__name__
        if kind == "Import":
            for alias in node.names:
                yield alias.name, None
        elif kind == "ImportFrom" and not node.level:
            for alias in node.names:
                yield node.module, alias.name
        elif kind not in ONLY_WHEN_CALLED:
            for field in node._fields:
                value = getattr(node, field, None)
                left += [one for one in (value if isinstance(value, list) else [value]) if hasattr(one, "_fields")]


def own_file(folder, module):
    """Returns the file of a module that belongs to the program. Returns "" if the module is a folder without
    a file, and None if it does not belong to the program.
    """
    path = os.path.join(folder, *module.split("."))
    for one in (path + ".py", os.path.join(path, "__init__.py")):
        if os.path.isfile(one):
            return one
    top = os.path.join(folder, module.split(".")[0])
    return "" if os.path.isdir(top) or os.path.isfile(top + ".py") else None


def import_all(program):
    folder = os.path.dirname(program)
    left, known = [program], set()
    while left:
        path = left.pop()
        if not path or path in known:
            continue
        known.add(path)
        try:
            wanted = list(imported(path))
        except (OSError, SyntaxError, ValueError, RecursionError):
            continue  # the program reports this error itself when it runs
        for module, name in wanted:
            file = own_file(folder, module)
            if file is not None:
                left.append(file)
                continue
            import_one(module)
            if name and hasattr(sys.modules.get(module), "__path__") and not hasattr(sys.modules[module], name):
                import_one(f"{module}.{name}")
    return known - {program}


def import_one(module):
    try:
        __import__(module)
    except Exception:  # noqa: BLE001, the program meets the same error when it runs
        pass


def keep_compiled(paths):
    """Compiles these modules now, so that nodes load them without compiling."""
    loader = _frozen_importlib_external.SourceFileLoader
    codes = {}
    for path in paths:
        try:
            codes[path] = loader("module", path).get_code("module")
        except Exception:  # noqa: BLE001, the program meets the same error when it runs
            pass
    load = loader.get_code

    def get_code(self, fullname):
        return codes.get(self.path) or load(self, fullname)

    loader.get_code = get_code


def serve(link):
    """Forks a node for each message. Returns only in the nodes, with the words and descriptors of the
    message.
    """
    room = _socket.CMSG_SPACE(3 * array.array("i").itemsize)
    while True:
        words, rights, _, _ = link.recvmsg(1 << 16, room)
        if not words:
            os._exit(0)
        descriptors = array.array("i")
        descriptors.frombytes(rights[0][2])
        try:
            between = os.fork()
        except OSError as error:
            link.send(f"a fork fails: {error}".encode())
            os._exit(1)
        if between == 0:
            between = os.getpid()
            if os.fork():
                os._exit(0)
            while os.getppid() == between:  # until the node's parent is the keeper
                os.sched_yield()
            return os.fsdecode(words).split("\0")[:-1], descriptors
        os.waitpid(between, 0)
        for one in descriptors:
            os.close(one)


def be_new(words, descriptors, library):
    """Gives the forked process its own session, folder, pipes, clock and random numbers, as a new process
    has.
    """
    folder, clock = words
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
    os.setsid()
    for number, one in enumerate(descriptors):
        os.dup2(one, number)
        os.close(one)
    os.chdir(folder)
    library.prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL
    if clock:
        name, _, value = clock.partition("=")
        os.environ[name] = value
        if library.ldfi_clock_begin(os.fsencode(value)) != 0:
            raise OSError("it has no clock")
    if "random" in sys.modules:  # gives the module the state that a new import would give it
        chance = sys.modules["random"]
        chance._inst.setstate(chance.Random().getstate())
    if "logging" in sys.modules:
        sys.modules["logging"]._startTime = sys.modules["time"].time()


def main_module(program):
    module = type(sys)("__main__")
    loader = _frozen_importlib_external.SourceFileLoader("__main__", program)
    module.__dict__.update(__file__=program, __builtins__=__builtins__, __loader__=loader, __cached__=None, __spec__=None, __annotations__={})
    sys.modules["__main__"] = module
    return module.__dict__


def begin():
    """Starts the server. Returns only in nodes, with the code of the program and the dictionary of its module."""
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)  # a node may send SIGINT to all processes
    clock, program = sys.argv[1] == "clock", os.path.abspath(sys.argv[2])
    link = _socket.socket(-1, -1, -1, os.dup(0))
    library = ctypes.CDLL(None)
    sys.argv[:3] = [sys.argv[2]]
    place = sys.orig_argv.index("-c")
    sys.orig_argv[place : place + 3] = []
    if sys.path[0] == "":
        sys.path[0] = os.path.dirname(program)
    own = import_all(program)
    try:
        with open(program, "rb") as stream:
            code = compile(stream.read(), program, "exec", 0, True)
    except (OSError, SyntaxError, ValueError) as error:
        link.send(f"{program} is not a program in Python: {error}".encode(errors="replace")[:1000])
        os._exit(1)
    keep_compiled(own)
    threads = len(os.listdir("/proc/self/task"))
    if threads > 1:
        link.send(f"its imports start threads ({threads - 1}), and a fork has none of them".encode())
        os._exit(1)
    if clock and not hasattr(library, "ldfi_clock_begin"):
        link.send(b"its program does not load the clock library, as programs do not that are linked statically")
        os._exit(1)
    gc.collect()
    gc.freeze()
    link.send(b"ready")
    words, descriptors = serve(link)
    try:
        be_new(words, descriptors, library)
    except OSError as error:
        link.send(f"a node cannot be made of a fork: {error}".encode())
        os._exit(1)
    link.send(b"1")
    link.close()
    return code, main_module(program)


def run(code, place):
    try:
        exec(code, place)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001, reported as by Python, without lines of this file
        error.__traceback__ = error.__traceback__.tb_next
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)


run(*begin())
