// Functions that the pages of programs and of real systems share. Texts become text, never markup. Pictures
// are parsed as SVG and imported.
"use strict";
const page = document.getElementById("page");

/** Makes an element: make("p", {class: "x", onclick: f}, "text", node, …). */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}
const button = (text, onclick, attributes) => make("button", { type: "button", onclick, ...attributes }, text);

const framed = (label, image) => make("div", { class: "picture", tabindex: "0", role: "region", "aria-label": label }, image);

function picture(svg, label) {
  const image = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  image.setAttribute("aria-label", label);
  return framed(label, image);
}

/**
 * Scales the diagram in `box` to the width of its column. Returns a button that shows the diagram in the
 * whole width of the page. There, a diagram that is wider than the page keeps its own size. `first` is the
 * element with story and diagram.
 */
function fitted(first, box) {
  const width = box.querySelector("svg").viewBox.baseVal.width;
  const least = 0.45;  // at a smaller scale, labels would be unreadable, so the box scrolls instead
  const most = 1.4;
  box.classList.add("fit");
  box.style.setProperty("--least", `${width * least}px`);
  box.style.setProperty("--own", `${width}px`);
  box.style.setProperty("--most", `${width * most}px`);
  const wide = button("Full width", () => {
    const on = first.classList.toggle("wide");
    wide.setAttribute("aria-pressed", String(on));
  }, { "aria-pressed": "false", class: "full-width" });
  return wide;
}

// Handles a press on a link to a heading: opens the folded section around the heading, and scrolls there. The
// address stays, because it contains the watched patterns.
page.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  const heading = link && document.getElementById(link.getAttribute("href").slice(1));
  if (!heading || heading.tagName !== "H2") return;
  event.preventDefault();
  const fold = heading.closest("details");
  if (fold) fold.open = true;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
});

/**
 * Fills the table of contents with links to the sections of the page, except the cells of a sweep, to which
 * the map links, and the counterexamples after the third.
 */
function fillContents() {
  const sections = [...page.querySelectorAll("section")].filter((one) => !one.parentElement.closest("section") && !one.id.startsWith("cell-"));
  const headings = sections.map((one) => one.querySelector("h2[id]")).filter((one) => one && !/^s-f(?:[4-9]|\d\d+)$/.test(one.id));
  contents.replaceChildren(...headings.map((heading) => make("a", { href: `#${heading.id}` }, heading.firstChild.textContent.trim())));
}
const contents = make("nav", { class: "contents", "aria-label": "contents" });
page.querySelector(".subtitle").after(contents);
