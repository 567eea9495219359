// A page of several runs: the one that the address names (#run-2) stands below the table, as a page of its own in a frame
// that is as high as what it shows.
"use strict";

const holder = document.getElementById("run");
const links = [...document.querySelectorAll("table.runs a")];
let shown = 0;

/** The frame grows and shrinks with its page: there is one bar to scroll with, that of the whole. */
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
  if (number === shown) {  // the rest of the address is the page's
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
    if (focus) heading.scrollIntoView();  // there is room for it now
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
window.addEventListener("hashchange", () => follow(true));
follow(false);
