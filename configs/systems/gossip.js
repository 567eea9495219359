// Broadcast by gossip, with our library: who hears something new tells all others. With RETRIES each copy is sent again until it is
// acknowledged.
//
//   node gossip.js [RETRIES]      0, which is the default: nothing is sent twice
"use strict";

const { Node, MS } = require("./ldfi_node");

const retries = Number(process.argv[2] ?? 0);
const node = new Node(() => ({ seen: new Set(), unacknowledged: new Map() }));

function offer(peer, value) {
  node.send(peer, { type: "gossip", message: value });
  if (node.kept.unacknowledged.get(`${peer} ${value}`) > 0) node.after(100 * MS, again, peer, value);
}

function again(peer, value) {
  const left = node.kept.unacknowledged.get(`${peer} ${value}`);
  if (left === undefined) return;
  node.kept.unacknowledged.set(`${peer} ${value}`, left - 1);
  offer(peer, value);
}

function learn(value, source) {
  if (node.kept.seen.has(value)) return;
  node.kept.seen.add(value);
  for (const peer of node.ids.filter((one) => one !== node.id && one !== source)) {
    if (retries > 0) node.kept.unacknowledged.set(`${peer} ${value}`, retries);
    offer(peer, value);
  }
}

node.on("topology", (message) => node.reply(message, { type: "topology_ok" }));

node.on("broadcast", (message, body) => {
  learn(body.message, message.src);
  node.reply(message, { type: "broadcast_ok" });
});

node.on("gossip", (message, body) => {
  learn(body.message, message.src);
  if (retries > 0) node.send(message.src, { type: "ack", message: body.message });
});

node.on("ack", (message, body) => node.kept.unacknowledged.delete(`${message.src} ${body.message}`));

node.on("read", (message) => node.reply(message, { type: "read_ok", messages: [...node.kept.seen].sort((a, b) => a - b) }));

node.run();
