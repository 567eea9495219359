// Broadcast by gossip: who hears something new tells all others. With RETRIES each copy is sent again
// until it is acknowledged.
//
//   c++ -std=c++20 -O2 -static -I. -o broadcast-node broadcast.cpp
//   broadcast-node [RETRIES]      0, which is the default: nothing is sent twice
#include <cstdlib>
#include <ldfi_node.hpp>
#include <map>
#include <set>

using ldfi::json;

int main(int count, char** arguments) {
  const int retries = count > 1 ? std::atoi(arguments[1]) : 0;
  constexpr std::int64_t every = 100 * ldfi::ms;
  ldfi::Node node;
  std::set<int> seen;
  std::map<std::pair<std::string, int>, int> unacknowledged;  // how often each may still be sent

  node.state = [&] { return json{seen, unacknowledged}; };
  node.reset = [&] {
    seen.clear();
    unacknowledged.clear();
  };

  std::function<void(const std::string&, int)> offer = [&](const std::string& peer, int value) {
    node.send(peer, {{"type", "gossip"}, {"message", value}});
    const auto copies = unacknowledged.find({peer, value});
    if (copies == unacknowledged.end() || copies->second == 0) return;
    node.after(every, "again " + peer + " " + std::to_string(value), [&, peer, value] {
      const auto left = unacknowledged.find({peer, value});
      if (left == unacknowledged.end()) return;
      --left->second;
      offer(peer, value);
    });
  };
  const auto learn = [&](int value, const std::string& source) {
    if (!seen.insert(value).second) return;
    for (const std::string& peer : node.ids()) {
      if (peer == node.id() || peer == source) continue;
      if (retries > 0) unacknowledged[{peer, value}] = retries;
      offer(peer, value);
    }
  };

  node.on("topology", [&](const json& m) { node.reply(m, {{"type", "topology_ok"}}); });
  node.on("broadcast", [&](const json& m) {
    learn(m["body"]["message"], m["src"]);
    node.reply(m, {{"type", "broadcast_ok"}});
  });
  node.on("gossip", [&](const json& m) {
    learn(m["body"]["message"], m["src"]);
    if (retries > 0) node.send(m["src"], {{"type", "ack"}, {"message", m["body"]["message"]}});
  });
  node.on("ack", [&](const json& m) { unacknowledged.erase({m["src"], m["body"]["message"]}); });
  node.on("read", [&](const json& m) { node.reply(m, {{"type", "read_ok"}, {"messages", seen}}); });
  return node.run();
}
