// A node whose echo is handed to a worker thread and back, and then sent in two parts, by promises, timers
// that are due at once, and immediates.
"use strict";

const { Worker, isMainThread, parentPort } = require("node:worker_threads");

if (!isMainThread) {
  parentPort.on("message", (message) => parentPort.postMessage(message));
} else {
  const worker = new Worker(__filename);
  let order = Promise.resolve();

  async function say(message) {
    const body = { ...message.body, type: message.body.type + "_ok", in_reply_to: message.body.msg_id };
    const words = JSON.stringify({ src: message.dest, dest: message.src, body }) + "\n";
    await new Promise((then) => setTimeout(then, 0));
    process.stdout.write(words.slice(0, 20));
    await new Promise(setImmediate);
    process.stdout.write(words.slice(20));
  }

  worker.on("message", (message) => (order = order.then(() => say(message))));
  require("node:readline")
    .createInterface({ input: process.stdin })
    .on("line", (line) => worker.postMessage(JSON.parse(line)));
}
