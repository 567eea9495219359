// Messages between master and workers. Plain values: codec.hpp turns them into bytes.
//
//   master → worker   Setup, Job, Stop, MasterHeartbeat
//   worker → master   Report, Failure, WorkerHeartbeat
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/pruned.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/job.hpp"

namespace ldfi::wire {

/// Bounds what no master can interrupt: grounding, and long jobs. 0 means no limit.
struct Budget {
  std::uint64_t max_facts = 0;           ///< of a universe, and of one execution
  std::uint64_t memory_limit_bytes = 0;  ///< of the worker's process
  std::uint64_t time_left_ms = 0;        ///< from the arrival of this message on
};

/// What an execution is judged by (docs/explanation/verdicts.md): the relations of the invariant, and which
/// specifications count. These are in the sources.
struct Invariant {
  std::string pre;
  std::string post;
  FailOn fail_on = FailOn::major;
};

/// How the possible world of the program is made.
struct Grounding {
  Pruning pruning = Pruning::never;
  SolverName solver = SolverName::cadical;   ///< of the pruning
  bool pruning_done = false;                 ///< by the master: no worker does it again
  std::vector<ground::PrunedFact> pruned{};  ///< what that dropped, see Universe::pruned()
  bool bounded = false;                      ///< see Universe::bounded()
  bool plain = false;                        ///< no universe: jobs run on the plain evaluator
};

/// A file that belongs to a real system.
struct SystemFile {
  std::string name;  ///< as the config writes it, relative to the config's folder
  std::string bytes;
  bool program = false;  ///< it may be executed
};

/// A real system, which each worker reads from its config as the master did.
struct SystemSource {
  std::string config{};             ///< its text; empty: the subject is a program
  std::vector<std::string> said{};  ///< in place of what it says: `eot=500ms`
  std::string path{};  ///< of the config, absolute: there a worker looks for the files first
  std::vector<SystemFile> files{};  ///< for workers that do not find the same ones there
  std::uint64_t fingerprint = 0;    ///< of the config and all its files
};

/// Everything a worker needs, sent once: the subject (a program's bytes, and those of its
/// specifications, or a real system), the faults, the invariant, the budget, and how the program is
/// grounded.
struct Setup {
  dedalus::Sources sources;
  FspecParameters fspec;
  Invariant invariant;
  Budget budget;
  Grounding grounding;
  SystemSource system{};
};

/// What a search is about, whatever it may take and whoever did a part of it: program, Fspec and
/// invariant.
[[nodiscard]] Setup without_limits(Setup setup);

/// The worker cannot go on; the farm ends with this text and exit status.
struct Failure {
  std::string text;
  std::int32_t status = 74;
};

struct Stop {};

/// A sign of life from a worker in the middle of a long job.
struct WorkerHeartbeat {};

/// A sign of life from the master. Who has heard one, and then nothing for `silence_ms`, may take
/// the master for stuck.
struct MasterHeartbeat {
  std::uint64_t silence_ms = 0;
  std::string doing;        ///< what the master is at: "searching, 12 answers in"
  std::string resume_hint;  ///< what to tell the user if it never says anything again
};

using Message = std::variant<Setup, Job, Report, Failure, Stop, WorkerHeartbeat, MasterHeartbeat>;

}  // namespace ldfi::wire
