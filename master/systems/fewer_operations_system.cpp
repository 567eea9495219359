// The last stages of FewerOperations, which make the system smaller: fewer nodes, and an earlier end.
#include <algorithm>

#include "master/systems/fewer_operations.hpp"
#include "master/systems/replay_request.hpp"

namespace ldfi::app {

void FewerOperations::smaller_system() {
  const std::string& ended = minimisation_.ended;
  if (!doubt_.empty() || !(ended.empty() || ended == "runs")) return;
  const CellSearch* const found = least();
  const search::RecordedFalsifier& first =
      (found != nullptr ? found->search : whole_).known().falsifiers.front();
  systems::Assignment asked(first.faults);
  if (smallest_) asked.deliveries = replayed_deliveries(*smallest_->options.deliveries);
  const std::uint64_t most = budget_of_a_part();
  SmallerSystem smaller(
      [this](const Values& more, bool all) {
        Values values = replaced(values_with(few_), more);
        if (all) std::erase_if(values, [](const auto& one) { return one.name == "operations"; });
        config::Options options = options_;
        std::string wrong;
        return plan_with(values, options, wrong);
      },
      [this](const systems::Assignment& one, const Values& more) { return replayed(one, more); },
      [this](const search::SystemStrategy& search) { return still_fails(search); },
      std::move(asked), std::min(options_.max_runs.value_or(most), most));
  const auto take = [&](const char* name, const std::string& claim) {
    if (auto search = smaller.take()) smallest_ = std::move(search);
    const CellSearch* const now = least();
    MinimisationStage row = now != nullptr ? stage(now->plan, now->search) : stage(plan_, whole_);
    row.stage = name;
    row.executions = smaller.executions();
    row.claim = claim;
    if (!smaller.ended().empty()) {
      minimisation_.ended = smaller.ended();
    } else if (claim == "not finished" && minimisation_.ended.empty()) {
      minimisation_.ended = "runs";
    }
    minimisation_.stages.push_back(std::move(row));
  };
  const systems::Plan& plan = found != nullptr ? found->plan : plan_;
  const std::string nodes = smaller.fewer_nodes(plan);
  take("nodes", nodes);
  if (!smaller.ended().empty()) return;
  const CellSearch* const left = least();
  const search::SystemStrategy& search = left != nullptr ? left->search : whole_;
  const auto& recording = search.recorded().recordings[search.known().falsifiers.front().which];
  const std::string eot = smaller.earlier_end(left != nullptr ? left->plan : plan_, recording);
  take("eot", eot);
}

}  // namespace ldfi::app
