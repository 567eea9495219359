#include "worker/dedalus/dedalus_subject.hpp"

#include "common/base/contract.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/trace/graph_table.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::execute {

std::shared_ptr<const eval::Model> DedalusSubject::evaluate(const FaultSet& faults,
                                                            const BudgetCheck& check) const {
  eval::EvalLimits limits = eval_limits(setup_.budget, check);
  limits.dropped = dropped_;
  return with_sources(program_.sources,
                      [&] { return eval::run(program_, fspec_, faults, limits); });
}

campaign::Judgement DedalusSubject::execute(const FaultSet& faults, const BudgetCheck& check) {
  LDFI_REQUIRE(failure_free_ || faults.empty(), "the failure-free run is executed first");
  const auto model = evaluate(faults, check);
  if (!failure_free_) failure_free_ = model;
  const eval::Judgement judged = eval::judge(program_, fspec_, *model, *failure_free_);
  if (!judged.holds() && !faults.empty() && !first_model_) {
    first_ = faults;
    first_model_ = model;
  }
  return {judged.pre, judged.post, judged.violated};
}

World& DedalusSubject::make_world(const wire::SearchSettings& settings, const BudgetCheck& check) {
  LDFI_REQUIRE(failure_free_ != nullptr, "the failure-free run is executed first");
  return world_.emplace(program_, fspec_, *failure_free_, setup_, settings, check);
}

void DedalusSubject::ground() {
  world_->ground();
  const ground::Universe* universe = world_->universe();
  if (world_->answer() || universe == nullptr) return;
  universe_facts_ = universe->fact_count();
  universe_instances_ = universe->instance_count();
}

void DedalusSubject::describe(Cell& cell) const {
  cell.universe_facts = universe_facts_;
  cell.universe_instances = universe_instances_;
}

// No trace: whoever has the program makes it again, when asked (results/trace/traces.hpp). To keep
// those of a small run would take as long as a tenth of the run.
campaign::Recording DedalusSubject::record(const FaultSet& faults, const BudgetCheck& check) {
  const std::string name = faults.empty() ? "failure_free" : to_text(faults, fspec_);
  return {std::nullopt,
          trace::graph_table(program_, fspec_, faults, *model(faults, check), name, check)};
}

std::shared_ptr<const eval::Model> DedalusSubject::model(const FaultSet& faults,
                                                         const BudgetCheck& check) {
  if (faults.empty() && failure_free_) return failure_free_;
  if (first_model_ && faults == first_) return first_model_;
  return evaluate(faults, check);
}

}  // namespace ldfi::execute
