// The exception of the checker.
#pragma once

#include <stdexcept>

namespace ldfi::certificate {

/// The reason why a certificate is not accepted.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace ldfi::certificate
