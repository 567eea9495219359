// Lineage questions about a sample broadcast, for the tests of this folder.
#pragma once

#include "results/views/lineage/dot.hpp"
#include "results/views/lineage/explain.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {

inline std::string ask(const Sample& sample, const std::string& faults, const std::string& goal) {
  const Rerun e = sample.execute(faults);
  const auto questions = read_questions(sample.subject, e, sample.subject.failure_free(), goal);
  return to_tree(explain(sample.subject, e, sample.subject.failure_free(), questions));
}

}  // namespace ldfi::results
