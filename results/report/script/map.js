// Shows the maps of a sweep: EOT by EFF, with a map for each combination of the other axes. A press on a
// field shows its cell.

const SIGNS = { certified: "\u2713", counterexample: "\u2717", broken: "!", inconclusive: "?", vacuous: "\u2205" };

/** Returns the part of a cell's name after EOT and EFF: `1,restarts=2` for `6,4,1,restarts=2`. */
const restOf = (cell) => cell.name.split(",").slice(2).join(",");

function mapOf(cells, rest, show, buttons) {
  const numbers = (get) => [...new Set(cells.map(([cell]) => get(cell.fspec)))].sort((a, b) => a - b);
  const eots = numbers((f) => f.eot);
  const effs = numbers((f) => f.eff).reverse();
  const at = new Map(cells.map(([cell, index]) => [`${cell.fspec.eot} ${cell.fspec.eff}`, [cell, index]]));
  const [crashes, ...others] = rest.split(",");
  const caption = [plural(Number(crashes), "crash").replace("crashs", "crashes"), ...others].join(", ");
  const field = (eot, eff) => {
    const found = at.get(`${eot} ${eff}`);
    if (!found) return make("td", {});
    const [cell, index] = found;
    const count = cell.falsifiers.length;
    const implied = ["follows from", "proved for every EOT"].some((why) => (cell.reason || "").startsWith(why));
    const title = `<${cell.name}>: ${cell.verdict}${count ? `, ${plural(count, "falsifier")}` : ""}${cell.reason ? ` (${cell.reason})` : ""}`;
    const field = button([SIGNS[cell.verdict] || "", count > 0 ? make("small", {}, ` ${count}`) : null], () => show(index),
      { class: `field ${cell.verdict}${implied ? " implied" : ""}`, title, "aria-label": title, "data-cell": String(index) });
    buttons[index] = field;
    return make("td", {}, field);
  };
  return scrolled(`map, ${caption}`, make("table", { class: "map" }, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "EFF \\ EOT"), eots.map((t) => make("th", { scope: "col" }, String(t))))),
    make("tbody", {}, effs.map((eff) => make("tr", {}, make("th", { scope: "row" }, String(eff)), eots.map((eot) => field(eot, eff)))))));
}

/** Makes all maps and their legend. A press on a field calls `show` with the index of the cell. */
function sweepMap(show) {
  const buttons = [];
  const parts = new Map();
  data.cells.forEach((cell, index) => {
    const rest = restOf(cell);
    if (!parts.has(rest)) parts.set(rest, []);
    parts.get(rest).push([cell, index]);
  });
  const verdicts = [...new Set(data.cells.map((cell) => cell.verdict))];
  const few = 6;  // so many maps are shown; the others are folded
  const maps = [...parts].map(([rest, cells]) => mapOf(cells, rest, show, buttons));
  const mark = (index) => buttons.forEach((one, i) => one.setAttribute("aria-current", String(i === index)));
  return {
    mark,
    block: section(data.run.strategy === "forever" ? "Where specifications are broken" : "Map of the sweep",
      data.conclusion ? make("p", {}, `${data.conclusion}.`) : null,
      make("div", { class: "maps" }, maps.slice(0, few)),
      maps.length > few ? make("details", { class: "fold" }, make("summary", {}, `${maps.length - few} more maps`),
        make("div", { class: "maps" }, maps.slice(few))) : null,
      make("p", { class: "bar quiet" }, verdicts.map((verdict) => make("span", { class: "word" },
        make("span", { class: `field sample ${verdict}` }, SIGNS[verdict] || ""), ` ${verdict}`)),
      make("span", {}, "A number counts falsifiers; a dashed field follows from another one or from a proof, and was not searched."))),
  };
}
