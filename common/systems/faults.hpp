// What can go wrong in an execution of a real system: messages are lost, late, or come twice, nodes
// crash, and some of them come back, or stand still for a while, and the network falls apart for a
// while. A message has no tick. It is the k-th of its type from one node to another in its execution,
// which stays the same when others are lost; a crash comes before what its node does as its k-th
// activation, or in the middle of it, and a pause comes before it.
//
//   O(n0,n2,gossip#0)   the first gossip that n0 sends n2 is lost
//   C(n0,#3)            n0 crashes for good before its third activation
//   C(n0,#3+)           in its third activation, before it says anything in it
//   C(n0,#3+2)          when it has said two messages in it, to nodes or clients
//   C(n0,#3,+100ms)     and is started again so much later; what comes then is its fourth
//   D(n0,n2,gossip#0,+200ms)  the first gossip comes so much later than it would, and may be overtaken
//   D(n0,n2,gossip#0,+#2)     it comes behind the next two things that n2 does
//   U(n0,n2,gossip#0,+10ms)   it comes a second time, so much later than the first
//   P(n0 n1,4s,5s)      nothing sent from 4 s on and before 5 s gets from {n0, n1} to the others, or back
//   P(n0>n1,4s,5s)      nothing sent then gets from n0 to n1
//   S(n0,#3,+200ms)     n0 stands still before its third activation, and does so much later what it would
//                       have done then, and all that reached it meanwhile, in its order
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/systems/draw.hpp"
#include "common/systems/lateness.hpp"

namespace ldfi::systems {

struct MessageId {
  std::string from;
  std::string to;
  std::string type;
  std::uint64_t number = 0;  ///< of this type on this channel in this execution, from 0 on
  auto operator<=>(const MessageId&) const = default;
};

/// Of messages between two different nodes: those that may arrive, while all others stay pending, which is no
/// fault. Nothing: all may.
using Deliveries = std::optional<std::set<MessageId>>;

/// Of a node: a number from 1 on. Those of all its lives.
using Activation = std::pair<std::string, std::uint64_t>;

/// When a node crashes, by what it does.
struct Moment {
  std::uint64_t activation = 0;  ///< from 1 on: those of all its lives
  /// In the middle of it, having said so many messages in it. Nothing: before it.
  std::optional<std::uint64_t> said{};
  auto operator<=>(const Moment&) const = default;
};

/// Who is separated from whom.
struct Border {
  std::set<std::string> side{};  ///< from all others, both ways; or one node
  std::string to{};              ///< what the one node sends to this one; empty: see above
  auto operator<=>(const Border&) const = default;
  [[nodiscard]] bool separates(const MessageId& message) const {
    return to.empty() ? side.contains(message.from) != side.contains(message.to)
                      : side.contains(message.from) && message.to == to;
  }
};

/// A partition: what is sent from `from` on and before `until` does not pass the border.
struct Cut {
  Border border{};
  std::int64_t from = 0;
  std::int64_t until = 0;
  auto operator<=>(const Cut&) const = default;
  [[nodiscard]] bool loses(const MessageId& message, std::int64_t sent) const {
    return from <= sent && sent < until && border.separates(message);
  }
};

struct FaultSet {
  using NodeMoment = std::pair<std::string, Moment>;

  std::set<MessageId> losses{};
  std::map<std::string, Moment> crashes{};  ///< by node, for good
  std::map<NodeMoment, std::int64_t>
      restarts{};                          ///< other crashes → how long it is down, nanoseconds
  std::map<MessageId, Lateness> delays{};  ///< of messages that are not lost
  /// How long after the first time they come again, nanoseconds; of messages neither lost nor late.
  std::map<MessageId, std::int64_t> duplicates{};
  std::set<Cut> cuts{};
  /// How long nodes stand still before they do that, nanoseconds.
  std::map<Activation, std::int64_t> pauses{};

