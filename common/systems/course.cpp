#include "common/systems/course.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "common/systems/channel_order.hpp"
#include "common/systems/fault_text.hpp"
#include "common/systems/outages.hpp"
#include "common/systems/pending.hpp"

namespace ldfi::systems {
namespace {

/// Follows one recording from its first event to its last.
class Follower {
 public:
  Follower(const Recording& recording, std::vector<Diagnostic>& problems)
      : recording_(recording), problems_(problems) {}

  Course follow() {
    for (const std::string& node : recording_.fspec.nodes) course_.activations[node] = 0;
    for (const std::string& why : objections(recording_.fspec, recording_.faults)) fail(why);
    for (std::size_t i = 0; i < recording_.events.size(); ++i) {
      line_ = recording_.events.line(i);
      take(recording_.events[i]);
    }
    end();
    return std::move(course_);
  }

 private:
  struct Sent {
    std::size_t attempt = 0;  ///< its place among them plus one; 0: it cannot be lost
    const Event* event = nullptr;
    int line = 0;
    std::set<std::int64_t> received{};  ///< when
  };

  void fail(std::string message, std::vector<std::string> hints = {}) {
    problems_.push_back({Severity::error,
                         "recording",
                         {recording_.file, line_, 1, 1},
                         std::move(message),
                         std::move(hints)});
  }

  void fail_if(const std::string& why) {
    if (!why.empty()) fail(why);
  }

