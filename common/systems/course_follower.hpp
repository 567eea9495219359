// Follows one recording from its first event to its last. What becomes of messages is in course.cpp, what
// nodes do in course_nodes.cpp. Private to common/systems.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "common/systems/channel_order.hpp"
#include "common/systems/course.hpp"
#include "common/systems/holding.hpp"
#include "common/systems/outages.hpp"
#include "common/systems/standstills.hpp"

namespace ldfi::systems {

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
  /// What is held: a message, and when it would have come.
  using Copy = std::pair<const MessageId*, std::int64_t>;
  using Ticket = Holding<Copy>::Ticket;
  struct Sent {
    std::size_t attempt = 0;  ///< its place among them plus one; 0: it cannot be lost
    const Event* event = nullptr;
    int line = 0;
    std::multiset<std::int64_t> received{};  ///< when
    std::set<std::int64_t> got{};  ///< when what was received, and not held, would have come
    struct Held {
      Ticket ticket = 0;
      std::optional<std::int64_t> expires{};
      std::int64_t until = 0;              ///< when it would expire, late or not
      int line = 0;                        ///< where it is held
      std::optional<std::int64_t> came{};  ///< nothing: it is held
      Joining::Moment joined = 0;          ///< when it came, among what else its receiver got
      std::optional<std::size_t> joining;  ///< its place there, if it is late
    };
    std::map<std::int64_t, Held> held{};  ///< by when it would have come
    /// When what would come then does; nothing: it is held.
    [[nodiscard]] std::optional<std::int64_t> comes(std::int64_t then) const {
      const auto found = held.find(then);
      return found == held.end() ? std::optional(then) : found->second.came;
    }
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
  void hold(const Event& event);
  /// What has waited long enough before that time is not held any more.
  void expire(std::int64_t until);
  /// Behind the last event nothing happens but that what waits for a node that is down finds it so; what
  /// is sent behind it on its channel, too.
  void expire_in_vain();
  void expire(const std::string& node, const Sent::Held& held);
  /// What was held before the node went down, and has waited long enough when it is back, came sooner.
  void expire_before_restart(const Event& event);
  void come(std::vector<Copy> some, std::int64_t time, Joining::Moment joined);
  /// What was held is received, or something of that sender: what bounds when it joins (course_joining.cpp).
  void bound_joining(const std::string& node, const Sent& sent, std::uint64_t activation,
                     std::int64_t time);
  void bound_dropped(const std::string& node, const Sent& sent, std::int64_t time);
  /// What happens besides, in that very instant, might be before something waits no more.
  void look_at_overdue(const Event& event);
  void free_channel(const MessageId& got, Joining::Moment now);
  /// Leaves none of them if one does not fit into its own bounds.
  void end_joinings();
  /// It is down: what was to come then is in vain.
  void drop_due(const std::string& node, std::int64_t time);
  /// Of what has not come yet, when that was to come which does so now: a node that stands still gets
  /// it when it goes on.
  [[nodiscard]] std::optional<std::int64_t> comes_now(const Sent& sent, const Event& event) const;
  /// True if it is what was to come right after what its node did last; reports what should have come.
  bool comes_next(const Event& event);
  void check_held(const Event& event, const Sent& sent);
  void wrong_time(const Event& event, const Sent& sent);
  [[nodiscard]] Holding<Copy>& holding(const std::string& node) {
    return holding_.try_emplace(node, recording_.fspec.fifo).first->second;
  }
  void activate(const Event& event);
  void pause(const Event& event);
  void invoke(const Event& event);
  void hear(const Event& event);
  /// What waits comes in the order in which it came, and before timers. `since`: when it came.
  void take_turn(const Event& event, std::int64_t since);
  /// The node is about to do something, as this activation.
  void approach(const std::string& node, std::uint64_t activation, std::int64_t time);
  void answer(const Event& event);
  /// Reports what a node says at another time than its activation, if nodes may crash in the middle of one: it
  /// would count to an activation that it does not belong to.
  void expect_activation(const Event& event);
  /// Returns true if the faults of the recording crash the node at this moment.
  [[nodiscard]] bool should_crash(const std::string& node, const Moment& when) const;
  /// The node says something, to a node or a client.
  void say(const std::string& node);
  void check_end(const MessageId& id, const Sent& sent);
  void check_second(const MessageId& id, const Sent& sent);
  [[nodiscard]] bool down_at(const std::string& node, const std::vector<std::int64_t>& times) const;
  /// The node says something, or ends.
  void speak(const std::string& node) {
    if (silent_.contains(node)) fail(fmt::format("{} received the last message silently", node));
  }
  /// Nothing happens at a node that stands still.
  void expect_motion(const Event& event) {
    const auto still = still_.find(event.node);
    if (still == still_.end() || still->second <= event.time) return;
    fail(fmt::format("{} stands still until {}, and does nothing", event.node, still->second));
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
  Standstills standstills_;
  std::map<std::string, Holding<Copy>> holding_;  ///< by receiver
  std::map<std::string, std::deque<Copy>> due_;   ///< what is next there
  std::multimap<std::int64_t, Copy> expiries_;
  struct Released {
    std::uint64_t activation = 0;
    const Sent::Held* held = nullptr;
    std::int64_t time = 0;
  };
  /// What came in the instant in which its time was over anyway, one right after the other: places in
  /// course_.joinings, while nothing else happens then.
  struct Overdue {
    std::string node;
    std::int64_t time = 0;
    std::vector<std::size_t> joinings;
  } overdue_;
  std::map<std::string, Released> released_;     ///< by receiver: what was held, and it got last
  std::map<std::string, std::int64_t> still_;    ///< until when nodes do, or did last
  std::map<std::string, std::uint64_t> paused_;  ///< before which activation each did last
  struct Waiting {
    std::int64_t since = 0;
    std::string_view operation;
  };
  /// What clients asked each while it stood still, and it has not heard.
  std::map<std::string, std::deque<Waiting>> unheard_;
  /// What each did last: when, since when that had waited, and whether it was a timer.
  struct Turn {
    std::int64_t time = 0;
    std::int64_t since = 0;
    bool timer = false;
  };
  std::map<std::string, Turn> turns_;
  std::map<std::string, std::optional<std::int64_t>> down_;  ///< now; and when they are back
  std::map<std::string, int> went_down_;                     ///< the line in which each did last
  std::map<std::string, std::int64_t> started_;              ///< when each restarted last
  std::set<std::string> ready_;  ///< nodes with a timer or an operation since they started
  std::set<std::string_view>
      in_vain_;                   ///< operations that their nodes, which were down, never heard
  std::set<std::string> silent_;  ///< nodes whose last activation said nothing, and changed nothing
};

}  // namespace ldfi::systems
