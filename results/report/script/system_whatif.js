// On a page of `ldfi-results serve`, the reader can drop and add faults of an execution of a real system.
// The server executes the nodes again, and the page shows the new execution beside the stored execution.
// The server's answer becomes text, never markup.

const serving = document.querySelector('meta[name="ldfi-serve"]');

/** Returns the single faults of a set. The set `none` is empty. */
const faultsOf = (text) => text.match(/[A-Z]\([^)]*\)/g) || [];

/**
 * Returns what a fault is about. A set has at most one fault for each message, and at most one crash without
 * restart for each node.
 */
function subjectOf(fault) {
  const [, message] = /^[ODU]\(([^,]*,[^,]*,[^,)]*)/.exec(fault) || [];
  const [, node] = /^C\(([^,]*),[^,)]*\)$/.exec(fault) || [];
  return message ? `message ${message}` : node ? `crash ${node}` : fault;
}

const withFault = (faults, fault) => [...faults.filter((one) => subjectOf(one) !== subjectOf(fault)), fault];
const without = (faults, fault) => faults.filter((one) => one !== fault);

/** Returns the text of a button that adds a fault. */
function adds(fault) {
  const later = (/,\+([^,)]*)\)$/.exec(fault) || [])[1];
  switch (fault[0]) {
    case "O": return "lose it";
    case "D": return `${later} late`;
    case "U": return `twice, ${later} later`;
    default: return later ? `crash before it, for ${later}` : "crash before it";
  }
}

/** Makes buttons for the faults that may strike at an event. */
const choices = (possible, faults, go) => possible.map((fault) => (faults.includes(fault)
  ? button(`without ${fault}`, () => go(without(faults, fault)))
  : button(adds(fault), () => go(withFault(faults, fault)), { "aria-label": `${adds(fault)}: ${fault}` })));

/** Lets the reader press an arrow or a crash of the diagram to see the faults that may strike there. */
function choosable(image, told, choose) {
  const found = new Map(told.events.map((e) => [`${milliseconds(e[0], 6)}: ${told.nodes[e[1]]} ${e[3]}`, e]));
  for (const group of image.querySelectorAll("g.arrow, g.arrow-label, g.crash")) {
    const title = group.querySelector("title");
    const here = title === null ? [] : title.textContent.split("\n").map((text) => found.get(text)).filter((e) => e && e[7].length > 0);
    if (here.length === 0) continue;
    group.classList.add("choosable");
    group.addEventListener("click", () => choose(here));
  }
}

/** Returns a line with the results of both executions. */
function outcome(stored, told) {
  return `${stored.faults}: ${stored.result}. ${told.faults}: ${told.outcome}${told.violated.length > 0 ? `, ${told.violated.join("; ")}` : ""}` +
    `${told.why ? `, ${told.why}` : ""}.` +
    (told.idle.length > 0 ? ` ${told.idle.join(" ")} struck nothing.` : "") +
    (told.deterministic ? "" : " In real time it may end otherwise another time.") +
    (told.agrees ? "" : ` Its recording says ${told.result}: executed again, it ended otherwise.`) +
    told.differences.map((text) => ` The system is not deterministic: ${text}.`).join("");
}

/** Shows where the two executions diverge, and the differences from then on. */
function comparison({ same, parting, differences, more }) {
  if (same) return [make("p", {}, "Nothing differs: it is the same execution.")];
  const rows = differences.map((one) => make("tr", {}, make("td", {}, one.only_in === "run" ? "now" : "stored"),
    make("td", {}, milliseconds(one.time_ns)), make("td", {}, one.node), make("td", {}, one.what)));
  return [make("p", { class: "parting" }, `They part: now ${parting.replace("; there ", "; in the stored one ")}`),
    make("details", {}, make("summary", {}, `${differences.length + more} differences from then on`),
      make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "differences" }, make("table", {},
        make("thead", {}, make("tr", {}, ["only", "time", "node", "what"].map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, rows))),
      more > 0 ? make("p", { class: "quiet" }, `and ${more} more`) : null)];
}

