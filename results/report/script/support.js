// Explains why a message was sent, or why a tuple does not hold: its lineage as a tree that unfolds step by
// step.

/**
 * Returns the tree below a node of detail.support. If the tree shows a node several times, only the first
 * occurrence has branches.
 */
function supportTree(support, root) {
  const told = new Set();
  const open = 3;  // number of levels that are open at first
  const item = (index, depth) => {
    const [kind, text] = support.nodes[index];
    const again = told.has(index);
    told.add(index);
    const word = { goal: "holds", absent: "does not hold" }[kind] || kind;
    const said = kind === "message" ? text.replace(/^message /, "") : kind === "absent" ? text.replace(/^no /, "") : text;
    const label = [make("span", { class: `kind kind-${kind}` }, word), " ", make("code", {}, said)];
    const below = support.below[index];
    if (again && below.length > 0) return make("li", {}, label, make("span", { class: "quiet" }, " (see above)"));
    if (below.length === 0) return make("li", {}, label);
    // Children of a folded node are made at once, so that the first occurrence in reading order gets the
    // branches.
    const list = make("ul", {}, below.map((child) => item(child, depth + 1)));
    return make("li", {}, make("details", { open: depth < open }, make("summary", {}, label), list));
  };
  return make("ul", { class: "support" }, item(root, 0));
}

/** Shows the lineages of the messages between two nodes at one tick. */
function messagePanel(detail, cell, messages, target) {
  const [tick, from, to, , , lost] = messages[0];
  const names = cell.fspec.nodes;
  const told = messages.map(([, , , , head, , , node]) => {
    const goal = `${head}@${tick + 1}`;
    const tree = node !== null && detail.support ? supportTree(detail.support, node)
      : make("p", {}, make("code", {}, head), lost ? " was lost: the run without faults does not send it."
        : tick >= cell.fspec.eot ? " arrives after the end." : " is not explained here; this command does: ");
    const command = node === null && !lost && tick < cell.fspec.eot && data.program.length > 0
      ? copyable(`ldfi-results lineage ${data.run.file} ${quoted(detail.faults)} ${quoted(goal)}`) : null;
    return [tree, command];
  });
  return [make("h4", { tabindex: "-1" }, `${names[from]} to ${names[to]}, sent at ${tick}${lost ? ", lost" : ""}: what it rests on`),
    loseButton(detail, cell, messages[0], target), told];
}

/** Quotes a text for a shell. */
const quoted = (text) => "'" + text.replace(/'/g, "'\\''") + "'";
