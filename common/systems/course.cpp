#include "common/systems/course.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace ldfi::systems {
namespace {

/// Follows one recording from its first event to its last.
class Follower {
 public:
  Follower(const Recording& recording, std::vector<Diagnostic>& problems)
      : recording_(recording), problems_(problems) {}

  Course follow() {
    for (const std::string& node : recording_.fspec.nodes) course_.activations[node] = 0;
    check_faults();
    for (const Event& event : recording_.events) {
      line_ = event.line;
      take(event);
    }
    end();
    return std::move(course_);
  }

 private:
  struct Sent {
    std::size_t attempt = 0;  ///< its place among them plus one; 0: it cannot be lost
    const Event* event = nullptr;
    bool received = false;
  };

  void fail(std::string message, std::vector<std::string> hints = {}) {
    problems_.push_back({Severity::error,
                         "recording",
                         {recording_.file, line_, 1, 1},
                         std::move(message),
                         std::move(hints)});
  }

  void check_faults();
  void take(const Event& event);
  void check_fate(const Event& event, bool possible, bool here, bool asked, std::string_view kind,
                  std::string_view word);
  void send(const Event& event);
  void recv(const Event& event);
  void crash(const Event& event);
  void restart(const Event& event);
  void down(const Event& event, std::optional<std::int64_t> back);
  struct Outage {
    std::int64_t from = 0;
    std::optional<std::int64_t> back;  ///< nothing: for good
  };
  /// True if it is said to be down then. Says in `attempt` what that means for what reached it then.
  bool was_down(const std::string& node, std::int64_t time, Course::Attempt* attempt);
  void activate(const Event& event);
  /// The node says something, or ends.
  void speak(const std::string& node) {
    if (silent_.contains(node)) fail(fmt::format("{} received the last message silently", node));
  }
  [[nodiscard]] bool is_node(const std::string& name) {
    if (recording_.fspec.has_node(name)) return true;
    fail(fmt::format("{} is no node of the spec", name));
    return false;
  }
  void end();

