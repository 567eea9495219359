// Builds circuits that compute the aggregates of Dedalus rules, such as `count` and `sum`.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// The possible results of an aggregate, each with the circuit's literal that is true if the
/// aggregate has this result. `overflow` is true if the result does not fit into 64 bits. Empty if
/// there are no values.
struct Outcomes {
  std::map<std::int64_t, int> when;
  int overflow = Circuit::no;
};

/// Returns the possible results of the aggregate `kind`: count, min, max or sum. `values` lists
/// literals for each value; the value is present if at least one of its literals is true. Throws
/// Rejected for another `kind`.
Outcomes outcomes(Circuit& circuit, const std::string& kind, const std::map<Value, Clause>& values);

}  // namespace ldfi::certificate
