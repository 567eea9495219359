// What one execution did that nobody searched for, as `--check` and `--replay` tell it.
#pragma once

#include <string>

#include "common/dedalus/eval/evaluate.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {

/// `holds`, `violates`, or that it violates nothing that counts.
std::string outcome_in_words(const dedalus::Program& program, const eval::Judgement& judgement);

/// With specifications, adds `counts` (true: something is violated that does) and `specs`, which say
/// what is violated of each.
void add_specifications(const dedalus::Program& program, const Fspec& fspec,
                        const eval::Judgement& judgement, results::Json& out);

}  // namespace ldfi::app
