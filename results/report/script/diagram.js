// Shows the space-time diagram of a run. The reader can choose arrows, and which relations and nodes to
// show. The tables of the state follow this choice.

/** Returns the relation of a tuple: `log` for `log(b,data)`. */
const relationOf = (text) => text.slice(0, Math.max(0, text.indexOf("(")) || text.length);

/**
 * Makes the filter of a run: the shown relations and nodes, and whether to draw only messages that the
 * explanation needs.
 */
function makeFilter(detail, cell) {
  const relations = new Set(detail.messages.map((m) => m[3]));
  for (const text of detail.texts || []) relations.add(relationOf(text));
  const names = [...relations].sort();
  return {
    relations: names, shownRelations: new Set(names),
    nodes: cell.fspec.nodes, shownNodes: new Set(cell.fspec.nodes.keys()),
    onlyExplained: detail.violated.length > 0 && detail.messages.some((m) => m[6]), listeners: [],
    changed() { this.listeners.forEach((listener) => listener()); },
    chosen(m) { return this.shownRelations.has(m[3]) && (this.shownNodes.has(m[1]) || this.shownNodes.has(m[2])); },
    drawn(m) { return this.chosen(m) && (m[6] || !this.onlyExplained); },
  };
}

/** Returns check boxes for the names, with buttons that check all or none. */
function choices(title, names, shown, keys, changed) {
  const boxes = names.map((_, i) => make("input", {
    type: "checkbox", checked: true,
    onchange: (event) => {
      if (event.target.checked) shown.add(keys[i]);
      else shown.delete(keys[i]);
      tell();
    },
  }));
  const count = make("span", {}, "");
  const tell = () => {
    count.textContent = shown.size === names.length ? `${title}: all` : `${title}: ${shown.size} of ${names.length}`;
    changed();
  };
  const all = (wanted) => () => {
    boxes.forEach((box, i) => {
      box.checked = wanted;
      if (wanted) shown.add(keys[i]);
      else shown.delete(keys[i]);
    });
    tell();
  };
  count.textContent = `${title}: all`;
  return make("details", { class: "choices" }, make("summary", {}, count),
    make("p", { class: "bar" }, button("All", all(true)), button("None", all(false))),
    make("div", { class: "boxes" }, names.map((name, i) => make("label", {}, boxes[i], " ", make("span", {}, name)))));
}

function filterBar(filter, more) {
  const changed = () => filter.changed();
  const explained = make("input", {
    type: "checkbox", checked: filter.onlyExplained,
    onchange: () => {
      filter.onlyExplained = explained.checked;
      changed();
    },
  });
  return make("div", { class: "bar filter", role: "group", "aria-label": "what to show" },
    choices("Relations", filter.relations, filter.shownRelations, filter.relations, changed),
    choices("Nodes", filter.nodes, filter.shownNodes, [...filter.nodes.keys()], changed),
    make("label", {}, explained, " only messages that the explanation needs"), more);
}

/** Hides the arrows and labels that the filter excludes. */
function obey(image, detail, filter) {
  const key = (tick, from, to, lost) => `${tick} ${from} ${to} ${lost}`;
  const shown = new Map();  // for each arrow, the relations of its shown messages
  for (const m of detail.messages) {
    if (!filter.drawn(m)) continue;
    const arrow = key(m[0], m[1], m[2], m[5] ? 1 : 0);
    if (!shown.has(arrow)) shown.set(arrow, new Set());
    shown.get(arrow).add(m[3]);
  }
  for (const group of image.querySelectorAll("g[data-from]")) {
    const relations = shown.get(key(group.dataset.tick, group.dataset.from, group.dataset.to, group.dataset.lost));
    group.classList.toggle("hidden", !relations);
    for (const line of group.querySelectorAll("g[data-relation]")) {
      line.classList.toggle("hidden", !(relations && relations.has(line.dataset.relation)));
    }
  }
}

/** Makes the diagram of an execution. A press on an arrow shows the lineage of its messages. */
function diagram(detail, cell, filter, target) {
  const box = picture(detail.lamport, `Space-time diagram of ${detail.name}`);
  const image = box.querySelector("svg");
  image.setAttribute("role", "group");  // with the role of an image, screen readers would not see the arrows
  const panel = make("div", { class: "panel", id: "message" });
  let chosen = [];
  const choose = (group, focus) => {
    const { tick, from, to, lost } = group.dataset;
    const messages = detail.messages.filter((m) => m[0] === Number(tick) && m[1] === Number(from) && m[2] === Number(to) &&
      m[5] === (lost === "1") && filter.drawn(m));
    if (messages.length === 0) return;
    chosen.forEach((one) => one.classList.remove("chosen"));
    chosen = [...image.querySelectorAll(`g[data-tick="${tick}"][data-from="${from}"][data-to="${to}"][data-lost="${lost}"]`)];
    chosen.forEach((one) => one.classList.add("chosen"));
    panel.replaceChildren(...messagePanel(detail, cell, messages, target).flat(3).filter(Boolean));
    if (focus) panel.querySelector("h4").focus();
  };
  for (const group of image.querySelectorAll("g[data-from]")) {
    group.addEventListener("click", () => choose(group, false));
    if (!group.classList.contains("arrow")) continue;
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", group.querySelector("title").textContent);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(group, true);
    });
  }
  filter.listeners.push(() => obey(image, detail, filter));
  return { box, image, panel };
}
