// Builds aggregates as circuits.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// The results that an aggregate may have, each with the literal of the circuit that is true for
/// this result. Empty if there are no values.
struct Outcomes {
  std::map<std::int64_t, int> when;
  int overflow = Circuit::no;
};

/// Returns the results of an aggregate: count, min, max or sum. `values` has for each value the
/// literals of which one must be true for the value to count. Throws Rejected for another kind.
Outcomes outcomes(Circuit& circuit, const std::string& kind, const std::map<Value, Clause>& values);

}  // namespace ldfi::certificate
