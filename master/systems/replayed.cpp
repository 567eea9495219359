#include "master/systems/replayed.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/pending.hpp"

namespace ldfi::app {

using systems::FaultSet;

FaultSet replayed_faults(const std::string& text) {
  FaultSet out;
  const std::vector<std::string> words = systems::split_faults(text);
  if (words.empty())
    throw UsageError("--replay: the value is empty\n  hint: write none for no faults");
  for (const std::string& word : words) {
    if (word == "none" && words.size() == 1) break;
    if (word == "none") throw UsageError("--replay: none cannot stand beside other faults");
    const std::string problem = systems::add_or_explain(out, word);
    if (problem.empty()) continue;
    throw UsageError(fmt::format("--replay: {}\n  hint: {}", problem, systems::fault_forms()));
  }
  return out;
}

systems::Deliveries replayed_deliveries(const std::string& text) {
  std::set<systems::MessageId> out;
  const std::vector<std::string> words = systems::split_faults(text);
  for (const std::string& word : words) {
    if (word == "none" && words.size() == 1) break;
    if (word == "none") throw UsageError("--deliveries: none cannot stand beside messages");
    const std::string problem = systems::add_or_explain(out, word);
    if (problem.empty()) continue;
    throw UsageError(
        fmt::format("--deliveries: {}\n"
                    "  hint: a message is written as n0,n1,append#0: from, to, type and number",
                    problem));
  }
  return out;
}

bool is_between_nodes(const systems::MessageId& id, const systems::Plan& plan) {
  return plan.kind == systems::Kind::nodes && id.from != id.to && plan.fspec.has_node(id.from) &&
         plan.fspec.has_node(id.to);
}

void check_deliveries(const std::set<systems::MessageId>& deliveries, const systems::Plan& plan) {
  if (plan.kind == systems::Kind::runner) {
    throw UsageError("--deliveries: a runner is asked for faults alone");
  }
  for (const systems::MessageId& one : deliveries) {
    if (is_between_nodes(one, plan)) continue;
    throw UsageError(
        fmt::format("--deliveries: {} is not a message between two nodes of this system",
                    systems::to_text(one)));
  }
}

std::string unmet(const recorded::Outcome& outcome, const systems::Recording& recording) {
  std::vector<std::string> out;
  const std::vector<std::string> struck = systems::to_texts(outcome.course.struck);
  for (const std::string& fault : systems::to_texts(outcome.asked)) {
    if (std::ranges::find(struck, fault) == struck.end()) out.push_back(fault + " strikes nothing");
  }
  const std::vector<systems::MessageId> arrived = systems::deliveries_of(recording);
  for (const systems::MessageId& one :
       recording.deliveries.value_or(std::set<systems::MessageId>())) {
    if (std::ranges::find(arrived, one) == arrived.end())
      out.push_back(systems::to_text(one) + " does not arrive");
  }
  return few_of(out, ", ");
}

void check_replayed(const FaultSet& faults, const systems::Fspec& fspec) {
  const std::vector<std::string> why = systems::objections(fspec, faults);
  if (!why.empty()) throw UsageError("--replay: " + why.front());
}

}  // namespace ldfi::app
