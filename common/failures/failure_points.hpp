// Where one execution can fail: which failure a fault would be, and which faults it offers.
//
// A fault is the first event that it hits, in the execution without it; only an omission is all that
// its channel loses at that tick. A crash or a pause comes before the next event of its node, or behind its last one.
// So two crashes between the same two events are one failure, and so are two partitions of one side
// that begin between the same two messages which they cut.
#pragma once

#include <cstdint>
#include <vector>

#include "common/failures/failure_id.hpp"
#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::failures {

/// When something happens: what a tick writes comes before what it sends.
struct Moment {
  Time tick;
  bool sending = false;
  auto operator<=>(const Moment&) const = default;
};
/// From when on a fault has an effect.
[[nodiscard]] Moment moment_of(const Fault& fault);

/// A fault that may be added to those of an execution, and what it is there. It stands for all others
/// with these ids: a crash comes right before the event, a restart is over as soon as can be, writes fail for
/// one tick, and a partition or a pause lasts until EFF; or, if the Fspec does not allow that, the nearest it allows.
struct Offer {
  Fault fault;
  Moment at;  ///< see Found
  std::vector<FailureId> ids;
};

/// What a fault is in an execution. Without ids it hits nothing.
struct Found {
  std::vector<FailureId> ids;  ///< sorted
  Moment at{};  ///< of the event that it hits; past EOT if it comes behind the last one
};

class FailurePoints {
 public:
  /// Of the execution under `faults`, in which these events happen, sorted. `fspec` must outlive it.
  FailurePoints(const Fspec& fspec, FaultSet faults, std::vector<IoEvent> events);

  /// What `fault` would be in this execution, which must be one without it.
  [[nodiscard]] Found find(const Fault& fault) const;
  [[nodiscard]] std::vector<FailureId> ids_of(const Fault& fault) const { return find(fault).ids; }
  /// The faults that the Fspec allows besides those of the execution, by time, each with ids that no other one has.
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

  /// Where a crash stands in a tick: see Outage.
  struct Standing {
    Time at;
    bool after = false;
    [[nodiscard]] Time down() const { return after ? at.next() : at; }
  };
  /// False if the Fspec does not allow the fault.
  bool offer(const Fault& fault, std::vector<Offer>& out) const;
  [[nodiscard]] std::vector<Standing> places(const IoEvent* last, const IoEvent& next) const;
  template <class Kind>
  [[nodiscard]] bool may_hit(NodeId node) const;
  template <class Kind>
  void offer_first(NodeId node, const std::vector<Standing>& places, std::vector<Offer>& out) const;
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
