#include "results/views/trace/traces.hpp"

#include "common/dedalus/trace/make_trace.hpp"

namespace ldfi::results {

Trace make_trace(const Subject& subject, const Rerun& execution, std::size_t max_tuples) {
  return trace::make_trace(subject.program(), subject.fspec(),
                           {execution.faults, *execution.model, execution.judgement}, {},
                           max_tuples);
}

const Trace* Traces::stored(const FaultSet& faults) const {
  for (const Trace& trace : cell_.traces) {
    if (trace.faults == faults) return &trace;
  }
  return nullptr;
}

Trace Traces::of(const FaultSet& faults, std::size_t max_tuples) {
  if (const Trace* trace = stored(faults)) return *trace;
  if (!subject_) subject_.emplace(run_, cell_);
  return make_trace(*subject_, subject_->execute(faults), max_tuples);
}

}  // namespace ldfi::results
