// Makes the parts of the page, such as tables and sections. All content comes from the JSON in #data, and
// becomes text, never markup. The script uses neither network nor storage. CMakeLists.txt joins the files
// in its order to one script.
const data = JSON.parse(document.getElementById("data").textContent);
const PAGE_SIZE = 50;

const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const seconds = (s) => (s < 10 ? s.toFixed(3) : s.toFixed(1)) + " s";
/** Returns a folded box. `fill` makes its contents when the reader opens the box for the first time. */
function folded(summary, fill, open) {
  const box = make("details", { class: "fold" }, make("summary", {}, summary));
  let filled = false;
  const show = () => {
    if (filled || !box.open) return;
    filled = true;
    box.append(...[fill()].flat(3).filter(Boolean));
  };
  box.addEventListener("toggle", show);
  if (open) {
    box.open = true;
    show();
  }
  return box;
}

/** Makes a row. Each cell has the name of its column, which a narrow page shows before the cell. */
const rowOf = (heads, cells) => make("tr", {}, cells.map((cell, i) =>
  make("td", { "data-head": typeof heads[i] === "string" ? heads[i] : heads[i].textContent }, cell)));

function scrolled(caption, ...children) {
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, children);
}

function table(caption, heads, rows, attributes) {
  return scrolled(caption, make("table", { class: "rows", ...attributes }, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, heads.map((h) => make("th", { scope: "col" }, h)))),
    make("tbody", {}, rows.map((row) => rowOf(heads, row)))));
}

function facts(pairs) {
  return make("dl", { class: "facts" }, pairs.filter(([, value]) => value !== null).map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

/** Scrolls a wide lineage to the goal that it explains, because its upper left corner is empty. */
function showRoot(box) {
  const root = box.querySelector(".root");
  if (!root) return;
  const seen = box.getBoundingClientRect();
  const at = root.getBoundingClientRect();
  box.scrollLeft += at.left + at.width / 2 - seen.left - seen.width / 2;
  box.scrollTop += at.top - seen.top - 60;
}

/**
 * Copies the text. Uses the clipboard if the browser allows it, otherwise selects the text of the
 * element.
 */
async function copy(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return document.execCommand("copy") ? "copied" : "selected: copy it";
  }
}

function copyButton(text, element) {
  const status = make("span", { role: "status", class: "quiet" });
  return [button("Copy", async () => {
    status.textContent = ` ${await copy(text(), element())}`;
  }, { class: "copy" }), status];
}

/**
 * Shows a command in which a line may break after each slash. Without this, browsers break lines inside
 * names.
 */
const commandCode = (command) => make("code", {}, command.split(/(?<=\/)/).flatMap((part) => [part, make("wbr")]).slice(0, -1));

function copyable(command) {
  const code = commandCode(command);
  return make("p", { class: "command" }, code, " ", copyButton(() => command, () => code));
}

/**
 * Returns a number with its digits in groups of three. A very long number is rounded as in the summary of
 * ldfi-farm, with its first 2000 digits in a tooltip.
 */
function grouped(digits) {
  if (!/^\d{25,}$/.test(digits)) return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  let mantissa = Number(`${digits[0]}.${digits.slice(1, 9)}`).toFixed(2);
  let exponent = digits.length - 1;
  if (mantissa === "10.00") [mantissa, exponent] = ["1.00", exponent + 1];
  return make("span", { title: digits.slice(0, 2000) }, `${mantissa}e${exponent}`);
}

/**
 * Returns a table that is shown page by page. `render` makes the cells of a row from an array of texts and
 * numbers.
 */
function paged(caption, heads, rows, render) {
  let shown = rows;
  let first = 0;
  const body = make("tbody");
  const status = make("span", { role: "status" });
  const go = (to) => {
    first = Math.max(0, Math.min(to, Math.floor(Math.max(0, shown.length - 1) / PAGE_SIZE) * PAGE_SIZE));
    const slice = shown.slice(first, first + PAGE_SIZE);
    body.replaceChildren(...slice.map((row) => rowOf(heads, render(row))));
    status.textContent = shown.length === 0 ? "nothing found"
      : `${first + 1} to ${first + slice.length} of ${shown.length}`;
    back.disabled = first === 0;
    forth.disabled = first + PAGE_SIZE >= shown.length;
  };
  const back = button("Previous", () => go(first - PAGE_SIZE));
  const forth = button("Next", () => go(first + PAGE_SIZE));
  const search = make("input", {
    type: "search", "aria-label": `Search in ${caption}`,
    oninput: () => {
      const wanted = search.value.toLowerCase();
      shown = rows.filter((row) => row.join(" ").toLowerCase().includes(wanted));
      go(0);
    },
  });
  const bar = rows.length <= 10 ? null
    : make("p", { class: "bar" }, make("label", {}, "Search ", search), " ", back, " ", forth, " ", status);
  go(0);
  return make("div", {}, bar, scrolled(caption, make("table", { class: "rows" }, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, heads.map((h) => make("th", { scope: "col" }, h)))), body)));
}

const idOf = (title) => "s-" + title.toLowerCase().replace(/\W+/g, "-");

function section(title, ...children) {
  const id = idOf(title);
  return make("section", { "aria-labelledby": id }, make("h2", { id, tabindex: "-1" }, title), children);
}

/** Returns a section that shows only its heading until the reader opens it. */
function foldedSection(title, ...children) {
  const id = idOf(title);
  return make("section", { "aria-labelledby": id },
    make("details", { class: "part" }, make("summary", {}, make("h2", { id, tabindex: "-1" }, title)), children));
}
