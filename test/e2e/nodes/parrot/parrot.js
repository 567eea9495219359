// A node that does the same as parrot.py.
"use strict";

const { Node, MS } = require(`${process.env.LDFI_NODES}/ldfi_node`);

const node = new Node(() => ({ kept: [] }));
let alarm = null;

node.on("echo", (message, body) => node.reply(message, { type: "echo_ok", echo: body.echo, now: node.now, id: node.id, ids: node.ids }));
node.on("keep", (message, body) => {
  node.kept.kept.push(body.value);
  node.reply(message, { type: "keep_ok", kept: node.kept.kept });
});
node.on("later", (message, body) => {
  alarm = node.after(body.ms * MS, (to, note) => node.send(to, { type: "alarm", note }), body.to, body.note);
});
node.on("never_mind", () => node.cancel(alarm));
node.on("ask", (message, body) =>
  node.rpc(body.of, { type: "question" }, body.ms * MS, (answer, asked) => node.reply(asked, { type: "ask_ok", answer: answer && answer.text }), message),
);
node.on("roll", (message) => node.reply(message, { type: "roll_ok", value: Math.floor(node.random() * 1000) }));

node.run();
