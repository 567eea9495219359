// All schedules as a formula. The formula says why each fact of an execution holds or does not
// hold if any message may be pending, and how many messages arrive. Every execution satisfies the
// formula. So if the formula has no model with at most n messages, no schedule with at most n
// messages violates the invariant.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "common/minimise/schedule.hpp"
#include "common/solve/hazard/circuits.hpp"
#include "common/solve/hazard/counter.hpp"

namespace ldfi::minimise {

/// Returns the Fspec in which exactly these nodes crash, and every pending message is an
/// omission. The delays are those of `fspec`. Channels that are reliable in `fspec` may lose
/// messages here.
[[nodiscard]] Fspec pending_world(const Fspec& fspec, const std::vector<Fault>& crashes);

class DeliveryFormula {
 public:
  /// Messages that one node sends another node at a tick, all of them or those of one relation
  /// that is late on its own. `late` is 0.
  using Sent = Delivery;

  /// Builds the formula. `universe` must come from pending_world() with Extent::everything.
  /// `universe`, `fspec` and `solver` must outlive this object. Requires that `solver` is empty.
  DeliveryFormula(const ground::Universe& universe, const Fspec& fspec,
                  const std::vector<Fault>& crashes, sat::Solver& solver);

  /// Returns the number of messages that may arrive in some schedule.
  [[nodiscard]] std::size_t messages() const { return arrivals_.size(); }
  /// Returns assumptions that mean: the execution violates the invariant, and at most `most`
  /// messages arrive.
  [[nodiscard]] std::vector<sat::Literal> question(std::uint64_t most);
  /// Returns the literals that decide which messages arrive when. Literals about late messages
  /// come first; both groups are ordered by time. Each literal has the sign that makes a schedule
  /// simple.
  [[nodiscard]] std::vector<sat::Literal> choices() const;

  /// The schedule in the solver's model. Messages without a delivery are pending.
  struct Model {
    std::vector<Delivery> deliveries;
    /// True literals about each message that is sent.
    std::map<Sent, std::vector<sat::Literal>> fates;
    std::map<sat::Literal, bool> values;  ///< values of the literals of choices()
    /// Returns the fate of these messages, or nullptr if only one fate is possible.
    [[nodiscard]] const std::vector<sat::Literal>* fate_of(const Sent& sent) const;
  };
  [[nodiscard]] Model model() const;

  /// Adds what the lineage of an execution of the universe proves.
  void learn(const Lineage& lineage) { circuits_.expand(lineage); }
  /// Excludes all executions in which every message of `sent` has the same fate as in the model.
  void exclude(const Model& model, const std::vector<Sent>& sent);

 private:
  void fix(const std::vector<Fault>& crashes);
  void limit_faults(std::size_t crashes);
  void count_messages();
  void keep_order();

  /// Literals that say by how many ticks messages are late, and how late they arrive a second
  /// time.
  struct Lateness {
    std::vector<std::pair<int, sat::Literal>> late;
    std::vector<std::pair<int, sat::Literal>> again;
  };
  /// Literals about all messages between two nodes at a tick: whether they are pending, and how
  /// late they are.
  struct Fate {
    sat::Literal pending = 0;
    std::map<NamedId, Lateness> apart;  ///< by relation that is late on its own
    sat::Literal sent = 0;              ///< literal that must be true if a message is sent
    sat::Literal arrives = 0;  ///< literal that must be true if one of these messages arrives
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
