#include "worker/dedalus/dedalus_subject.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/dedalus/trace/graph_table.hpp"
#include "worker/dedalus/limits.hpp"

namespace ldfi::execute {
namespace {

bool is_faultless(const ground::Universe& universe) {
  for (std::uint32_t f = 0; f < universe.cone(); ++f) {
    if (universe.info(FactId(f)).kind == ground::FactKind::fault) return false;
    for (const InstanceId i : universe.instances_of(FactId(f))) {
      if (universe.instance(i).channel != ground::no_channel) return false;
    }
  }
  return true;
}

/// Every message to another node is lost, all the time.
FaultSet silence(const Fspec& fspec) {
  std::vector<Fault> faults;
  const auto nodes = static_cast<std::uint32_t>(fspec.nodes().size());
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      for (int tick = 1; from != to && tick < fspec.eot(); ++tick) {
        faults.emplace_back(Omission{NodeId(from), NodeId(to), Time(tick)});
      }
    }
  }
  return FaultSet(std::move(faults));
}

}  // namespace

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
  return {judged.pre, judged.post, judged.violated, judged.specifications};
}

std::vector<Specification> DedalusSubject::specifications() const {
  std::vector<Specification> out;
  for (const dedalus::DeclaredSpecification& one : program_.specifications) out.push_back(one.says);
  return out;
}

bool DedalusSubject::promises(std::size_t specification,
                              const campaign::Judgement& failure_free) const {
  const dedalus::DeclaredSpecification& one = program_.specifications.at(specification);
  if (one.invariant) return failure_free.pre > 0;
  return one.says.first(fspec_.eot()) <= Time(fspec_.eot());
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
  faultless_ = is_faultless(*universe);
}

bool DedalusSubject::untouched(const BudgetCheck& check) const {
  constexpr std::size_t most_omissions = 200'000;
  const std::size_t nodes = fspec_.nodes().size();
  const auto ticks = static_cast<std::size_t>(fspec_.eot());
  if (!faultless_ || nodes * nodes > most_omissions / ticks) return false;
  try {
    const auto silent =
        eval::run(program_, fspec_, silence(fspec_), eval_limits(setup_.budget, check));
    const auto same = [&](const ground::GoalRelation& goal) {
      for (Time at = goal.from; at <= Time(fspec_.eot()); at = at.next()) {
        if (silent->tuples(goal.relation, at) != failure_free_->tuples(goal.relation, at)) {
          return false;
        }
      }
      return true;
    };
    const auto asked = ground::goal_relations(program_, fspec_.eot());
    return std::all_of(asked.begin(), asked.end(), same);
  } catch (const InputError&) {  // arithmetic that fails without messages
    return false;
  }
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
