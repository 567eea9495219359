// A Dedalus program as the subject of a search for faults. The plain evaluator executes the
// program. The search uses the program's universe: all facts that can hold under some fault set.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "common/campaign/subject.hpp"
#include "common/dedalus/eval/model.hpp"
#include "common/failures/io_event.hpp"
#include "common/farm/wire/messages.hpp"
#include "worker/dedalus/world.hpp"

namespace ldfi::execute {

/// The promises that no fault can affect. Two things are required. No fact that the promise depends
/// on can change by a fault. The promise's tuples are also the same if every message is lost, even
/// if the Fspec does not admit that.
struct Untouched {
  bool all = false;  ///< true if no fault can affect any promise
  /// For each specification: true if no fault can affect it. Empty if this was not found out.
  std::vector<bool> each;
};

class DedalusSubject final : public campaign::Subject {
 public:
  using Dropped = std::function<void(const eval::DroppedMessage&)>;

  /// All references must outlive the object. `setup` says how much may be used and how to ground
  /// the program; its Fspec is ignored. Executions call `dropped` for each message whose sender or
  /// receiver is not a node.
  DedalusSubject(const dedalus::Program& program, const Fspec& fspec, const wire::Setup& setup,
                 Dropped dropped = {})
      : program_(program), fspec_(fspec), setup_(setup), dropped_(std::move(dropped)) {}

  [[nodiscard]] const Fspec& fspec() const override { return fspec_; }
  [[nodiscard]] std::vector<Specification> specifications() const override;
  /// Returns true if the promise is not empty in the failure-free run. An invariant is empty if
  /// `pre` has no tuple, another specification if no tick is judged.
  [[nodiscard]] bool promises(std::size_t specification,
                              const campaign::Judgement& failure_free) const override;
  bool is_out_of_reach_of_faults(const BudgetCheck& check) override {
    return is_out_of_reach_of(fspec_, check);
  }
  /// Returns true if this Fspec, which has the same EOT, allows faults, but none of them can affect
  /// a message or a disk write of the failure-free run.
  bool is_out_of_reach_of(const Fspec& fspec, const BudgetCheck& check);
  campaign::Judgement execute(const FaultSet& faults, const BudgetCheck& check) override;

  std::optional<SearchResult> prepare(const SearchSettings& settings,
                                      const BudgetCheck& check) override;
  std::unique_ptr<search::Strategy> strategy(const SearchSettings& settings,
                                             const BudgetCheck& check) override;
  std::unique_ptr<campaign::Executor> executor(const BudgetCheck& check) override;
  void explain(SearchResult& result) const override;
  void end_search() override { world_.reset(); }
  /// Returns the universe and the explorer of small fault sets of the search. Requires a call of
  /// prepare().
  [[nodiscard]] const World& world() const;

  /// Adds the size of the universe to the cell, if the program has one.
  void describe(Cell& cell) const override;

  campaign::Recording record(const FaultSet& faults, const BudgetCheck& check) override;

  /// Returns true if the failure-free run has been executed.
  [[nodiscard]] bool begun() const { return failure_free_ != nullptr; }

  /// Returns the promises that no fault can affect. A proof of such a promise says nothing about
  /// the protocol. Returns none if finding them takes too much work. Throws all exceptions of
  /// `check`.
  [[nodiscard]] Untouched untouched(const BudgetCheck& check) const;

  /// Returns the model, which is all facts of an execution. The models of the failure-free run and
  /// of the first counterexample are kept. Other fault sets are executed again.
  [[nodiscard]] std::shared_ptr<const eval::Model> model(const FaultSet& faults,
                                                         const BudgetCheck& check);

 private:
  [[nodiscard]] std::shared_ptr<const eval::Model> evaluate(const FaultSet& faults,
                                                            const BudgetCheck& check) const;

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const wire::Setup& setup_;
  Dropped dropped_;
  std::shared_ptr<const eval::Model> failure_free_;
  /// Messages and writes of the failure-free run. Nullopt until they are needed.
  std::optional<std::vector<failures::IoEvent>> events_;
  FaultSet first_;  ///< the first fault set under which an execution violated a promise
  std::shared_ptr<const eval::Model> first_model_;
  std::optional<World> world_;
  bool faultless_ = false;  ///< true if no fault can affect a fact that a promise depends on
  /// For each specification: true if no fault can affect a fact that it depends on.
  std::vector<bool> faultless_each_;
  std::uint64_t universe_facts_ = 0;
  std::uint64_t universe_instances_ = 0;
};

}  // namespace ldfi::execute
