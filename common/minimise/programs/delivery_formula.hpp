// A formula for a SAT solver whose models include all schedules of a program. A schedule says which
// messages arrive; all others are pending. The formula says why each fact of an execution holds or
// does not hold, and how many messages arrive. Every execution satisfies the formula. So if the
// formula has no model with at most n arriving messages, no schedule with at most n messages
// violates the invariant.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "common/minimise/schedule.hpp"
#include "common/solve/hazard/circuits.hpp"
#include "common/solve/hazard/counter.hpp"

namespace ldfi::minimise {

/// Returns an Fspec in which exactly these nodes crash, and every pending message is an omission.
/// The delays are those of `fspec`. Every channel may lose messages, even one that is reliable in
/// `fspec`.
[[nodiscard]] Fspec pending_world(const Fspec& fspec, const std::vector<Fault>& crashes);

class DeliveryFormula {
 public:
  /// Messages that are pending or arrive together: all messages that one node sends another node at
  /// a tick, or only those of one relation if relations are delayed separately. `late` is 0.
  using Sent = Delivery;

  /// Builds the formula. `universe` must come from pending_world() with Extent::everything.
  /// `universe`, `fspec` and `solver` must outlive this object. Requires that `solver` is empty.
  DeliveryFormula(const ground::Universe& universe, const Fspec& fspec,
                  const std::vector<Fault>& crashes, sat::Solver& solver);

  /// Returns the number of messages that may arrive in some schedule.
  [[nodiscard]] std::size_t messages() const { return arrivals_.size(); }
  /// Returns assumptions which mean that the execution violates the invariant and at most `most`
  /// messages arrive.
  [[nodiscard]] std::vector<sat::Literal> question(std::uint64_t most);
  /// Returns the literals that decide when each message arrives, if at all. Literals about late
  /// messages come first; both groups are ordered by time. The sign of each literal is the one that
  /// makes the schedule simpler.
  [[nodiscard]] std::vector<sat::Literal> choices() const;

  /// The schedule that the solver's model describes. Messages without a delivery are pending.
  struct Model {
    std::vector<Delivery> deliveries;
    /// For each group of messages that is sent, the true literals about its arrival.
    std::map<Sent, std::vector<sat::Literal>> fates;
    std::map<sat::Literal, bool> values;  ///< values of the literals of choices()
    /// Returns the true literals about the arrival of these messages, or nullptr if the formula
    /// leaves no choice about them.
    [[nodiscard]] const std::vector<sat::Literal>* fate_of(const Sent& sent) const;
  };
  [[nodiscard]] Model model() const;

  /// Adds the clauses that the lineage of an execution proves. The lineage has the facts from which
  /// the outcome was derived.
  void learn(const Lineage& lineage) { circuits_.expand(lineage); }
  /// Excludes all executions in which each message of `sent` is pending, or arrives with the same
  /// delays, as in the model.
  void exclude(const Model& model, const std::vector<Sent>& sent);

 private:
  void fix(const std::vector<Fault>& crashes);
  void limit_faults(std::size_t crashes);
  void count_messages();
  void keep_order();

  /// Literals about each number of ticks by which messages, or their duplicates, may be late.
  struct Lateness {
    std::vector<std::pair<int, sat::Literal>> late;
    std::vector<std::pair<int, sat::Literal>> again;
  };
  /// Literals about the messages between two nodes at a tick: whether they are pending, and how
  /// late they are.
  struct Fate {
    sat::Literal pending = 0;
    std::map<NamedId, Lateness> apart;  ///< by relation, if relations are delayed separately
    sat::Literal sent = 0;              ///< literal that is true if a message is sent
    sat::Literal arrives = 0;           ///< literal that is true if one of these messages arrives
  };
  Fate& fate(NodeId from, NodeId to, Time sent) { return fates_[{sent, from, to}]; }
  static void each_late(const Lateness& lateness, const std::function<void(sat::Literal)>& visit);

  const ground::Universe& u_;
  const Fspec& fspec_;
  sat::Solver& solver_;
  hazard::Circuits circuits_;
  hazard::Clauses clauses_;
  std::map<Sent, Fate> fates_;
  std::vector<sat::Literal> arrivals_;
  std::optional<hazard::Counter> counter_;
};

}  // namespace ldfi::minimise
