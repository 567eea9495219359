// Schedules as a formula: why and why-not of every fact of an execution in which any message may be
// pending, and how many messages arrive. It says of no execution what is not true of it; so where it
// has no model with so few messages, no schedule violates with so few.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "common/minimise/schedule.hpp"
#include "common/solve/hazard/circuits.hpp"
#include "common/solve/hazard/counter.hpp"

namespace ldfi::minimise {

/// The Fspec in which just these nodes crash, and whatever is pending is an omission. Delays are
/// those of `fspec`, but some channels that it has for reliable are not.
[[nodiscard]] Fspec pending_world(const Fspec& fspec, const std::vector<Fault>& crashes);

class DeliveryFormula {
 public:
  /// What one node sends another at a tick, or what of it is late by itself; `late` is 0.
  using Sent = Delivery;

  /// `universe` is that of pending_world(), with Extent::everything, and must outlive this as `fspec`
  /// and the empty `solver` must.
  DeliveryFormula(const ground::Universe& universe, const Fspec& fspec,
                  const std::vector<Fault>& crashes, sat::Solver& solver);

  /// As many literals hold as messages may arrive at most, in all schedules together.
  [[nodiscard]] std::size_t messages() const { return arrivals_.size(); }
  /// "It violates the invariant, and at most so many messages arrive", as assumptions.
  [[nodiscard]] std::vector<sat::Literal> question(std::uint64_t most);
  /// What decides which messages arrive when. The first are of late messages, both by time; a value
  /// of each that makes a schedule simple.
  [[nodiscard]] std::vector<sat::Literal> choices() const;

  /// What arrives in the solver's model; all else is pending.
  struct Model {
    std::vector<Delivery> deliveries;
    std::map<Sent, std::vector<sat::Literal>> fates;  ///< what is true of what is sent
    std::map<sat::Literal, bool> values;              ///< of choices()
    /// The fate of these messages, or nothing if they can have but one.
    [[nodiscard]] const std::vector<sat::Literal>* fate_of(const Sent& sent) const;
  };
  [[nodiscard]] Model model() const;

  /// Adds what an execution of the universe proves.
  void learn(const Lineage& lineage) { circuits_.expand(lineage); }
  /// Excludes the executions in which all of this fares as in the model.
  void exclude(const Model& model, const std::vector<Sent>& sent);

 private:
  void fix(const std::vector<Fault>& crashes);
  void limit_faults(std::size_t crashes);
  void count_messages();
  void keep_order();

  /// Whether messages are late and come twice.
  struct Lateness {
    std::vector<std::pair<int, sat::Literal>> late;
    std::vector<std::pair<int, sat::Literal>> again;
  };
  /// Whether what is sent between two nodes at a tick is pending, and what else becomes of it.
  struct Fate {
    sat::Literal pending = 0;
    std::map<NamedId, Lateness> apart;  ///< by what is late by itself
    sat::Literal sent = 0;              ///< forced if something is
    sat::Literal arrives = 0;           ///< forced if something of it arrives
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
