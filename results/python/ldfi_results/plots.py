"""Pictures of a sweep. The colours suit colour-blind readers, and every verdict also has a sign or a marker."""

from typing import Any, Callable, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap, LogNorm
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .results import Results

#: Verdicts in the order of legends, and their colours.
VERDICT_COLOURS = {
    "certified": "#0f8a6a",
    "vacuous": "#e5c14a",
    "counterexample": "#c8501e",
    "broken": "#7a2a5e",
    "inconclusive": "#9a9a9a",
}
_SIGNS = {"certified": "✓", "vacuous": "∅", "counterexample": "✗", "broken": "!", "inconclusive": "?"}
_MARKERS = {"certified": "o", "vacuous": "s", "counterexample": "X", "broken": "D", "inconclusive": "v"}
_PANEL = ["crashes", "eff_mode", "crash_model"]  # columns that distinguish the panels of a figure


def _others(cells: pd.DataFrame) -> list[str]:
    """Returns for each cell the limits and constants that differ between cells, except EOT, EFF and crashes."""
    rows = [{**(row.get("limits") or {}), "restarts": row.get("restarts", 0)} for row in cells.to_dict("records")]
    names = sorted({name for row in rows for name in row})
    varied = [name for name in names if any(row.get(name) != rows[0].get(name) for row in rows)]
    params = cells["params"] if "params" in cells else [[]] * len(cells)
    return [", ".join([*(f"{name.replace('_', ' ')} {row.get(name, 'unlimited')}" for name in varied), *of]) for row, of in zip(rows, params)]


