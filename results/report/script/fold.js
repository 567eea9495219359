// Folds repetitions: ticks at which the same messages are sent, and equal rows of a table.

/**
 * Returns the ranges [first, last] of at least `least` successive equal keys. A null key is not equal to any
 * key.
 */
function rangesOf(keys, least) {
  const found = [];
  for (let first = 0; first < keys.length;) {
    let last = first;
    while (keys[first] !== null && last + 1 < keys.length && keys[last + 1] === keys[first]) last += 1;
    if (last - first + 1 >= least) found.push([first, last]);
    first = last + 1;
  }
  return found;
}

const ticksText = (first, last) => (first === last ? `tick ${first}: the same again` : `ticks ${first} to ${last}: the same again`);

/**
 * Returns the ranges of ticks that the diagram may fold: the same messages are sent, and there are no faults
 * and no messages that the explanation needs.
 */
function repeatedTicks(detail, cell) {
  const late = /\b[DU]\(/.test(detail.faults);  // arrows of late or duplicated messages cross many ticks
  if (late) return [];
  const marked = new Set((detail.faults.match(/\d+/g) || []).map(Number));
  const sent = Array.from({ length: cell.fspec.eot + 1 }, () => []);
  for (const m of detail.messages) {
    if (m[5] || m[6]) marked.add(m[0]);
    if (sent[m[0]]) sent[m[0]].push(`${m[1]} ${m[2]} ${m[3]}`);
  }
  const keys = sent.map((all, tick) => (tick === 0 || marked.has(tick) ? null : all.sort().join("\n")));
  // the first and the last tick of a range are not folded
  return rangesOf(keys, 4).map(([first, last]) => [first + 1, last - 1]);
}

/** Folds the diagram. Returns the function that unfolds it. */
function foldImage(image, ranges) {
  const heightOfFold = 30;
  const undo = [];
  const set = (element, name, value) => {
    const before = element.getAttribute(name);
    undo.push(() => (before === null ? element.removeAttribute(name) : element.setAttribute(name, before)));
    element.setAttribute(name, value);
  };
  const at = new Map([...image.querySelectorAll("g.moment")].map((g) => [Number(g.dataset.tick), Number(g.querySelector("line").getAttribute("y1"))]));
  const folds = ranges.filter(([first, last]) => at.has(first) && at.has(last + 1))
    .map(([first, last]) => ({ first, last, top: at.get(first), bottom: at.get(last + 1) }));
  const map = (y) => {
    let less = 0;
    for (const { top, bottom } of folds) {
      if (y >= bottom) less += bottom - top - heightOfFold;
      else if (y > top) less += (y - top) * (1 - heightOfFold / (bottom - top));
    }
    return y - less;
  };
  const gone = (tick) => folds.some(({ first, last }) => tick >= first && tick <= last);
  for (const group of image.querySelectorAll("g[data-tick]")) {
    if (!gone(Number(group.dataset.tick))) continue;
    group.classList.add("repeated");
    undo.push(() => group.classList.remove("repeated"));
  }
  const move = (element, name) => set(element, name, String(map(Number(element.getAttribute(name)))));
  for (const element of image.querySelectorAll("line, rect, ellipse, text, path")) {
    if (element.closest(".repeated")) continue;
    const y = (name) => Number(element.getAttribute(name));
    if (element.tagName === "line") ["y1", "y2"].forEach((name) => move(element, name));
    if (element.tagName === "text") move(element, "y");
    if (element.tagName === "ellipse") {
      if (folds.some(({ top, bottom }) => y("cy") >= top && y("cy") < bottom)) {
        element.classList.add("repeated");
        undo.push(() => element.classList.remove("repeated"));
      }
      move(element, "cy");
    }
    if (element.tagName === "rect") {
      const height = map(y("y") + y("height")) - map(y("y"));
      if (element.getAttribute("height") && !element.getAttribute("height").endsWith("%")) {
        set(element, "height", String(height));
        move(element, "y");
      }
    }
    if (element.tagName === "path") {
      const first = Number((element.getAttribute("d").match(/^M[-\d.]+ ([-\d.]+)/) || [0, 0])[1]);
      set(element, "transform", `translate(0 ${map(first) - first})`);
    }
  }
  const [left, upper, width, height] = image.getAttribute("viewBox").split(" ").map(Number);
  set(image, "viewBox", `${left} ${upper} ${width} ${map(height)}`);
  if (image.getAttribute("height")) set(image, "height", String(map(height)));
  for (const { first, last, top } of folds) {
    const y = map(top);
    const make = (name, attributes, text) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (text) element.textContent = text;
      return element;
    };
    const band = make("g", { class: "fold-band", "data-first": first, "data-last": last });
    band.append(make("rect", { x: 36, y: y + 8, width: width - 44, height: 18, rx: 4, class: "fold" }),
      make("text", { x: 46, y: y + 21, class: "prose" }, ticksText(first, last)));
    image.append(band);
    undo.push(() => band.remove());
  }
  return () => undo.reverse().forEach((step) => step());
}

/** Returns the check box that folds repeated ticks, or null if no ticks repeat. */
function foldBox(image, detail, cell) {
  const ranges = repeatedTicks(detail, cell);
  if (ranges.length === 0) return null;
  let unfold = foldImage(image, ranges);
  const box = make("input", {
    type: "checkbox", checked: true, class: "fold-repeats",
    onchange: () => {
      if (box.checked) unfold = foldImage(image, ranges);
      else unfold();
    },
  });
  return make("label", {}, box, " fold ticks that repeat");
}
