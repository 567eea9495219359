// A Dedalus program as the subject of a campaign. The plain evaluator executes it; the search uses its
// possible world.
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

/// The promises that no fault can affect. In the grounded world, nothing that such a promise depends on
/// depends on a fault. Its tuples also stay the same when every message is lost, admissible or not.
struct Untouched {
  bool all = false;        ///< everything that is judged
  std::vector<bool> each;  ///< by specification; may be empty
};

class DedalusSubject final : public campaign::Subject {
 public:
  using Dropped = std::function<void(const eval::DroppedMessage&)>;

  /// All arguments must outlive it. `setup` gives budget and grounding, but not the Fspec. `dropped` is
  /// called in executions for each message whose sender or receiver is not a node.
  DedalusSubject(const dedalus::Program& program, const Fspec& fspec, const wire::Setup& setup,
                 Dropped dropped = {})
      : program_(program), fspec_(fspec), setup_(setup), dropped_(std::move(dropped)) {}

  [[nodiscard]] const Fspec& fspec() const override { return fspec_; }
  [[nodiscard]] std::vector<Specification> specifications() const override;
  /// True for the invariant if pre has a tuple, and for other specifications if they are judged at some
  /// tick.
  [[nodiscard]] bool promises(std::size_t specification,
                              const campaign::Judgement& failure_free) const override;
  bool is_out_of_reach_of_faults(const BudgetCheck& check) override {
    return is_out_of_reach_of(fspec_, check);
  }
  /// The same for another Fspec with this EOT.
  bool is_out_of_reach_of(const Fspec& fspec, const BudgetCheck& check);
  campaign::Judgement execute(const FaultSet& faults, const BudgetCheck& check) override;

  std::optional<SearchResult> prepare(const SearchSettings& settings,
                                      const BudgetCheck& check) override;
  std::unique_ptr<search::Strategy> strategy(const SearchSettings& settings,
                                             const BudgetCheck& check) override;
  std::unique_ptr<campaign::Executor> executor(const BudgetCheck& check) override;
  void explain(SearchResult& result) const override;
  void end_search() override { world_.reset(); }
  /// Returns the world of the search that was prepared. Requires one.
  [[nodiscard]] const World& world() const;

  /// Adds the size of its world, if one was grounded.
  void describe(Cell& cell) const override;

  campaign::Recording record(const FaultSet& faults, const BudgetCheck& check) override;

  /// True once the failure-free run was executed.
  [[nodiscard]] bool begun() const { return failure_free_ != nullptr; }

  /// Returns the promises for which a certificate says nothing about the protocol. Empty if finding them
  /// takes too much work. Throws what `check` throws.
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
  /// Events of the failure-free run, if needed.
  std::optional<std::vector<failures::IoEvent>> events_;
  FaultSet first_;  ///< the first falsifier
  std::shared_ptr<const eval::Model> first_model_;
  std::optional<World> world_;
  bool faultless_ = false;  ///< no fact of the world's cone depends on a fault
  /// By specification: no fact of its goals depends on a fault.
  std::vector<bool> faultless_each_;
  std::uint64_t universe_facts_ = 0;
  std::uint64_t universe_instances_ = 0;
};

}  // namespace ldfi::execute
