#include "master/session/subject_run.hpp"

#include <exception>

#include "common/base/phase.hpp"
#include "common/farm/wire/failure.hpp"

namespace ldfi::app {

ExitStatus SubjectRun::run(const std::vector<std::string>& arguments, Watch& watch) {
  prepare();
  open_journal(arguments, watch);
  std::exception_ptr trouble;
  execute([this, &trouble] {
    try_known();
    search();
    trouble = error_of_minimise();
  });
  watch.set_finishing();
  session().ranks().set_doing("writing the results");
  bool is_stored = false;
  try {
    store_and_finish(trouble == nullptr);
    is_stored = true;
  } catch (...) {
    if (trouble) session().log().error(wire::to_failure(trouble).text);
    trouble = std::current_exception();
  }
  print_result(summary(is_stored));
  if (trouble) {
    if (const auto& first = session().journal_failure()) session().log().error(*first);
    std::rethrow_exception(trouble);
  }
  certify();
  if (const auto& failure = session().journal_failure()) throw EnvironmentError(*failure);
  return status();
}

void SubjectRun::open_journal(const std::vector<std::string>& arguments, Watch& watch) {
  const auto known = header();
  if (!known) return;
  if (session().options().results_only) {
    session().read_journal(*known);
  } else {
    session().open_journal(*known, arguments, watch);
  }
}

/// Returns the error that ended the minimisation, or null. If a stop was requested, throws instead.
std::exception_ptr SubjectRun::error_of_minimise() {
  try {
    minimise();
  } catch (...) {
    const std::exception_ptr error = std::current_exception();
    if (wire::to_failure(error).status == static_cast<std::int32_t>(ExitStatus::stopped)) throw;
    note_failed_minimise();
    return error;
  }
  return nullptr;
}

/// Stores the results, and only then marks the journal as finished if the run is complete. Scripts
/// may rely on this order.
void SubjectRun::store_and_finish(bool is_complete) {
  const Phase phase("writing");
  store();
  if (!is_complete || session().options().results_only || session().journal() == nullptr) return;
  if (session().journal_failure()) return;
  if (const auto verdict = final_verdict()) session().journal()->finish(name_of(*verdict));
}

}  // namespace ldfi::app
