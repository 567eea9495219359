// Shows several runs: a table that can be filtered and sorted, and below the table the run that the address
// names (#run-2). The report of that run is a page of its own in a frame, which is as high as its content.
"use strict";

const holder = document.getElementById("run");
const links = [...document.querySelectorAll("table.runs a")];
let shown = 0;

/** Keeps the frame as high as its content, so that only the whole page has a scroll bar. */
function fit(frame) {
  const root = frame.contentDocument.documentElement;
  const resize = () => {
    frame.style.height = `${Math.ceil(frame.contentDocument.body.getBoundingClientRect().bottom + root.scrollTop) + 24}px`;
  };
  new frame.contentWindow.ResizeObserver(resize).observe(frame.contentDocument.body);
  resize();
  if (root.dataset.ready) document.documentElement.dataset.ready = "yes";
}

function show(number, focus) {
  if (number === shown) {  // the rest of the address is for the page in the frame
    holder.querySelector("iframe").contentWindow.dispatchEvent(new Event("hashchange"));
    return;
  }
  shown = number;
  delete document.documentElement.dataset.ready;
  const heading = document.createElement("h2");
  heading.textContent = links[number - 1].textContent;
  heading.tabIndex = -1;
  const frame = document.createElement("iframe");
  frame.title = `The report of ${links[number - 1].textContent}`;
  frame.className = "run";
  frame.addEventListener("load", () => {
    fit(frame);
    if (focus) heading.scrollIntoView();  // not earlier, because the frame now has its full height
  });
  frame.srcdoc = JSON.parse(document.getElementById(`page-${number}`).textContent);
  holder.replaceChildren(heading, frame);
  links.forEach((link, index) => {
    if (index + 1 === number) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
  if (focus) heading.focus({ preventScroll: true });
}

function follow(focus) {
  const named = /^#run-(\d+)(?:&|$)/.exec(location.hash);
  const number = named ? Number(named[1]) : Number(holder.dataset.first);
  show(number >= 1 && number <= links.length ? number : 1, focus);
}
/** Keeps the watched patterns of the address (`&watch=…`) when another run is chosen. */
links.forEach((link, index) => link.addEventListener("click", () => {
  link.hash = [`run-${index + 1}`, ...location.hash.split("&").slice(1)].join("&");
}));
window.addEventListener("hashchange", () => follow(true));
follow(false);

const rows = [...document.querySelectorAll("table.runs tbody tr")];
const heads = [...document.querySelectorAll("table.runs thead th")];
const worst = ["broken", "counterexample", "inconclusive", "vacuous", "certified"];
const textOf = (row, column) => row.cells[column].textContent;
const sorted = { column: -1, descending: false };  // column -1 is the order of the command line

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Returns the function that compares two rows by a column. Numbers are compared by value, also within texts,
 * and the worst verdict comes first.
 */
function compare(column) {
  const byText = new Intl.Collator("en", { numeric: true }).compare;
  if (heads[column].textContent !== "verdict") return (a, b) => byText(textOf(a, column), textOf(b, column));
  return (a, b) => worst.indexOf(textOf(a, column)) - worst.indexOf(textOf(b, column));
}

function sort(column, descending) {
  Object.assign(sorted, { column, descending });
  const by = column < 0 ? () => 0 : compare(column);
  const order = [...rows].sort((a, b) => (descending ? by(b, a) : by(a, b)));
  document.querySelector("table.runs tbody").append(...order);
  heads.forEach((head, i) => head.setAttribute("aria-sort", i !== column ? "none" : descending ? "descending" : "ascending"));
  choose.selectedIndex = column + 1;
  turn.disabled = column < 0;
  turn.textContent = descending ? "descending" : "ascending";
}

/** Handles a press on a heading: sorts ascending, then descending, then in the original order. */
function pressed(column) {
  if (sorted.column !== column) sort(column, false);
  else if (!sorted.descending) sort(column, true);
  else sort(-1, false);
}

/** Shows only rows that contain all words of the field in the file, subject, Fspec or verdict. */
function filter() {
  const words = field.value.toLowerCase().split(/\s+/);
  let count = 0;
  for (const row of rows) {
    const text = [0, 1, 2, 3].map((column) => textOf(row, column)).join(" ").toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    count += row.hidden ? 0 : 1;
  }
  says.textContent = `${count} of ${rows.length} runs`;
}

const field = element("input", { type: "search", id: "filter", spellcheck: "false", autocomplete: "off" });
const says = element("span", { role: "status", class: "quiet" });
const choose = element("select", { id: "sort" }, ...["as given", ...heads.map((head) => head.textContent)].map((name) => element("option", {}, name)));
const turn = element("button", { type: "button" }, "ascending");
field.addEventListener("input", filter);
choose.addEventListener("change", () => sort(choose.selectedIndex - 1, sorted.descending && choose.selectedIndex > 0));
turn.addEventListener("click", () => sort(sorted.column, !sorted.descending));
heads.forEach((head, column) => {
  const press = element("button", { type: "button", class: "sort" }, head.textContent);
  press.addEventListener("click", () => pressed(column));
  head.replaceChildren(press);
});
document.querySelector("table.runs").parentElement.before(element("p", { class: "bar" }, element("label", { for: "filter" }, "Filter"), field, says,
  element("span", { class: "order" }, element("label", { for: "sort" }, "Sort by "), choose, " ", turn)));
sort(-1, false);
filter();
