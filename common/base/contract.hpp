// Contracts. A violated contract is a bug in ldfi-farm (exit status 70), never the user's fault.
// Contracts are checked in release builds, too.
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

/// Precondition: the caller must have made `condition` true.
#define LDFI_REQUIRE(condition, text)                                            \
  do {                                                                           \
    if (!(condition)) ::ldfi::contract_failed("precondition", #condition, text); \
  } while (false)

/// Postcondition or invariant: this code must have made `condition` true.
#define LDFI_ENSURE(condition, text)                                          \
  do {                                                                        \
    if (!(condition)) ::ldfi::contract_failed("invariant", #condition, text); \
  } while (false)
