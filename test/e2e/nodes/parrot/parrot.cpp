// A node that does the same as parrot.py.
#include <ldfi_node.hpp>

using ldfi::json;

int main() {
  ldfi::Node node;
  json kept = json::array();
  std::uint64_t alarm = 0;
  node.state = [&] { return kept; };
  node.reset = [&] { kept = json::array(); };
  node.on("echo", [&](const json& m) {
    node.reply(m, {{"type", "echo_ok"},
                   {"echo", m["body"]["echo"]},
                   {"now", node.now()},
                   {"id", node.id()},
                   {"ids", node.ids()}});
  });
  node.on("keep", [&](const json& m) {
    kept.push_back(m["body"]["value"]);
    node.reply(m, {{"type", "keep_ok"}, {"kept", kept}});
  });
  node.on("later", [&](const json& m) {
    const json body = m["body"];
    alarm = node.after(body["ms"].get<std::int64_t>() * ldfi::ms, "later " + body["note"].dump(),
                       [&, body] {
                         node.send(body["to"], {{"type", "alarm"}, {"note", body["note"]}});
                       });
  });
  node.on("never_mind", [&](const json&) { node.cancel(alarm); });
  node.on("ask", [&](const json& m) {
    node.rpc(m["body"]["of"], {{"type", "question"}},
             m["body"]["ms"].get<std::int64_t>() * ldfi::ms, [&, m](const json& answer) {
               node.reply(
                   m, {{"type", "ask_ok"}, {"answer", answer.is_null() ? answer : answer["text"]}});
             });
  });
  node.on("roll", [&](const json& m) {
    const double chance = static_cast<double>(node.random() >> 11U) / 9007199254740992.0;
    node.reply(m, {{"type", "roll_ok"}, {"value", static_cast<int>(chance * 1000)}});
  });
  return node.run();
}
