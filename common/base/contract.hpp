// Contracts: conditions that hold unless ldfi-farm itself has a bug. A violated contract ends the
// program with exit status 70. Contracts are checked in release builds, too.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace ldfi {

/// The exception that LDFI_REQUIRE and LDFI_ENSURE throw. main() turns it into exit status 70.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void contract_failed(const char* kind, const char* condition, const std::string& text,
                                  std::source_location where = std::source_location::current());

}  // namespace ldfi

/// Checks a precondition: the caller must make sure that `condition` is true. Throws InternalError
/// otherwise.
#define LDFI_REQUIRE(condition, text)                                            \
  do {                                                                           \
    if (!(condition)) ::ldfi::contract_failed("precondition", #condition, text); \
  } while (false)

/// Checks a postcondition or an invariant: the code itself must make sure that `condition` is true.
/// Throws InternalError otherwise.
#define LDFI_ENSURE(condition, text)                                          \
  do {                                                                        \
    if (!(condition)) ::ldfi::contract_failed("invariant", #condition, text); \
  } while (false)
