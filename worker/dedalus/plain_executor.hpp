// An executor without a universe: jobs run on the plain evaluator, one fault set at a time. It serves
// programs whose possible world exceeds every budget, and searches that need few executions at once.
#pragma once

#include <cstdint>
#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::execute {

/// `program` and `fspec` must outlive it; `fingerprint` is put into its reports. An execution that does
/// not end within the facts and steps of `limits` is reported as unended. `limits.check` is called within
/// executions and between them; an exception from it ends the job. Reports have no lineage. Throws what
/// the failure-free run throws.
std::unique_ptr<campaign::Executor> make_plain_executor(const dedalus::Program& program,
                                                        const Fspec& fspec, eval::EvalLimits limits,
                                                        std::uint64_t fingerprint);

}  // namespace ldfi::execute
