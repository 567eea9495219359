// Shows the stages in which a counterexample was minimised. A slider chooses a stage and shows its
// schedule. Another slider chooses a delivery and shows the receiver's tuples before and after it. The
// address holds both choices (`#stage=eot&delivery=3`).

const EVERYTHING = { shownRelations: { has: () => true } };

const eventText = (event) => (event.event === "delivery" ? [`${event.from} \u2192 ${event.to} `, make("code", {}, event.text),
  ` sent at ${event.at}`, event.arrives > event.at + 1 ? `, ${plural(event.arrives - event.at - 1, "tick")} late` : ""]
  : [event.event === "crash" ? "crash of " : "", make("code", {}, event.text), ` at ${event.at}`,
    event.back ? `, back at ${event.back}` : ""]);

/**
 * Returns a folded list of events that the stage has lost or gained since the stage before. Returns null if
 * the list is empty.
 */
function eventList(title, list) {
  return list.length === 0 ? null
    : folded(`${title}: ${plural(list.length, "event")}`, () => make("ul", {}, list.map((event) => make("li", {}, eventText(event)))), list.length <= 6);
}

/**
 * Returns a slider with buttons and a text. A move of the slider calls `change` with its position, which
 * counts from 1.
 */
function stepSlider(id, last, words, change) {
  const slider = make("input", { type: "range", min: "1", max: String(last), value: "1", "aria-label": words, id });
  const says = make("output", { for: id });
  const step = (by) => () => {
    slider.value = String(Number(slider.value) + by);
    change(Number(slider.value));
  };
  slider.addEventListener("input", () => change(Number(slider.value)));
  return { slider, says, bar: make("p", { class: "bar" }, button("\u2190", step(-1), { "aria-label": `${words} before` }), slider,
    button("\u2192", step(1), { "aria-label": `${words} after` }), says) };
}

/** Shows the tuples that hold at the receiver of a delivery before and after it. */
function beforeAndAfter(shown, deliveries, number) {
  const event = deliveries[number - 1];
  const together = deliveries.flatMap((other, i) =>
    (i + 1 !== number && other.to === event.to && other.arrives === event.arrives ? [String(i + 1)] : []));
  const note = together.length === 0 ? null
    : make("p", { class: "quiet" }, `It arrives together with ${together.join(", ")}: the states are those before and after all of them.`);
  if (!shown.state) return [note, make("p", {}, shown.state_note)];
  const places = [...shown.nodes, "observer"];
  const at = statesOf(shown, places)[event.arrives - 1][shown.nodes.indexOf(event.to)];
  const card = (id, title, facts) => make("div", { class: "card", id }, make("h5", {}, title),
    facts.fresh.length + facts.gone.length + facts.old.length === 0 ? make("p", { class: "quiet" }, "nothing holds")
      : factsAt(shown, facts, EVERYTHING, true));
  return [note, make("div", { class: "cards wide" },
    card("before", `${event.to} before, at ${event.arrives - 1}`, { fresh: [], gone: at.gone, old: at.old }),
    card("after", `${event.to} after, at ${event.arrives}`, { fresh: at.fresh, gone: [], old: at.old }))];
}

