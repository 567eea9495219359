// An executor without a universe: jobs run on the plain evaluator, one fault set at a time. For
// programs whose possible world no budget holds, and for whoever wants few executions at once.
#pragma once

#include <cstdint>
#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::execute {

/// `program` and `fspec` must outlive it; `fingerprint` is that of its reports. An execution that
/// comes to no end within the facts and steps of `limits` is reported as unended. `limits.check` is
/// asked within executions and between them; what it throws ends the job. Reports have no lineage.
/// Throws what the failure-free run throws.
std::unique_ptr<campaign::Executor> make_plain_executor(const dedalus::Program& program,
                                                        const Fspec& fspec, eval::EvalLimits limits,
                                                        std::uint64_t fingerprint);

}  // namespace ldfi::execute
