#include "common/minimise/programs/trials.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/trace/make_trace.hpp"
#include "common/dedalus/trace/messages.hpp"
#include "common/dedalus/trace/ticks.hpp"

namespace ldfi::minimise {

namespace {

Delivery delivery_of(const Fspec& fspec, Time sent, const Message& m) {
  return {sent, m.from, m.to, m.late, late_apart(fspec, m.type)};
}

/// Returns the deliveries, sorted, except those of a node to itself that arrive once and in time.
/// Schedules do not list these.
std::vector<Delivery> without_plain_self_messages(const std::set<Delivery>& all) {
  std::vector<Delivery> out;
  for (auto it = all.begin(); it != all.end(); ++it) {
    const bool own_in_time = it->from == it->to && it->late == 0;
    const auto next = std::next(it);
    const bool again = next != all.end() && same_messages(*it, *next);
    if (!own_in_time || again) out.push_back(*it);
  }
  return out;
}

}  // namespace

std::vector<Delivery> deliveries_of(const Fspec& fspec, const std::vector<Tick>& ticks) {
  std::set<Delivery> out;
  for (const Tick& tick : ticks) {
    for (const Message& m : tick.arrived) out.insert(delivery_of(fspec, Time(tick.tick), m));
  }
  return without_plain_self_messages(out);
}

std::uint64_t message_count(const std::vector<Tick>& ticks) {
  std::uint64_t out = 0;
  for (const Tick& tick : ticks) {
    out += static_cast<std::uint64_t>(
        std::ranges::count_if(tick.arrived, [](const Message& m) { return m.from != m.to; }));
  }
  return out;
}

/// The program with some of its external facts, and data that is reused by its executions.
struct Trials::Variant {
  Elements externals;
  dedalus::Program program;
  std::unique_ptr<eval::Evaluator> evaluator;
  bool judged = false;  ///< true if failure_free has a value
  std::shared_ptr<const eval::Model> failure_free;
};

Trials::Trials(const dedalus::Program& program, const Fspec& fspec,
               std::vector<std::uint32_t> externals, eval::EvalLimits limits,
               std::function<void()> count)
    : program_(program),
      fspec_(fspec),
      externals_(std::move(externals)),
      limits_(std::move(limits)),
      count_(std::move(count)) {}

Trials::~Trials() = default;

Trials::Variant& Trials::variant(const Elements& externals) {
  if (variant_ && variant_->externals == externals) return *variant_;
  variant_.reset();
  auto out = std::make_unique<Variant>();
  out->externals = externals;
  out->program = with_externals(program_, externals_, externals);
  out->evaluator = std::make_unique<eval::Evaluator>(out->program, fspec_, limits_);
  variant_ = std::move(out);
  return *variant_;
}

const dedalus::Program& Trials::with(const Elements& externals) {
  return variant(externals).program;
}

std::optional<Executed> Trials::run(const Elements& externals, const FaultSet& faults) {
  Variant& now = variant(externals);
  const auto evaluate = [&](const FaultSet& set) -> std::shared_ptr<const eval::Model> {
    count_();
    try {
      return now.evaluator->run(set);
    } catch (const InputError&) {  // the execution ends in an arithmetic error
      return nullptr;
    }
  };
  // If the program has no `pre`, every run must have all facts of the failure-free run. So the
  // failure-free run is needed.
  if (!now.judged && !now.program.pre) now.failure_free = evaluate({});
  now.judged = true;
  if (!now.program.pre && now.failure_free == nullptr) return std::nullopt;
  auto model = evaluate(faults);
  if (model == nullptr) return std::nullopt;
  const eval::Model& without_faults = now.failure_free ? *now.failure_free : *model;
  auto judgement = eval::judge(now.program, fspec_, *model, without_faults);
  return Executed{faults, std::move(model), std::move(judgement)};
}

bool Trials::violates(const Schedule& schedule) {
  const auto faults = faults_of(schedule, fspec_);
  if (!faults) return false;
  const auto executed = run(schedule.externals, *faults);
  if (!executed || executed->judgement.holds()) return false;
  return !fspec_.delays().fifo || in_order(ticks(schedule.externals, *executed));
}

bool Trials::in_order(const std::vector<Tick>& ticks) const {
  if (!fspec_.delays().fifo) return true;
  std::set<std::pair<NodeId, NodeId>> waiting;
  for (const Tick& tick : ticks) {
    const auto waits = [&](const Message& m) { return waiting.contains({m.from, m.to}); };
    if (std::ranges::any_of(tick.arrived, waits)) return false;
    for (const Message& m : tick.lost) {
      const bool may_be_lost = fspec_.admits(FaultSet({Omission{m.from, m.to, Time(tick.tick)}}));
      if (!may_be_lost) waiting.emplace(m.from, m.to);
    }
  }
  return true;
}

bool Trials::violates(const Elements& externals, const FaultSet& faults) {
  const auto executed = run(externals, faults);
  return executed && !executed->judgement.holds();
}

std::vector<Tick> Trials::ticks(const Elements& externals, const Executed& executed,
                                bool arrivals) {
  const auto tell = arrivals ? trace::ticks_with_own : trace::lost_at_ticks;
  return tell(with(externals), fspec_, executed.faults, *executed.model, limits_);
}

Schedule Trials::slice(const Elements& externals, const Executed& executed) {
  LDFI_REQUIRE(!executed.judgement.holds(), "the execution to explain violates");
  const dedalus::Program& program = with(externals);
  const auto roots =
      trace::outcome_roots(program, fspec_, {executed.faults, *executed.model, executed.judgement});
  const auto graph =
      provenance::derive(program, fspec_, executed.faults, *executed.model, roots, limits_.check);
  Schedule out{{}, crashes_of(executed.faults), {}};
  std::set<Delivery> arrive;
  for (const SentMessage& m : trace::messages_of(program, fspec_, graph)) {
    arrive.insert(delivery_of(fspec_, m.sent, m.message));
  }
  out.deliveries.assign(arrive.begin(), arrive.end());
  for (const std::uint32_t i : externals) {
    const dedalus::GivenFact& fact = external(i);
    const bool rests = std::ranges::any_of(graph.goals, [&](const provenance::Goal& goal) {
      return goal.given && goal.kind == provenance::GoalKind::present &&
             same_fact(fact, {goal.relation, goal.tuple, goal.at, fact.where});
    });
    if (rests) out.externals.push_back(i);
  }
  return out;
}

}  // namespace ldfi::minimise