  void take(const Event& event);
  void check_fate(const Event& event, bool possible, bool here, const std::string& asked,
                  std::string_view word);
  void check_fates(const Event& event, bool possible, const Cut* cut);
  void strike(const Event& event, const Cut* cut);
  void send(const Event& event);
  void recv(const Event& event);
  void crash(const Event& event);
  void restart(const Event& event);
  void down(const Event& event, std::optional<std::int64_t> back);
  void activate(const Event& event);
  void answer(const Event& event);
  /// The node says something, to a node or a client.
  void say(const std::string& node);
  void check_end(const MessageId& id, const Sent& sent);
  void check_second(const MessageId& id, const Sent& sent);
  /// The node says something, or ends.
  void speak(const std::string& node) {
    if (silent_.contains(node)) fail(fmt::format("{} received the last message silently", node));
  }
  [[nodiscard]] bool may_crash_now(const std::string& node, std::int64_t time) const {
    const auto before = acted_.find(node);
    return recording_.fspec.may_crash_now(
        before == acted_.end() ? std::nullopt : std::optional(before->second), time);
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
  std::int64_t last_ = 0;                      ///< when the last event is
  std::map<std::string, std::int64_t> acted_;  ///< when each did something, or would have, last
  std::map<std::string, std::uint64_t> said_;  ///< in the last activation of those that are in one
  // The recording's own names: to copy them takes longer than all else.
  std::map<std::reference_wrapper<const MessageId>, Sent, std::less<MessageId>> sent_;
  using Channel = std::tuple<std::string_view, std::string_view, std::string_view>;
  std::map<Channel, std::uint64_t> numbers_;  ///< what comes next
  ChannelOrder order_;
  Outages outages_;
  std::map<std::string, std::optional<std::int64_t>> down_;  ///< now; and when they are back
  std::set<std::string> silent_;  ///< nodes whose last activation said nothing, and changed nothing
};

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
      return answer(event);
  }
}

/// `here`: this is what becomes of it. `asked`: the fault that asks for it, or nothing.
void Follower::check_fate(const Event& event, bool possible, bool here, const std::string& asked,
                          std::string_view word) {
  if (here ? !asked.empty() && possible : asked.empty() || !possible) return;
  const char kind = word == "lost" ? 'O' : word == "late" ? 'D' : 'U';
  const std::string fault =
      asked.empty() ? fmt::format("{}({})", kind, to_text(event.message)) : asked;
  if (here && asked.empty()) fail(fmt::format("{} is not among the faults", fault));
  if (here && !asked.empty() && !possible) {
    fail(fmt::format("{} is not possible by the spec: {}", fault,
                     event.message.from == event.message.to
                         ? fmt::format("a node's message to itself is never {}", word)
                         : fmt::format("it is sent at {}", event.time)));
  }
  if (!here && !asked.empty() && possible) fail(fmt::format("it should be {}: {}", word, fault));
}

void Follower::check_fates(const Event& event, bool possible, const Cut* cut) {
  const MessageId& id = event.message;
  const FaultSet& faults = recording_.faults;
  const auto asked = [&](const auto& some, char kind) {
    return some.contains(id) ? fmt::format("{}({})", kind, to_text(id)) : "";
  };
  const bool cut_off = cut != nullptr && possible;
  check_fate(event, possible, event.fate == Fate::lost,
             cut_off ? to_text(FaultSet{.cuts = {*cut}}) : asked(faults.losses, 'O'), "lost");
  check_fate(event, possible, event.fate == Fate::late, cut_off ? "" : asked(faults.delays, 'D'),
             "late");
  check_fate(event, possible, event.fate == Fate::doubled,
             cut_off ? "" : asked(faults.duplicates, 'U'), "doubled");
  if (event.fate == Fate::late && !event.arrives) fail("it is late, and has no \"arrive\"");
  if (event.fate != Fate::doubled) return;
  const auto later = faults.duplicates.find(id);
  if (!event.again || !event.arrives) {
    fail("it is doubled, and has no \"arrive\" or no \"again\"");
  } else if (later != faults.duplicates.end() && *event.again - *event.arrives != later->second) {
    fail(fmt::format("it comes again {} later by the faults: \"again\" must be {}",
                     duration_text(later->second), *event.arrives + later->second));
  }
}

/// Which fault made that of it. A message that a cut loses is not lost by another fault as well.
void Follower::strike(const Event& event, const Cut* cut) {
  const MessageId& id = event.message;
  const FaultSet& faults = recording_.faults;
  if (event.fate == Fate::lost && cut != nullptr) {
    course_.struck.cuts.insert(*cut);
  } else if (event.fate == Fate::lost) {
    course_.struck.losses.insert(id);
  }
  const auto late = faults.delays.find(id);
  if (event.fate == Fate::late && late != faults.delays.end()) course_.struck.delays.insert(*late);
  const auto again = faults.duplicates.find(id);
  if (event.fate == Fate::doubled && again != faults.duplicates.end()) {
    course_.struck.duplicates.insert(*again);
  }
}

void Follower::send(const Event& event) {
  const MessageId& id = event.message;
  if (!is_node(id.from) || !is_node(id.to)) return;
  if (down_.contains(id.from)) fail(fmt::format("{} is down, and sends nothing", id.from));
  speak(id.from);
  say(id.from);
  std::uint64_t& number = numbers_[{id.from, id.to, id.type}];
  if (id.number != number) {
    return fail(fmt::format("its number is {}, and {} comes next of its type on this channel",
                            id.number, number),
                {"messages are numbered from 0 on, the lost ones included"});
  }
  ++number;
  fail_if(wrongly_pending(recording_, event));
  if (recording_.fspec.fifo) fail_if(order_.send(event));
  const bool possible = event.fate != Fate::pending && recording_.fspec.may_fail(id, event.time);
  const Cut* const cut = recording_.faults.cut_of(id, event.time);
  check_fates(event, possible, cut);
  Sent& sent = sent_[id] = {.event = &event, .line = line_};
  if (!possible) return;
  course_.attempts.push_back({id, event.fate, false, false, false, event.time});
  sent.attempt = course_.attempts.size();
  strike(event, cut);
}

void Follower::answer(const Event& event) {
  if (event.node.empty()) {
    if (recording_.fspec.midway) {
      fail(
          "it has no \"node\": where nodes crash in the middle of what they do, it must be known "
          "who said it");
    }
    return;
  }
  if (!is_node(event.node)) return;
  if (down_.contains(event.node)) fail(fmt::format("{} is down, and says nothing", event.node));
  speak(event.node);
  say(event.node);
}

void Follower::say(const std::string& node) {
  const auto found = said_.find(node);
  if (!recording_.fspec.midway || found == said_.end()) return;
  const Course::Activation now{node, course_.activations[node]};
  const Moment moment{now.second, found->second};
  const FaultSet& faults = recording_.faults;
  const auto crash = faults.crashes.find(node);
  const bool for_good = crash != faults.crashes.end() && crash->second == moment;
  if ((for_good || faults.restarts.contains({node, moment})) && !course_.spared.contains(now)) {
    fail(fmt::format("{} should have crashed before this: C({},{})", node, node, to_text(moment)));
  }
  course_.said[now] = ++found->second;
}

void Follower::recv(const Event& event) {
  const auto found = sent_.find(event.message);
  if (found == sent_.end()) return fail(fmt::format("{} was never sent", to_text(event.message)));
  Sent& sent = found->second;
  const bool doubled = sent.event->fate == Fate::doubled;
  if (sent.received.contains(event.time) || (!doubled && !sent.received.empty())) {
    fail(fmt::format("{} was received before", to_text(event.message)));
  }
  if (ends_on_its_way(sent.event->fate)) {
    fail(fmt::format("{} was lost, or its receiver down, or pending", to_text(event.message)));
  }
  if (sent.event->arrives && *sent.event->arrives != event.time &&
      sent.event->again != event.time) {
    fail(fmt::format("it was to arrive at {}", *sent.event->arrives));
  }
  sent.received.insert(event.time);
  if (recording_.fspec.fifo) fail_if(order_.receive(event));
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
  const bool spared = !may_crash_now(event.node, event.time);
  const std::uint64_t activation = ++course_.activations[event.node];
  if (spared) course_.spared.insert({event.node, activation});
  acted_[event.node] = event.time;
  said_[event.node] = 0;
  const FaultSet& faults = recording_.faults;
  const auto crash = faults.crashes.find(event.node);
  if (!spared && ((crash != faults.crashes.end() && crash->second == Moment{activation}) ||
                  faults.restarts.contains({event.node, Moment{activation}}))) {
    fail(fmt::format("{} should have crashed before this: C({},#{})", event.node, event.node,
                     activation));
  }
}

void Follower::down(const Event& event, std::optional<std::int64_t> back) {
  if (!is_node(event.node)) return;
  const bool up = down_.emplace(event.node, back).second;
  if (!up) fail(fmt::format("{} is down already", event.node));
  outages_.add(event.node, event.time, back);
}

void Follower::crash(const Event& event) {
  down(event, event.back);
  const FaultSet& faults = recording_.faults;
  const std::uint64_t done = course_.activations[event.node];
  const Moment when = event.said_before ? Moment{done, event.said_before} : Moment{done + 1};
  const std::string text = fmt::format("C({},{})", event.node, to_text(when));
  const auto in_it = said_.find(event.node);
  if (event.said_before && (in_it == said_.end() || in_it->second != *event.said_before)) {
    fail(
        fmt::format("{} has not said {} messages in what it does", event.node, *event.said_before));
  }
  const bool spared = event.said_before ? course_.spared.contains({event.node, done})
                                        : !may_crash_now(event.node, event.time);
  said_.erase(event.node);
  const auto restart = faults.restarts.find({event.node, when});
  const auto crash = faults.crashes.find(event.node);
  const bool for_good = crash != faults.crashes.end() && crash->second == when;
  if (restart == faults.restarts.end() && !for_good) {
    return fail(fmt::format("{} is not among the faults", text),
                {"a node that ends by itself has an event `exit`"});
  }
  if (spared) fail(fmt::format("{} is not possible by the spec at {}", text, event.time));
  if (restart == faults.restarts.end()) {
    if (event.back) fail("this crash is for good by the faults, and has no \"back\"");
    course_.struck.crashes.emplace(event.node, when);
    return;
  }
  if (!event.said_before) {  // what it prevents is counted
    ++course_.activations[event.node];
    acted_[event.node] = event.time;
  }
  silent_.erase(event.node);
  if (event.back != event.time + restart->second) {
    fail(fmt::format("it is back {} later by the faults: \"back\" must be {}",
                     duration_text(restart->second), event.time + restart->second));
  }
  course_.struck.restarts.insert(*restart);
}

void Follower::restart(const Event& event) {
  if (!is_node(event.node)) return;
  const auto found = down_.find(event.node);
  if (found == down_.end()) return fail(fmt::format("{} is up", event.node));
  if (found->second != event.time) fail(fmt::format("{} is not back now", event.node));
  down_.erase(found);
}

void Follower::check_second(const MessageId& id, const Sent& sent) {
  for (const auto& time : {sent.event->arrives, sent.event->again}) {
    if (!time || *time >= last_ || sent.received.contains(*time)) continue;
    if (outages_.at(id.to, *time).down) continue;
    fail(fmt::format("{} did not receive it at {}, though that is before the end", id.to, *time));
  }
}

void Follower::check_end(const MessageId& id, const Sent& sent) {
  const Fate fate = sent.event->fate;
  if (fate == Fate::doubled) return check_second(id, sent);
  Course::Attempt* const attempt =
      fate == Fate::dead && sent.attempt > 0 ? &course_.attempts[sent.attempt - 1] : nullptr;
  const std::int64_t arrives = sent.event->arrives.value_or(sent.event->time);
  const auto [down, back, first] = outages_.at(id.to, arrives);
  if (attempt != nullptr) {
    attempt->too_early = back;
    attempt->received = attempt->received || first;
  }
  if (fate == Fate::dead && !outages_.of(id.to)) {
    fail(fmt::format("{} is up, and could have got it", id.to));
  } else if (fate == Fate::dead && !down) {
    fail(fmt::format("{} was up when it arrived, as far as is said", id.to));
  }
  const bool in_vain = fate == Fate::late && sent.event->arrives && down;
  if (fate == Fate::lost || fate == Fate::dead || !sent.received.empty() || in_vain) return;
  if (!sent.event->arrives) {
    fail(fmt::format("{} neither received it, nor is it said when it would arrive", id.to),
         {"a message that arrives after the end has \"arrive\" with that time"});
  } else if (*sent.event->arrives < last_) {  // at the very end it may come behind it
    fail(fmt::format("{} did not receive it, though it arrived before the end", id.to),
         {"what reaches a node that is down has the fate dead"});
  }
}

/// Every message has an end that is known: a recorder that forgets what arrives would make proofs of
/// nothing.
void Follower::end() {
  last_ = recording_.events.empty() ? 0 : recording_.events.back().time;
  for (const auto& [node, back] : down_) {
    if (back && *back < last_)
      fail(fmt::format("{} is back at {}, and did not restart", node, *back));
  }
  for (const auto& [id, sent] : sent_) {
    line_ = sent.line;
    if (sent.event->fate != Fate::pending) check_end(id, sent);
  }
}

}  // namespace

Course follow(const Recording& recording, std::vector<Diagnostic>& problems) {
  return Follower(recording, problems).follow();
}

}  // namespace ldfi::systems
