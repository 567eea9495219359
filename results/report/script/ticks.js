// Shows the tuples that hold at each node, tick by tick: at the tick that a slider chooses, and as a table
// of all ticks.

/**
 * Returns for each tick and place the new tuples, the tuples that are gone, and the older tuples that still
 * hold.
 */
function statesOf(detail, places) {
  const held = places.map(() => new Set());
  return detail.state.map((tick) => places.map((_, place) => {
    const [fresh, gone] = tick[place];
    gone.forEach((t) => held[place].delete(t));
    const old = [...held[place]];
    fresh.forEach((t) => held[place].add(t));
    return { fresh, gone, old };
  }));
}

/**
 * Lists the tuples of a place: the new ones, those that are gone, and the older ones, which are folded if
 * there are many.
 */
function factsAt(detail, at, filter, everything) {
  const list = (kind, tag, all) => all.map((t) => detail.texts[t]).filter((text) => filter.shownRelations.has(relationOf(text)))
    .map((text) => make("li", { class: kind }, tag ? make(tag, {}, text) : text));
  const fresh = list("fresh", "ins", at.fresh);
  const gone = list("gone", "del", at.gone);
  const old = list("old", null, at.old);
  const few = 6;
  if (!everything) return make("ul", { class: "tuples" }, fresh, gone);
  if (old.length <= few) return make("ul", { class: "tuples" }, fresh, gone, old);
  return [make("ul", { class: "tuples" }, fresh, gone),
    make("details", {}, make("summary", {}, `${old.length} unchanged`), make("ul", { class: "tuples" }, old))];
}

/**
 * Makes the slider over the ticks, with the state of each node at the tick and the messages that it
 * sends. `image` is the diagram.
 */
function stepper(detail, cell, filter, image, target) {
  const last = cell.fspec.eot;
  const places = [...cell.fspec.nodes, "observer"];
  const states = detail.state ? statesOf(detail, places) : null;
  const slider = make("input", { type: "range", min: "1", max: String(last), value: "1", "aria-label": "tick", id: "tick" });
  const says = make("output", { for: "tick" });
  const holder = make("div", { class: "cards" });
  const card = (place, tick) => {
    const at = states ? states[tick - 1][place] : null;
    const sends = place === places.length - 1 ? []
      : detail.messages.filter((m) => m[0] === tick && m[1] === place && filter.chosen(m));
    return make("div", { class: "card" }, make("h5", {}, places[place]),
      place < cell.fspec.nodes.length ? crashButton(detail, cell, place, tick, target) : null,
      at ? factsAt(detail, at, filter, true) : null,
      sends.length === 0 ? null : make("ul", { class: "tuples sends" }, sends.map((m) =>
        make("li", { class: m[5] ? "lost" : "sent" }, `\u2192 ${cell.fspec.nodes[m[2]]}: ${m[4]}${m[5] ? " (lost)" : ""}`))));
  };
  const show = () => {
    const tick = Number(slider.value);
    says.textContent = `tick ${tick} of ${last}`;
    slider.setAttribute("aria-valuetext", says.textContent);
    const shown = [...places.keys()].filter((place) => place === places.length - 1 || filter.shownNodes.has(place));
    holder.replaceChildren(...shown.map((place) => card(place, tick)));
    for (const moment of image.querySelectorAll("g.moment")) moment.classList.toggle("now", Number(moment.dataset.tick) === tick);
    if (watched) watched.show(tick);
    for (const band of image.querySelectorAll("g.fold-band")) band.classList.toggle("now", Number(band.dataset.first) <= tick && tick <= Number(band.dataset.last));
  };
  const goTo = (tick) => {
    slider.value = String(tick);
    show();
  };
  const go = (by) => () => goTo(Number(slider.value) + by);
  const watched = states && detail.state.length > 0 ? watch(detail, cell, goTo) : null;
  slider.addEventListener("input", show);
  filter.listeners.push(show);
  show();
  return [
    make("p", { class: "bar" }, button("\u2190", go(-1), { "aria-label": "one tick back" }), slider,
      button("\u2192", go(1), { "aria-label": "one tick on" }), says),
    states ? make("p", { class: "quiet" }, make("ins", {}, "new"), ", ", make("del", {}, "gone"), ", and unchanged tuples; \u2192 what a node sends")
      : make("p", {}, detail.state_note),
    watched ? watched.block : null,
    holder,
  ];
}

/** Makes a table of all ticks. */
function stateTable(detail, cell, filter, everything) {
  const places = [...cell.fspec.nodes, "observer"];
  const states = statesOf(detail, places);
  const shown = (all) => all.map((t) => detail.texts[t]).filter((text) => filter.shownRelations.has(relationOf(text)));
  const keys = states.map((tick) => JSON.stringify(tick.map((at) => [shown(at.fresh), shown(at.gone), everything ? shown(at.old) : null])));
  const folds = rangesOf(keys, 3);
  const rows = states.flatMap((tick, index) => {
    const fold = folds.find(([first, last]) => index > first && index <= last);
    if (fold && index > fold[0] + 1) return [];
    if (fold) {
      return [make("tr", { class: "again" }, make("th", { scope: "row" }, `${index + 1}\u2013${fold[1] + 1}`),
        make("td", { colspan: String(places.length) }, ticksText(index + 1, fold[1] + 1)))];
    }
    return [make("tr", {}, make("th", { scope: "row" }, String(index + 1)), tick.map((at) => make("td", {}, factsAt(detail, at, filter, everything))))];
  });
  const caption = everything ? "What holds at each tick (new in bold)" : "What changes at each tick";
  return scrolled(caption, make("table", { class: "state" }, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ["tick", ...places].map((p) => make("th", { scope: "col" }, p)))),
    make("tbody", {}, rows)));
}

function allTicks(detail, cell, filter) {
  if (!detail.state) return make("p", {}, detail.state_note);
  const holder = make("div", {});
  const show = () => holder.replaceChildren(stateTable(detail, cell, filter, box.checked));
  const box = make("input", { type: "checkbox", id: "everything", onchange: show });
  filter.listeners.push(show);
  show();
  return [make("p", {}, box, " ", make("label", { for: "everything" }, "everything that holds, not only what changes")), holder];
}
