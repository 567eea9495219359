// Runs a checker of the user: a program that reads a history and writes a verdict
// (docs/reference/own-checkers.md#a-program-that-judges). A checker that breaks a rule makes only
// this execution invalid, as a node does.
#pragma once

#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

class CommandCheck {
 public:
  /// All references must outlive the object. `program` starts the checker.
  CommandCheck(const systems::Plan& plan, Nursery& nursery, Program program,
               const Interrupt& interrupt)
      : plan_(plan), nursery_(nursery), program_(std::move(program)), interrupt_(interrupt) {}

  /// Starts the checker, sends it this history, and ends it. Throws Misbehaved if the checker gives
  /// no verdict in time, InputError if it cannot be started, EnvironmentError, and all exceptions
  /// of the interrupt.
  [[nodiscard]] check::Judgement operator()(const check::History& history) const;

 private:
  const systems::Plan& plan_;
  Nursery& nursery_;
  Program program_;
  const Interrupt& interrupt_;
};

}  // namespace ldfi::drive