  const Recording& recording_;
  std::vector<Diagnostic>& problems_;
  Course course_;
  int line_ = 1;
  std::map<MessageId, Sent> sent_;
  std::map<std::tuple<std::string, std::string, std::string>, std::uint64_t> numbers_;
  std::map<std::string, std::vector<Outage>> outages_;
  std::map<std::string, std::optional<std::int64_t>> down_;  ///< now; and when they are back
  std::set<std::string> silent_;  ///< nodes whose last activation said nothing, and changed nothing
};

void Follower::check_faults() {
  const Fspec& fspec = recording_.fspec;
  const FaultSet& faults = recording_.faults;
  for (const MessageId& id : faults.losses) {
    if (!fspec.has_node(id.from) || !fspec.has_node(id.to)) {
      fail(fmt::format("O({}) names a node that is none of the spec", to_text(id)));
    }
  }
  for (const auto& [node, activation] : faults.crashes) {
    if (!fspec.may_crash(node)) fail(fmt::format("{} may not crash by the spec", node));
  }
  if (fspec.omissions && faults.losses.size() > *fspec.omissions) {
    fail(fmt::format("{} messages are lost, and the spec has {}", faults.losses.size(),
                     *fspec.omissions));
  }
  if (faults.crashes.size() > fspec.crashes) {
    fail(fmt::format("{} nodes crash, and the spec has {}", faults.crashes.size(), fspec.crashes));
  }
  for (const auto& [one, down] : faults.restarts) {
    if (!fspec.may_restart(one.node)) {
      fail(fmt::format("{} may not crash and restart by the spec", one.node));
    }
    if (std::ranges::find(fspec.down, down) == fspec.down.end()) {
      fail(fmt::format("no node is down for {} by the spec", duration_text(down)));
    }
  }
  if (faults.restarts.size() > fspec.restarts) {
    fail(fmt::format("{} crashes are followed by a restart, and the spec has {}",
                     faults.restarts.size(), fspec.restarts));
  }
  for (const auto& [id, late] : faults.delays) {
    if (!fspec.has_node(id.from) || !fspec.has_node(id.to)) {
      fail(fmt::format("D({}) names a node that is none of the spec", to_text(id)));
    }
    if (std::ranges::find(fspec.delays, late) == fspec.delays.end()) {
      fail(fmt::format("no message is {} late by the spec", duration_text(late)));
    }
  }
  if (fspec.delayed && faults.delays.size() > *fspec.delayed) {
    fail(fmt::format("{} messages are late, and the spec has {}", faults.delays.size(),
                     *fspec.delayed));
  }
  if (fspec.faults && faults.size() > *fspec.faults) {
    fail(fmt::format("there are {} faults, and the spec has {}", faults.size(), *fspec.faults));
  }
}

void Follower::take(const Event& event) {
  switch (event.kind) {
    case EventKind::send:
      return send(event);
    case EventKind::recv:
      return recv(event);
    case EventKind::crash:
      return crash(event);
    case EventKind::restart:
      return restart(event);
    case EventKind::exit:
      down(event, std::nullopt);
      return speak(event.node);
    case EventKind::timer:
    case EventKind::invoke:
      return activate(event);
    case EventKind::answer:
      return;
  }
}

/// `here`: this is what becomes of it. `asked`: one of the faults asks for it.
void Follower::check_fate(const Event& event, bool possible, bool here, bool asked,
                          std::string_view kind, std::string_view word) {
  const std::string id = to_text(event.message);
  if (here && !asked) fail(fmt::format("{}({}) is not among the faults", kind, id));
  if (here && asked && !possible) {
    fail(fmt::format("{}({}) is not possible by the spec: {}", kind, id,
                     event.message.from == event.message.to
                         ? fmt::format("a node's message to itself is never {}", word)
                         : fmt::format("it is sent at {}", event.time)));
  }
  if (!here && asked && possible) fail(fmt::format("it should be {}: {}({})", word, kind, id));
}

void Follower::send(const Event& event) {
  const MessageId& id = event.message;
  if (!is_node(id.from) || !is_node(id.to)) return;
  if (down_.contains(id.from)) fail(fmt::format("{} is down, and sends nothing", id.from));
  speak(id.from);
  std::uint64_t& number = numbers_[{id.from, id.to, id.type}];
  if (id.number != number) {
    return fail(fmt::format("its number is {}, and {} comes next of its type on this channel",
                            id.number, number),
                {"messages are numbered from 0 on, the lost ones included"});
  }
  ++number;
  const bool possible = recording_.fspec.may_fail(id, event.time);
  check_fate(event, possible, event.fate == Fate::lost, recording_.faults.losses.contains(id), "O",
             "lost");
  check_fate(event, possible, event.fate == Fate::late, recording_.faults.delays.contains(id), "D",
             "late");
  if (event.fate == Fate::late && !event.arrives) fail("it is late, and has no \"arrive\"");
  Sent& sent = sent_[id];
  sent.event = &event;
  if (!possible) return;
  course_.attempts.push_back({id, event.fate, false, false});
  sent.attempt = course_.attempts.size();
  if (event.fate == Fate::lost) course_.struck.losses.insert(id);
  const auto late = recording_.faults.delays.find(id);
  if (event.fate == Fate::late && late != recording_.faults.delays.end()) {
    course_.struck.delays.insert(*late);
  }
}

void Follower::recv(const Event& event) {
  const auto found = sent_.find(event.message);
  if (found == sent_.end()) return fail(fmt::format("{} was never sent", to_text(event.message)));
  Sent& sent = found->second;
  if (sent.received) fail(fmt::format("{} was received before", to_text(event.message)));
  if (sent.event->fate == Fate::lost || sent.event->fate == Fate::dead) {
    fail(fmt::format("{} was lost, or its receiver down", to_text(event.message)));
  }
  if (sent.event->arrives && *sent.event->arrives != event.time) {
    fail(fmt::format("it was to arrive at {}", *sent.event->arrives));
  }
  sent.received = true;
  if (sent.attempt > 0) {
    Course::Attempt& attempt = course_.attempts[sent.attempt - 1];
    attempt.received = true;
    attempt.silent = event.silent;
  }
  activate(event);
  if (event.silent) silent_.insert(event.node);
}

void Follower::activate(const Event& event) {
  if (!is_node(event.node)) return;
  if (down_.contains(event.node)) {
    if (event.kind != EventKind::invoke)
      fail(fmt::format("{} is down, and does nothing", event.node));
    return;  // a client may ask a node that is down
  }
  silent_.erase(event.node);
  std::uint64_t& activation = course_.activations[event.node];
  ++activation;
  const FaultSet& faults = recording_.faults;
  const auto crash = faults.crashes.find(event.node);
  if ((crash != faults.crashes.end() && crash->second == activation) ||
      faults.restarts.contains({event.node, activation})) {
    fail(fmt::format("{} should have crashed before this: C({},#{})", event.node, event.node,
                     activation));
  }
}

void Follower::down(const Event& event, std::optional<std::int64_t> back) {
  if (!is_node(event.node)) return;
  if (!down_.emplace(event.node, back).second) {
    fail(fmt::format("{} is down already", event.node));
  }
  outages_[event.node].push_back({event.time, back});
}

void Follower::crash(const Event& event) {
  down(event, event.back);
  const FaultSet& faults = recording_.faults;
  const Activation next{event.node, course_.activations[event.node] + 1};
  const auto restart = faults.restarts.find(next);
  if (restart != faults.restarts.end()) {
    ++course_.activations[event.node];
    silent_.erase(event.node);
    if (event.back != event.time + restart->second) {
      fail(fmt::format("it is back {} later by the faults: \"back\" must be {}",
                       duration_text(restart->second), event.time + restart->second));
    }
    course_.struck.restarts.insert(*restart);
    return;
  }
  const auto crash = faults.crashes.find(event.node);
  if (crash == faults.crashes.end() || crash->second != next.number) {
    return fail(fmt::format("C({},#{}) is not among the faults", event.node, next.number),
                {"a node that ends by itself has an event `exit`"});
  }
  if (event.back) fail("this crash is for good by the faults, and has no \"back\"");
  course_.struck.crashes.emplace(event.node, next.number);
}

void Follower::restart(const Event& event) {
  if (!is_node(event.node)) return;
  const auto found = down_.find(event.node);
  if (found == down_.end()) return fail(fmt::format("{} is up", event.node));
  if (found->second != event.time) fail(fmt::format("{} is not back now", event.node));
  down_.erase(found);
}

bool Follower::was_down(const std::string& node, std::int64_t time, Course::Attempt* attempt) {
  bool out = false;
  for (const Outage& one : outages_[node]) {
    if (time < one.from || (one.back && *one.back < time)) continue;
    out = true;
    if (attempt == nullptr || !one.back) continue;
    attempt->too_early = true;
    attempt->received = attempt->received || time == one.from;
  }
  return out;
}

/// Every message has an end that is known: a recorder that forgets what arrives would make proofs of
/// nothing.
void Follower::end() {
  const std::int64_t last = recording_.events.empty() ? 0 : recording_.events.back().time;
  for (const auto& [node, back] : down_) {
    if (back && *back < last)
      fail(fmt::format("{} is back at {}, and did not restart", node, *back));
  }
  for (const auto& [id, sent] : sent_) {
    line_ = sent.event->line;
    const Fate fate = sent.event->fate;
    Course::Attempt* const attempt =
        fate == Fate::dead && sent.attempt > 0 ? &course_.attempts[sent.attempt - 1] : nullptr;
    const std::int64_t arrives = sent.event->arrives.value_or(sent.event->time);
    const bool down = was_down(id.to, arrives, attempt);
    if (fate == Fate::dead && outages_[id.to].empty()) {
      fail(fmt::format("{} is up, and could have got it", id.to));
    } else if (fate == Fate::dead && !down) {
      fail(fmt::format("{} was up when it arrived, as far as is said", id.to));
    }
    const bool in_vain = fate == Fate::late && sent.event->arrives && down;
    if (fate == Fate::lost || fate == Fate::dead || sent.received || in_vain) continue;
    if (!sent.event->arrives) {
      fail(fmt::format("{} neither received it, nor is it said when it would arrive", id.to),
           {"a message that arrives after the end has \"arrive\" with that time"});
    } else if (*sent.event->arrives < last) {  // at the very end it may come behind it
      fail(fmt::format("{} did not receive it, though it arrived before the end", id.to),
           {"what reaches a node that is down has the fate dead"});
    }
  }
}

}  // namespace

Course follow(const Recording& recording, std::vector<Diagnostic>& problems) {
  return Follower(recording, problems).follow();
}

}  // namespace ldfi::systems
