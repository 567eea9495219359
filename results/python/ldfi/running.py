"""The functions run, sweep, check and diagnose. Each starts ldfi-farm once."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Sequence, Union

from . import farm as program
from .outcome import Check, Diagnostic, Run

if TYPE_CHECKING:
    import pandas as pd

Inputs = Union[program.PathLike, Sequence[program.PathLike]]

#: Options with which an axis of a sweep can vary, without the prefix `sweep_`.
_AXES = frozenset(
    ("eot", "eff", "crashes", "restarts", "partitions", "pauses", "omissions", "max_faults")
    + ("disk_write", "disk_dead", "disk_corrupt", "disk_writeback")
)


def _inputs(what: Inputs) -> list[str]:
    paths = [what] if isinstance(what, (str, os.PathLike)) else list(what)
    # A path that begins with "-" would look like an option.
    names = [os.fspath(path) for path in paths]
    return [f"./{name}" if name.startswith("-") else name for name in names]


def run(
    what: Inputs,
    *,
    nodes: Optional[Iterable[str]] = None,
    eot: Optional[int] = None,
    eff: Optional[int] = None,
    crashes: Optional[int] = None,
    ranks: int = 1,
    output: Optional[program.PathLike] = None,
    farm: Optional[program.PathLike] = None,
    arguments: Sequence[str] = (),
    **options: Any,
) -> Run:
    """Searches one Fspec, or the Fspecs that the config sweeps. `what` is a config (.yaml), or one or more programs (.ded).

    With more than one rank, mpirun starts a farm; the verdict is the same. Without `output` the results file is temporary, and
    exists as long as the Run. `arguments` are further words of the command line, passed unchanged. Other options are those of
    `ldfi-farm --help`: stop="all", time_limit="60s", known=["O(a,b,1)"], param={"LEASE": 5}, spec=["promises.spec"].
    Raises a FarmError if there is no verdict; the message of WrongInput has the place of the error.
    """
    names = _inputs(what)
    path, found = program.find(farm), dict(options)
    given = {"nodes": nodes, "eot": eot, "eff": eff, "crashes": crashes}
    scratch = None
    if not program.is_system(names[0]):
        if output is None:
            scratch = tempfile.mkdtemp(prefix="ldfi-")
            stem = os.path.splitext(os.path.basename(names[0]))[0]
            output = os.path.join(scratch, f"{stem}.h5")
        found["output"] = output
    elif output is not None:
        found["output"] = output  # the program reports an error if --output has no meaning here
    try:
        command = [*program.launcher(ranks), path, *names, *program.arguments({**given, **found}), *arguments, "--summary=json"]
        done = program.answer(command)
        return Run(done.said, done.status, command, done.notes, path, output, scratch)
    except BaseException:
        if scratch:
            shutil.rmtree(scratch, ignore_errors=True)
        raise


def sweep(what: Inputs, *, param: Optional[Mapping[str, Any]] = None, **options: Any) -> pd.DataFrame:
    """Searches many Fspecs. Returns a data frame with one row per cell (columns: Run.cells).

    An option with several values is an axis: eot=8, eff=range(4), crashes=[0, 1], param={"LEASE": [3, 5]}. Without an axis, runs
    the config's sweep, or the published sweep of a program. `attrs["conclusion"]` is the conclusion in one sentence. Needs pandas.
    """
    axes = {name: value for name, value in options.items() if name in _AXES and _several(value)}
    found: dict[str, Any] = {name: value for name, value in options.items() if name not in axes}
    found.update({f"sweep_{name}": list(value) for name, value in axes.items()})
    constants = dict(param or {})
    found["sweep_param"] = {name: value for name, value in constants.items() if _several(value)}
    found["param"] = {name: value for name, value in constants.items() if not _several(value)}
    if not axes and not found["sweep_param"] and not str(what).endswith((".yaml", ".yml")):
        found["sweep"] = True
    return run(what, **found).cells


def _several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, os.PathLike))


def check(what: Inputs, *, farm: Optional[program.PathLike] = None, **options: Any) -> Check:
    """Checks the input, counts the fault space, and runs the program without faults; does not search. Raises a FarmError."""
    command = [program.find(farm), *_inputs(what), *program.arguments(options), "--check", "--summary=json"]
    done = program.answer(command)
    return Check(done.said, done.status, done.notes)


def diagnose(what: Inputs, *, farm: Optional[program.PathLike] = None, **options: Any) -> list[Diagnostic]:
    """Returns all errors and warnings of the input, with their places, without running it. Raises WrongUsage for wrong options."""
    command = [program.find(farm), *_inputs(what), *program.arguments(options), "--check", "--diagnostics=json"]
    return [Diagnostic.of(row) for row in program.answer(command, statuses=(0, 65)).said["diagnostics"]]
