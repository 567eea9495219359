// Makes the texts about the outcome of a single execution, for `--check` and `--replay`.
#pragma once

#include <string>

#include "common/dedalus/eval/evaluate.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// Returns `holds`, `violates`, or a phrase for an execution that violates only specifications that do not
/// affect the verdict.
std::string outcome_in_words(const dedalus::Program& program, const eval::Judgement& judgement);

/// Adds `counts` and `specs` to the JSON object if the program has specifications. `counts` is true if a
/// specification that affects the verdict is violated. `specs` lists the violations of each specification.
void add_specifications(const dedalus::Program& program, const Fspec& fspec,
                        const eval::Judgement& judgement, results::Json& out);

}  // namespace ldfi::app
