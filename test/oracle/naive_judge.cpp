#include "test/oracle/naive_judge.hpp"

#include <algorithm>

namespace ldfi::test {

bool naive_violates(const dedalus::Program& program, const NaiveModel& failure_free,
                    const NaiveModel& run) {
  const auto misses = [&run](const NaiveTable& promised, RelationId kept) {
    return !std::includes(run.back()[kept.index()].begin(), run.back()[kept.index()].end(),
                          promised.begin(), promised.end());
  };
  if (program.pre) return misses(run.back()[program.pre->index()], *program.post);
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const RelationId relation(r);
    const bool goal =
        program.post ? program.post == relation : program.relation(relation).persisted;
    if (goal && misses(failure_free.back()[r], relation)) return true;
  }
  return false;
}

}  // namespace ldfi::test
