// Shows watch expressions below the slider: for each pattern the matching tuples, their number at each
// tick, and the ticks of changes. The address of the page holds the patterns (`#watch=log(_,P)`). On a page
// of several runs, the address of the whole page holds them.

const MOST_PATTERNS = 20;
const addressed = location.protocol === "about:" && window.frameElement?.className === "run" ? window.parent : window;
const fragments = () => addressed.location.hash.slice(1).split("&");

/** Returns the value of `name` in the address as text, or an empty text. The text may be anything. */
function readAddress(name, most) {
  const found = fragments().find((part) => part.startsWith(`${name}=`));
  if (found === undefined) return "";
  const text = found.slice(name.length + 1);
  try {
    return decodeURIComponent(text).slice(0, most);
  } catch {
    return text.slice(0, most);  // the encoding of the address is invalid
  }
}

const watchedInAddress = () => readAddress("watch", 4000);

function writeAddress(name, text) {
  const parts = fragments().filter((part) => part !== "" && !part.startsWith(`${name}=`));
  if (text.trim() !== "") parts.push(`${name}=${encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3B/g, ";")}`);
  try {
    addressed.history.replaceState(null, "", addressed.location.href.split("#")[0] + (parts.length > 0 ? `#${parts.join("&")}` : ""));
  } catch {
    // If a viewer does not let a page change its address, the page works without.
  }
}

const watching = { text: watchedInAddress(), changed: () => {} };
window.addEventListener("hashchange", () => {
  watching.text = watchedInAddress();
  watching.changed();
});

/** Returns the ranges of ticks [first, last] in which each matching tuple holds at some place. */
function rangesOfTuples(detail, wanted) {
  const places = new Map();
  const ranges = new Map();
  detail.state.forEach((tick, index) => {
    for (const [fresh, gone] of tick) {
      for (const t of gone) if (wanted.has(t)) places.set(t, places.get(t) - 1);
      for (const t of fresh) if (wanted.has(t)) places.set(t, (places.get(t) || 0) + 1);
    }
    for (const [t, count] of places) {
      if (count === 0) continue;
      if (!ranges.has(t)) ranges.set(t, []);
      const all = ranges.get(t);
      if (all.length > 0 && all[all.length - 1][1] === index) all[all.length - 1][1] = index + 1;
      else all.push([index + 1, index + 1]);
    }
  });
  return [...ranges].map(([t, all]) => ({ text: detail.texts[t], ranges: all })).sort((a, b) => a.ranges[0][0] - b.ranges[0][0]);
}

/**
 * Returns the number of matching tuples at each tick, from 1 on, and the ticks at which the matching tuples
 * change. For a pattern with `!`, a tick counts only if the number changes from or to 0.
 */
function countsOf(found, last, absent) {
  const counts = Array(last + 1).fill(0);
  const changed = Array(last + 1).fill(false);
  for (const { ranges } of found) {
    for (const [first, end] of ranges) {
      for (let tick = first; tick <= end; tick += 1) counts[tick] += 1;
      changed[first] = true;
      if (end < last) changed[end + 1] = true;
    }
  }
  if (absent) counts.forEach((count, tick) => { changed[tick] = tick > 1 && (count === 0) !== (counts[tick - 1] === 0); });
  changed[1] = false;
  return { counts, changed };
}

const rangeText = ([first, last]) => (first === last ? `${first}` : `${first} to ${last}`);
const shortened = (text) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** Shows a wrong pattern, with its wrong part marked, and what is wrong. */
function wrongPattern(source, pattern, problem) {
  const before = source.slice(pattern.start, pattern.from);
  const place = source.slice(pattern.from, pattern.end);
  return make("div", { class: "watched wrong" }, make("code", {}, shortened(before), make("mark", {}, shortened(place) || "\u00a0")),
    make("span", {}, ` ${problem}`));
}

