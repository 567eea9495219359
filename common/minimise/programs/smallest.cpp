#include "common/minimise/programs/smallest.hpp"

#include <algorithm>
#include <limits>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/minimise/programs/follow.hpp"
#include "common/search/minimise/in_order.hpp"

namespace ldfi::minimise {

namespace {

Kept executed_in(TrialWorld& world, const Elements& externals, const FaultSet& faults) {
  auto executed = world.trials.run(externals, faults);
  LDFI_ENSURE(executed && !executed->judgement.holds(),
              "each stage of the minimisation violates when it is executed again");
  auto ticks = world.trials.ticks(externals, *executed);
  Schedule schedule{externals, crashes_of(faults), deliveries_of(world.fspec, ticks)};
  return {std::move(schedule), std::move(*executed), std::move(ticks)};
}

Kept executed_in(TrialWorld& world, const Schedule& schedule) {
  const auto faults = faults_of(schedule, world.fspec);
  LDFI_ENSURE(faults.has_value(), "the Fspec admits the schedule of a stage");
  Kept out = executed_in(world, schedule.externals, *faults);
  out.pending = true;
  return out;
}

bool is_certified(const Cell& cell) {
  const bool proved = cell.verdict == Verdict::certified || cell.verdict == Verdict::vacuous;
  return proved && cell.falsifiers.empty() && cell.error.empty();
}

}  // namespace

TrialWorld::TrialWorld(dedalus::Program p, FspecParameters f,
                       const std::vector<std::string>& relations, const eval::EvalLimits& limits,
                       const std::function<void()>& count)
    : program(std::move(p)),
      fspec(std::move(f)),
      trials(program, fspec, external_facts(program, relations, fspec.eot()), limits, count) {}

Smallest::Smallest(const dedalus::Program& program, const Fspec& fspec,
                   const MinimiseSettings& settings, const MinimiseMeans& means)
    : settings_(settings),
      means_(means),
      check_(campaign::check_of(means.host, means.limits)),
      world_(make_world(program, fspec.parameters())) {}

std::uint64_t Smallest::runs_left() const {
  if (settings_.max_runs == 0) return std::numeric_limits<std::uint64_t>::max();
  return settings_.max_runs - std::min(settings_.max_runs, done_);
}

void Smallest::count_execution() {
  check_();
  if (runs_left() == 0) throw BudgetExceeded("runs", "runs");
  ++done_;
  ++executions_;
}

std::unique_ptr<TrialWorld> Smallest::make_world(dedalus::Program program, FspecParameters fspec) {
  eval::EvalLimits limits = means_.executions;
  limits.check = check_;
  return std::make_unique<TrialWorld>(std::move(program), std::move(fspec), settings_.relations,
                                      limits, [this] { count_execution(); });
}

void Smallest::keep(const Elements& externals, const FaultSet& faults) {
  now_ = executed_in(*world_, externals, faults);
}

void Smallest::keep(const Schedule& schedule) {
  now_ = executed_in(*world_, schedule);
}

bool Smallest::take_slice(bool all) {
  Schedule part = trials().slice(schedule().externals, now_->executed);
  if (!all) part.externals = schedule().externals;
  if (!trials().violates(part)) return false;
  keep(part);
  return true;
}

bool Smallest::go_to(dedalus::Program program, const FspecParameters& fspec, bool sound) {
  auto smaller = make_world(std::move(program), fspec);
  Schedule same = renamed(schedule(), world_->fspec, smaller->fspec);
  same.externals.clear();
  for (std::uint32_t i = 0; i < smaller->trials.external_count(); ++i) {
    const dedalus::GivenFact& fact = smaller->trials.external(i);
    const bool happens = std::ranges::any_of(schedule().externals, [&](std::uint32_t old) {
      return same_fact(world_->trials.external(old), fact);
    });
    if (happens) same.externals.push_back(i);
  }
  if (!smaller->trials.violates(same)) return false;
  if (sound && smaller->trials.violates(same.externals, FaultSet())) return false;
  now_ = executed_in(*smaller, same);
  world_ = std::move(smaller);
  return true;
}

bool Smallest::drop_a_node(bool sound) {
  if (world_->fspec.node_count() == 1) return false;
  return std::ranges::any_of(std::vector(world_->fspec.nodes()), [&](const std::string& node) {
    auto program = without_node(world_->program, node);
    const auto fspec = without_node(world_->fspec.parameters(), node);
    return program && go_to(std::move(*program), fspec, sound);
  });
}

ProofLimits Smallest::proof_limits() const {
  return {settings_.proof_runs, means_.world, check_};
}

Answers Smallest::search(const std::function<std::optional<Question>()>& next) {
  std::vector<Elements> asked;  // external facts of each question
  const auto work = [&]() -> std::optional<search::InOrder::Work> {
    const auto question = next();
    if (!question) return std::nullopt;
    asked.push_back(question->externals);
    return SearchJob{.eot = question->fspec.eot,
                     .eff = question->fspec.eff,
                     .crashes = question->fspec.crashes,
                     .settings = means_.search,
                     .budgets = budgets_of(question->fspec),
                     .smaller = true,
                     .without = trials().facts_without(question->externals)};
  };
  const auto ends = [](const Report& report) { return !is_certified(result_of<Cell>(report)); };
  check_();
  search::InOrder searches(work, ends, runs_left());
  means_.run(searches);
  done_ += searches.counted();
  searches_ += searches.counted();
  if (const std::string why = searches.reason(); !why.empty()) throw BudgetExceeded(why, why);
  check_();
  const auto report = searches.found();
  if (!report) return {searches.counted()};
  const Cell& cell = result_of<Cell>(*report);
  Answers out{searches.counted() - 1, false};
  LDFI_ENSURE(out.certified < asked.size(), "the answer belongs to a question");
  out.externals = std::move(asked[out.certified]);
  if (cell.falsifiers.empty()) return out;
  out.faults = cell.falsifiers.front().faults;
  LDFI_ENSURE(world_->fspec.admits(*out.faults), "the Fspec admits the faults of the answer");
  return out;
}

MinimisationStage Smallest::row(std::string stage, std::string claim,
                                std::optional<std::uint64_t> bound) {
  const FaultSet& all = now_->executed.faults;
  MinimisationStage out{std::move(stage),
                        schedule().externals.size(),
                        messages(),
                        world_->fspec.node_count(),
                        world_->fspec.eot(),
                        world_->fspec.eff(),
                        world_->fspec.delays().most,
                        executions_,
                        searches_,
                        bound,
                        std::move(claim),
                        to_text(now_->pending ? all.without_omissions() : all, world_->fspec),
                        world_->fspec.nodes(),
                        events()};
  executions_ = searches_ = 0;
  return out;
}

std::vector<ScheduledEvent> Smallest::events() const {
  const auto name = [this](NodeId node) { return world_->fspec.name(node); };
  std::vector<ScheduledEvent> out;
  for (const std::uint32_t i : schedule().externals) {
    const dedalus::GivenFact& fact = world_->trials.external(i);
    out.push_back({fact.at.tick(), "external", text_of(world_->program, fact), "", "", 0});
  }
  for (const Fault& crash : schedule().crashes) {
    out.push_back({first_tick(crash).tick(), "crash", name(*crashed_node(crash)), "", "",
                   restart_of(crash), crashes_after(crash) ? 1 : 0});
  }
  SentSoFar sent;
  for (const Tick& tick : now_->ticks) {
    sent.add(tick);
    for (const Message& m : tick.arrived) {
      const Delivery own{Time(tick.tick), m.from, m.to, m.late, late_apart(world_->fspec, m.type)};
      if (m.from == m.to && !std::ranges::binary_search(schedule().deliveries, own)) continue;
      out.push_back({tick.tick, "delivery", m.head, name(m.from), name(m.to),
                     tick.tick + 1 + m.late, sent.number(m)});
    }
  }
  std::ranges::stable_sort(out, {}, &ScheduledEvent::at);
  return out;
}

}  // namespace ldfi::minimise
