// Checks a proof that clauses contradict each other: every lemma follows by unit propagation (RUP).
#pragma once

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "common/prove/certificate/circuit.hpp"

namespace ldfi::certificate {

/// `proof`: a line is a lemma, `1 -2 0`, or takes a clause away, `d 1 -2 0` [DRAT without RAT]. Returns
/// nothing if the empty clause follows, else what is wrong. `check` is called now and then, and may throw.
std::string refutes(const std::vector<Clause>& clauses, std::istream& proof,
                    const std::function<void()>& check = {});

}  // namespace ldfi::certificate
