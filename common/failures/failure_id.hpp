// What a fault is, whenever it happens: its kind, the event that it hits, and which event of that
// sort in the execution this is [FTS10 §2.1]. No time, no content of a message, no state.
//
//   loss:ack(b>a)#2                the second time that b sends a an ack, it is lost
//   late:ack(b>a)#2                that ack arrives late
//   twice:ack(b>a)#2               it arrives, and does so again
//   crash.before:write.log(a)#1    a crashes before its log changes for the first time
//   crash.after:ack(b)#2           b crashes after it sent acks for the second time, and did nothing more
//   restart.before:ack(b)#1/write.log(b)#3   as a crash, but b comes back; its third write is the last
//   pause.before:ack(b)#1          b is paused before it sends its first ack
//   failed:write.log(a)#1          the first write to a's log fails
//   corrupt.before:write.log(a)#2  what a's log holds is damaged before its second write;
//                                  corrupt.after:write.log(a)#0 where nobody ever writes it
//   dead.before:write.log(a)#2     the disk of a's log dies before its second write
//   writeback.after:write.log(a)#1 a's log is written back after its last sync
//   partition:ack(b,c)#2           b and c are cut off before acks cross for the second time
//   partition:ack(b,c)#2/out       likewise, but only what they send is lost; /in: what they are sent
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

/// The kind of fault that a failure is: one of common/faults/kinds.hpp. An outage without a restart is a
/// crash. Kinds of messages come first, and then the others, each in the order of the list.
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

/// `loss`
[[nodiscard]] std::string_view name_of(FailureKind kind);

struct FailureId {
  FailureKind kind;
  /// Of what may come behind the last event of a node or disk: it does, and `site` is that event.
  bool after = false;
  std::string site;                ///< `ack`, or `write.log`
  std::vector<std::string> roles;  ///< sender and receiver; the one node; or the nodes cut off
  /// Of the site with these roles in this execution: at how many ticks; 0: never.
  std::uint32_t occurrence = 1;
  /// Of a restart: the last write before it, if there is one. Of a partition in one direction: which.
  std::string context;
  auto operator<=>(const FailureId&) const = default;
};

/// The identity: two of them with one text are the same.
[[nodiscard]] std::string to_text(const FailureId& id);
/// `ack(b>a)#2`: site, roles and occurrence alone.
[[nodiscard]] std::string event_text(const FailureId& id);
/// XXH3-64 of the text: an index, the same in every build.
[[nodiscard]] std::uint64_t hash_of(std::string_view text);

}  // namespace ldfi::failures
