// Shows one cell: the verdict, the run to look at first, the falsifiers in groups, and the searched fault
// space.

/**
 * Returns a button with the name of a falsifier. The button shows the falsifier's run. Without diagrams
 * it is plain text.
 */
function falsifierButton([name, , , , , detail], cell, detailTarget) {
  return detail === null
    ? make("span", { class: "undrawn", title: "no diagrams in this file" }, name)
    : button(name, () => showDetail(cell.details[detail], cell, detailTarget, true));
}

function specifications(cell, detailTarget) {
  const most = 12;
  const word = (text, kind) => make("span", { class: `word ${kind || ""}` }, text);
  const rows = cell.specifications.map((one) => [
    [make("code", {}, one.name), one.explains === null ? null : [" explains ", make("code", {}, one.explains)]].flat().filter(Boolean),
    word(one.severity), word(one.when), word(one.verdict, one.verdict), one.text,
    [one.falsifiers.slice(0, most).flatMap((f) => [falsifierButton(cell.falsifiers[f], cell, detailTarget), " "]),
      one.falsifiers.length > most ? `and ${one.falsifiers.length - most} more` : null].flat().filter(Boolean),
  ].map((content) => make("div", {}, content)));
  return table("Specifications", ["specification", "severity", "when", "verdict", "what is violated", "falsifiers"], rows);
}

/** Returns the command that replays a falsifier. */
const replayOf = (row, cell) => row[6] ?? cell.replay[0] + row[1] + cell.replay[1];

function falsifierList(cell, detailTarget, all) {
  const render = (row) => {
    const [, faults, size, minimal, violated] = row;
    const code = make("code", {}, faults);
    return [falsifierButton(row, cell, detailTarget), code, String(size), minimal ? "minimal" : "",
      make("code", {}, violated.join(" ")), make("div", {}, copyButton(() => replayOf(row, cell), () => code))];
  };
  return paged("Falsifiers", ["name", "faults", "size", "minimal", "violated", "replay"], all, render);
}

/** Returns a note with the number of falsifiers that have no diagram, or null if all have one. */
function undrawn(cell) {
  const without = cell.falsifiers.filter((f) => f[5] === null);
  if (without.length === 0) return null;
  if (data.program.length === 0) return make("p", {}, "The file holds no program, so nothing is drawn.");
  return make("div", {}, make("p", { class: "quiet" }, `${without.length} of them are without diagrams here, to keep the page small; this draws one:`),
    copyable(`ldfi-results lamport ${data.run.file} ${data.cells.length > 1 ? `--cell ${cell.name} ` : ""}${without[0][0]}`));
}

/** Returns the faults without their times: `O(a,b) C(c)` for `O(a,b,1) C(c,4)`. */
const withoutTimes = (faults) => faults.replace(/(?:,\d+)+\)/g, ")");

/** Joins ranges so that the browser does not break a line at the dots of `C(a,4…12)`. */
const unbroken = (faults) => faults.replace(/…/g, "\u2060…\u2060");

/**
 * Puts falsifiers without a group into sets with the same failing links and nodes. The largest sets come
 * first.
 */
function byLinks(cell, indices) {
  const sets = new Map();
  for (const f of indices) {
    const key = withoutTimes(cell.falsifiers[f][1]);
    if (!sets.has(key)) sets.set(key, []);
    sets.get(key).push(f);
  }
  return [...sets].sort((a, b) => b[1].length - a[1].length);
}

function members(cell, all, detailTarget) {
  const most = 12;
  return [all.slice(0, most).flatMap((f) => [falsifierButton(cell.falsifiers[f], cell, detailTarget), " "]),
    all.length > most ? `and ${all.length - most} more, to ${cell.falsifiers[all[all.length - 1]][0]}` : null].flat().filter(Boolean);
}

function groupBlock(cell, group, index, detailTarget, open) {
  const rules = (title, list) => (list.length === 0 ? null
    : make("div", {}, make("h5", {}, title), make("ul", {}, list.map(([text, where]) => make("li", {}, make("code", {}, text), ` (${where})`)))));
  const head = [make("strong", {}, `g${index + 1}`), " ", make("span", { class: "count" }, plural(group.size, "falsifier")),
    ` violating ${group.violates.join(", ")}, as `, make("code", {}, unbroken(group.families[0][0]))];
  return folded(head, () => [
    paged(`Families of g${index + 1}`, ["faults", "falsifiers"], group.families,
      ([text, all]) => [make("code", {}, unbroken(text)), make("div", {}, members(cell, all, detailTarget))]),
    rules("Rules that fire here only", group.started),
    rules("Rules that fire without faults only", group.stopped),
  ].filter(Boolean), open);
}

