// Fills the page with the maps of a sweep, the chosen cell, and the input files.

function sources() {
  return foldedSection("Input",
    facts([["config", data.config.name || "none"], ["seed", data.run.seed], ["ranks", String(data.run.ranks)],
      ["version", data.run.version], ["started", data.run.started], ["command", commandCode(data.run.command)]]),
    data.program.map((file) => make("details", { class: "fold" }, make("summary", {}, file.name), make("pre", { tabindex: "0" }, file.text))),
    data.config.text ? make("details", { class: "fold" }, make("summary", {}, data.config.name), make("pre", { tabindex: "0" }, data.config.text)) : null,
    make("details", { class: "fold" }, make("summary", {}, "All options"), table("Options", ["option", "value"], data.options)));
}

/** Shows each claim that was proved for every EOT, with its inductive invariant. */
function theorems() {
  const clauses = (lines) => make("ul", {}, lines.map((line) => make("li", {}, make("code", {}, line))));
  return section("Proved for every EOT", data.theorems.map(([claim, ...invariant]) =>
    folded([make("strong", {}, claim), ` (${plural(invariant.length, "clause")})`], () => clauses(invariant))));
}

function start() {
  const target = make("div", { id: "cell" });
  let mark = () => {};
  const show = (index) => {
    mark(index);
    showCell(data.cells[index], target);
    fillContents();
  };
  if (data.cells.length > 1) {
    const choose = make("select", { id: "choose", onchange: () => show(choose.selectedIndex) },
      data.cells.map((c) => make("option", {}, `<${c.name}>: ${c.verdict}`)));
    const map = sweepMap((index) => {
      choose.selectedIndex = index;
      show(index);
    });
    mark = map.mark;
    choose.selectedIndex = data.opened;
    page.append(map.block,
      make("p", { class: "bar" }, make("label", { for: "choose" }, `${data.cells.length} cells, by EOT, EFF, crashes `), choose));
  }
  if (data.theorems) page.append(theorems());
  page.append(target, sources());
  if (data.cells.length > 0) show(data.opened);
  document.documentElement.dataset.ready = "yes";
}
start();
