#include "worker/drive/specification_check.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "common/base/errors.hpp"
#include "common/systems/check/check.hpp"
#include "worker/drive/envelope.hpp"
#include "worker/drive/event_facts.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {
namespace {

std::vector<std::string> files_of(const systems::Plan& plan) {
  std::vector<std::string> out;
  for (const std::string& one : plan.goals.specs) {
    out.push_back((std::filesystem::path(plan.folder) / one).lexically_normal().string());
  }
  return out;
}

}  // namespace

void check_specifications(const systems::Plan& plan) {
  if (plan.goals.checker != systems::Checker::specifications) return;
  [[maybe_unused]] const observe::Specifications good(files_of(plan));
}

SpecificationCheck::SpecificationCheck(const systems::Plan& plan, Interrupt interrupt)
    : plan_(&plan),
      interrupt_(std::move(interrupt)),
      specifications_(std::make_shared<observe::Specifications>(files_of(plan))) {}

check::Judgement SpecificationCheck::operator()(const check::History& history,
                                                const std::vector<Happening>& events) const {
  check::Judgement out;
  out.judged = std::ranges::any_of(history.calls, [](const check::Call& call) {
    return call.returned && type_name(call.response) != "error";
  });
  try {
    out.violated = specifications_->violated(facts_of(*plan_, events), interrupt_);
  } catch (const BudgetExceeded& e) {
    if (e.budget() != "steps" && e.budget() != "facts") throw;
    out.undecided = std::string("checker.specs cannot judge it: ") + e.what();
  } catch (const InputError& e) {
    throw Misbehaved(std::string("checker.specs cannot judge it: ") + e.what());
  }
  check::judge_goals(plan_->goals, history, out);
  return out;
}

}  // namespace ldfi::drive
