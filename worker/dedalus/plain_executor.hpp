// An executor that executes one fault set at a time with the plain evaluator, without grounding. It
// is used for programs that are too large to ground, and for searches with so few executions that
// grounding would take longer.
#pragma once

#include <cstdint>
#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::execute {

/// Makes the executor. `program` and `fspec` must outlive it. Its reports contain `fingerprint`,
/// but no lineage. If an execution exceeds the facts and steps of `limits`, its report says that it
/// did not end. `limits.check` is called during and between executions, and may throw to end the
/// job. Throws all exceptions of the failure-free run.
std::unique_ptr<campaign::Executor> make_plain_executor(const dedalus::Program& program,
                                                        const Fspec& fspec, eval::EvalLimits limits,
                                                        std::uint64_t fingerprint);

}  // namespace ldfi::execute
