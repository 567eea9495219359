// A node of a distributed system that ldfi-farm can run in virtual time, and Maelstrom in real time.
//
//   const { Node } = require("./ldfi_node");
//   const node = new Node(() => ({ seen: new Set() }));
//   node.on("broadcast", (message, body) => {
//     node.kept.seen.add(body.message);
//     node.reply(message, { type: "broadcast_ok" });
//   });
//   node.run();
//
// Rules for ldfi-farm: do nothing but in handlers, ask node.now for the time and node.random() for chance, start no timers of
// your own, and keep everything in node.kept, and what a timer needs in its arguments (docs/reference/node-protocol.md#rules-of-ldfi1).
"use strict";

const { createHash } = require("node:crypto");
const { serialize } = require("node:v8");

const MS = 1_000_000;
const MASK = (1n << 64n) - 1n;

class Node {
  // `start` makes what the node keeps, at first and when it is to forget everything. All of it is its state: plain objects, arrays, Map,
  // Set and so on. `state` returns what later behaviour depends on instead, or null: then fewer faults can be ruled out.
  constructor(start = () => ({}), { state } = {}) {
    this.id = null;
    this.ids = [];
    this.now = 0; // nanoseconds
    this._start = start;
    this._state = state ?? (() => this.kept);
    this._handlers = new Map();
    this._extended = false;
    this._read = 0;
    this._output = "";
    this._clear();
  }

  _clear() {
    this.kept = this._start();
    this._timers = []; // by time, and of those at one time in their order
    this._calls = new Map(); // by msg_id
    this._ids = 0;
    this._chance = 0n;
  }

  // handler(message, body) is called for messages of this type.
  on(type, handler) {
    this._handlers.set(type, handler);
  }

  send(dest, body) {
    this._output += JSON.stringify({ src: this.id, dest, body }) + "\n";
  }

  reply(message, body) {
    this.send(message.src, { ...body, in_reply_to: message.body.msg_id });
  }

  // Sends a request. done(body, ...more) gets the answer, or null if there is none within `timeout` nanoseconds.
  rpc(dest, body, timeout, done, ...more) {
    const number = ++this._ids;
    this._calls.set(number, { dest, body, done, more });
    this.send(dest, { ...body, msg_id: number });
    if (timeout != null) this.after(timeout, this._answer, number, null);
  }

  _answer(number, body) {
    const call = this._calls.get(number);
    this._calls.delete(number);
    if (call) call.done.call(this, body, ...call.more);
  }

  // Calls f(...more) in so many nanoseconds. Returns what cancel() takes.
  after(delay, f, ...more) {
    const timer = { due: this.now + delay, f, more };
    const later = this._timers.findIndex((other) => other.due > timer.due);
    this._timers.splice(later < 0 ? this._timers.length : later, 0, timer);
    return timer;
  }

  cancel(timer) {
    this._timers = this._timers.filter((other) => other !== timer);
  }

  // From 0 up to 1, which it never is. Splitmix64, from the seed of the execution and the name of the node.
  random() {
    let z = (this._chance = (this._chance + 0x9e3779b97f4a7c15n) & MASK);
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
  }

  _seed(text) {
    this._chance = 1n;
    for (const byte of Buffer.from(text)) this._chance = ((this._chance ^ BigInt(byte)) * 1099511628211n) & MASK;
  }

  _fire() {
    while (this._timers.length > 0 && this._timers[0].due <= this.now) {
      const timer = this._timers.shift();
      timer.f.call(this, ...timer.more);
    }
  }

  _init(message, body) {
    this.id = body.node_id;
    this.ids = body.node_ids;
    this._extended = body.ldfi !== undefined;
    const answer = { type: "init_ok" };
    this._seed(this._extended ? `${body.ldfi.seed} ${this.id}` : `${process.hrtime.bigint()} ${process.pid}`);
    if (this._extended) answer.ldfi = { version: 1, state: this._hash() !== null, reset: true };
    this.reply(message, answer);
    if (this._handlers.has("init")) this._handlers.get("init")(message, body);
  }

  _handle(message) {
    const body = message.body;
    if (body.type === "init") this._init(message, body);
    else if (body.in_reply_to !== undefined) this._answer(body.in_reply_to, body);
    else if (this._handlers.has(body.type)) this._handlers.get(body.type)(message, body);
    else if (body.msg_id !== undefined) this.reply(message, { type: "error", code: 10, text: `there is no ${body.type}` });
  }

  _hash() {
    const state = this._state();
    if (state === null) return null;
    const what = (f, more) => [f.name, String(f), more];
    const timers = this._timers.map(({ due, f, more }) => [due, what(f, more)]);
    const calls = [...this._calls.values()].map(({ dest, body, done, more }) => [dest, body, what(done, more)]);
    const whole = serialize([state, timers, calls, this._chance]);
    return createHash("sha256").update(whole).digest("hex").slice(0, 32);
  }

  // False: it is to end.
  _take(line) {
    const message = JSON.parse(line);
    const type = message.body.type;
    this._read += 1;
    this.now = message.at !== undefined ? Math.max(this.now, message.at) : Number(process.hrtime.bigint());
    if (message.src !== "$farm") this._handle(message);
    else if (type === "bye") return false;
    else if (type === "reset") {
      this._clear();
      this.now = 0;
    }
    if (this._extended) {
      this._fire();
      const wake = this._timers.length > 0 ? this._timers[0].due : null;
      this.send("$farm", { type: "done", n: this._read, wake, state: this._hash() });
    }
    this._flush();
    return true;
  }

  _flush() {
    if (this._output !== "") process.stdout.write(this._output);
    this._output = "";
  }

  // Without ldfi-farm time is real.
  _wait() {
    clearTimeout(this._waiting);
    if (this._extended || this._timers.length === 0) return;
    const left = (this._timers[0].due - Number(process.hrtime.bigint())) / MS;
    this._waiting = setTimeout(() => {
      this.now = Number(process.hrtime.bigint());
      this._fire();
      this._flush();
      this._wait();
    }, Math.max(0, Math.ceil(left)));
  }

  // Until stdin ends.
  run() {
    let input = "";
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (more) => {
      const lines = (input + more).split("\n");
      input = lines.pop();
      if (!lines.every((line) => this._take(line))) process.exit(0);
      this._wait();
    });
    process.stdin.on("end", () => process.exit(0));
  }
}

module.exports = { Node, MS };
