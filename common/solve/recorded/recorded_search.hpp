// What recorded executions of a deterministic system leave to be tried. A recording that passed says
// so of every fault set under which the same would have happened (SYSTEMS E): of all in which each
// message that it attempted has the fate that it had there, and each node crashes where it did. So
// what is tried next must differ in one of these. The loop ends: every execution excludes its own
// fault set, and when nothing is left, each admissible fault set does what a passing recording does.
//
//   exact  rests on nothing but determinism.
//   state  leaves the loss of a received message out if the recording says that it changed nothing in its
//          receiver, which said nothing (`silent`), and which did not crash: right as far as that is.
//
// TRACE's own clause, which asks only for the messages that were delivered, certifies wrongly: a system
// that sends in another way what was lost has nothing delivered in common with what it was before.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "common/base/settings.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/sat/solver.hpp"
#include "common/systems/course.hpp"

namespace ldfi::recorded {

struct Outcome {
  systems::Course course;
  systems::Result result = systems::Result::pass;
  systems::FaultSet asked;  ///< the faults that were to happen
};

class RecordedSearch {
 public:
  /// `solver` is empty. All outcomes are those of one system under `fspec`.
  RecordedSearch(std::unique_ptr<sat::Solver> solver, const systems::Fspec& fspec, ProofLevel level,
                 const std::vector<Outcome>& outcomes);

  /// Takes one more outcome into account. False if it speaks of messages or activations that none of
  /// the others did: then a new search has to be made of all.
  [[nodiscard]] bool add(const Outcome& outcome);

  /// The least fault set that no recording answers, by size and then by text, other than those that
  /// this returned before. Nothing if there is none.
  std::optional<systems::FaultSet> next();
  /// True if every admissible fault set does what a passing recording does, or contains one that
  /// failed.
  [[nodiscard]] bool exhausted();
  /// True if each admissible set of some of these faults, perhaps with shorter delays, which failed,
  /// is known to pass.
  [[nodiscard]] bool minimal(const systems::FaultSet& failed);

 private:
  using Literals = std::vector<sat::Literal>;

  void declare(const std::vector<Outcome>& outcomes);
  void declare_crashes();
  void declare_restarts();
  void declare_delays();
  [[nodiscard]] bool knows(const Outcome& outcome) const;
  void exclude(const Outcome& outcome);
  void limit(const Literals& literals, std::optional<std::uint64_t> most);
  /// `n` crashed for good before its activation `k` or earlier.
  [[nodiscard]] sat::Literal down(const std::string& node, std::uint64_t k) const;
  [[nodiscard]] bool meaningless(const systems::Course::Attempt& received,
                                 const systems::Course& course) const;
  /// Adds what makes crashes with restarts of this node other than they are.
  void restart_elsewhere(const Outcome& outcome, const std::string& node, Literals& out) const;
  /// Another fault set than those whose execution is this one.
  [[nodiscard]] Literals elsewhere(const Outcome& outcome) const;
  /// Not a set that contains these faults.
  [[nodiscard]] Literals without(const systems::FaultSet& faults) const;
  /// Not exactly these faults.
  [[nodiscard]] Literals other_than(const systems::FaultSet& faults) const;
  [[nodiscard]] systems::FaultSet chosen(const Literals& yes) const;
  bool satisfiable(const Literals& assumptions);

  std::unique_ptr<sat::Solver> solver_;
  systems::Fspec fspec_;
  ProofLevel level_;
  std::map<systems::MessageId, sat::Literal> lost_;
  std::map<systems::MessageId, std::vector<sat::Literal>> late_;  ///< by the values of the Fspec
  std::map<std::string, Literals> down_;  ///< for good; by activation, from 1 on
  std::map<systems::Activation, Literals>
      back_;  ///< crashes with a restart; by `down` of the Fspec
  std::map<std::string, std::uint64_t> activations_;                ///< of every node, the most
  std::vector<std::pair<systems::FaultSet, sat::Literal>> faults_;  ///< each one alone, in order
  std::optional<hazard::Counter> size_;
  Literals asked_;  ///< assumed: what next() returned, and invalid recordings, are not it again
};

}  // namespace ldfi::recorded
