// Elections of Raft [Ongaro and Ousterhout 2014, section 5.2].
#include <algorithm>
#include <demi/raft.hpp>
#include <utility>

namespace raft {

void Raft::await_leader() {
  node_.cancel(timer_);
  const auto place = std::ranges::find(node_.ids(), node_.id()) - node_.ids().begin();
  const Timeouts& timeouts = timeouts_.at(static_cast<std::size_t>(place));
  if (timeouts.empty()) return;
  const int timeout = timeouts[std::min(knows_.elections, timeouts.size() - 1)];
  timer_ = node_.after(timeout * ldfi::ms, "election", [this] { stand(); });
}

void Raft::stand() {
  become_follower(knows_.term + 1);
  knows_.role = Role::candidate;
  ++knows_.elections;
  await_leader();
  node_.send(node_.id(), {{"type", "begin"}, {"term", knows_.term}});
}

void Raft::begin(const json& body) {
  if (knows_.role != Role::candidate || body["term"] != knows_.term) return;
  if (!knows_.vote.empty()) {
    knows_.role = Role::follower;
    if (is(Defect::forgets)) knows_.vote.clear();
    return;
  }
  knows_.vote = node_.id();
  knows_.voters.insert(node_.id());
  ++knows_.votes;
  for (const std::string& name : others()) {
    node_.send(name, {{"type", "ask_vote"}, {"term", knows_.term}, {"last", last()}});
  }
}

json Raft::last() const {
  return {knows_.log.empty() ? 0 : knows_.log.back().term, knows_.log.size()};
}

void Raft::asked_for_vote(const std::string& from, const json& body) {
  if (body["term"] > knows_.term) become_follower(body["term"]);
  const bool granted = body["term"] == knows_.term &&
                       (knows_.vote.empty() || knows_.vote == from) && body["last"] >= last();
  if (granted) {
    knows_.vote = from;
    if (knows_.role == Role::follower) await_leader();
  }
  node_.send(from, {{"type", "vote"}, {"term", knows_.term}, {"granted", granted}});
}

void Raft::got_vote(const std::string& from, const json& body) {
  if (body["term"] > knows_.term) return become_follower(body["term"]);
  if (knows_.role != Role::candidate || !body["granted"]) return;
  if (body["term"] < knows_.term && !is(Defect::stale)) return;
  knows_.voters.insert(from);
  ++knows_.votes;
  if (is_majority(is(Defect::counts) ? knows_.votes : knows_.voters.size())) win();
}

void Raft::win() {
  knows_.role = Role::leader;
  node_.cancel(timer_);
  json log = json::array();
  for (const Entry& entry : knows_.log) log.push_back(entry.command);
  node_.send(node_.id(), {{"type", "elected"}, {"term", knows_.term}, {"log", log}});
}

void Raft::elected(const json& body) {
  if (knows_.role != Role::leader || body["term"] != knows_.term) return;
  for (const std::string& name : others()) {
    knows_.next[name] = knows_.log.size() + 1;
    knows_.match[name] = 0;
  }
  knows_.begun = true;
  beat();
  for (const json& message : std::exchange(knows_.aside, {})) add(message);
}

void Raft::become_follower(int term) {
  if (term > knows_.term) {
    knows_.term = term;
    knows_.vote.clear();
    knows_.voters.clear();
    knows_.votes = 0;
  }
  const bool led = knows_.role == Role::leader;
  knows_.role = Role::follower;
  knows_.begun = false;
  knows_.next.clear();
  knows_.match.clear();
  knows_.aside.clear();
  knows_.asked.clear();
  if (led) await_leader();
}

bool Raft::is_majority(std::size_t nodes) const {
  return 2 * nodes > node_.ids().size();
}

}  // namespace raft
