// Shows one execution: its story, its diagram with a slider over the ticks, its lineage, and the
// differences from the failure-free run.

function rulesTable(title, changes) {
  if (changes.length === 0) return make("p", {}, `${title}: none.`);
  return table(title, ["rule", "where", "tuples"], changes.map((c) =>
    [make("code", {}, c.rule), c.where, make("code", {}, c.heads.join(" ") + (c.more ? ` … and ${c.more} more` : ""))]));
}

function differences(detail) {
  const tuples = (sign, list) => list.map((t) => make("li", {}, make("code", {}, `${sign} ${t}`)));
  return [
    make("p", {}, `The runs part at tick ${detail.divergence.tick} (− what is missing here, + what is new):`),
    make("ul", { class: "tuples" }, tuples("−", detail.divergence.missing), tuples("+", detail.divergence.added)),
    rulesTable("Rules that stopped firing", detail.stopped),
    rulesTable("Rules that newly fired", detail.started),
  ];
}

function lineage(detail) {
  if (!detail.tree) return [];  // without a program, there is no lineage to show
  const heading = make("h4", {}, "Lineage: why it ended so");
  const tree = make("details", { class: "fold" }, make("summary", {}, "The same as text"), make("pre", { tabindex: "0" }, detail.tree));
  if (!detail.lineage) return [heading, make("p", {}, detail.lineage_note), tree];
  return [heading, picture(detail.lineage, `Lineage of ${detail.name}`), tree];
}

/** Shows the steps of the story, one on each line. Only the first step of a tick shows the tick. */
function storyOf(detail) {
  let before = 0;
  return make("table", { class: "steps" }, make("tbody", {}, detail.story.map((step) => {
    const tick = step.tick > 0 && step.tick !== before ? String(step.tick) : "";
    before = step.tick;
    return make("tr", { class: step.fault ? "fault" : "" }, make("th", { scope: "row" }, tick), make("td", {}, step.text));
  })));
}

/** Shows the story of an execution, with the diagram beside it. */
function storyAndDiagram(detail, cell, filter, { box, image }) {
  const first = make("div", { class: detail.story.length > 0 ? "first" : "first alone" });
  const bar = filterBar(filter, [foldBox(image, detail, cell), fitted(first, box)]);
  first.append(...[
    detail.story.length > 0 ? make("div", { class: "told" }, make("h4", {}, "Story"), storyOf(detail), detail.replay ? copyable(detail.replay) : null) : null,
    make("div", { class: "drawn" }, make("h4", {}, "Space-time diagram"), bar, box,
      data.program.length > 0 ? make("p", { class: "quiet" }, "Choose a message to see what it rests on.") : null),
  ].filter(Boolean));
  return first;
}

function showDetail(detail, cell, target, focus) {
  const heading = make("h3", { tabindex: "-1" }, `${detail.name}: `, make("code", {}, detail.faults));
  const filter = makeFilter(detail, cell);
  const drawn = diagram(detail, cell, filter, target);
  target.replaceChildren(...[
    heading,
    storyAndDiagram(detail, cell, filter, drawn),
    drawn.panel,
    whatIf(detail, cell, target),
    make("h4", {}, "Tick by tick"),
    stepper(detail, cell, filter, drawn.image, target),
    folded("All ticks in one table", () => allTicks(detail, cell, filter)),
    lineage(detail),
    detail.divergence ? folded("Against the failure-free run", () => differences(detail)) : null,
  ].flat(2).filter(Boolean));
  target.querySelectorAll(".picture").forEach(showRoot);
  filter.changed();
  if (focus) heading.focus();
}
