// A node program that follows a table: table-node FILE [alone]. FILE is a JSON object that says how
// each node reacts. A restarted node has the timers that are not due yet. It has its old state if
// the table says that it is durable. With `alone`, the node runs in virtual time, does not speak
// the protocol ldfi/1, and is started only once.
#include <algorithm>
#include <fstream>
#include <ldfi_node.hpp>
#include <string>
#include <utility>

namespace {

using ldfi::json;

class TableNode {
 public:
  TableNode(json tables, bool alone) : tables_(std::move(tables)), alone_(alone) {
    node_.state = [this] { return json(state_); };
    node_.reset = [this] { state_ = 0; };
    node_.started = [this] { begin(); };
    for (const char* kind : {"m", "ack"}) node_.on(kind, [this](const json& m) { hear(m); });
    node_.on("add", [this](const json& m) { node_.reply(m, {{"type", "add_ok"}}); });
    node_.on("read", [this](const json& m) {
      const json& all = tables_["bad"][node_.id()];
      const bool bad = std::ranges::find(all, json(state_)) != all.end();
      node_.reply(m, {{"type", "read_ok"}, {"value", bad ? json::array() : json{1}}});
    });
  }

  int run() { return node_.run(); }

 private:
  void begin() {
    const json& all = tables_["durable"];
    durable_ = std::ranges::find(all, json(node_.id())) != all.end();
    if (std::ifstream kept("state"); durable_ && kept) kept >> state_;
    const std::int64_t now = alone_ ? 0 : node_.now();
    int number = 0;
    for (const json& timer : tables_["timers"]) {
      const std::int64_t at = timer[0].get<std::int64_t>() * ldfi::ms;
      const std::string name = std::to_string(number++);
      if (timer[1] != node_.id() || (at <= now && now != 0)) continue;
      node_.after(at - now, name, [this, &timer] { take(timer[2], std::to_string(state_)); });
    }
  }

  void hear(const json& m) {
    const std::string type = m["body"]["type"], sender = m["src"];
    take(tables_["messages"],
         node_.id() + " " + std::to_string(state_) + " " + type + " " + sender);
  }

  void take(const json& steps, const std::string& which) {
    const auto step = steps.find(which);
    if (step == steps.end() || step->is_null()) return;
    state_ = (*step)[0];
    for (const json& one : (*step)[1]) node_.send(one[0], {{"type", one[1]}});
    if (durable_) std::ofstream("state") << state_;
  }

  json tables_;
  bool alone_;
  ldfi::Node node_;
  int state_ = 0;
  bool durable_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 64;
  std::ifstream file(argv[1]);
  return TableNode(json::parse(file), argc > 2).run();
}
