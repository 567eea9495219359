// Everything on the page comes from the JSON in #data, and becomes text, never markup. Pictures are parsed as SVG and
// imported. The script uses neither network nor storage.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const page = document.getElementById("page");
  const PAGE_SIZE = 50;

  /** make("p", {class: "x", onclick: f}, "text", node, …) */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) {
        element.setAttribute(name, value === true ? "" : value);
      }
    }
    for (const child of children.flat()) {
      if (child !== null && child !== undefined) element.append(child);
    }
    return element;
  }
  const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const seconds = (s) => (s < 10 ? s.toFixed(3) : s.toFixed(1)) + " s";

  function table(caption, heads, rows, attributes) {
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      make("table", attributes || {},
        make("caption", {}, caption),
        make("thead", {}, make("tr", {}, heads.map((h) => make("th", { scope: "col" }, h)))),
        make("tbody", {}, rows.map((row) => make("tr", {}, row.map((cell) => make("td", {}, cell)))))));
  }

  function facts(pairs) {
    return make("dl", { class: "facts" }, pairs.filter(([, value]) => value !== null).map(([name, value]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  }

  function picture(svg, label) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const image = document.importNode(parsed, true);
    image.setAttribute("aria-label", label);
    return make("div", { class: "picture", tabindex: "0", role: "region", "aria-label": label }, image);
  }

  /** A wide lineage is seen from what it explains, not from its empty corner. */
  function showRoot(box) {
    const root = box.querySelector(".root");
    if (!root) return;
    const seen = box.getBoundingClientRect();
    const at = root.getBoundingClientRect();
    box.scrollLeft += at.left + at.width / 2 - seen.left - seen.width / 2;
    box.scrollTop += at.top - seen.top - 60;
  }

  function copyable(command) {
    const status = make("span", { role: "status", class: "quiet" });
    const code = make("code", {}, command);
    const select = () => {
      const range = document.createRange();
      range.selectNodeContents(code);
      const selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      status.textContent = " selected: copy it";
    };
    return make("p", { class: "command" }, code, " ", make("button", { type: "button", onclick: select }, "Select"), status);
  }

  // -- one execution: story, pictures, differences, state

  function rulesTable(title, changes) {
    if (changes.length === 0) return make("p", {}, `${title}: none.`);
    return table(title, ["rule", "where", "tuples"], changes.map((c) =>
      [make("code", {}, c.rule), c.where, make("code", {}, c.heads.join(" ") + (c.more ? ` … and ${c.more} more` : ""))]));
  }

  function differences(detail) {
    if (!detail.divergence) return [];
    const tuples = (sign, list) => list.map((t) => make("li", {}, make("code", {}, `${sign} ${t}`)));
    return [
      make("h4", {}, "Against the failure-free run"),
      make("p", {}, `The runs part at tick ${detail.divergence.tick} (− what is missing here, + what is new):`),
      make("ul", { class: "tuples" }, tuples("−", detail.divergence.missing), tuples("+", detail.divergence.added)),
      rulesTable("Rules that stopped firing", detail.stopped),
      rulesTable("Rules that newly fired", detail.started),
    ];
  }

  function stateTable(detail, cell, everything) {
    const places = [...cell.fspec.nodes, "observer"];
    const rows = [];
    const held = places.map(() => new Set());
    detail.state.forEach((tick, index) => {
      rows.push(make("tr", {}, make("th", { scope: "row" }, String(index + 1)), places.map((_, place) => {
        const [fresh, gone] = tick[place];
        const items = fresh.map((t) => make("li", { class: "fresh" }, detail.texts[t]));
        for (const t of gone) held[place].delete(t);
        if (everything) for (const t of held[place]) items.push(make("li", { class: "old" }, detail.texts[t]));
        for (const t of gone) items.push(make("li", { class: "gone" }, make("del", {}, detail.texts[t])));
        for (const t of fresh) held[place].add(t);
        return make("td", {}, items.length ? make("ul", { class: "tuples" }, items) : null);
      })));
    });
    const caption = everything ? "What holds at each tick (new in bold)" : "What changes at each tick";
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      make("table", { class: "state" }, make("caption", {}, caption),
        make("thead", {}, make("tr", {}, ["tick", ...places].map((p) => make("th", { scope: "col" }, p)))),
        make("tbody", {}, rows)));
  }

  function state(detail, cell) {
    if (!detail.state) return make("p", {}, detail.state_note);
    const holder = make("div", {}, stateTable(detail, cell, false));
    const box = make("input", {
      type: "checkbox", id: "everything",
      onchange: () => holder.replaceChildren(stateTable(detail, cell, box.checked)),
    });
    return [make("p", {}, box, " ", make("label", { for: "everything" }, "everything that holds, not only what changes")), holder];
  }

  function lineage(detail) {
    if (!detail.tree) return [];  // no program: nothing derives what holds
    const heading = make("h4", {}, "Lineage: why it ended so");
    const tree = make("details", {}, make("summary", {}, "The same as text"), make("pre", { tabindex: "0" }, detail.tree));
    if (!detail.lineage) return [heading, make("p", {}, detail.lineage_note), tree];
    return [heading, picture(detail.lineage, `Lineage of ${detail.name}`), tree];
  }

  /// The causal chain, a line a step; the tick stands once.
  function storyOf(detail) {
    if (detail.story.length === 0) return null;
    let before = 0;
    return make("table", { class: "story" }, make("tbody", {}, detail.story.map((step) => {
      const tick = step.tick > 0 && step.tick !== before ? String(step.tick) : "";
      before = step.tick;
      return make("tr", { class: step.fault ? "fault" : "" }, make("th", { scope: "row" }, tick), make("td", {}, step.text));
    })));
  }

  function showDetail(detail, cell, target, focus) {
    const heading = make("h3", { tabindex: "-1" }, `${detail.name}: `, make("code", {}, detail.faults));
    target.replaceChildren(...[
      heading,
      storyOf(detail),
      detail.replay ? copyable(detail.replay) : null,
      make("h4", {}, "Space-time diagram"),
      picture(detail.lamport, `Space-time diagram of ${detail.name}`),
      lineage(detail),
      differences(detail),
      make("h4", {}, "State, tick by tick"),
      state(detail, cell),
    ].flat(2).filter(Boolean));
    target.querySelectorAll(".picture").forEach(showRoot);
    if (focus) heading.focus();
  }

  // -- lists that are shown page by page

  function paged(caption, heads, rows, render) {
    let shown = rows;
    let first = 0;
    const body = make("tbody");
    const status = make("span", { role: "status" });
    const go = (to) => {
      first = Math.max(0, Math.min(to, Math.floor(Math.max(0, shown.length - 1) / PAGE_SIZE) * PAGE_SIZE));
      const slice = shown.slice(first, first + PAGE_SIZE);
      body.replaceChildren(...slice.map((row) => make("tr", {}, render(row).map((c) => make("td", {}, c)))));
      status.textContent = shown.length === 0 ? "nothing found"
        : `${first + 1} to ${first + slice.length} of ${shown.length}`;
      back.disabled = first === 0;
      forth.disabled = first + PAGE_SIZE >= shown.length;
    };
    const back = make("button", { type: "button", onclick: () => go(first - PAGE_SIZE) }, "Previous");
    const forth = make("button", { type: "button", onclick: () => go(first + PAGE_SIZE) }, "Next");
    const search = make("input", {
      type: "search", "aria-label": `Search in ${caption}`,
      oninput: () => {
        const wanted = search.value.toLowerCase();
        shown = rows.filter((row) => row.join(" ").toLowerCase().includes(wanted));
        go(0);
      },
    });
    const bar = rows.length <= 10 ? null : make("p", { class: "bar" }, make("label", {}, "Search ", search), " ", back, " ", forth, " ", status);
    const block = make("div", {}, bar || "", make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      make("table", {}, make("caption", {}, caption),
        make("thead", {}, make("tr", {}, heads.map((h) => make("th", { scope: "col" }, h)))), body)));
    go(0);
    return block;
  }

  // -- a cell

  /** The name of a falsifier, which shows it. */
  function falsifierButton([name, , , , , detail], cell, detailTarget) {
    return detail === null
      ? make("span", { title: "no diagrams in this file" }, name)
      : make("button", { type: "button", onclick: () => showDetail(cell.details[detail], cell, detailTarget, true) }, name);
  }

  function specifications(cell, detailTarget) {
    const most = 12;
    const word = (text, kind) => make("span", { class: `word ${kind || ""}` }, text);
    const rows = cell.specifications.map((one) => [
      [make("code", {}, one.name), one.explains === null ? null : [" explains ", make("code", {}, one.explains)]].flat(),
      word(one.severity), word(one.when), word(one.verdict, one.verdict), one.text,
      [one.falsifiers.slice(0, most).flatMap((f) => [falsifierButton(cell.falsifiers[f], cell, detailTarget), " "]),
        one.falsifiers.length > most ? `and ${one.falsifiers.length - most} more` : null].flat(),
    ]);
    return table("Specifications", ["specification", word("severity"), "when", "verdict", "what is violated", "falsifiers"], rows);
  }

  function falsifiers(cell, detailTarget) {
    if (cell.falsifiers.length === 0) return make("p", {}, "None was found.");
    const render = (row) => [falsifierButton(row, cell, detailTarget), ...rest(row)];
    const rest = ([, faults, size, minimal, violated, , replay]) => [
      make("code", {}, faults), String(size), minimal ? "minimal" : "", make("code", {}, violated.join(" ")),
      make("code", {}, replay),
    ];
    const without = cell.falsifiers.filter((f) => f[5] === null).length;
    return [
      paged("Falsifiers", ["", "faults", "size", "", "violated", "replay"], cell.falsifiers, render),
      without > 0 && data.program.length === 0 ? make("p", {}, "The file holds no program, so nothing is drawn.")
        : without > 0 ? make("p", {}, `${without} of them are without diagrams here; this draws one: `,
        make("code", {}, `ldfi-results lamport ${data.run.file} ${cell.falsifiers.find((f) => f[5] === null)[0]}`)) : null,
    ];
  }

  function groups(cell, detailTarget) {
    const most = 12;
    const rules = (list) => list.map(([text, where]) => make("li", {}, make("code", {}, text), ` (${where})`));
    const members = (all) => [all.slice(0, most).flatMap((f) => [falsifierButton(cell.falsifiers[f], cell, detailTarget), " "]),
      all.length > most ? `and ${all.length - most} more, to ${cell.falsifiers[all[all.length - 1]][0]}` : null].flat();
    const rows = cell.groups.list.map((group, index) => [
      `g${index + 1}`, String(group.size), group.violates.join(", "),
      make("details", {}, make("summary", {}, `+${group.started.length} \u2212${group.stopped.length}`),
        make("ul", {}, make("li", {}, "fire here only:"), rules(group.started)),
        make("ul", {}, make("li", {}, "fire in the failure-free run only:"), rules(group.stopped))),
      make("details", {}, make("summary", {}, make("code", {}, group.families[0][0]), group.families.length === 1 ? ""
        : ` and ${group.families.length - 1} more ${group.families.length === 2 ? "family" : "families"}`),
      make("ul", {}, group.families.map(([text, all]) => make("li", {}, make("code", {}, text), " ", members(all))))),
    ]);
    const left = cell.groups.left.length;
    return [
      make("p", {}, `${plural(cell.groups.list.length, "group")} of ${plural(cell.falsifiers.length - left, "falsifier")} that violate the same ` +
        "by the same rules, the rarest first, then what has most rules that no line above has. A group may hold more than one bug."),
      left > 0 ? make("p", {}, `${plural(left, "falsifier")}, from ${cell.falsifiers[cell.groups.left[0]][0]} on, are not grouped here; this groups more: `,
        make("code", {}, `ldfi-results groups ${data.run.file}`)) : null,
      table("Groups", ["", "members", "violates", "rules", "families"], rows),
    ].filter(Boolean);
  }

  /** Digits in groups of three. A very long number is shortened; the tooltip shows its first 2000 digits. */
  function grouped(digits) {
    if (!/^\d{31,}$/.test(digits)) return digits.replace(/\B(?=(\d{3})+$)/g, "\u2009");
    return make("span", { title: digits.slice(0, 2000) }, `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`);
  }

  function coverage(cell) {
    return facts([
      ...(cell.combinations === "" ? [] : [["combinations", grouped(cell.combinations)]]),
      ["distinct fault sets", grouped(cell.distinct_fault_sets)],
      ["executed", cell.executed],
      ["violating", cell.violating === "" ? "not counted" : cell.violating],
      ["what it covers", cell.covers],
    ]);
  }

  function log(cell) {
    return [
      facts([
        ["strategy", data.run.strategy],
        ["executions", cell.executed],
        ["speculative, not needed", String(cell.wasted)],
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

  function section(title, ...children) {
    const id = "s-" + title.toLowerCase().replace(/\W+/g, "-");
    return make("section", { "aria-labelledby": id }, make("h2", { id }, title), children.flat(2));
  }

  function showCell(cell, target) {
    const detailTarget = make("div", { id: "detail" });
    const f = cell.fspec;
    const first = cell.falsifiers.length > 0 && cell.details.length > 0 ? cell.details[0] : null;
    const runs = cell.details.map((detail) =>
      make("button", { type: "button", onclick: () => showDetail(detail, cell, detailTarget, true) }, detail.name));
    target.replaceChildren(
      make("div", { class: `verdict ${cell.verdict}`, role: "group", "aria-label": "verdict" },
        make("strong", {}, cell.verdict), make("span", {}, cell.meaning + (cell.reason ? ` (${cell.reason})` : "") + ".")),
      first ? make("div", { class: "story" }, make("p", {}, `${first.name}: `, make("code", {}, first.faults)), storyOf(first)) : "",
      make("div", { class: "columns" }, section("Failure specification", facts([
        ["EOT", `${f.eot} ticks`],
        ["EFF", `messages are lost up to ${f.eff} (${f.eff_mode})`],
        ["crashes", `${f.crashes} (${f.crash_model})`],
        ...(f.restarts === undefined ? [] : [["restarts", String(f.restarts)]]),
        ...(f.crashable === undefined ? [] : [["who may crash", f.crashable.join(" ")]]),
        ["nodes", f.nodes.join(" ")],
        ...(cell.params === undefined ? [] : [["constants", cell.params.join(", ")]]),
        ...(cell.failure_free === null ? [] : [["failure-free run", `pre ${cell.failure_free[0]}, post ${cell.failure_free[1]} tuples`]]),
      ])), section("Coverage", coverage(cell))),
      ...(cell.specifications ? [section("Specifications", specifications(cell, detailTarget))] : []),
      ...(cell.groups ? [section("Groups of falsifiers", groups(cell, detailTarget))] : []),
      section("Falsifiers", falsifiers(cell, detailTarget)),
      section("Runs", cell.details.length > 0
        ? [make("p", { class: "bar", role: "group", "aria-label": "which run to show" }, runs), detailTarget]
        : make("p", {}, cell.no_details || "No run is drawn in this file.")),
      section("Search log", log(cell)));
    if (cell.details.length > 0) showDetail(cell.details[0], cell, detailTarget, false);
  }

  function sources() {
    return section("Input",
      facts([["config", data.config.name || "none"], ["seed", data.run.seed], ["ranks", String(data.run.ranks)],
        ["version", data.run.version], ["started", data.run.started], ["command", make("code", {}, data.run.command)]]),
      data.program.map((file) => make("details", {}, make("summary", {}, file.name), make("pre", { tabindex: "0" }, file.text))),
      data.config.text ? make("details", {}, make("summary", {}, data.config.name), make("pre", { tabindex: "0" }, data.config.text)) : null,
      make("details", {}, make("summary", {}, "All options"), table("Options", ["option", "value"], data.options)));
  }

  const target = make("div", { id: "cell" });
  // A sweep opens at the first cell with something to look at.
  const opened = Math.max(0, data.cells.findIndex((cell) => cell.falsifiers.length > 0));
  if (data.cells.length > 1) {
    const choose = make("select", { id: "choose", onchange: () => showCell(data.cells[choose.selectedIndex], target) },
      data.cells.map((c) => make("option", {}, `<${c.name}>: ${c.verdict}`)));
    choose.selectedIndex = opened;
    page.append(make("p", { class: "bar" }, make("label", { for: "choose" }, `${data.cells.length} cells, by EOT, EFF, crashes `), choose));
  }
  page.append(target, sources());
  if (data.cells.length > 0) showCell(data.cells[opened], target);
  document.documentElement.dataset.ready = "yes";
})();
