#include "master/life/failure.hpp"

#include "common/base/diagnostic.hpp"
#include "common/farm/wire/failure.hpp"

namespace ldfi::app {
namespace {

/// Returns the diagnostics with their source lines, or an empty text if `error` has no sources.
std::string rendered(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const SourcedError& e) {
    return render(e.diagnostics(), e.sources());
  } catch (...) {
    return "";
  }
}

}  // namespace

ExitStatus report_failure(const std::exception_ptr& error, const Log& log) {
  const wire::Failure failure = wire::to_failure(error);
  const auto status = static_cast<ExitStatus>(failure.status);
  if (const std::string text = rendered(error); !text.empty()) {
    log.error("the input is wrong\n" + text);
  } else if (status == ExitStatus::usage) {
    log.error(failure.text + "\nldfi-farm --help lists the options");
  } else if (status == ExitStatus::internal) {
    log.error("this is a bug in ldfi-farm: " + failure.text);
  } else if (failure.text == "time" || failure.text == "memory") {
    // The text is only the name of the budget.
    log.error("the budget of " + failure.text + " ran out (--" + failure.text + "-limit)");
  } else {
    log.error(failure.text);
  }
  return status;
}

}  // namespace ldfi::app
