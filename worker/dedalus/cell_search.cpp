#include "worker/dedalus/cell_search.hpp"

#include "common/base/errors.hpp"
#include "common/campaign/search_cell.hpp"
#include "worker/dedalus/dedalus_subject.hpp"

namespace ldfi::execute {
namespace {

Fspec fspec_of(const wire::Setup& setup, const SearchJob& job) {
  FspecParameters parameters = setup.fspec;
  parameters.eot = job.eot;
  parameters.eff = job.eff;
  parameters.crashes = job.crashes;
  set_budgets(parameters, job.budgets);
  return Fspec(std::move(parameters));
}

}  // namespace

Cell search_cell(const dedalus::Program& program, const wire::Setup& setup, const SearchJob& job,
                 const campaign::Host& host, double deadline) {
  const Fspec fspec = fspec_of(setup, job);
  DedalusSubject subject(program, fspec, setup);
  try {
    return campaign::search_cell(subject, job.settings, host,
                                 {deadline, setup.budget.memory_limit_bytes}, job.probe);
  } catch (const InputError& e) {  // the failure-free run ends in an arithmetic error
    Cell failed = empty_cell(fspec);
    failed.error = render(e.diagnostics(), program.sources);
    return failed;
  }
}

}  // namespace ldfi::execute
