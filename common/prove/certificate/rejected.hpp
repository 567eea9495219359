// The exception with which the checker rejects a certificate.
#pragma once

#include <stdexcept>

namespace ldfi::certificate {

/// Thrown if a certificate is not accepted. The text says why.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace ldfi::certificate
