// Follows one recording from its first event to its last. course.cpp follows the messages,
// course_nodes.cpp the nodes, and course_held.cpp the held messages. Private to common/systems.
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
  /// A delivery that may be held: the message, and the time at which it was due.
  using Copy = std::pair<const MessageId*, std::int64_t>;
  using Ticket = Holding<Copy>::Ticket;
  struct Sent {
    std::size_t attempt = 0;  ///< index in course_.attempts plus one; 0 if no fault can strike it
    const Event* event = nullptr;
    int line = 0;
    std::multiset<std::int64_t> received{};  ///< times of its receipts
    std::set<std::int64_t> got{};            ///< due times of the deliveries that were never held
    struct Held {
      Ticket ticket = 0;
      std::optional<std::int64_t> expires{};  ///< end of its wait, or nullopt if it waits only for
                                              ///< its channel
      std::int64_t until = 0;              ///< time at which a message held now expires, even if it
                                           ///< is not late
      int line = 0;                        ///< line of the hold
      std::optional<std::int64_t> came{};  ///< nullopt while it is held
      Joining::Moment joined = 0;          ///< when it came, in the order of its receiver
      std::optional<std::size_t> joining;  ///< index in course_.joinings
    };
    std::map<std::int64_t, Held> held{};  ///< held deliveries, by the time at which they were due
    /// Returns when the delivery that was due at `then` comes, or nullopt while it is held.
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
  /// Releases each held message whose waiting time ended before `until`.
  void expire(std::int64_t until);
  /// Releases messages held for a node that is down for good, after the last event. They and the
  /// later messages of their channels then count as having found the node down.
  void expire_in_vain();
  void expire(const std::string& node, const Sent::Held& held);
  /// Releases the messages that were held before the node went down and expire at its restart: they
  /// came before the restart.
  void expire_before_restart(const Event& event);
  void come(std::vector<Copy> some, std::int64_t time, Joining::Moment joined);
  /// Bounds the moment at which a held message joins, when it is received or another message of its
  /// sender is (course_joining.cpp).
  void bound_joining(const std::string& node, const Sent& sent, std::uint64_t activation,
                     std::int64_t time);
  void bound_dropped(const std::string& node, const Sent& sent, std::int64_t time);
  /// Drops the expiry bounds of overdue_ if `event` shows that another order was possible at that
  /// instant.
  void look_at_overdue(const Event& event);
  void free_channel(const MessageId& got, Joining::Moment now);
  /// Completes the bounds. Clears all joinings if one of them violates its own bounds.
  void end_joinings();
  /// Drops the messages that were due next at a node that goes down.
  void drop_due(const std::string& node, std::int64_t time);
  /// Returns the due time of the delivery that arrives with this event, or nullopt. A paused node
  /// receives its messages when it resumes, so the due time may be earlier.
  [[nodiscard]] std::optional<std::int64_t> comes_now(const Sent& sent, const Event& event) const;
  /// Returns true if the event receives the held message that is due next at its node. Reports the
  /// message that should have been received otherwise.
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
  /// Checks the order after a pause: what waited is handled in the order in which it came, and
  /// before timers. `since` is the time at which it came.
  void take_turn(const Event& event, std::int64_t since);
  /// Notes that the node is about to begin this activation.
  void approach(const std::string& node, std::uint64_t activation, std::int64_t time);
  void answer(const Event& event);
  /// If nodes may crash during an activation, reports output of a node at another time than its
  /// activation. Such output would count to the wrong activation.
  void expect_activation(const Event& event);
  /// Returns true if the faults of the recording crash the node at this moment.
  [[nodiscard]] bool should_crash(const std::string& node, const Moment& when) const;
  /// Counts a message of the node to a node or a client.
  void say(const std::string& node);
  void check_end(const MessageId& id, const Sent& sent);
  void check_second(const MessageId& id, const Sent& sent);
  [[nodiscard]] bool down_at(const std::string& node, const std::vector<std::int64_t>& times) const;
  /// Reports a node that sends something or ends, although its last receipt was marked as silent.
  void speak(const std::string& node) {
    if (silent_.contains(node)) fail(fmt::format("{} received the last message silently", node));
  }
  /// Reports an event at a node that is paused.
  void expect_motion(const Event& event) {
    const auto still = still_.find(event.node);
    if (still == still_.end() || still->second <= event.time) return;
    fail(fmt::format("{} is paused until {}, and does nothing", event.node, still->second));
  }
  [[nodiscard]] bool may_crash_now(const std::string& node, std::int64_t time) const {
    const auto before = acted_.find(node);
    return recording_.fspec.may_crash_now(
        before == acted_.end() ? std::nullopt : std::optional(before->second), time);
  }
  [[nodiscard]] bool is_node(const std::string& name) {
    if (recording_.fspec.has_node(name)) return true;
    fail(fmt::format("{} is not a node of the spec", name));
    return false;
  }
  void end();

  const Recording& recording_;
  std::vector<Diagnostic>& problems_;
  Course course_;
  int line_ = 1;
  std::int64_t last_ = 0;                      ///< time of the last event
  std::map<std::string, std::int64_t> acted_;  ///< time of the last activation of each node,
                                               ///< prevented ones included
  std::map<std::string, std::uint64_t> said_;  ///< messages sent so far in the current activation
                                               ///< of each node
  // The keys refer to names in the recording, because copies would take most of the time.
  std::map<std::reference_wrapper<const MessageId>, Sent, std::less<MessageId>> sent_;
  using Channel = std::tuple<std::string_view, std::string_view, std::string_view>;
  std::map<Channel, std::uint64_t> numbers_;  ///< next number on each channel
  ChannelOrder order_;
  Outages outages_;
  Standstills standstills_;
  std::map<std::string, Holding<Copy>> holding_;  ///< held messages, by receiver
  std::map<std::string, std::deque<Copy>> due_;   ///< released messages that the receiver must get
                                                  ///< next
  std::multimap<std::int64_t, Copy> expiries_;
  struct Released {
    std::uint64_t activation = 0;
    const Sent::Held* held = nullptr;
    std::int64_t time = 0;
  };
  /// Messages that were released at one instant, one directly after the other, and expired at that
  /// instant anyway. `joinings` has their indices in course_.joinings, as long as no other event
  /// happens then.
  struct Overdue {
    std::string node;
    std::int64_t time = 0;
    std::vector<std::size_t> joinings;
  } overdue_;
  std::map<std::string, Released> released_;     ///< by receiver: the last held message that it
                                                 ///< received
  std::map<std::string, std::int64_t> still_;    ///< by node: end of its last pause
  std::map<std::string, std::uint64_t> paused_;  ///< by node: the activation that its last pause
                                                 ///< came before
  struct Waiting {
    std::int64_t since = 0;
    std::string_view operation;
  };
  /// By node: operations that clients requested during its pause and that it has not received yet.
  std::map<std::string, std::deque<Waiting>> unheard_;
  /// The last activation of a node: its time, the time since which its cause had waited, and
  /// whether it was a timer.
  struct Turn {
    std::int64_t time = 0;
    std::int64_t since = 0;
    bool timer = false;
  };
  std::map<std::string, Turn> turns_;
  /// Nodes that are down, with the time of their restart.
  std::map<std::string, std::optional<std::int64_t>> down_;
  /// By node: line in which it last went down.
  std::map<std::string, int> went_down_;
  std::map<std::string, std::int64_t> started_;  ///< by node: time of its last restart
  std::set<std::string> ready_;         ///< nodes with a timer or an operation since they started
  std::set<std::string_view> in_vain_;  ///< operations whose node was down and never received them
  std::set<std::string> silent_;  ///< nodes whose last activation sent nothing and changed nothing
};

}  // namespace ldfi::systems
