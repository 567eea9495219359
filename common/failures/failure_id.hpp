// A failure id identifies a fault without naming a time [FTS10 §2.1]. It consists of the kind of
// fault, the event that the fault hits, and the number of this event among similar events of the
// execution. It does not contain message contents or states.
//
//   loss:ack(b>a)#2                the second time that b sends a an ack, it is lost
//   late:ack(b>a)#2                that ack is delayed
//   twice:ack(b>a)#2               that ack is duplicated
//   crash.before:write.log(a)#1    a crashes before its log changes for the first time
//   crash.after:ack(b)#2           b crashes after its second acks, before it does more
//   restart.before:ack(b)#1/write.log(b)#3   as a crash, but b restarts; b's third write is the last before
//   pause.before:ack(b)#1          b is paused before it sends its first ack
//   failed:write.log(a)#1          the first write to a's log fails
//   corrupt.before:write.log(a)#2  the contents of a's log are corrupted before its second write;
//                                  corrupt.after:write.log(a)#0 if a never writes its log
//   dead.before:write.log(a)#2     the disk of a's log dies before its second write
//   writeback.after:write.log(a)#1 a's log is written back after its last sync
//   partition:ack(b,c)#2           b and c are separated before the second acks cross the border
//   partition:ack(b,c)#2/out       the same, but only what they send is lost; /in: what they receive
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/faults/kinds.hpp"

namespace ldfi::failures {

/// The kind of a fault, from the list in common/faults/kinds.hpp. An outage without a restart has
/// the kind of a crash. Kinds of faults that hit messages come before the others in the order of
/// FailureKind.
class FailureKind {
 public:
  constexpr FailureKind() = default;
  explicit FailureKind(const Fault& fault) : index_(counted_as(fault)) {}
  template <class Kind>
  [[nodiscard]] static constexpr FailureKind of() {
    FailureKind out;
    out.index_ = index_of<Kind>;
    return out;
  }
  [[nodiscard]] constexpr std::size_t index() const { return index_; }
  bool operator==(const FailureKind&) const = default;
  std::strong_ordering operator<=>(const FailureKind& other) const {
    return std::pair(!of_message(), index_) <=> std::pair(!other.of_message(), other.index_);
  }

 private:
  [[nodiscard]] bool of_message() const { return kind_places[index_] == Place::message; }

  std::size_t index_ = 0;
};

/// Returns the name of a kind in failure ids, such as `loss`.
[[nodiscard]] std::string_view name_of(FailureKind kind);

struct FailureId {
  FailureKind kind;
  /// True if the fault happens after the last event of a node or disk. Then `site` names this last
  /// event.
  bool after = false;
  /// Relation of the event that the fault hits, such as `ack`; for a write, `write.log`.
  std::string site;
  /// Names of the nodes of the event: sender and receiver, or a single node. For a partition, the
  /// separated nodes.
  std::vector<std::string> roles;
  /// Number of ticks, up to the failure, at which there was an event with the same site and roles.
  /// 0 if there is never one.
  std::uint32_t occurrence = 1;
  /// For a restart, the last write before the crash; empty if there is none. For a partition in one
  /// direction, the direction `in` or `out`.
  std::string context;
  auto operator<=>(const FailureId&) const = default;
};

/// Returns the id as text, such as `loss:ack(b>a)#2`. Different ids have different texts.
[[nodiscard]] std::string to_text(const FailureId& id);
/// Returns the id's site, roles and occurrence as text, such as `ack(b>a)#2`.
[[nodiscard]] std::string event_text(const FailureId& id);
/// Returns the 64-bit XXH3 hash of the text. The hash is the same in every build of the program.
[[nodiscard]] std::uint64_t hash_of(std::string_view text);

}  // namespace ldfi::failures
