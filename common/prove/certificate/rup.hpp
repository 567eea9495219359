// Checks a proof that clauses contradict each other. Every lemma of the proof must follow by unit
// propagation (RUP).
#pragma once

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "common/prove/certificate/circuit.hpp"

namespace ldfi::certificate {

/// Returns an empty text if the proof derives the empty clause. Otherwise returns what is wrong.
/// Each line of `proof` adds a lemma, such as `1 -2 0`, or deletes a clause, such as `d 1 -2 0`
/// (the format DRAT without RAT lemmas). Calls `check` regularly, which may throw to stop the work.
std::string refutes(const std::vector<Clause>& clauses, std::istream& proof,
                    const std::function<void()>& check = {});

}  // namespace ldfi::certificate