function groups(cell, detailTarget) {
  const left = cell.groups ? cell.groups.left : [...cell.falsifiers.keys()];
  const list = cell.groups ? cell.groups.list : [];
  const out = [];
  if (list.length > 0) {
    out.push(make("p", {}, `${plural(list.length, "group")} of ${plural(cell.falsifiers.length - left.length, "falsifier")} that violate the same ` +
      "by the same rules, the rarest first, then what has most rules that no line above has. A group may hold more than one bug."),
    list.map((group, index) => groupBlock(cell, group, index, detailTarget, index === 0)));
  }
  if (left.length > 0) {
    const sets = byLinks(cell, left);
    out.push(make("p", {}, `${plural(left.length, "falsifier")}, from ${cell.falsifiers[left[0]][0]} on, ${left.length === 1 ? "is" : "are"} ` +
      `grouped here by what fails, whenever it does: ${plural(sets.length, "set")}. This groups more by rules:`),
    copyable(`ldfi-results groups ${data.run.file}`),
    folded(`${plural(sets.length, "set")} of links and nodes`, () => paged("Sets of links and nodes", ["what fails", "falsifiers", "first"],
      sets.map(([text, all]) => [text, all.length, all]), ([text, count, all]) =>
        [make("code", {}, text), String(count), make("div", {}, members(cell, all, detailTarget))])));
  }
  return out;
}

function falsifiers(cell, detailTarget) {
  if (cell.falsifiers.length === 0) return make("p", {}, "None was found.");
  const few = 10;
  return [
    cell.falsifiers.length > 1 && data.program.length > 0 ? groups(cell, detailTarget) : null,
    folded(`All ${plural(cell.falsifiers.length, "falsifier")}, one by one`,
      () => falsifierList(cell, detailTarget, cell.falsifiers), cell.falsifiers.length <= few),
    undrawn(cell),
  ].flat(2).filter(Boolean);
}

function counted(counts) {
  if (counts === undefined) return [];
  const runs = counts.random === null ? null : counts.random.expected_runs;
  return [
    ["vacuous", grouped(counts.vacuous)],
    ["passing", grouped(counts.passing)],
    ...(counts.failing === "0" ? [] : [["failing", grouped(counts.failing)]]),
    ...(counts.random === null ? [] : [["random search", runs === null ? "finds nothing" : `needs ${Number(runs.toPrecision(4))} executions on average`]]),
  ];
}

function coverage(cell) {
  return facts([
    ...(cell.combinations === "" ? [] : [["combinations", grouped(cell.combinations)]]),
    ["distinct fault sets", grouped(cell.distinct_fault_sets)],
    ["executed", grouped(cell.executed)],
    ...(cell.violating === "" ? [] : [["violating", cell.share === undefined ? grouped(cell.violating) : `${grouped(cell.violating)} (${cell.share})`]]),
    ...counted(cell.counts),
    ["what it covers", cell.covers],
  ]);
}

function fspec(cell) {
  const f = cell.fspec;
  return facts([
    ["EOT", plural(f.eot, "tick")],
    ["EFF", f.eff === 0 ? "0: no message is lost" : `${f.eff}: messages may be lost ${f.eff_mode === "exclusive" ? `before tick ${f.eff}` : `up to tick ${f.eff}`} (${f.eff_mode})`],
    ["crashes", `${f.crashes} (${f.crash_model})`],
    ...(f.restarts === undefined ? [] : [["restarts", String(f.restarts)]]),
    ...(f.crashable === undefined ? [] : [["who may crash", f.crashable.join(" ")]]),
    ...(cell.limits === undefined ? [] : [["besides", cell.limits]]),
    ["nodes", f.nodes.join(" ")],
    ...(cell.params === undefined ? [] : [["constants", cell.params.join(", ")]]),
    ...(cell.failure_free === null ? [] : [["failure-free run", `pre ${cell.failure_free[0]}, post ${cell.failure_free[1]} tuples`]]),
  ]);
}

