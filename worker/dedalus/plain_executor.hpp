// An executor without a universe: it executes one fault set at a time on the plain evaluator. It is used for
// programs whose universe exceeds every budget, and for searches with so few executions that grounding does
// not pay.
#pragma once

#include <cstdint>
#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::execute {

/// Makes the executor. `program` and `fspec` must outlive it. Its reports carry `fingerprint`, and have no
/// lineage. An execution that does not end within the facts and steps of `limits` is reported as unended.
/// `limits.check` is called during and between executions; an exception from it ends the job. Throws what the
/// failure-free run throws.
std::unique_ptr<campaign::Executor> make_plain_executor(const dedalus::Program& program,
                                                        const Fspec& fspec, eval::EvalLimits limits,
                                                        std::uint64_t fingerprint);

}  // namespace ldfi::execute
