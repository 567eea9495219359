#include "worker/dedalus/dedalus_subject.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/dedalus/trace/graph_table.hpp"
#include "common/failures/any_offer.hpp"
#include "common/faults/enumeration.hpp"
#include "common/search/make_strategy.hpp"
#include "worker/dedalus/ground_executor.hpp"
#include "worker/dedalus/limits.hpp"
#include "worker/dedalus/plain_executor.hpp"
#include "worker/dedalus/reach_of_faults.hpp"

namespace ldfi::execute {
namespace {

/// Finds out whether a fault can affect a fact that a promise depends on.
class Touched {
 public:
  explicit Touched(const ground::Universe& universe) : u_(universe), touched_(universe.cone()) {
    for (std::uint32_t f = 0; f < u_.cone(); ++f) {
      const auto component = u_.component_of(FactId(f));
      touched_[f] = is_touched(FactId(f));
      const bool last = component && FactId(f + 1) == u_.components()[*component].end;
      if (last) close(u_.components()[*component]);
    }
  }

  [[nodiscard]] bool any() const { return std::ranges::find(touched_, true) != touched_.end(); }
  [[nodiscard]] bool has(const std::optional<FactId>& fact) const {
    return fact && touched_[fact->index()];
  }

 private:
  bool is_touched(FactId fact) const {
    const ground::FactKind kind = u_.info(fact).kind;
    if (kind == ground::FactKind::fault) return true;
    if (kind == ground::FactKind::aggregate) {
      const auto& of = u_.groups()[u_.range(fact).group].contributors;
      return std::ranges::any_of(of, [&](const auto& one) { return has(one.fact); });
    }
    for (const InstanceId i : u_.instances_of(fact)) {
      if (u_.instance(i).channel != ground::no_channel) return true;
      for (const ground::Premise p : u_.premises(i)) {
        if (has(p.fact())) return true;
      }
    }
    return false;
  }

  void close(const ground::Component& component) {
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t f = component.begin.raw(); f < component.end.raw(); ++f) {
        if (touched_[f] || !is_touched(FactId(f))) continue;
        again = touched_[f] = true;
      }
    }
  }

  const ground::Universe& u_;
  std::vector<bool> touched_;
};

/// Returns the faults under which all messages between nodes are lost.
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

bool DedalusSubject::is_out_of_reach_of(const Fspec& fspec, const BudgetCheck& check) {
  LDFI_REQUIRE(failure_free_ != nullptr, "the failure-free run is executed first");
  LDFI_REQUIRE(fspec.eot() == fspec_.eot(), "the Fspec has the EOT of the subject");
  if (!admits_any_fault(fspec)) return false;
  if (!events_) {
    events_ =
        events_of_failure_free(program_, fspec_, *failure_free_, eval_limits(setup_.budget, check));
  }
  return !failures::offers_any_fault(fspec, *events_);
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

std::optional<SearchResult> DedalusSubject::prepare(const SearchSettings& settings,
                                                    const BudgetCheck& check) {
  LDFI_REQUIRE(failure_free_ != nullptr, "the failure-free run is executed first");
  world_.emplace(program_, fspec_, *failure_free_, setup_, settings, check);
  world_->ground();
  const ground::Universe* universe = world_->universe();
  if (world_->answer() || universe == nullptr) return world_->answer();
  universe_facts_ = universe->fact_count();
  universe_instances_ = universe->instance_count();
  const Touched touched(*universe);
  faultless_ = !touched.any();
  faultless_each_.assign(program_.specifications.size(), universe->pruned().empty());
  for (const ground::Goal& goal : universe->goals()) {
    const bool faulty = touched.has(goal.pre) || touched.has(goal.post);
    if (faulty && !faultless_each_.empty()) faultless_each_[goal.specification] = false;
  }
  return std::nullopt;
}

const World& DedalusSubject::world() const {
  LDFI_REQUIRE(world_.has_value(), "the search is prepared first");
  return *world_;
}

std::unique_ptr<search::Strategy> DedalusSubject::strategy(const SearchSettings& settings,
                                                           const BudgetCheck& check) {
  LDFI_REQUIRE(world_.has_value(), "the search is prepared first");
  return search::make_strategy(fspec_, world_->universe(), settings, check, world_->scout());
}

std::unique_ptr<campaign::Executor> DedalusSubject::executor(const BudgetCheck& check) {
  const ground::Universe* universe = world().universe();
  if (universe != nullptr) return make_ground_executor(*universe, check);
  return make_plain_executor(program_, fspec_, eval_limits(setup_.budget, check), 0);
}

void DedalusSubject::explain(SearchResult& result) const {
  world().explain(result);
}

Untouched DedalusSubject::untouched(const BudgetCheck& check) const {
  constexpr std::size_t most_omissions = 200'000;
  const std::size_t nodes = fspec_.nodes().size();
  const auto ticks = static_cast<std::size_t>(fspec_.eot());
  Untouched out{faultless_, faultless_each_};
  const bool any = out.all || std::ranges::find(out.each, true) != out.each.end();
  if (!any || nodes * nodes > most_omissions / ticks) return {false, {}};
  try {
    const auto silent =
        eval::run(program_, fspec_, silence(fspec_), eval_limits(setup_.budget, check));
    const auto same = [&](RelationId relation, Time from) {
      for (Time at = from; at <= Time(fspec_.eot()); at = at.next()) {
        if (silent->tuples(relation, at) != failure_free_->tuples(relation, at)) return false;
      }
      return true;
    };
    const auto asked = ground::goal_relations(program_, fspec_.eot());
    out.all = out.all && std::ranges::all_of(asked, [&](const ground::GoalRelation& goal) {
                return same(goal.relation, goal.from);
              });
    for (std::size_t s = 0; s < out.each.size(); ++s) {
      const auto& one = program_.specifications[s];
      const Time eot(fspec_.eot());
      const auto kept = [&](const auto& relation) { return !relation || same(*relation, eot); };
      out.each[s] = out.each[s] && (one.invariant ? kept(program_.pre) && kept(program_.post)
                                                  : same(one.relation, one.says.first(eot.tick())));
    }
    return out;
  } catch (const InputError&) {  // without messages, the program ends in an arithmetic error
    return {false, {}};
  }
}

void DedalusSubject::describe(Cell& cell) const {
  cell.universe_facts = universe_facts_;
  cell.universe_instances = universe_instances_;
}

// Returns a recording without a trace, because storing the traces of a small run would take a tenth
// of its time. They can be made again from the program's source (results/views/trace/traces.hpp).
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
