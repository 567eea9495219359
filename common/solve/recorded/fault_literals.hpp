// A literal for each fault that some recording speaks of, and what the Fspec says of them together. A
// fault of which none speaks needs no literal: until something is attempted that it hits, it does
// nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "common/solve/recorded/outcome.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::recorded {

class FaultLiterals {
 public:
  using Literals = std::vector<sat::Literal>;
  using NodeMoment = systems::NodeMoment;

  /// `solver` and `fspec` must outlive it.
  FaultLiterals(sat::Solver& solver, const systems::Fspec& fspec,
                const std::vector<Outcome>& outcomes);

  FaultLiterals(const FaultLiterals&) = delete;
  FaultLiterals& operator=(const FaultLiterals&) = delete;

  /// False if the outcome speaks of messages, activations or windows that none of the others did.
  [[nodiscard]] bool knows(const Outcome& outcome) const;

  /// Each fault, in the order of fault sets.
  [[nodiscard]] const std::vector<std::pair<systems::Fault, sat::Literal>>& all() const {
    return all_;
  }
  /// What was attempted is lost, by an omission or a cut.
  [[nodiscard]] sat::Literal gone(const systems::Course::Attempt& attempt);
  /// What is sent then is lost by a cut; nothing if there are none.
  [[nodiscard]] std::optional<sat::Literal> cut_off(const systems::Course::Attempt& attempt) const;
  /// It is late, or comes again: by the values of the Fspec, one literal each.
  [[nodiscard]] const Literals& late(const systems::MessageId& id) const {
    return late_.empty() ? none_ : late_.at(id);
  }
  [[nodiscard]] const Literals& doubled(const systems::MessageId& id) const {
    return doubled_.empty() ? none_ : doubled_.at(id);
  }
  /// The node may crash for good.
  [[nodiscard]] bool crashes(const std::string& node) const { return down_.contains(node); }
  /// It crashes for good at this moment; nothing if there is no literal for it.
  [[nodiscard]] std::optional<sat::Literal> crash(const NodeMoment& when) const;
  /// It crashes for good before this activation, or earlier.
  [[nodiscard]] sat::Literal down(const std::string& node, std::uint64_t activation) const;
  /// It crashes then, and comes back: by the values of the Fspec, one literal each, or none.
  [[nodiscard]] const Literals& back(const NodeMoment& when) const;
  /// It stands still before this activation: by the values of the Fspec, one literal each, or none.
  [[nodiscard]] const Literals& paused(const systems::Activation& before) const;
  /// Each activation of the node has all moments that any of them has: so it has literals for what
  /// crashes are when activations get other numbers. False if these would be too many.
  [[nodiscard]] bool renumberable(const std::string& node) const;
  /// The moments of a node up to an activation, in order.
  [[nodiscard]] std::vector<systems::Moment> moments(const std::string& node,
                                                     std::uint64_t activation) const;

 private:
  /// Between whom, and when the window begins.
  using Window = std::tuple<std::string, std::string, std::int64_t>;

  void look(const Outcome& outcome);
  /// Records that the fault set or the course of an outcome contains this place.
  void see(const systems::MessageId& id) { lost_.emplace(id, 0); }
  void see(const systems::Cut& cut) { cuts_.emplace(cut, 0); }
  void see(const NodeMoment& place);
  void see(const systems::Activation& before);
  /// Returns true if an earlier outcome contains this place.
  [[nodiscard]] bool seen(const systems::MessageId& id) const { return lost_.contains(id); }
  [[nodiscard]] bool seen(const systems::Cut& cut) const { return cuts_.contains(cut); }
  [[nodiscard]] bool seen(const NodeMoment& place) const;
  [[nodiscard]] bool seen(const systems::Activation& before) const;
  /// How many messages it may have said when it crashes in this activation.
  [[nodiscard]] std::uint64_t said_in(const std::string& node, std::uint64_t activation) const;
  void declare_losses();
  void declare_crashes();
  void declare_restarts();
  /// Messages have one of these literals at most, and are not lost then.
  template <class Kind>
  void declare_later(std::map<systems::MessageId, Literals>& where);
  void declare_cuts();
  void declare_pauses();
  void limit(const Literals& literals, std::optional<std::uint64_t> most);
  sat::Literal declare(systems::Fault fault);
  /// A literal that is true exactly if one of these is.
  sat::Literal any_of(const Literals& literals);
  [[nodiscard]] Window window_of(const systems::MessageId& id, std::int64_t sent) const;

  sat::Solver& solver_;
  const systems::Fspec& fspec_;
  std::map<systems::MessageId, sat::Literal> lost_;
  Literals none_;
  std::map<systems::MessageId, Literals> late_;     ///< of all messages; empty if none can be late
  std::map<systems::MessageId, Literals> doubled_;  ///< the same
  std::map<systems::Cut, sat::Literal> cuts_;
  std::map<Window, sat::Literal> cut_;  ///< of one way between two nodes
  std::map<std::pair<systems::MessageId, std::int64_t>, sat::Literal> gone_;  ///< by its window
  std::map<std::string, std::uint64_t> activations_;  ///< of every node, the most
  std::map<std::string, std::uint64_t> said_;         ///< of every node, the most in one of them
  std::map<systems::Activation, std::uint64_t> said_in_;  ///< the most in this one
  std::map<std::string, Literals> down_;                  ///< for good; by moment, in order
  std::map<NodeMoment, sat::Literal> crash_;              ///< for good, at this very moment
  std::map<NodeMoment, Literals> back_;
  std::map<std::string, std::uint64_t>
      approached_;  ///< of every node that may stand still, the most
  std::map<systems::Activation, Literals> paused_;
  std::vector<std::pair<systems::Fault, sat::Literal>> all_;
};

}  // namespace ldfi::recorded
