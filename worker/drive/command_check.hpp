// A checker of the user: a program that reads a history and says a verdict (docs/reference/own-checkers.md#a-program-that-judges). It may be
// as wrong as a node, and so it ends an execution at worst.
#pragma once

#include <string>

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

class CommandCheck {
 public:
  /// All must outlive it. `program` is the checker's.
  CommandCheck(const systems::Plan& plan, Nursery& nursery, Program program,
               const Interrupt& interrupt)
      : plan_(plan), nursery_(nursery), program_(std::move(program)), interrupt_(interrupt) {}

  /// Starts it, and ends it. Throws Misbehaved if it gives no verdict in time, InputError if it cannot
  /// be started, EnvironmentError, and what the interrupt throws.
  [[nodiscard]] check::Judgement operator()(const check::History& history) const;

 private:
  const systems::Plan& plan_;
  Nursery& nursery_;
  Program program_;
  const Interrupt& interrupt_;
};

}  // namespace ldfi::drive
