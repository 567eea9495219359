// Makes the program for each Fspec of a sweep (cell), with which the master executes
// counterexamples after the search.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/faults/fspec.hpp"
#include "master/task/dropped_messages.hpp"
#include "master/task/task.hpp"
#include "worker/dedalus/dedalus_subject.hpp"

namespace ldfi::app {

/// A cache of programs, by EOT and constants. Fspecs with the same EOT and constants share a
/// program, because an execution does not depend on the rest of an Fspec (carry_over.hpp).
class Subjects {
 public:
  /// Reports messages that are dropped to `dropped`, unless it is null.
  Subjects(const Task& task, wire::Setup setup, DroppedMessages* dropped = nullptr)
      : task_(task), setup_(std::move(setup)), dropped_(dropped) {}

  execute::DedalusSubject& at(const FspecParameters& fspec,
                              const std::vector<std::string>& params) {
    // Allows every kind of fault that some Fspec of the sweep allows.
    FspecParameters most = task_.fspec.parameters();
    most.eot = fspec.eot;
    most.eff = fspec.eff;
    most.crashes = fspec.crashes;
    const auto of = fspecs_.try_emplace(fspec.eot, most).first;
    const dedalus::Program& program = with(params);
    const std::pair key{fspec.eot, params};
    if (const auto it = subjects_.find(key); it != subjects_.end()) return it->second;
    return subjects_
        .try_emplace(key, program, of->second, setup_,
                     dropped_ == nullptr ? Dropped() : dropped_->take(program))
        .first->second;
  }

 private:
  using Dropped = execute::DedalusSubject::Dropped;

  const dedalus::Program& with(const std::vector<std::string>& params) {
    if (params.empty()) return task_.program;
    const auto it = programs_.find(params);
    return it != programs_.end() ? it->second
                                 : programs_.emplace(params, task_.variant(params)).first->second;
  }

  const Task& task_;
  const wire::Setup setup_;
  DroppedMessages* const dropped_;
  std::map<int, Fspec> fspecs_;
  std::map<std::vector<std::string>, dedalus::Program> programs_;
  std::map<std::pair<int, std::vector<std::string>>, execute::DedalusSubject> subjects_;
};

}  // namespace ldfi::app