/**
 * Adds the choice of faults below an execution. Returns a function that makes buttons for faults, or null
 * if the page is not served.
 */
function whatIf(holder, stored, image) {
  if (!serving) return null;
  const cell = holder.closest('section[id^="cell-"]');
  const says = make("p", { role: "status", class: "what-if-says" });
  const bar = make("p", { class: "bar" });
  const chosen = make("div", { class: "what-if-chosen" });
  const result = make("div", { class: "what-if-result" });
  const text = make("input", { type: "search", "aria-label": "fault set" });
  const show = (faults) => {
    text.value = faults.length === 0 ? "none" : faults.join(" ");
    text.size = Math.min(70, Math.max(24, text.value.length + 4));
    bar.replaceChildren(...faults.map((fault) => button(`\u2212 ${fault}`, () => go(without(faults, fault)), { "aria-label": `without ${fault}` })), text,
      button("Run", () => attempt(text.value)));
  };
  const go = (faults) => attempt(faults.length === 0 ? "none" : faults.join(" "));
  const choose = (faults) => (events) => {
    chosen.replaceChildren(...events.map((e) => make("p", { class: "bar" }, make("span", {}, `${milliseconds(e[0])}: ${stored.nodes[e[1]]} ${e[3]}`), choices(e[7], faults, go))));
    chosen.scrollIntoView({ block: "nearest" });
  };
  const tell = (told) => {
    const faults = faultsOf(told.faults);
    show(faults);
    says.textContent = outcome(stored, told);
    const drawn = picture(told.lamport, "Space-time diagram of what happened now");
    const now = drawn.querySelector("svg");
    const before = image ? image.cloneNode(true) : null;
    if (before) for (const line of before.querySelectorAll("line.now")) line.remove();
    const moments = make("div", { class: "moments" });
    choosable(now, told.moments, choose(faults));
    result.replaceChildren(...comparison(told.compared),
      ...(told.story.length === 0 ? [] : [make("table", { class: "steps" }, make("tbody", {}, told.story.map((step) =>
        make("tr", { class: step.fault ? "fault" : null }, make("th", { scope: "row" }, milliseconds(step.time_ns)), make("td", {}, step.text)))))]),
      make("div", { class: "beside" },
        before ? make("div", {}, make("h4", {}, `Stored: ${stored.faults}: ${stored.result}`), framed("the stored execution", before)) : "",
        make("div", {}, make("h4", {}, `Now: ${told.faults}: ${told.outcome}`), drawn)),
      moments);
    slider(moments, told.moments, now, (possible) => choices(possible, faults, go));
    says.scrollIntoView({ block: "nearest" });
  };
  const attempt = async (asked) => {
    says.textContent = "running \u2026";
    chosen.replaceChildren();
    try {
      const answer = await fetch(`${serving.content}run`, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ cell: cell === null ? 0 : Number(cell.id.slice(5)), faults: asked, against: stored.execution }),
      });
      if (answer.ok) tell(await answer.json());
      else says.textContent = await answer.text();
    } catch {
      says.textContent = "the server does not answer: is ldfi-results serve still running?";
    }
  };
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter") attempt(text.value);
  });
  const faults = faultsOf(stored.faults);
  show(faults);
  if (image) choosable(image, stored, choose(faults));
  holder.after(make("div", { class: "panel what-if", role: "group", "aria-label": "what if" }, make("h3", {}, "What if"), bar,
    make("p", { class: "quiet" }, "Choose a message in the diagram to lose it or to let it arrive, or what a node does at a moment to crash the node before it."),
    chosen, says, result));
  return (possible) => choices(possible, faults, go);
}

/** Shows the reason why the served page does not let the reader choose faults, if there is a reason. */
function cannot() {
  const why = document.querySelector('meta[name="ldfi-serve-cannot"]');
  if (why) document.querySelector("main").prepend(make("p", { class: "panel", role: "note" }, why.content));
}
