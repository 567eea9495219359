// Judges an execution by specifications: promises about its history, written as Dedalus rules.
#pragma once

#include <memory>
#include <vector>

#include "common/systems/observe/specifications.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/judge.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

/// Throws SourcedError if the specifications that the plan names have errors.
void check_specifications(const systems::Plan& plan);

class SpecificationCheck {
 public:
  /// `plan` must outlive the object. Throws SourcedError if the specifications have errors.
  SpecificationCheck(const systems::Plan& plan, Interrupt interrupt);
  /// Judges the history and the events by the specifications, and then by the other goals of the
  /// plan.
  check::Judgement operator()(const check::History& history,
                              const std::vector<Happening>& events) const;

 private:
  const systems::Plan* plan_;
  Interrupt interrupt_;
  std::shared_ptr<const observe::Specifications> specifications_;
};

}  // namespace ldfi::drive