  [[nodiscard]] std::size_t size() const {
    return losses.size() + crashes.size() + restarts.size() + delays.size() + duplicates.size() +
           cuts.size() + pauses.size();
  }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The first cut that loses what is sent then, or null.
  [[nodiscard]] const Cut* cut_of(const MessageId& message, std::int64_t sent) const;
  /// Adds all faults of another set, which contradict none of these.
  void merge(const FaultSet& other);
  /// True if the other one has all of these faults.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  /// The same, but for delays, times for which nodes are down or stand still, and times after which
  /// messages come again, which may be longer in the other one.
  [[nodiscard]] bool below(const FaultSet& other) const;
  /// By size, then fault by fault: losses, crashes, restarts, delays, duplicates, cuts and pauses, by
  /// their names. Searches return the least in this order.
  std::strong_ordering operator<=>(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;
};

/// What is asked of an execution.
struct Assignment {
  // Most have faults alone, and are written as these.
  Assignment(FaultSet what = {}, Deliveries arriving = std::nullopt)
      : faults(std::move(what)), deliveries(std::move(arriving)) {}

  FaultSet faults;
  Deliveries deliveries;
  std::optional<Draw> draw{};  ///< of faults besides these
};

/// Which fault sets count. Times are nanoseconds from the start of the execution.
struct Fspec {
  std::vector<std::string> nodes{};                     ///< distinct, at least one
  std::int64_t from = 0;                                ///< messages sent before cannot fail
  std::int64_t eff = 0;                                 ///< nor those sent later than this
  std::optional<std::uint64_t> omissions{};             ///< most lost messages; nothing: any number
  std::uint64_t crashes = 0;                            ///< most crashed nodes
  std::uint64_t restarts = 0;                           ///< most crashes that are not for good
  std::vector<std::int64_t> down{};                     ///< how long nodes are down then; ascending
  std::optional<std::vector<std::string>> crashable{};  ///< who may crash; nothing: all
  /// A node crashes before what it does first at one of these times or later; empty: at any time.
  std::vector<std::int64_t> crash_times{};
  bool midway = false;             ///< or in the middle of it
  std::vector<Lateness> delays{};  ///< how late messages may be; ascending
  /// How long what comes behind others waits at most, nanoseconds; 0 if nothing does.
  std::int64_t behind_within = 0;
  std::optional<std::uint64_t> delayed{};  ///< most late messages; nothing: any number
  /// What one node sends another arrives in the order in which it was sent: behind what is late, or
  /// comes twice, the rest waits. False: that is overtaken.
  bool fifo = false;
  std::uint64_t duplicates = 0;       ///< most messages that come twice
  std::vector<std::int64_t> again{};  ///< how long after the first time they do; ascending
  std::uint64_t partitions = 0;       ///< most cuts
  std::vector<Border> borders{};      ///< which there may be; distinct
  std::int64_t window = 0;            ///< how long each takes: from `from` on, one after the other
  std::uint64_t pauses = 0;           ///< most pauses
  std::vector<std::int64_t> standing{};  ///< how long nodes stand still then; ascending
  std::optional<std::vector<std::string>> pausable{};  ///< who may; nothing: all
  std::optional<std::uint64_t> faults{};               ///< most faults in all
  bool operator==(const Fspec&) const = default;

  [[nodiscard]] bool has_node(std::string_view name) const;
  /// For good.
  [[nodiscard]] bool may_crash(std::string_view node) const;
  [[nodiscard]] bool may_restart(std::string_view node) const;
  [[nodiscard]] bool may_pause(std::string_view node) const;
  /// True if a node that may stand still may do so before what it does then.
  [[nodiscard]] bool may_pause_at(std::int64_t time) const { return from <= time && time <= eff; }
  /// True if a node may crash before, or in, what it does now, and did something `before`.
  [[nodiscard]] bool may_crash_now(std::optional<std::int64_t> before, std::int64_t now) const;
  /// True if what is sent then may be lost, late or doubled. What a node sends itself never is.
  [[nodiscard]] bool may_fail(const MessageId& message, std::int64_t sent) const {
    return message.from != message.to && from <= sent && sent <= eff;
  }
  /// The cut of this border in whose window that time is, which is not before `from`.
  [[nodiscard]] Cut cut_at(const Border& border, std::int64_t time) const;

 private:
  [[nodiscard]] bool is_crashable(std::string_view node) const;
};

/// There are no more of its faults, of any kind and together, than the Fspec allows.
[[nodiscard]] bool within_limits(const Fspec& fspec, const FaultSet& faults);

/// Why this is no fault set of the Fspec: a sentence for each reason.
[[nodiscard]] std::vector<std::string> objections(const Fspec& fspec, const FaultSet& faults);

}  // namespace ldfi::systems
