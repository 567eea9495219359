// The points at which one execution can fail. Finds the failure id of a given fault, and the faults
// that could be added to the execution.
//
// The id of a fault names the first event that the fault hits in the execution without the fault.
// Only an omission has several ids: those of all messages that its channel loses at that tick. The
// id of a crash or pause names the next event of its node, or else the last one. So two crashes
// between the same two events are the same failure. Partitions of the same nodes are the same
// failure if the same message is the first that they lose.
#pragma once

#include <cstdint>
#include <vector>

#include "common/failures/failure_id.hpp"
#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::failures {

/// One half of a tick. In the first half of a tick, nodes write to disks; in the second, they send
/// messages.
struct Moment {
  Time tick;
  bool sending = false;
  auto operator<=>(const Moment&) const = default;
};
/// Returns the first half tick at which the fault has an effect.
[[nodiscard]] Moment moment_of(const Fault& fault);

/// A fault that may be added to an execution, with the failure ids that the fault would have there.
/// The offer represents all faults with these ids. A crash is offered directly before its event,
/// and its restart comes as soon as possible. Writes fail for one tick, and a partition or pause
/// lasts until EFF (the last tick with lost messages). If the Fspec does not allow this fault, the
/// nearest allowed fault is offered.
struct Offer {
  Fault fault;
  /// When the event happens that the fault hits; after EOT if the fault comes after the last event.
  Moment at;
  std::vector<FailureId> ids;
};

/// The failure ids of a fault in an execution. There are none if the fault hits nothing.
struct Found {
  std::vector<FailureId> ids;  ///< sorted
  /// When the event happens that the fault hits; after EOT if the fault comes after the last event.
  Moment at{};
};

class FailurePoints {
 public:
  /// Describes the execution under `faults`. `events` must be the events of this execution, sorted.
  /// `fspec` must outlive this object.
  FailurePoints(const Fspec& fspec, FaultSet faults, std::vector<IoEvent> events);

  /// Returns the ids that `fault` would have in this execution. The execution must not have this
  /// fault yet.
  [[nodiscard]] Found find(const Fault& fault) const;
  [[nodiscard]] std::vector<FailureId> ids_of(const Fault& fault) const { return find(fault).ids; }
  /// Returns the faults that the Fspec allows in addition to the faults of the execution, in the
  /// order of time. No two of them have the same ids.
  [[nodiscard]] std::vector<Offer> offers() const;

 private:
  struct Point {
    IoEvent event;
    std::uint32_t occurrence = 1;
  };
  using Points = std::vector<Point>;

  template <class Kind>
  [[nodiscard]] Found of_messages(const Kind& fault) const;
  template <class Kind>
  [[nodiscard]] Found of_node(const Kind& fault) const;
  template <class Kind>
  [[nodiscard]] Found of_disk(const Kind& fault) const;
  template <class Kind>
  [[nodiscard]] Found of_cut(const Kind& fault) const;
  template <class Concerns>
  [[nodiscard]] Found next_event(NodeId node, const Fault& fault, Concerns concerns) const;
  [[nodiscard]] FailureId id(FailureKind kind, const Point& point) const;
  [[nodiscard]] bool matters_to_crashes(const IoEvent& event) const;
  [[nodiscard]] bool allows(const Fault& fault) const;

  /// The time of a crash, before or after the node sends its messages of the tick.
  struct CrashPlace {
    Time at;
    bool after = false;
    [[nodiscard]] Time down() const { return after ? at.next() : at; }
  };
  /// Adds the fault to `out`, unless the fault hits nothing. Returns false if the Fspec does not
  /// allow the fault.
  bool offer(const Fault& fault, std::vector<Offer>& out) const;
  [[nodiscard]] std::vector<CrashPlace> places(const IoEvent* last, const IoEvent& next) const;
  template <class Kind>
  [[nodiscard]] bool may_hit(NodeId node) const;
  template <class Kind>
  void offer_first(NodeId node, const std::vector<CrashPlace>& places,
                   std::vector<Offer>& out) const;
  template <class Kind>
  void offer_between(NodeId node, std::vector<Offer>& out) const;
  template <class Kind>
  void offer_intervals(NodeId node, std::vector<Offer>& out) const;
  template <class Kind>
  void offer_between(const Disk& disk, std::vector<Offer>& out) const;
  template <class Kind>
  void offer_cuts(const IoEvent& event, std::vector<Offer>& out) const;
  void offer_at(const IoEvent& event, std::vector<Offer>& out) const;

  const Fspec& fspec_;
  FaultSet faults_;
  Points points_;
};

}  // namespace ldfi::failures
