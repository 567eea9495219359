//   raft-node DEFECT TIMEOUTS…      for each node, in order: 150, or 100,200, or never
#include <algorithm>
#include <demi/raft.hpp>
#include <iostream>
#include <sstream>
#include <utility>

namespace raft {
namespace {

const std::map<std::string_view, Defect> defects{
    {"none", Defect::none},       {"counts", Defect::counts}, {"stale", Defect::stale},
    {"forgets", Defect::forgets}, {"early", Defect::early},   {"zero", Defect::zero},
    {"mode", Defect::mode},       {"cuts", Defect::cuts},
};

Timeouts timeouts_in(const std::string& word) {
  Timeouts out;
  std::istringstream all(word);
  for (std::string one; word != "never" && std::getline(all, one, ',');) {
    out.push_back(std::stoi(one));
  }
  return out;
}

}  // namespace

std::optional<Defect> defect_named(std::string_view name) {
  const auto found = defects.find(name);
  return found == defects.end() ? std::nullopt : std::optional(found->second);
}

Raft::Raft(ldfi::Node& node, Defect defect, std::vector<Timeouts> timeouts)
    : node_(node), defect_(defect), timeouts_(std::move(timeouts)) {
  node_.state = [this] { return state(); };
  node_.reset = [this] {
    knows_ = {};
    timer_ = 0;
  };
  node_.started = [this] { await_leader(); };
  node_.on("begin", [this](const json& m) { begin(m["body"]); });
  node_.on("ask_vote", [this](const json& m) { asked_for_vote(m["src"], m["body"]); });
  node_.on("vote", [this](const json& m) { got_vote(m["src"], m["body"]); });
  node_.on("elected", [this](const json& m) { elected(m["body"]); });
  node_.on("append", [this](const json& m) { append(m["src"], m["body"]); });
  node_.on("appended", [this](const json& m) { appended(m["src"], m["body"]); });
  node_.on("add", [this](const json& m) { add(m); });
  node_.on("log", [this](const json& m) {
    node_.reply(m, {{"type", "log_ok"}, {"log", prefixes()}});
  });
  node_.on("applied", [this](const json& m) {
    node_.reply(m, {{"type", "applied_ok"}, {"applied", applied()}});
  });
}

std::vector<std::string> Raft::others() const {
  std::vector<std::string> out = node_.ids();
  std::erase(out, node_.id());
  return out;
}

json Raft::state() const {
  return json::array({knows_.term, knows_.vote, knows_.role, knows_.elections, knows_.voters,
                      knows_.votes, prefixes(), knows_.committed, knows_.begun, knows_.next,
                      knows_.match, knows_.aside, knows_.asked});
}

}  // namespace raft

int main(int count, char** words) {
  const auto defect = count > 1 ? raft::defect_named(words[1]) : std::nullopt;
  if (!defect) {
    std::cerr << "usage: raft-node DEFECT TIMEOUTS…\n";
    return 64;
  }
  std::vector<raft::Timeouts> timeouts;
  for (int i = 2; i < count; ++i) timeouts.push_back(raft::timeouts_in(words[i]));
  ldfi::Node node;
  const raft::Raft raft(node, *defect, std::move(timeouts));
  return node.run();
}
