#include "common/farm/wire/failure.hpp"

#include <fmt/core.h>

#include <new>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/farm/wire/codec.hpp"

namespace ldfi::wire {
namespace {

Failure failure(ExitStatus status, std::string text) {
  return {std::move(text), static_cast<std::int32_t>(status)};
}

std::string all_messages(const InputError& error) {
  std::string text;
  for (const Diagnostic& d : error.diagnostics()) {
    text += (text.empty() ? "" : "\n") + d.message;
  }
  return text.empty() ? error.what() : text;
}

}  // namespace

Failure to_failure(const std::exception_ptr& error) {
  LDFI_REQUIRE(error != nullptr, "the exception is not null");
  try {
    std::rethrow_exception(error);
  } catch (const RemoteFailure& e) {
    return failure(e.status(), e.what());
  } catch (const InputError& e) {
    return failure(ExitStatus::input, all_messages(e));
  } catch (const UsageError& e) {
    return failure(ExitStatus::usage, e.what());
  } catch (const BudgetExceeded& e) {
    return failure(ExitStatus::inconclusive, e.what());
  } catch (const StopRequested& e) {
    return failure(ExitStatus::stopped, e.what());
  } catch (const EnvironmentError& e) {
    return failure(ExitStatus::environment, e.what());
  } catch (const DecodeError& e) {
    return failure(ExitStatus::environment, fmt::format("a damaged message: {}", e.what()));
  } catch (const std::system_error& e) {
    return failure(ExitStatus::environment, e.what());
  } catch (const std::bad_alloc&) {
    return failure(ExitStatus::environment, "out of memory");
  } catch (const std::exception& e) {
    return failure(ExitStatus::internal, e.what());
  } catch (...) {
    return failure(ExitStatus::internal, "an unknown exception");
  }
}

ExitStatus failure_status(std::int32_t status) {
  for (const ExitStatus known : {ExitStatus::inconclusive, ExitStatus::input, ExitStatus::internal,
                                 ExitStatus::environment, ExitStatus::stopped}) {
    if (static_cast<std::int32_t>(known) == status) return known;
  }
  return ExitStatus::internal;
}

}  // namespace ldfi::wire
