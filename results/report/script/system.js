// Makes a slider over the moments of each drawn execution of a real system. Each node has a card: its
// actions at the moment, whether it is up, the messages under way to it, and its earlier actions without
// repetitions. All other parts of the page need no script.
const milliseconds = (ns, digits = 3) => `${Number((ns / 1e6).toFixed(digits))} ms`;

/** Returns one line for texts that differ only in numbers: `sends gossip#3 to n1, and 6 more like it`. */
function folded(texts) {
  const out = [];
  const general = (text) => text.replace(/\d+/g, "#");
  for (const text of texts) {
    const same = out.find((one) => one.general === general(text));
    if (same) same.count += 1;
    else out.push({ text, general: general(text), count: 1 });
  }
  return out.map(({ text, count }) => (count === 1 ? text : `${text}, and ${count - 1} more like it`));
}

const list = (texts, kind) => (texts.length === 0 ? null
  : make("ul", { class: `tuples ${kind}` }, texts.map((text) => make("li", { class: kind }, text))));

let sliders = 0;

/**
 * Makes the slider. Each of the `events` is [time, node, kind, text, y, to, until, faults that may strike
 * there]. `choices` makes buttons for those faults, or is null.
 */
function slider(holder, { nodes, events, more }, image, choices) {
  if (events.length === 0) return;
  const times = [...new Set(events.map((e) => e[0]))];
  const name = `moment-${sliders}`;
  sliders += 1;
  const range = make("input", { type: "range", min: "0", max: String(times.length - 1), value: "0", "aria-label": "moment", id: name });
  const says = make("output", { for: name });
  const cards = make("div", { class: "cards" });
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  line.setAttribute("class", "now");
  if (image) {
    line.setAttribute("x1", "66");
    line.setAttribute("x2", String(image.viewBox.baseVal.width - 8));
    image.append(line);
  }
  const boxes = nodes.map((node) => {
    const box = make("input", { type: "checkbox", onchange: () => show() });
    box.checked = true;
    return make("label", {}, box, ` ${node}`);
  });
  const card = (node, time) => {
    const here = events.filter((e) => e[1] === node && e[0] <= time);
    const now = here.filter((e) => e[0] === time);
    const before = here.filter((e) => e[0] < time);
    const life = here.filter((e) => e[2] === "down" || e[2] === "up").pop();
    const down = life !== undefined && life[2] === "down";
    const still = !down && here.some((e) => e[2] === "pause" && e[6] > time);
    const coming = events.filter((e) => e[2] === "send" && e[5] === node && e[0] <= time && e[6] !== null && e[6] > time);
    const last = 8;
    return make("div", { class: `card${down ? " is-down" : ""}` }, make("h5", {}, nodes[node], make("span", { class: "quiet" }, down ? " down" : still ? " is paused" : " up")),
      now.length === 0 ? make("p", { class: "quiet" }, "nothing now") : make("ul", { class: "tuples" }, now.map((e) =>
        make("li", { class: ["lost", "down", "pause"].includes(e[2]) ? "lost" : "fresh" }, e[3],
          choices && e[7].length > 0 ? make("span", { class: "choose" }, choices(e[7])) : null))),
      coming.length === 0 ? null : make("div", {}, make("p", { class: "quiet" }, "under way to it:"),
        list(folded(coming.map((e) => `${e[3].replace(/^sends /, "").replace(` to ${nodes[node]}`, "")}, from ${nodes[e[1]]}`)), "sent")),
      before.length === 0 ? null : make("details", {}, make("summary", {}, `${before.length} before`),
        list(folded(before.slice(-200).map((e) => e[3])).slice(-last), "old")));
  };
  const show = () => {
    const time = times[Number(range.value)];
    says.textContent = `${milliseconds(time)}, moment ${Number(range.value) + 1} of ${times.length}`;
    range.setAttribute("aria-valuetext", says.textContent);
    const shown = nodes.map((_, i) => i).filter((i) => boxes[i].querySelector("input").checked);
    cards.replaceChildren(...shown.map((node) => card(node, time)));
    const y = String(Math.min(...events.filter((e) => e[0] === time).map((e) => e[4])));
    line.setAttribute("y1", y);
    line.setAttribute("y2", y);
  };
  const go = (by) => () => {
    range.value = String(Number(range.value) + by);
    show();
  };
  // The button "next that matters" goes to the next moment at which a fault strikes, a client acts, or a node
  // goes down or restarts.
  const matters = (index) => events.some((e) => e[0] === times[index] && ["lost", "down", "up", "pause", "client"].includes(e[2]));
  const jump = () => {
    let index = Number(range.value);
    do index = (index + 1) % times.length; while (!matters(index) && index !== Number(range.value));
    range.value = String(index);
    show();
  };
  range.addEventListener("input", show);
  holder.append(...[make("h3", {}, "Moment by moment"),
    make("p", { class: "bar" }, button("\u2190", go(-1), { "aria-label": "one moment back" }), range,
      button("\u2192", go(1), { "aria-label": "one moment on" }),
      button("next that matters", jump, { "aria-label": "next moment of a fault, a client, or a crash" }), says),
    nodes.length > 1 ? make("details", { class: "choices" }, make("summary", {}, "Nodes"), make("div", { class: "boxes" }, boxes)) : null,
    more > 0 ? make("p", { class: "quiet" }, `The last ${more} events are left out here.`) : null, cards].filter(Boolean));
  show();
}

for (const holder of document.querySelectorAll("div.moments")) {
  const number = [...holder.parentElement.querySelectorAll("div.moments")].indexOf(holder);
  const image = holder.parentElement.querySelectorAll("svg")[number];
  const told = JSON.parse(holder.querySelector("script").textContent);
  slider(holder, told, image, whatIf(holder, told, image));
}
for (const first of document.querySelectorAll(".first")) {
  const box = first.querySelector(".picture");
  box.before(make("p", { class: "bar" }, fitted(first, box)));
}
cannot();
fillContents();
document.documentElement.dataset.ready = "yes";
