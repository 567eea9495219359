// On a page of `ldfi-results serve`, the reader can drop and add faults. The server executes the program
// again, and the page shows the new execution.

const serving = document.querySelector('meta[name="ldfi-serve"]');

/** Returns the name of a node as it is written in fault sets. */
const faultName = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`);
const lossOf = (cell, [tick, from, to]) => `O(${faultName(cell.fspec.nodes[from])},${faultName(cell.fspec.nodes[to])},${tick})`;
const crashOf = (cell, place, tick) => `C(${faultName(cell.fspec.nodes[place])},${tick})`;

/** Returns the single faults of a set. The set `none` is empty. */
const faultsOf = (text) => text.match(/[A-Z]\((?:"(?:\\.|[^"\\])*"|[^")])*\)/g) || [];

/** Executes the faults, and shows the new execution in place of `detail`. */
async function tryFaults(faults, detail, cell, target) {
  const says = target.querySelector("#what-if-says");
  says.textContent = "running …";
  const text = faults.length === 0 ? "none" : faults.join(" ");
  try {
    const answer = await fetch(`${serving.content}run`, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ cell: data.cells.indexOf(cell), faults: text }),
    });
    if (!answer.ok) {
      says.textContent = await answer.text();
      return;
    }
    const told = await answer.json();
    const was = detail.violated.length > 0 ? "violates" : "holds";
    told.compared = `${detail.faults}: ${was}. ${told.faults}: ${told.outcome}` +
      (told.violated.length > 0 ? `, ${told.violated.join(" ")}` : "") +
      (told.agrees ? "." : ". The program that is executed now is not the one of the file, whose run is drawn: its texts have been changed since.");
    showDetail(told, cell, target, false);
    target.querySelector("#what-if").scrollIntoView({ block: "nearest" });
  } catch {
    says.textContent = "the server does not answer: is ldfi-results serve still running?";
  }
}

/**
 * Makes the controls above an execution with which the reader changes its faults. Returns null if the page is
 * not served.
 */
function whatIf(detail, cell, target) {
  if (!serving || data.program.length === 0) return null;
  const faults = faultsOf(detail.faults);
  const go = (list) => tryFaults(list, detail, cell, target);
  const text = make("input", { type: "search", "aria-label": "fault set", value: detail.faults, id: "what-if-faults",
    size: String(Math.min(60, Math.max(24, detail.faults.length + 4))) });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go(faultsOf(text.value));
  });
  return make("div", { class: "panel", id: "what-if", role: "group", "aria-label": "what if" },
    make("h4", {}, "What if"),
    make("p", { class: "bar" }, faults.map((fault) => button(`\u2212 ${fault}`, () => go(faults.filter((one) => one !== fault)),
      { "aria-label": `without ${fault}` })), text, button("Run", () => go(faultsOf(text.value)))),
    make("p", { class: "quiet" }, "Choose a message to lose it, or a node to crash below."),
    make("p", { role: "status", id: "what-if-says" }, detail.compared || ""));
}

/**
 * Makes the button that loses the messages of an arrow, or lets them arrive again. Returns null if
 * another fault loses them.
 */
function loseButton(detail, cell, message, target) {
  if (!serving || data.program.length === 0) return null;
  const loss = lossOf(cell, message);
  const faults = faultsOf(detail.faults);
  const lost = faults.includes(loss);
  if (message[5] && !lost) return null;  // another fault, such as a crash, loses the messages
  const next = lost ? faults.filter((one) => one !== loss) : [...faults, loss];
  return button(lost ? "Let it arrive" : "Lose it", () => tryFaults(next, detail, cell, target));
}

/** Makes the button that crashes a node at a tick, or returns null if the page is not served. */
function crashButton(detail, cell, place, tick, target) {
  if (!serving || data.program.length === 0) return null;
  const crash = crashOf(cell, place, tick);
  return button("Crash here", () => tryFaults([...faultsOf(detail.faults), crash], detail, cell, target),
    { "aria-label": `crash ${cell.fspec.nodes[place]} at ${tick}`, class: "copy" });
}
