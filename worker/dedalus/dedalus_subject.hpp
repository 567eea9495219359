// A Dedalus program that a campaign searches. The plain evaluator executes the program, and the search uses
// the universe of its facts.
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

/// The promises that no fault can affect. No fact that such a promise depends on in the universe depends on a
/// fault, and its tuples are the same if every message is lost, even if the Fspec does not admit that.
struct Untouched {
  bool all = false;  ///< no fault can affect any promise
  /// By specification: no fault can affect the specification; may be empty.
  std::vector<bool> each;
};

class DedalusSubject final : public campaign::Subject {
 public:
  using Dropped = std::function<void(const eval::DroppedMessage&)>;

  /// All references must outlive the object. `setup` gives the budget and the way of grounding; its Fspec is
  /// ignored. `dropped` is called in executions for each message whose sender or receiver is not a node.
  DedalusSubject(const dedalus::Program& program, const Fspec& fspec, const wire::Setup& setup,
                 Dropped dropped = {})
      : program_(program), fspec_(fspec), setup_(setup), dropped_(std::move(dropped)) {}

  [[nodiscard]] const Fspec& fspec() const override { return fspec_; }
  [[nodiscard]] std::vector<Specification> specifications() const override;
  /// Returns true if the promise means something in the failure-free run: for the invariant, if `pre` has a
  /// tuple, and for another specification, if it is judged at some tick.
  [[nodiscard]] bool promises(std::size_t specification,
                              const campaign::Judgement& failure_free) const override;
  bool is_out_of_reach_of_faults(const BudgetCheck& check) override {
    return is_out_of_reach_of(fspec_, check);
  }
  /// Returns true if no fault of another Fspec, with the same EOT, can affect what is promised.
  bool is_out_of_reach_of(const Fspec& fspec, const BudgetCheck& check);
  campaign::Judgement execute(const FaultSet& faults, const BudgetCheck& check) override;

  std::optional<SearchResult> prepare(const SearchSettings& settings,
                                      const BudgetCheck& check) override;
  std::unique_ptr<search::Strategy> strategy(const SearchSettings& settings,
                                             const BudgetCheck& check) override;
  std::unique_ptr<campaign::Executor> executor(const BudgetCheck& check) override;
  void explain(SearchResult& result) const override;
  void end_search() override { world_.reset(); }
  /// Returns the universe of the search. Requires that the search was prepared.
  [[nodiscard]] const World& world() const;

  /// Adds the size of the universe to the cell, if the program was grounded.
  void describe(Cell& cell) const override;

  campaign::Recording record(const FaultSet& faults, const BudgetCheck& check) override;

  /// Returns true if the failure-free run was executed.
  [[nodiscard]] bool begun() const { return failure_free_ != nullptr; }

  /// Returns the promises that no fault can affect, so that a certificate says nothing about the protocol.
  /// Returns none if finding them takes too much work. Throws what `check` throws.
  [[nodiscard]] Untouched untouched(const BudgetCheck& check) const;

  /// Returns the model of an execution. The models of the failure-free run and of the first falsifier
  /// that was executed are kept; other fault sets are executed again.
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
  /// Events of the failure-free run. Nullopt until they are needed.
  std::optional<std::vector<failures::IoEvent>> events_;
  FaultSet first_;  ///< first falsifier that was executed
  std::shared_ptr<const eval::Model> first_model_;
  std::optional<World> world_;
  bool faultless_ = false;  ///< no fault affects a fact that a promise depends on
  /// By specification: no fault affects a fact that the specification depends on.
  std::vector<bool> faultless_each_;
  std::uint64_t universe_facts_ = 0;
  std::uint64_t universe_instances_ = 0;
};

}  // namespace ldfi::execute
