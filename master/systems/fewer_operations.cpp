#include "master/systems/fewer_operations.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/printable_lines.hpp"
#include "common/search/minimise/fewer.hpp"
#include "common/search/minimise/fewest.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/operation_numbers.hpp"
#include "common/systems/pending.hpp"
#include "common/systems/promise.hpp"
#include "master/systems/replay_request.hpp"
#include "results/views/systems/replay.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::app {

using minimise::Elements;
using results::Json;

namespace {

std::vector<std::string> violated_of(const search::SystemStrategy& search) {
  const std::vector<search::RecordedFalsifier>& all = search.known().falsifiers;
  return all.empty() ? std::vector<std::string>()
                     : search.recorded().recordings[all.front().which].violated;
}

/// Returns a short form of the text doubt() of the search, or an empty text if the search has no
/// doubt().
std::string doubt_of(const search::SystemStrategy& search) {
  if (!search.unrepeated().empty()) return "an execution could not be repeated";
  return search.doubt().empty() ? "" : "the system is not deterministic";
}

Elements numbers_of(const systems::Plan& plan) {
  Elements out;
  for (const systems::Operation& one : plan.operations) out.push_back(one.number);
  return out;
}

}  // namespace

FewerOperations::FewerOperations(SystemSession& session, const systems::Plan& plan,
                                 const config::Options& options,
                                 const search::SystemStrategy& whole, const Log& log)
    : session_(session),
      plan_(plan),
      options_(options),
      whole_(whole),
      log_(log),
      all_(numbers_of(plan)),
      few_(all_),
      doubt_(plan.deterministic() ? doubt_of(whole) : "the system is not deterministic") {
  for (const std::string& one : violated_of(whole))
    promises_.insert(systems::promise_of(one, plan.nodes));
  minimisation_.by = options.minimise_by;
  minimisation_.violated = violated_of(whole);
  MinimisationStage first = stage(plan, whole);
  faults_ = whole.known().falsifiers.front().faults.size();
  first.stage = "faults";
  first.executions = whole.executions() - whole.wasted();
  first.searches = 1;
  first.claim = whole.known().falsifiers.front().minimal ? "minimal" : "found";
  minimisation_.stages.push_back(std::move(first));
}

/// A tenth of --minimise-runs, because an execution of processes counts like ten executions of a program.
std::uint64_t FewerOperations::budget_of_a_part() const {
  return std::max<std::uint64_t>(1, options_.minimise_runs / 10);
}

/// Returns the first stage of the minimisation, which has the first counterexample of the search.
MinimisationStage FewerOperations::stage(const systems::Plan& plan,
                                         const search::SystemStrategy& search) const {
  MinimisationStage out;
  const search::RecordedFalsifier& found = search.known().falsifiers.front();
  const systems::Recording& recording = search.recorded().recordings[found.which];
  out.deliveries = systems::deliveries_of(recording).size();
  out.externals = plan.operations.size();
  out.nodes = plan.nodes.size();
  out.faults = systems::to_text(found.faults);
  return out;
}

bool FewerOperations::same_promise(const std::vector<std::string>& violated) const {
  return std::ranges::any_of(violated, [this](const std::string& one) {
    return promises_.contains(systems::promise_of(one, plan_.nodes));
  });
}

std::vector<config::SystemValue> FewerOperations::values_with(const Elements& some) const {
  std::vector<config::SystemValue> out = config::parse_replaced_values(plan_.said).values;
  if (some == all_) return out;
  std::erase_if(out, [](const auto& one) { return one.name == "operations"; });
  out.push_back({"operations", systems::operation_numbers_text(some)});
  return out;
}

std::unique_ptr<CellSearch> FewerOperations::search(const Elements& some) {
  if (session_.time_left() == 0.0) minimisation_.ended = "time";
  if (executions_ >= budget_) minimisation_.ended = "runs";
  if (!minimisation_.ended.empty()) throw OutOfBudget();
  std::vector<config::SystemValue> values = values_with(some);
  std::erase_if(values, [](const auto& one) { return one.name == "faults"; });
  values.push_back({"faults", std::to_string(faults_)});
  config::Options options = options_;
  options.stop = config::StopRule::first;
  options.strategy = StrategyName::lineage;  // this strategy finds minimal fault sets first
  // The first search has checked determinism already. So it is not checked again, unless the user requested
  // more double runs.
  if (options.double_runs <= config::Options{}.double_runs) options.double_runs = 0;
  const std::uint64_t left = budget_ - executions_;
  options.max_runs = std::min(options.max_runs.value_or(left), left);
  auto out = std::make_unique<CellSearch>(session_, options, values, "", log_, told_);
  out->search.tolerate();
  session_.search(out->plan, out->search);
  ++searches_;
  if (doubt_.empty() && !out->search.doubt().empty()) {
    doubt_ = doubt_of(out->search);
    log_.note(printable_lines(out->search.doubt()));
  }
  executions_ += out->search.executions() - out->search.wasted();
  const std::string& reason = out->search.reason();
  if (reason == "time" || reason == "memory") {
    minimisation_.ended = reason;
    throw OutOfBudget();
  }
  return out;
}

