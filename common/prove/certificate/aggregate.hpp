// Aggregates as circuits.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Each result that an aggregate may have, and when it has it; none if there is no value.
struct Outcomes {
  std::map<std::int64_t, int> when;
  int overflow = Circuit::no;
};

/// `kind`: count, min, max or sum; `values`: each value, and what makes it one of them. Throws Rejected for
/// another kind.
Outcomes outcomes(Circuit& circuit, const std::string& kind, const std::map<Value, Clause>& values);

}  // namespace ldfi::certificate
