#include "master/session/subject_run.hpp"

#include <exception>

#include "common/base/phase.hpp"

namespace ldfi::app {

ExitStatus SubjectRun::run(const std::vector<std::string>& arguments, Watch& watch) {
  prepare();
  open_journal(arguments, watch);
  execute([this] {
    try_known();
    search();
    minimise();
  });
  watch.set_finishing();
  session().ranks().set_doing("writing the results");
  std::exception_ptr trouble;
  try {
    store_and_finish();
  } catch (...) {
    trouble = std::current_exception();
  }
  print_result(summary(trouble == nullptr));
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

/// Stores the results, and then marks the journal as finished. Scripts may rely on this order.
void SubjectRun::store_and_finish() {
  const Phase phase("writing");
  store();
  if (session().options().results_only || session().journal() == nullptr) return;
  if (session().journal_failure()) return;
  if (const auto verdict = final_verdict()) session().journal()->finish(name_of(*verdict));
}

}  // namespace ldfi::app
