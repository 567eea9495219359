// Nodes with bugs. test_smaller_system.py and test_minimise_systems.py make their counterexamples smaller.
//
//   faulty-node asks HELLOS [needs-hello]: at its first echo or broadcast n0 asks n1, and ends if n1
//     does not answer within 30 ms. Every other node says hello to n0 as it starts. With fewer than
//     HELLOS hellos n0 does not end. `needs-hello`: without a hello the answer of n1 does not count.
//   faulty-node tells all: a node that is asked to broadcast a value tells all others once.
//   faulty-node tells n1 [ODDITY]: it tells n1 only. The oddity is one of these:
//     leaves: a node that nobody introduced ends when it is read from and knows fewer than two values
//     random: such a node says something random to the other node
//     invalid: such a node sends a message that is not a message
//     again: a node tells n1 all values that it knows, not only the new one
//     twice: a node sends 9 once. It sends 7 and 8 together if it knows both, otherwise each of them twice.
//   faulty-node counts: a node sends n1 each number that a client adds.
//   faulty-node waits exit|kill: n1 waits 200 ms for a word of n0, and ends or kills itself without it.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ldfi_node.hpp>
#include <random>
#include <string>
#include <vector>

namespace {

using ldfi::json;

void be_asking(ldfi::Node& node, int wanted, bool needs_hello) {
  static int hellos = 0;
  static bool asked = false;
  static std::uint64_t timer = 0;
  const auto ask = [&node, wanted] {
    if (node.id() != "n0" || asked) return;
    asked = true;
    timer = node.after(30 * ldfi::ms, "answer", [wanted] {
      if (hellos >= wanted) std::exit(1);
    });
    node.send("n1", {{"type", "ask"}});
  };
  node.started = [&node] {
    if (node.id() != "n0" && node.id() != "n1") node.send("n0", {{"type", "hello"}});
  };
  node.on("echo", [&node, ask](const json& m) {
    ask();
    node.reply(m, {{"type", "echo_ok"}, {"echo", m["body"]["echo"]}});
  });
  node.on("broadcast", [ask](const json&) { ask(); });
  for (const std::string type : {"topology", "read"}) {
    node.on(type, [&node, type](const json& m) {
      node.reply(m, {{"type", type + "_ok"}, {"messages", json::array()}});
    });
  }
  node.on("ask", [&node](const json&) { node.send("n0", {{"type", "yes"}}); });
  node.on("hello", [](const json&) { ++hellos; });
  node.on("yes", [&node, needs_hello](const json&) {
    if (!needs_hello || hellos > 0) node.cancel(timer);
  });
}

bool introduced = false;
std::vector<int> seen;

bool knows(int value) {
  return std::ranges::find(seen, value) != seen.end();
}

void tell(ldfi::Node& node, const std::string& to, int value) {
  node.send(to, {{"type", "m"}, {"v", value}});
}

/// Sends n1 the value, which is already among the values that the node has.
void tell_n1(ldfi::Node& node, const std::string& oddity, int value) {
  if (oddity == "again") {
    for (const int one : seen) tell(node, "n1", one);
  } else if (oddity == "twice" && value == 8 && knows(7)) {
    node.send("n1", {{"type", "n"}, {"v", {7, 8}}});
  } else {
    tell(node, "n1", value);
    if (oddity == "twice" && value != 9) tell(node, "n1", value);
  }
}

/// Behaves in the odd way of a node that was not introduced, when a client reads from it.
void be_odd(ldfi::Node& node, const std::string& oddity) {
  if (oddity == "leaves" && seen.size() < 2) std::exit(1);
  if (oddity == "random") {
    node.send(node.id() == "n1" ? "n0" : "n1", {{"type", "x"}, {"r", std::random_device()()}});
  }
  if (oddity == "invalid") {
    std::printf(R"({"src":"%s","dest":7,"body":{"type":8}})"
                "\n",
                node.id().c_str());
    std::fflush(stdout);
  }
}

void be_telling(ldfi::Node& node, bool all, const std::string& oddity) {
  node.reset = [] {
    introduced = false;
    seen.clear();
  };
  node.on("topology", [&node](const json& m) {
    introduced = true;
    node.reply(m, {{"type", "topology_ok"}});
  });
  node.on("broadcast", [&node, all, oddity](const json& m) {
    seen.push_back(m["body"]["message"]);
    if (!all) tell_n1(node, oddity, seen.back());
    for (const std::string& other : all ? node.ids() : std::vector<std::string>()) {
      if (other != node.id()) tell(node, other, seen.back());
    }
    node.reply(m, {{"type", "broadcast_ok"}});
  });
  node.on("m", [](const json& m) { seen.push_back(m["body"]["v"]); });
  node.on("n", [](const json& m) {
    for (const json& value : m["body"]["v"]) seen.push_back(value);
  });
  node.on("read", [&node, oddity](const json& m) {
    if (!introduced) be_odd(node, oddity);
    node.reply(m, {{"type", "read_ok"}, {"messages", seen}});
  });
}

void be_counting(ldfi::Node& node) {
  static int total = 0;
  node.reset = [] { total = 0; };
  node.on("add", [&node](const json& m) {
    total += m["body"]["delta"].get<int>();
    node.send("n1", {{"type", "m"}, {"delta", m["body"]["delta"]}});
    node.reply(m, {{"type", "add_ok"}});
  });
  node.on("m", [](const json& m) { total += m["body"]["delta"].get<int>(); });
  node.on("read", [&node](const json& m) {
    node.reply(m, {{"type", "read_ok"}, {"value", total}});
  });
}

void be_waiting(ldfi::Node& node, bool kills_itself) {
  static std::uint64_t timer = 0;
  node.started = [&node, kills_itself] {
    if (node.id() == "n0") {
      node.send("n1", {{"type", "word"}});
    } else {
      timer = node.after(200 * ldfi::ms, "word", [kills_itself] {
        if (kills_itself) std::raise(SIGKILL);
        std::exit(1);
      });
    }
  };
  node.on("word", [&node](const json&) { node.cancel(timer); });
  node.on("echo", [&node](const json& m) {
    node.reply(m, {{"type", "echo_ok"}, {"echo", m["body"]["echo"]}});
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  words.resize(3);
  ldfi::Node node;
  if (words[0] == "asks") {
    be_asking(node, std::stoi(words[1]), words[2] == "needs-hello");
  } else if (words[0] == "tells") {
    be_telling(node, words[1] == "all", words[2]);
  } else if (words[0] == "counts") {
    be_counting(node);
  } else if (words[0] == "waits") {
    be_waiting(node, words[1] == "kill");
  } else {
    return 64;
  }
  return node.run();
}
