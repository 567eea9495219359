// The report of a single execution by `--check` and `--replay`.
#pragma once

#include <string>

#include "common/dedalus/eval/evaluate.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Returns `holds`, `violates`, or a phrase for an execution that only violates specifications that do not
/// count.
std::string outcome_in_words(const dedalus::Program& program, const eval::Judgement& judgement);

/// Adds `counts` and `specs` if the program has specifications. `counts` is true if a specification that
/// counts is violated. `specs` lists the violations of each specification.
void add_specifications(const dedalus::Program& program, const Fspec& fspec,
                        const eval::Judgement& judgement, results::Json& out);

}  // namespace ldfi::app
