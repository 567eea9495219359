#include "results/views/trace/agreement.hpp"

#include "common/dedalus/trace/graph_table.hpp"

namespace ldfi::results {

bool agrees(const Subject& subject, const GraphTable& stored) {
  const Rerun e = stored.run == "failure_free"
                      ? subject.failure_free()
                      : subject.execute(subject.fault_set(stored.run, "derivation graph"));
  return stored ==
         trace::graph_table(subject.program(), subject.fspec(), e.faults, *e.model, stored.run);
}

}  // namespace ldfi::results