/** Shows the deliveries of a stage. Calls `moved` with the number of the delivery that the reader chooses. */
function deliverySteps(shown, image, begin, moved) {
  const deliveries = shown.events.filter((event) => event.event === "delivery");
  if (deliveries.length === 0) return { block: make("p", {}, "No message has to arrive."), go: () => {} };
  const holder = make("div", {});
  const show = (number) => {
    const event = deliveries[number - 1];
    steps.slider.value = String(number);
    const late = event.arrives - event.at - 1;
    steps.says.textContent = `delivery ${number} of ${deliveries.length}: ${event.from} \u2192 ${event.to} ${event.text}, sent at ${event.at}, ` +
      `there at ${event.arrives}${late > 0 ? `, ${plural(late, "tick")} late` : ""}`;
    steps.slider.setAttribute("aria-valuetext", steps.says.textContent);
    holder.replaceChildren(...beforeAndAfter(shown, deliveries, number).filter(Boolean));
    for (const group of image.querySelectorAll("g[data-numbers]")) {
      group.classList.toggle("chosen", group.dataset.numbers.split(" ").includes(String(number)));
    }
    for (const moment of image.querySelectorAll("g.moment")) moment.classList.toggle("now", Number(moment.dataset.tick) === event.arrives);
  };
  const go = (number) => {
    show(number);
    moved(number);
  };
  const steps = stepSlider("delivery", deliveries.length, "delivery", go);
  for (const group of image.querySelectorAll("g[data-numbers]")) {
    const numbers = group.dataset.numbers.split(" ").filter(Boolean).map(Number);
    if (numbers.length === 0) continue;
    // An arrow may stand for several deliveries. Another press chooses the next delivery.
    group.addEventListener("click", () => go(numbers[(numbers.indexOf(Number(steps.slider.value)) + 1) % numbers.length]));
  }
  show(Math.min(Math.max(begin, 1), deliveries.length));
  return { block: make("div", {}, steps.bar,
    make("p", { class: "quiet" }, make("ins", {}, "added"), ", ", make("del", {}, "gone"), ", and the rest"), holder) };
}

function stageBody(minimised, index, begin, moved) {
  const stage = minimised.stages[index];
  const shown = minimised.shown[index];
  const before = index > 0 ? minimised.stages[index - 1].stage : "";
  const size = [plural(stage.externals, "external event"), `${stage.deliveries} ${stage.deliveries === 1 ? "delivery" : "deliveries"}`,
    plural(stage.nodes, "node"), `EOT ${stage.eot}`];
  const head = make("p", {}, `${size.join(", ")}: ${stage.claim}.`);
  if (shown.note) return [head, make("p", {}, shown.note)];
  const box = picture(shown.lamport, `Space-time diagram of the stage ${stage.stage}`);
  const steps = deliverySteps(shown, box.querySelector("svg"), begin, moved);
  return [head,
    eventList(`Gone since ${before}`, shown.removed),
    eventList(`New since ${before}`, shown.added.map((i) => shown.events[i])),
    box,
    make("p", { class: "quiet" }, shown.pending === 0 ? "Nothing is pending." : `${plural(shown.pending, "message")} pending: sent, and never there.`),
    make("h4", {}, "Delivery by delivery"), steps.block].filter(Boolean);
}

/** Makes the slider with which the reader chooses a stage. */
function stageSteps(minimised) {
  const names = minimised.stages.map((stage) => stage.stage);
  const holder = make("div", {});
  const show = (number, delivery) => {
    steps.slider.value = String(number);
    steps.says.textContent = `stage ${number} of ${names.length}: ${names[number - 1]}`;
    steps.slider.setAttribute("aria-valuetext", steps.says.textContent);
    holder.replaceChildren(...stageBody(minimised, number - 1, delivery, (chosen) => address(number, chosen)));
  };
  const address = (number, delivery) => {
    writeAddress("stage", names[number - 1]);
    writeAddress("delivery", String(delivery));
  };
  const steps = stepSlider("stage", names.length, "stage", (number) => {
    show(number, 1);
    address(number, 1);
  });
  // The index after the last stage with a smaller execution. Later stages only make the Fspec smaller.
  const smallest = names.findLastIndex((name) => name !== "eff" && name !== "delay-max") + 1;
  const follow = () => {
    const named = names.indexOf(readAddress("stage", 100)) + 1;
    show(named || smallest, named ? Number(readAddress("delivery", 10)) || 1 : 1);
    return named > 0;
  };
  const block = make("div", { id: "stages", role: "group", "aria-label": "stages" }, make("h3", {}, "Stage by stage"), steps.bar, holder);
  if (follow()) requestAnimationFrame(() => block.scrollIntoView());
  window.addEventListener("hashchange", () => block.isConnected && follow());
  return block;
}
