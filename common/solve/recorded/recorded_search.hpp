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
#include <set>
#include <string>
#include <vector>

#include "common/base/settings.hpp"
#include "common/solve/hazard/counter.hpp"
#include "common/solve/recorded/fault_literals.hpp"
#include "common/solve/recorded/joining_literals.hpp"
#include "common/solve/recorded/steering.hpp"
#include "common/solve/recorded/untried.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::recorded {

class RecordedSearch final : public Untried {
 public:
  /// `solver` is empty. All outcomes are those of one system under `fspec`.
  /// With `steer` next() is not the least at first, but what may fail sooner, and then, below a
  /// counterexample, what may be less than that.
  RecordedSearch(std::unique_ptr<sat::Solver> solver, const systems::Fspec& fspec, ProofLevel level,
                 const std::vector<Outcome>& outcomes, systems::Steer steer = systems::Steer::none);

  /// False if the outcome speaks of messages or activations that none of the others did.
  [[nodiscard]] bool add(const Outcome& outcome) override;
  std::optional<systems::FaultSet> next() override;
  [[nodiscard]] bool settled() override;
  [[nodiscard]] bool steered() const override { return steered_; }
  void set_asked(const systems::FaultSet& faults) override;
  [[nodiscard]] bool answered(const systems::FaultSet& faults) override;
  /// True if every admissible fault set does what a passing recording does, or contains one that
  /// failed.
  [[nodiscard]] bool exhausted();
  /// True if each admissible set of some of these faults, perhaps with shorter delays, which failed,
  /// is known to pass.
  [[nodiscard]] bool minimal(const systems::FaultSet& failed);

 private:
  using Literals = std::vector<sat::Literal>;

  /// How the least under some assumptions was found: no smaller size was left, and of the faults in
  /// their order each was chosen that could be.
  struct Path {
    Literals assumptions;
    std::size_t size = 0;
    Literals decided;  ///< of the first faults, in order: chosen, or not

    /// Forgets what came after the last fault that was chosen, and that one is not. False if there was
    /// none, and nothing is left.
    bool step_over();
  };

  void exclude(const Outcome& outcome);
  [[nodiscard]] bool meaningless(const systems::Course::Attempt& received,
                                 const Outcome& outcome) const;
  /// Adds what makes messages fare otherwise. Returns the nodes of which a message may be lost without
  /// any difference, but for the numbers of what they do later.
  std::set<std::string> messages_elsewhere(const Outcome& outcome, Literals& out);
  /// Adds what makes crashes of this node other than they are.
  void crashes_elsewhere(const Outcome& outcome, const std::string& node, bool renumbered,
                         Literals& out) const;
  /// Adds what makes the node stand still otherwise than it does.
  void pauses_elsewhere(const Outcome& outcome, const std::string& node, bool renumbered,
                        Literals& out) const;
  /// A crash at this moment would change something in this execution.
  [[nodiscard]] bool strikes(const systems::Course& course, const FaultLiterals::NodeMoment& when,
                             bool renumbered) const;
  /// Another fault set than those whose execution is this one. `no_less`: or one in which something comes
  /// behind fewer things.
  [[nodiscard]] Literals elsewhere(const Outcome& outcome, bool no_less = false);
  /// Not a set that contains these faults.
  [[nodiscard]] Literals without(const systems::FaultSet& faults) const;
  /// Not exactly these faults.
  [[nodiscard]] Literals other_than(const systems::FaultSet& faults) const;
  [[nodiscard]] systems::FaultSet chosen(const Literals& yes) const;
  /// And one of `some`, if there are any.
  bool satisfiable(const Literals& assumptions, const Literals& some = {});
  /// No path leads around what next() returned any more, so clauses have to.
  void leave_path();
  /// The least under these assumptions.
  std::optional<systems::FaultSet> least(const Literals& assumptions);
  /// The least below the smallest counterexample; of large ones, one with a fault less.
  std::optional<systems::FaultSet> smaller();
  /// No fault but those below these.
  [[nodiscard]] Literals only_below(const systems::FaultSet& faults) const;

  std::unique_ptr<sat::Solver> solver_;
  systems::Fspec fspec_;
  ProofLevel level_;
  FaultLiterals literals_;
  JoiningLiterals joinings_;
  std::optional<Steering> steering_;
  std::optional<systems::FaultSet> failed_;  ///< the smallest counterexample, if steered
  bool steered_ = false;
  std::optional<hazard::Counter> size_;
  Path path_;  ///< of the last search for the least
  /// What next() returned and nobody has answered; the path has stepped over it.
  std::set<systems::FaultSet> open_;
  Literals asked_;  ///< assumed: what next() returned, and invalid recordings, are not it again
};

}  // namespace ldfi::recorded
