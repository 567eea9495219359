// Sends messages ahead: nodes with an event at the same time receive their messages together, and
// run in parallel. Their answers are read in the usual order. The recording is the same as if each
// node waited for the node before, because nodes cannot affect each other at the same time.
#include <algorithm>
#include <iterator>

#include "worker/drive/execution.hpp"

namespace ldfi::drive {

bool Execution::will_act(std::size_t node) {
  if (!nodes_[node].running()) return false;
  return !is_paused(node) && !pause_now(node) && !crashes_next(node);
}

/// Finds nodes whose timer is due and that no other event reaches first. Messages that nodes send
/// now arrive later.
void Execution::find_timers(std::vector<Node::MessageAhead>& out) {
  const std::int64_t first = pending_.empty() ? clock_ + 1 : pending_.begin()->at;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto wake = wake_time(i);
    if (!wake || *wake > clock_ || *wake >= first || !greeted_[i] || !will_act(i)) continue;
    out.push_back({&nodes_[i], nodes_[i].tick()});
  }
}

/// For each node, finds the first message that is due now.
void Execution::find_pending(std::vector<Node::MessageAhead>& out) {
  std::vector<bool> met(nodes_.size());
  // By client: number of its operations that were found to be due now.
  std::map<std::string_view, std::uint64_t> asked;
  // Limits the number of events that are examined, because very many messages for one node may be
  // due.
  std::size_t most = 4 * nodes_.size();
  for (const Pending& one : pending_) {
    if (one.at > clock_ || one.kind == Kind::speech || most-- == 0) break;
    // Services run in this process, so nothing is sent ahead to them.
    if (one.node >= nodes_.size()) continue;
    std::uint64_t id = 0;
    if (one.kind == Kind::operation) {
      // Stops here: the request may have to wait until the node is ready. Then later requests get
      // other ids.
      if (!greeted_[one.node]) break;
      const std::string& client = plan_.operations[one.what].client;
      const auto last = asked_.find(client);
      id = ++asked[client] + (last == asked_.end() ? 0 : last->second);
    }
    if (met[one.node]) continue;
    met[one.node] = true;
    const bool told = one.kind != Kind::restart && one.kind != Kind::expiry && !would_be_held(one);
    if (!told || !will_act(one.node)) continue;
    out.push_back({&nodes_[one.node], one.kind == Kind::operation ? script_.request(one.what, id)
                                      : one.kind == Kind::request
                                          ? script_.request(one.what, one.id)
                                          : one.message->text});
  }
}

void Execution::send_ahead(bool timers) {
  // Without latency, a message that a node sends now also arrives now, so the nodes' order matters.
  // After EOT, the execution may end before the events that are due.
  if (plan_.latency == 0 || clock_ > plan_.eot) return;
  if (std::ranges::any_of(nodes_, &Node::was_sent_ahead)) return;
  if (!timers && (pending_.size() < 2 || std::next(pending_.begin())->at > clock_)) return;
  std::vector<Node::MessageAhead> all;
  timers ? find_timers(all) : find_pending(all);
  if (all.size() > 1) Node::send_ahead(all, clock_);
}

}  // namespace ldfi::drive