/** Makes the display of one pattern: {block, show(tick)}. */
function watchedPattern(source, pattern, detail, words, last, goTo) {
  const wanted = new Set([...words.tuples.keys()].filter((t) => matches(pattern, words.tuples[t], words.values)));
  const found = rangesOfTuples(detail, wanted);
  const { counts, changed } = countsOf(found, last, pattern.absent);
  const text = source.slice(pattern.start, pattern.end);
  let now = 0;
  const cells = counts.slice(1).map((count, index) => {
    const tick = index + 1;
    const says = pattern.absent ? (count === 0 ? "yes" : "no") : String(count);
    return make("li", { class: `${count > 0 !== pattern.absent ? "some" : "none"}${changed[tick] ? " changed" : ""}`, "data-tick": tick,
      title: `tick ${tick}: ${pattern.absent ? says : `${says} of ${plural(found.length, "tuple")}`}${changed[tick] ? ", changed" : ""}`,
      onclick: () => goTo(tick) }, make("span", { class: "at" }, String(tick)), make("b", {}, says), changed[tick] ? make("span", { class: "unseen" }, "changed") : null);
  });
  const changes = changed.flatMap((yes, tick) => (yes ? [tick] : []));
  // The buttons are never disabled, because a disabled button loses the focus.
  const step = (label, name, next) => button(label, () => {
    if (next() !== undefined) goTo(next());
  }, { "aria-label": name, class: "copy" });
  const before = () => changes.filter((tick) => tick < now).pop();
  const after = () => changes.find((tick) => tick > now);
  const back = step("\u2190 change", `the change of ${text} before this tick`, before);
  const forth = step("change \u2192", `the next change of ${text}`, after);
  const count = make("span", { class: "quiet" });
  const list = make("div", {});
  const unknown = unknownWords(pattern, words.values);
  const few = 6;
  const items = (kind, tag, all) => all.map((one) => make("li", { class: kind }, tag ? make(tag, {}, one.text) : one.text));
  const show = (tick) => {
    cells[now - 1]?.classList.remove("now");
    cells[tick - 1].classList.add("now");
    now = tick;
    back.setAttribute("aria-disabled", String(before() === undefined));
    forth.setAttribute("aria-disabled", String(after() === undefined));
    const holds = (one, at) => one.ranges.some(([first, end]) => first <= at && at <= end);
    const here = found.filter((one) => holds(one, tick));
    count.textContent = found.length === 0 ? "nothing matches at any tick" : `tick ${tick}: ${pattern.absent ? (here.length === 0 ? "yes, none matches" : `no, ${here.length} of ${plural(found.length, "tuple")}`)
      : `${here.length} of ${plural(found.length, "tuple")}`}`;
    const fresh = here.filter((one) => tick > 1 && !holds(one, tick - 1));
    const gone = found.filter((one) => tick > 1 && holds(one, tick - 1) && !holds(one, tick));
    const old = here.filter((one) => tick === 1 || holds(one, tick - 1));
    const all = () => make("ul", { class: "tuples" }, items("fresh", "ins", fresh), items("gone", "del", gone), items("old", null, old));
    const lines = fresh.length + gone.length + old.length;
    list.replaceChildren(lines <= few ? all() : folded([fresh.length > 0 ? `${fresh.length} new` : null,
      gone.length > 0 ? `${gone.length} gone` : null, old.length > 0 ? `${old.length} unchanged` : null].filter(Boolean).join(", "), all));
  };
  const whole = found.length === 0 ? null : folded(`${plural(found.length, "tuple")}, and when ${found.length === 1 ? "it holds" : "each holds"}`,
    () => [make("ul", { class: "tuples" }, found.slice(0, 200).map((one) => make("li", {}, one.text,
      make("span", { class: "quiet" }, `  tick ${one.ranges.map(rangeText).join(", ")}`)))),
    found.length > 200 ? make("p", { class: "quiet" }, `and ${found.length - 200} more`) : null]);
  const block = make("div", { class: "watched", role: "group", "aria-label": `watch ${text}` },
    make("p", { class: "bar" }, make("code", {}, shortened(text)), back, forth, count),
    unknown.length === 0 ? null : make("p", { class: "quiet" }, shortened(`${unknown.join(", ")}: no value of this run; _ or a word with a capital stands for any`)),
    make("ol", { class: "strip" }, cells), list, whole);
  return { block, show };
}

/** Returns an example of a pattern with a relation of this run. */
function examplePattern(detail) {
  const text = detail.texts.find((one) => /^[\w.?]+\([^"]+\)$/.test(one) && one.length < 40);
  return text === undefined ? "log(_, P)" : text.replace(/,[^,]*\)$/, ", _)");
}

/**
 * Makes the field for patterns and the elements that show their matches: {block, show(tick)}. `goTo` moves
 * the slider to a tick.
 */
function watch(detail, cell, goTo) {
  let words = null;
  let shown = [];
  let tick = 1;
  let timer = 0;
  const holder = make("div", {});
  const field = make("input", { type: "search", id: "watch", value: watching.text, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-describedby": "watch-help" });
  const fill = () => {
    const patterns = readPatterns(watching.text, MOST_PATTERNS);
    if (patterns.length > 0 && words === null) words = vocabulary(detail, cell);
    shown = patterns.map((pattern) => {
      if (pattern.problem) return { block: wrongPattern(watching.text, pattern, pattern.problem) };
      const problem = problemOf(pattern, words.arities);
      if (problem) return { block: wrongPattern(watching.text, { ...pattern, from: pattern.start }, problem) };
      return watchedPattern(watching.text, pattern, detail, words, detail.state.length, goTo);
    });
    field.setAttribute("aria-invalid", String(shown.some((one) => !one.show)));
    holder.replaceChildren(...shown.map((one) => one.block));
    show(tick);
  };
  const show = (at) => {
    tick = at;
    shown.forEach((one) => one.show && one.show(at));
  };
  const read = () => {
    clearTimeout(timer);
    if (field.value === watching.text) return;
    watching.text = field.value;
    writeAddress("watch", watching.text);
    fill();
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(read, 250);
  });
  field.addEventListener("change", read);
  watching.changed = () => {
    field.value = watching.text;
    fill();
  };
  fill();
  const block = make("div", { class: "watch" }, make("p", { class: "bar" }, make("label", { for: "watch" }, "Watch"), field,
    make("span", { class: "quiet", id: "watch-help" }, "patterns such as ", make("code", {}, examplePattern(detail)),
      ": _ is any value, P the same one wherever it stands, ! says that none matches; several are parted by ;")),
  holder);
  return { block, show };
}
