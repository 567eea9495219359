// Goes through a recording from its first event to its last. Reports events that contradict the
// faults, the Fspec or earlier events. The events of messages are in course.cpp, those of nodes in
// course_nodes.cpp, and messages that are held back in course_held.cpp. Private to common/systems.
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
  /// A delivery that the network may hold back: the message, and its planned time of arrival.
  using Copy = std::pair<const MessageId*, std::int64_t>;
  using Ticket = Holding<Copy>::Ticket;
  struct Sent {
    /// Index of the message in course_.attempts plus one; 0 if no fault can hit the message.
    std::size_t attempt = 0;
    const Event* event = nullptr;
    int line = 0;
    std::multiset<std::int64_t> received{};  ///< times at which the message was received
    std::set<std::int64_t> got{};  ///< planned times of the deliveries that were never held back
    struct Held {
      Ticket ticket = 0;
      /// Latest time at which the network releases the message; nullopt if the message waits only
      /// for earlier messages of its channel.
      std::optional<std::int64_t> expires{};
      /// Time at which a message that is held back from now on would be released, even if no fault
      /// delays it.
      std::int64_t until = 0;
      int line = 0;  ///< line of the recording at which the message was held
      /// Time at which the network released the message; nullopt while the message is held back.
      std::optional<std::int64_t> came{};
      Joining::Moment joined = 0;  ///< moment of the release, as a position in the receiver's
                                   ///< sequence of activations
      /// Index in course_.joinings of the bounds within which the message may be released; nullopt
      /// if no bounds are computed.
      std::optional<std::size_t> joining;
    };
    std::map<std::int64_t, Held> held{};  ///< deliveries that were held back, by planned time
    /// Returns the time at which the delivery planned for `then` arrives, or nullopt while the
    /// message is held back.
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
  /// Releases each message that is held back and whose wait ended before `until`.
  void expire(std::int64_t until);
  /// Called after the last event. Releases messages that are held back for a node that does not
  /// restart. These messages, and the later messages of their channels, then count as sent to a
  /// node that is down.
  void release_to_down_nodes();
  void expire(const std::string& node, const Sent::Held& held);
  /// Called when a node restarts. Releases the messages that were held back when the node went down
  /// and whose wait ends now. They count as arriving before the restart.
  void expire_before_restart(const Event& event);
  void come(std::vector<Copy> some, std::int64_t time, Joining::Moment joined);
  /// Computes between which moments a held message could also have been released without a change
  /// of the execution. Called when the message itself is received (course_joining.cpp).
  void compute_bounds(const std::string& node, const Sent& sent, std::uint64_t activation,
                      std::int64_t time);
  void compute_bounds_of_discarded(const std::string& node, const Sent& sent, std::int64_t time);
  /// Drops the bounds in overdue_ if `event` shows that the messages could also have been received
  /// in another order at that instant.
  void check_overdue(const Event& event);
  void record_unblocked_channel(const MessageId& got, Joining::Moment now);
  /// Completes the bounds within which messages could have been released. Drops all bounds if one
  /// message violates its own bounds.
  void end_joinings();
  /// Called when a node goes down. Discards the released messages that the node should have
  /// received next.
  void discard_released(const std::string& node, std::int64_t time);
  /// Returns the planned time of the delivery that this event receives, or nullopt if no delivery
  /// is possible now. A paused node receives a message later than planned, when it resumes.
  [[nodiscard]] std::optional<std::int64_t> planned_arrival_of(const Sent& sent,
                                                               const Event& event) const;
  /// Returns true if the event receives the first of the messages that were held back and are
  /// released. Reports an error and returns false if another released message must be received
  /// first.
  bool receives_next_released(const Event& event);
  void check_held(const Event& event, const Sent& sent);
  void wrong_time(const Event& event, const Sent& sent);
  [[nodiscard]] Holding<Copy>& holding(const std::string& node) { return holding_[node]; }
  void activate(const Event& event);
  void pause(const Event& event);
  void invoke(const Event& event);
  void hear(const Event& event);
  /// Checks the order of events after a pause: a node handles waiting messages and requests in the
  /// order of their arrival, and before its timers. `since` is the time of arrival.
  void check_order_after_pause(const Event& event, std::int64_t since);
  /// Records that this activation is the node's next. A pause or crash may still prevent it.
  void approach(const std::string& node, std::uint64_t activation, std::int64_t time);
  void answer(const Event& event);
  /// Reports a message that a node sends at another time than its activation, if nodes may crash
  /// during an activation. Such a message would be counted to the wrong activation.
  void expect_activation(const Event& event);
  /// Returns true if the injected faults include a crash of the node at this moment.
  [[nodiscard]] bool should_crash(const std::string& node, const Moment& when) const;
  /// Counts one message that the node sends to a node or a client.
  void say(const std::string& node);
  void check_end(const MessageId& id, const Sent& sent);
  void check_second(const MessageId& id, const Sent& sent);
  [[nodiscard]] bool down_at(const std::string& node, const std::vector<std::int64_t>& times) const;
  /// Reports a node that sends something or exits although the recording marks its last receipt as
  /// having no effect ("silent").
  void speak(const std::string& node) {
    if (silent_.contains(node))
      fail(fmt::format("{} received its last message silently (\"silent\"), so it cannot act now",
                       node));
  }
  /// Reports an event at a node while the node is paused.
  void reject_event_of_paused_node(const Event& event) {
    const auto still = still_.find(event.node);
    if (still == still_.end() || still->second <= event.time) return;
    fail(fmt::format("{} is paused until {}, so it cannot do this", event.node, still->second));
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
  std::int64_t last_ = 0;  ///< time of the last event
  /// Time of the last activation of each node, even if a fault prevented that activation.
  std::map<std::string, std::int64_t> acted_;
  /// Number of messages that each node has sent so far in its current activation.
  std::map<std::string, std::uint64_t> said_;
  // The keys refer to the messages in the recording. Copying the messages would take most of the
  // time.
  std::map<std::reference_wrapper<const MessageId>, Sent, std::less<MessageId>> sent_;
  using Channel = std::tuple<std::string_view, std::string_view, std::string_view>;
  std::map<Channel, std::uint64_t> numbers_;  ///< number of the next message of each sender,
                                              ///< receiver and type
  /// Connections that a fault has broken, by the text of connection_of().
  std::set<std::string> broken_;
  ChannelOrder order_{recording_.fspec.order};
  Outages outages_;
  NodePauses standstills_;
  std::map<std::string, Holding<Copy>> holding_;  ///< messages that are held back, by receiver
  /// For each node, the messages that were held back and that it must receive next.
  std::map<std::string, std::deque<Copy>> due_;
  std::multimap<std::int64_t, Copy> expiries_;
  struct Released {
    std::uint64_t activation = 0;
    const Sent::Held* held = nullptr;
    std::int64_t time = 0;
  };
  /// Messages that were released directly after each other at one instant, and whose waits end at
  /// that instant anyway. `joinings` has their indices in course_.joinings. Cleared when another
  /// event happens at that instant.
  struct Overdue {
    std::string node;
    std::int64_t time = 0;
    std::vector<std::size_t> joinings;
  } overdue_;
  /// For each node, the message that it received last of those that were held back.
  std::map<std::string, Released> released_;
  std::map<std::string, std::int64_t> still_;  ///< for each node, the end of its last pause
  /// For each node, the number of the activation that its last pause postponed.
  std::map<std::string, std::uint64_t> paused_;
  struct Waiting {
    std::int64_t since = 0;
    std::string_view operation;
  };
  /// For each node, the client requests that arrived during its pause and that the node has not
  /// received yet.
  std::map<std::string, std::deque<Waiting>> waiting_requests_;
  /// The last activation of a node: its time, since when the handled message or request had waited,
  /// and whether it was a timer.
  struct Turn {
    std::int64_t time = 0;
    std::int64_t since = 0;
    bool timer = false;
  };
  std::map<std::string, Turn> turns_;
  /// Nodes that are down, with the time of their restart; nullopt for a node that stays down.
  std::map<std::string, std::optional<std::int64_t>> down_;
  /// For each node, the line at which it last went down.
  std::map<std::string, int> line_of_outage_;
  std::map<std::string, std::int64_t> started_;  ///< for each node, the time of its last restart
  std::set<std::string> ready_;  ///< nodes that had a timer or a client request since they
                                 ///< started
  std::set<std::string_view>
      unreceived_operations_;     ///< client requests to nodes that were down, or went down
                                  ///< before receiving them
  std::set<std::string> silent_;  ///< nodes whose last activation sent nothing and changed no state
};

}  // namespace ldfi::systems
