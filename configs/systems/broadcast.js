// A broadcast in plain JavaScript, which knows nothing of ldfi-farm: node broadcast.js [AGAIN]
//
// AGAIN: after so many milliseconds what was not acknowledged is sent again, for ever. Without it, once is enough.
"use strict";

const againMs = Number(process.argv[2] ?? 0);
const seen = new Set();
const unanswered = new Map();
let me = "";
let others = [];
let told = 0;

function say(dest, body) {
  process.stdout.write(JSON.stringify({ src: me, dest, body }) + "\n");
}

function tell(node, value) {
  const id = ++told;
  const again = () => {
    unanswered.delete(id);
    tell(node, value);
  };
  if (againMs > 0) unanswered.set(id, setTimeout(again, againMs));
  say(node, { type: "gossip", message: value, msg_id: id });
}

function learn(value, sender) {
  if (seen.has(value)) return;
  seen.add(value);
  others.filter((node) => node !== sender).forEach((node) => tell(node, value));
}

function take({ src, body }) {
  const reply = (more) => say(src, { in_reply_to: body.msg_id, ...more });
  switch (body.type) {
    case "init":
      me = body.node_id;
      others = body.node_ids.filter((node) => node !== me);
      return reply({ type: "init_ok" });
    case "topology":
      return reply({ type: "topology_ok" });
    case "broadcast":
      learn(body.message, src);
      return reply({ type: "broadcast_ok" });
    case "gossip":
      learn(body.message, src);
      return reply({ type: "ack" });
    case "ack":
      clearTimeout(unanswered.get(body.in_reply_to));
      unanswered.delete(body.in_reply_to);
      return undefined;
    case "read":
      return reply({ type: "read_ok", messages: [...seen], chance: [Math.random(), require("crypto").randomUUID()] });
    default:
      return reply({ type: "error", code: 10 });
  }
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => take(JSON.parse(line)));
