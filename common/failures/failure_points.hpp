// The points at which one execution can fail: the failure id of a given fault, and the faults that
// the execution offers.
//
// A fault is identified by the first event that it hits in the execution without it. Only an
// omission has several ids: those of all messages that its channel loses at that tick. A crash or a
// pause is identified by the next event of its node, or else by the last one. So two crashes
// between the same two events are one failure. So are two partitions of one side that begin between
// the same two messages which they lose.
#pragma once

#include <cstdint>
#include <vector>

#include "common/failures/failure_id.hpp"
#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::failures {

/// A half of a tick: first the tick writes, then it sends.
struct Moment {
  Time tick;
  bool sending = false;
  auto operator<=>(const Moment&) const = default;
};
/// Returns the first moment at which the fault has an effect.
[[nodiscard]] Moment moment_of(const Fault& fault);

/// A fault that may be added to those of an execution, and the failure ids that it would have
/// there. The offer stands for all faults with these ids. An offered crash is directly before the
/// event, and a restart comes as soon as possible. Offered writes fail for one tick, and an offered
/// partition or pause lasts until EFF. If the Fspec does not admit such a fault, the offer is the
/// nearest admitted fault.
struct Offer {
  Fault fault;
  /// Moment of the event that the fault hits; after EOT if the fault comes after the last event.
  Moment at;
  std::vector<FailureId> ids;
};

/// The failure ids of a fault in an execution. The ids are empty if the fault hits nothing.
struct Found {
  std::vector<FailureId> ids;  ///< sorted
  /// Moment of the event that the fault hits; after EOT if the fault comes after the last event.
  Moment at{};
};

class FailurePoints {
 public:
  /// Describes the execution under `faults`. `events` are the sorted events of that execution.
  /// Keeps a reference to `fspec`.
  FailurePoints(const Fspec& fspec, FaultSet faults, std::vector<IoEvent> events);

  /// Returns the ids that `fault` would have in this execution. Requires that the execution does
  /// not already have this fault.
  [[nodiscard]] Found find(const Fault& fault) const;
  [[nodiscard]] std::vector<FailureId> ids_of(const Fault& fault) const { return find(fault).ids; }
  /// Returns the faults that the Fspec admits in addition to those of the execution, in the order
  /// of time. No two offers have the same ids.
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

  /// A crash before or after the messages of a tick: Outage has the same two members.
  struct CrashPlace {
    Time at;
    bool after = false;
    [[nodiscard]] Time down() const { return after ? at.next() : at; }
  };
  /// Appends the fault to the offers unless the fault hits nothing. Returns false if the Fspec does
  /// not admit the fault.
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