def _panels(cells: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    """Returns (title, cells) of each panel. The title has the number of crashes, and everything else in which
    panels differ.
    """
    if cells.empty:
        raise ValueError("no cells to plot")
    cells = cells.assign(others=_others(cells))
    twice = cells[cells.duplicated([*_PANEL, "others", "eot", "eff"])]
    if len(twice):
        first = twice.iloc[0]
        raise ValueError(f"more than one cell of EOT {first['eot']}, EFF {first['eff']}, {first['crashes']} crashes")
    out = []
    for key, group in cells.groupby([*_PANEL, "others"], sort=False):
        crashes, eff_mode, crash_model, others = key
        words = ["no crashes" if crashes == 0 else "1 crash" if crashes == 1 else f"{crashes} crashes"]
        if cells["eff_mode"].nunique() > 1:
            words.append(f"EFF {eff_mode}")
        if cells["crash_model"].nunique() > 1:
            words.append(crash_model)
        if others:
            words.append(others)
        out.append((", ".join(words), group))
    return out


def _short(count: float) -> str:
    """Returns the count in at most five characters: 7, 1234, 12k, 1.2M, 3e12."""
    if count < 10_000:
        return f"{int(count)}"
    for unit, size in (("k", 1e3), ("M", 1e6), ("G", 1e9)):
        if count < size * 999.5:
            return f"{count / size:.3g}{unit}"
    return f"{count:.0e}".replace("e+", "e")


def _grid(cells: pd.DataFrame, values: Sequence[Any], eots: list[int], effs: list[int]) -> np.ndarray:
    """Returns the values as a matrix by EFF (rows) and EOT (columns), with NaN for missing cells."""
    grid = np.full((len(effs), len(eots)), np.nan)
    for eot, eff, value in zip(cells["eot"], cells["eff"], values):
        grid[effs.index(eff), eots.index(eot)] = value
    return grid


def _draw_grid(axes: Any, grid: np.ndarray, eots: list[int], effs: list[int], **colours: Any) -> Any:
    axes.set_facecolor("#f2f2f2")
    edges = [np.arange(size + 1) - 0.5 for size in (len(eots), len(effs))]
    mesh = axes.pcolormesh(edges[0], edges[1], np.ma.masked_invalid(grid), edgecolors="white", linewidth=1.5, **colours)
    for axis, ticks, name in ((axes.xaxis, eots, "EOT"), (axes.yaxis, effs, "EFF")):
        step = -(-len(ticks) // 16)
        axis.set_ticks(range(0, len(ticks), step), [str(tick) for tick in ticks[::step]])
        axis.set_label_text(f"{name} (ticks)")
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return mesh


def _write(axes: Any, mesh: Any, grid: np.ndarray, text_of: Callable[[float], str]) -> None:
    """Writes a word into each cell of the map, in a light colour on dark cells and in a dark colour on light
    cells.
    """
    if grid.shape[0] > 20 or grid.shape[1] > 12:
        return  # words would be too small to read; the colours remain
    for (row, column), value in np.ndenumerate(grid):
        if np.isnan(value):
            continue
        red, green, blue, alpha = mesh.cmap(mesh.norm(value))
        # On a logarithmic scale, zero has no colour, and the white background shows.
        light = alpha == 0 or 0.299 * red + 0.587 * green + 0.114 * blue > 0.55
        axes.text(column, row, text_of(value), ha="center", va="center", size=9, color="black" if light else "white")


def _axes(rows: int, columns: int, width: float, row_height: float, legend: list[Any]) -> tuple[Figure, np.ndarray]:
    """Returns a figure with a grid of axes, and a strip for the legend below it."""
    in_a_row = max(3, int(width // 1.25))
    lines = -(-len(legend) // in_a_row)
    figure = plt.figure(figsize=(width, rows * row_height + 0.4 * lines), layout="constrained")
    heights = [row_height] * rows + [0.25 * lines]
    spec = figure.add_gridspec(rows + 1, columns, height_ratios=heights)
    axes = np.empty((rows, columns), dtype=object)
    for row in range(rows):
        for column in range(columns):
            axes[row, column] = figure.add_subplot(spec[row, column])
    strip = figure.add_subplot(spec[rows, :])
    strip.axis("off")
    strip.legend(handles=legend, loc="center", ncol=min(len(legend), in_a_row), frameon=False, handlelength=1.6)
    return figure, axes


def plot_heat_map(results: Results) -> Figure:
    """Draws the verdict and the number of executions over EOT × EFF: two maps side by side, one row per number of crashes.

    Returns a figure of pyplot: `plt.show()` shows it, `.savefig("sweep.png", dpi=150)` writes it. Raises ValueError if there
    are no cells, or two of the same Fspec.
    """
    panels = _panels(results.cells)
    eots = sorted(int(eot) for eot in results.cells["eot"].unique())
    effs = sorted(int(eff) for eff in results.cells["eff"].unique())
    verdicts = list(VERDICT_COLOURS)
    seen = [verdict for verdict in verdicts if (results.cells["verdict"] == verdict).any()]
    legend = [Patch(color=VERDICT_COLOURS[verdict], label=f"{_SIGNS[verdict]} {verdict}") for verdict in seen]
    if any(len(cells) < len(eots) * len(effs) for _, cells in panels):
        legend.append(Patch(facecolor="#f2f2f2", edgecolor="#bbbbbb", label="not run"))
    width = min(15.0, max(7.5, 2 * (1.0 + 0.6 * len(eots))))
    height = min(6.0, max(2.2, 1.1 + 0.3 * len(effs)))
    figure, axes = _axes(len(panels), 2, width, height, legend)
    counts = results.cells["executed"].astype(float)
    norm = LogNorm(max(1.0, counts.min()), max(2.0, counts.max() * 1.5))
    for (title, cells), (left, right) in zip(panels, axes):
        codes = [verdicts.index(verdict) if verdict in verdicts else np.nan for verdict in cells["verdict"]]
        palette = ListedColormap(list(VERDICT_COLOURS.values()))
        verdict = _grid(cells, codes, eots, effs)
        mesh = _draw_grid(left, verdict, eots, effs, cmap=palette, vmin=-0.5, vmax=len(verdicts) - 0.5)
        _write(left, mesh, verdict, lambda code: _SIGNS[verdicts[int(code)]])
        executed = _grid(cells, cells["executed"].astype(float).tolist(), eots, effs)
        mesh = _draw_grid(right, executed, eots, effs, cmap="Blues", norm=norm)
        _write(right, mesh, executed, _short)
        left.set_title(f"Verdict, {title}", size=11)
        right.set_title(f"Executions, {title}", size=11)
    return figure


def plot_executions(results: Results) -> Figure:
    """Draws executions against EFF: a line for each EOT, a panel for each number of crashes. Markers show the verdict.

    Returns a figure of pyplot, as plot_heat_map does. Raises ValueError if there are no cells, or two of the same Fspec.
    """
    panels = _panels(results.cells)
    eots = sorted(int(eot) for eot in results.cells["eot"].unique())
    shades = plt.get_cmap("viridis")(np.linspace(0.0, 0.85, max(2, len(eots))))
    seen = [verdict for verdict in VERDICT_COLOURS if (results.cells["verdict"] == verdict).any()]
    # lines differ in width, so that lines on top of each other stay visible
    widths = np.linspace(7.0, 1.4, len(eots)) if len(eots) > 1 else np.array([1.4])
    legend = [Line2D([], [], color=shades[i], lw=3, label=f"EOT {eots[i]}") for i in range(len(eots))]
    legend += [Line2D([], [], ls="", color="#444444", marker=_MARKERS[verdict], label=verdict) for verdict in seen]
    figure, axes = _axes(1, len(panels), max(6.5, 4.4 * len(panels)), 3.4, legend)
    counts = results.cells["executed"].astype(float)
    for (title, cells), panel in zip(panels, axes[0]):
        for eot, line in cells.sort_values("eff").groupby("eot"):
            style = eots.index(int(eot))
            panel.plot(line["eff"], line["executed"].astype(float), color=shades[style], lw=widths[style])
            for verdict, points in line.groupby("verdict"):
                marker = _MARKERS.get(str(verdict), ".")
                size, values = 5.0 + widths[style], points["executed"].astype(float)
                panel.plot(points["eff"], values, ls="", marker=marker, ms=size, color=shades[style])
        panel.set_title(title[0].upper() + title[1:], size=11)
        panel.set(xlabel="EFF (ticks)", ylabel="Executions")
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        if counts.max() > 20 * max(1.0, counts.min()):
            panel.set_yscale("log")
            panel.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))
        else:
            panel.set_ylim(bottom=0)
            panel.yaxis.set_major_locator(MaxNLocator(integer=True))
        panel.grid(color="#e6e6e6")
        panel.set_axisbelow(True)
        for side in ("top", "right"):
            panel.spines[side].set_visible(False)
    return figure
