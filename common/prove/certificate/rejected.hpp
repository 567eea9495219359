// What the checker throws.
#pragma once

#include <stdexcept>

namespace ldfi::certificate {

/// Why a certificate is not accepted.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace ldfi::certificate