FewerOperations::Answer FewerOperations::answer(const Elements& some) {
  if (some == all_) return Answer::violates;
  const auto found = known_.find(some);
  if (found != known_.end()) return found->second;
  std::unique_ptr<CellSearch> searched = search(some);
  Answer out = Answer::unknown;
  switch (searched->search.verdict()) {
    case Verdict::counterexample:
      if (same_promise(violated_of(searched->search))) out = Answer::violates;
      break;
    case Verdict::certified:
    case Verdict::vacuous:
    case Verdict::broken:
      out = Answer::holds;
      break;
    case Verdict::inconclusive:
      if (searched->search.executions() > 0 &&
          searched->search.recorded().recordings.front().result == systems::Result::invalid)
        // the failure-free run is invalid, so this set of operations cannot be a smaller
        // counterexample
        out = Answer::holds;
      break;
  }
  if (out == Answer::violates && some.size() < few_.size()) {
    few_ = some;
    best_ = std::move(searched);
  }
  known_.emplace(some, out);
  return out;
}

std::uint64_t FewerOperations::prove() {
  const auto count = static_cast<std::uint32_t>(all_.size());
  for (std::uint32_t size = 0; size < few_.size(); ++size) {
    bool all_hold = true;
    try {
      const bool found = minimise::each_subset(count, size, [&](const Elements& places) {
        Elements some;
        for (const std::uint32_t place : places) some.push_back(all_[place]);
        const Answer what = answer(some);
        all_hold = all_hold && what == Answer::holds;
        return what == Answer::violates;
      });
      if (found) return size;
    } catch (const OutOfBudget&) {
      if (minimisation_.ended == "runs")
        minimisation_.ended.clear();  // clears the budget that ended the proof, because the bound
                                      // shows how far the proof came
      return size;
    }
    if (!all_hold) return size;
  }
  return few_.size();
}

bool FewerOperations::all_needed() const {
  return std::ranges::all_of(few_, [this](std::uint32_t left_out) {
    Elements rest;
    std::ranges::copy_if(few_, std::back_inserter(rest),
                         [left_out](std::uint32_t one) { return one != left_out; });
    const auto found = known_.find(rest);
    return found != known_.end() && found->second == Answer::holds;
  });
}

void FewerOperations::run() {
  fewer_operations();
  end();
  const std::string& ended = minimisation_.ended;
  // TCP delivers all bytes of a connection, and the nodes' commands name their peers.
  if (plan_.net == systems::Net::sockets) return;
  if (doubt_.empty() && (ended.empty() || ended == "runs")) {
    unfinished_ = true;
    fewer_deliveries();  // fewer_deliveries() has its own budget of executions
    smaller_system();
    unfinished_ = false;
  }
}

void FewerOperations::fewer_operations() {
  const std::uint64_t budget = budget_of_a_part();
  budget_ = budget;
  try {
    [[maybe_unused]] const Elements few = minimise::ddmin(
        all_, [this](const Elements& some) { return answer(some) == Answer::violates; });
    claim_ = all_needed() ? "1-minimal" : "found; it is not known whether one less suffices";
    budget_ = executions_ + budget;
    if (doubt_.empty() && options_.minimise_by == MinimiseBy::search) bound_ = prove();
    if (bound_ == few_.size()) claim_ = "minimum";
  } catch (const OutOfBudget&) {
    // The result then has the stages that were finished.
  }
}

void FewerOperations::fewer_deliveries() {
  const CellSearch* const found = best_.get();
  const systems::Plan& plan = found != nullptr ? found->plan : plan_;
  const search::SystemStrategy& search = found != nullptr ? found->search : whole_;
  const search::RecordedFalsifier& first = search.known().falsifiers.front();
  const std::uint64_t most =
      std::min(options_.max_runs.value_or(budget_of_a_part()), budget_of_a_part());
  DeliveryProbes probes(
      plan, options_, search.recorded().recordings[first.which], first.faults,
      [this](const systems::Recording& one) { return same_promise(one.violated); });
  search::Fewer fewer(probes, most);
  MinimisationStage row = minimisation_.stages.back();
  row.stage = "deliveries";
  row.searches = 0;
  row.bound.reset();
  row.claim = "not finished";
  minimisation_.stages.push_back(row);
  session_.search(plan, fewer);
  executions_ += fewer.executions();
  if (!fewer.reason().empty()) minimisation_.ended = fewer.reason();
  if (fewer.elements().empty()) {
    return add_stage_without_messages(fewer.executions(),
                                      probes.struck_without().value_or(probes.faults_with({})));
  }
  const bool confirmed = confirm(
      {probes.faults_with(fewer.elements()), probes.named(fewer.elements())}, fewer.executions());
  if (!confirmed || !fewer.reason().empty()) return;
  minimisation_.stages.back().claim = "1-minimal";
  if (options_.minimise_by == MinimiseBy::search) {
    fewest_deliveries(plan, probes, fewer.elements(), most);
  }
}

