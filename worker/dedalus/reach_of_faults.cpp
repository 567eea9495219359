#include "worker/dedalus/reach_of_faults.hpp"

#include "common/base/errors.hpp"
#include "common/dedalus/trace/io_events.hpp"
#include "common/failures/any_offer.hpp"
#include "common/faults/enumeration.hpp"

namespace ldfi::execute {

std::vector<failures::IoEvent> events_of_failure_free(const dedalus::Program& program,
                                                      const Fspec& fspec,
                                                      const eval::Model& failure_free,
                                                      const eval::EvalLimits& limits) {
  return with_sources(program.sources,
                      [&] { return trace::IoEvents(program, fspec, limits).of({}, failure_free); });
}

bool is_out_of_reach_of_faults(const dedalus::Program& program, const Fspec& fspec,
                               const eval::Model& failure_free, const eval::EvalLimits& limits) {
  if (!admits_any_fault(fspec)) return false;
  return !failures::offers_any_fault(fspec,
                                     events_of_failure_free(program, fspec, failure_free, limits));
}

}  // namespace ldfi::execute