function log(cell) {
  return [
    facts([
      ["strategy", data.run.strategy],
      ["executions", grouped(cell.executed)],
      ["speculative, not needed", grouped(String(cell.wasted))],
      ["possible world", `${plural(cell.universe[0], "fact")}, ${plural(cell.universe[1], "rule instance")}`],
      ["time", seconds(cell.wall_s)],
      ["solving", seconds(cell.solve_s)],
      ["executing", seconds(cell.execute_s)],
    ]),
    paged("Executions", ["id", "parent", "faults", "outcome", "µs"], cell.executions,
      ([id, parent, faults, outcome, ns]) =>
        [String(id), parent < 0 ? "" : String(parent), make("code", {}, faults), outcome, (ns / 1000).toFixed(1)]),
  ];
}

/** Returns buttons for the executions that are drawn, and the element that shows the chosen one. */
function runs(cell, detailTarget) {
  if (cell.details.length === 0) {
    return make("p", {}, "No run of this cell is drawn in this file.");
  }
  const most = 8;
  const choice = cell.details.map((detail) => button(detail.name, () => showDetail(detail, cell, detailTarget, true)));
  const last = choice.pop();  // the last choice is the failure-free run, if it was drawn
  return [make("div", { class: "bar", role: "group", "aria-label": "which run to show" }, choice.slice(0, most), last,
    choice.length > most ? make("details", {}, make("summary", {}, `${choice.length - most} more`), choice.slice(most)) : null), detailTarget];
}

function happens(event) {
  const late = event.arrives - event.at - 1;
  return event.event === "delivery" ? [`${event.from} → ${event.to}  `, make("code", {}, event.text), late > 0 ? `, ${plural(late, "tick")} late` : ""]
    : [`${event.event}  `, make("code", {}, event.text)];
}

const waysToMinimise = {
  search: "searches and exhaustion",
  ddmin: "delta debugging",
  exact: "delta debugging, policy exact",
  recording: "delta debugging, policy recording",
  type: "delta debugging, policy type",
};

/** Shows the stages in which the first counterexample was minimised, and the minimal schedule. */
function minimisation(minimised) {
  const heads = ["stage", "externals", "deliveries", "nodes", "EOT", "EFF", "delays", "executions", "searches", "at least", "claim", "faults"];
  return [
    make("p", {}, `${minimised.line}. By ${waysToMinimise[minimised.by]}; what is not listed is pending.`),
    table("Stages", heads, minimised.stages.map((s) => [s.stage, s.externals, s.deliveries, s.nodes, s.eot, s.eff, s.delay_max,
      s.executions, s.searches, s.bound === null ? "" : s.bound, s.claim, make("code", {}, s.faults)].map((value) =>
      (typeof value === "number" ? String(value) : value)))),
    minimised.shown ? stageSteps(minimised) : null,
    table("What happens", ["tick", "event"], minimised.schedule.map((event) => [String(event.at), make("span", {}, happens(event))])),
    make("p", {}, "Violates ", make("code", {}, minimised.violated.join(" ")), "."),
  ];
}

/** Shows the verdict, its meaning, and the number of other counterexamples. */
function verdictBox(cell) {
  const others = cell.others > 0 ? [" ", make("a", { href: "#s-falsifiers" }, `${plural(cell.others, "other counterexample")}.`)] : [];
  return make("div", { class: `verdict ${cell.verdict}`, role: "group", "aria-label": "verdict" },
    make("strong", {}, cell.verdict), make("span", {}, cell.meaning, others));
}

function showCell(cell, target) {
  const detailTarget = make("div", { id: "detail" });
  target.replaceChildren(
    verdictBox(cell),
    ...(cell.known ? [folded(["Known: ", make("code", {}, cell.known[0]), cell.known.length > 1 ? `: ${cell.known[1]}` : ""],
      () => make("ul", {}, cell.known.slice(2).map((line) => make("li", {}, line))))] : []),
    section("What happened", runs(cell, detailTarget)),
    ...(cell.specifications ? [section("Specifications", specifications(cell, detailTarget))] : []),
    ...(cell.minimisation ? [section("Minimised", minimisation(cell.minimisation))] : []),
    section("Falsifiers", falsifiers(cell, detailTarget)),
    foldedSection("Failure specification", fspec(cell)),
    foldedSection("Coverage", coverage(cell)),
    foldedSection("Search log", log(cell)));
  if (cell.details.length > 0) showDetail(cell.details[0], cell, detailTarget, false);
}