void FewerOperations::fewest_deliveries(const systems::Plan& plan, DeliveryProbes& probes,
                                        const Elements& few, std::uint64_t most) {
  search::Fewest fewest(probes, few, most);
  session_.search(plan, fewest);
  executions_ += fewest.executions();
  minimisation_.stages.back().executions += fewest.executions();
  if (!fewest.reason().empty()) minimisation_.ended = fewest.reason();
  const Elements& left = fewest.elements();
  if (left.size() < few.size() && !confirm({probes.faults_with(left), probes.named(left)},
                                           minimisation_.stages.back().executions)) {
    return;
  }
  MinimisationStage& end = minimisation_.stages.back();
  end.bound = fewest.bound();
  if (end.bound == left.size()) end.claim = "minimum of these messages";
}

/// Adds a stage if a promise is violated even when no message arrives. The counterexample of the stage before
/// stays the result, because an execution without messages explains less.
void FewerOperations::add_stage_without_messages(std::uint64_t executions,
                                                 const systems::FaultSet& faults) {
  MinimisationStage& row = minimisation_.stages.back();
  row.deliveries = 0;
  row.executions = executions;
  row.faults = systems::to_text(faults);
  row.bound = 0;
  row.claim = "minimum: no message between nodes has to arrive";
}

std::unique_ptr<CellSearch> FewerOperations::replayed(const systems::Assignment& asked,
                                                      const Values& more) {
  config::Options options = options_;
  options.deliveries.reset();
  if (asked.deliveries) options.deliveries = systems::to_text(*asked.deliveries);
  const Values values = replaced(values_with(few_), more);
  if (!more.empty()) {
    std::string wrong;
    const auto plan = plan_with(values, options, wrong);
    if (!plan || !systems::objections(plan->fspec, asked.faults).empty()) return nullptr;
  }
  auto out = std::make_unique<CellSearch>(session_, options, values, "", log_, told_);
  out->search.tolerate();
  out->search.replay(asked);
  session_.search(out->plan, out->search);
  executions_ += out->search.executions();
  return out;
}

bool FewerOperations::still_fails(const search::SystemStrategy& search) const {
  return search.doubt().empty() && !search.known().falsifiers.empty() &&
         same_promise(violated_of(search));
}

bool FewerOperations::confirm(const systems::Assignment& asked, std::uint64_t executions) {
  auto again = replayed(asked);
  if (still_fails(again->search)) {
    // The result must not have faults that have no effect, such as a partition that only affects pending
    // messages.
    const systems::FaultSet struck = again->search.known().falsifiers.front().faults;
    if (struck != asked.faults) {
      executions += again->search.executions();
      again = replayed({struck, asked.deliveries});
    }
  }
  if (!still_fails(again->search)) {
    if (!again->search.reason().empty()) {
      minimisation_.ended = again->search.reason();
    } else if (doubt_.empty()) {
      doubt_ = doubt_of(again->search);
      if (doubt_.empty()) doubt_ = "the system is not deterministic";
    }
    minimisation_.stages.back().claim = "not confirmed";
    return false;
  }
  MinimisationStage row = stage(again->plan, again->search);
  row.stage = "deliveries";
  row.deliveries = asked.deliveries->size();
  row.executions = executions + again->search.executions();
  row.claim = minimisation_.stages.back().claim;
  minimisation_.stages.back() = std::move(row);
  minimisation_.violated = violated_of(again->search);
  smallest_ = std::move(again);
  return doubt_.empty();
}

void FewerOperations::stop(const std::string& why) {
  if (minimisation_.stages.size() > 1) {
    const bool finished = minimisation_.stages.back().claim != "not finished" && !unfinished_;
    if (!finished) minimisation_.ended = why;
    return;
  }
  minimisation_.ended = why;
  end();
}

void FewerOperations::end() {
  if (!doubt_.empty()) {  // the last search may be the first one with a doubt
    claim_ = "found: " + doubt_;
    bound_.reset();
  }
  MinimisationStage last = best_ ? stage(best_->plan, best_->search) : stage(plan_, whole_);
  last.stage = "externals";
  last.executions = executions_;
  last.searches = searches_;
  last.bound = bound_;
  last.claim = claim_;
  minimisation_.stages.push_back(std::move(last));
  if (best_) minimisation_.violated = violated_of(best_->search);
}

Json FewerOperations::json() const {
  Json out = results::system_minimisation_json(minimisation_);
  const CellSearch* const least = this->least();
  const systems::Plan& plan = least != nullptr ? least->plan : plan_;
  const search::SystemStrategy& search = least != nullptr ? least->search : whole_;
  const systems::FaultSet& faults = search.known().falsifiers.front().faults;
  out["operations"] = numbers_of(plan);
  out["faults"] = systems::to_texts(faults);
  out["deliveries"] = nullptr;
  std::optional<std::string> deliveries;
  if (smallest_ && smallest_->options.deliveries) {
    deliveries = smallest_->options.deliveries;
    out["deliveries"] = systems::to_texts(replayed_deliveries(*deliveries));
  }
  out["replay"] = results::replay_command(options_.config_path, systems::to_text(faults),
                                          options_.seed, plan.said, deliveries);
  return out;
}

}  // namespace ldfi::app
