// What can go wrong in an execution of a real system: messages are lost or late, nodes crash, and
// some of them come back. A message has no tick. It is the k-th of its type from one node to another in
// its execution, which stays the same when others are lost; a crash comes before what its node does as
// its k-th activation, or would do.
//
//   O(n0,n2,gossip#0)   the first gossip that n0 sends n2 is lost
//   C(n0,#3)            n0 crashes for good before its third activation
//   C(n0,#3,+100ms)     and is started again so much later; what comes then is its fourth
//   D(n0,n2,gossip#0,+200ms)  the first gossip comes so much later than it would, and may be overtaken
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi::systems {

struct MessageId {
  std::string from;
  std::string to;
  std::string type;
  std::uint64_t number = 0;  ///< of this type on this channel in this execution, from 0 on
  auto operator<=>(const MessageId&) const = default;
};

/// Something that a node does, from 1 on: those of all its lives.
struct Activation {
  std::string node;
  std::uint64_t number = 0;
  auto operator<=>(const Activation&) const = default;
};

/// `n0,n2,gossip#0`
[[nodiscard]] std::string to_text(const MessageId& id);

struct FaultSet {
  std::set<MessageId> losses;
  std::map<std::string, std::uint64_t> crashes;  ///< node → before which activation, for good
  /// Crashes that are not for good, by what they prevent → how long the node is down, nanoseconds.
  std::map<Activation, std::int64_t> restarts;
  std::map<MessageId, std::int64_t> delays;  ///< nanoseconds; of messages that are not lost

  [[nodiscard]] std::size_t size() const {
    return losses.size() + crashes.size() + restarts.size() + delays.size();
  }
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// True if the other one has all of these faults.
  [[nodiscard]] bool subset_of(const FaultSet& other) const;
  /// The same, but for delays, and times for which nodes are down, which may be longer in the other
  /// one.
  [[nodiscard]] bool below(const FaultSet& other) const;
  /// By size, then losses, crashes, restarts and delays, by their names.
  std::strong_ordering operator<=>(const FaultSet& other) const;
  bool operator==(const FaultSet&) const = default;
};

/// Each fault in its written form, losses first.
[[nodiscard]] std::vector<std::string> to_texts(const FaultSet& faults);
/// In one line, `none` if there is none.
[[nodiscard]] std::string to_text(const FaultSet& faults);

/// Adds the fault that `text` writes. False if it writes none, or one that is there already.
[[nodiscard]] bool add_fault(FaultSet& faults, std::string_view text);

/// True for what may be the name of a node or the type of a message: letters, digits and `._?-`.
[[nodiscard]] bool is_name(std::string_view text);

/// `200ms`: in the largest unit of ns, us, ms and s that says it without a fraction.
[[nodiscard]] std::string duration_text(std::int64_t nanoseconds);
/// What that writes; nothing for anything else, and for more than 2^53 ns.
[[nodiscard]] std::optional<std::int64_t> read_duration(std::string_view text);

/// Which fault sets count. Times are nanoseconds from the start of the execution.
struct Fspec {
  std::vector<std::string> nodes{};          ///< distinct, at least one
  std::int64_t from = 0;                     ///< messages sent before cannot be lost or delayed
  std::int64_t eff = 0;                      ///< nor those sent later than this
  std::optional<std::uint64_t> omissions{};  ///< most lost messages; nothing: any number
  std::uint64_t crashes = 0;                 ///< most crashed nodes
  std::uint64_t restarts = 0;                ///< most crashes that are not for good
  std::vector<std::int64_t> down{};          ///< how long nodes are down then; ascending
  std::optional<std::vector<std::string>> crashable{};  ///< who may crash; nothing: all
  std::vector<std::int64_t> delays{};                   ///< how late messages may be; ascending
  std::optional<std::uint64_t> delayed{};               ///< most late messages; nothing: any number
  std::optional<std::uint64_t> faults{};                ///< most faults in all
  bool operator==(const Fspec&) const = default;

  [[nodiscard]] bool has_node(std::string_view name) const;
  /// For good.
  [[nodiscard]] bool may_crash(std::string_view node) const;
  [[nodiscard]] bool may_restart(std::string_view node) const;
  /// True if what is sent then may be lost or late. What a node sends itself never is.
  [[nodiscard]] bool may_fail(const MessageId& message, std::int64_t sent) const {
    return message.from != message.to && from <= sent && sent <= eff;
  }

 private:
  [[nodiscard]] bool is_crashable(std::string_view node) const;
};

}  // namespace ldfi::systems
