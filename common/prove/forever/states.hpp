// Writes a proof as the invariant of a certificate (docs/reference/certificate-format.md). The checker of a
// certificate has more states than the proof: facts that always hold, and facts that the grounding excluded.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/prove/forever/circuit.hpp"
#include "common/prove/forever/invariant.hpp"

namespace ldfi::forever {

class States {
 public:
  /// Requires that make_circuit() made the circuit from the system.
  States(const System& system, const Circuit& circuit);

  /// Returns true if the state always holds and false if it never does. Returns nullopt if the circuit has a
  /// latch for the state, or if nothing is known.
  [[nodiscard]] std::optional<bool> known(const std::string& state) const;
  /// Returns the text of the invariant, with one line for each clause: the clauses of the proof, and the
  /// known values of `states`.
  [[nodiscard]] std::string invariant(const std::vector<std::vector<Word>>& clauses,
                                      const std::vector<std::string>& states) const;

 private:
  [[nodiscard]] int past_of_constant(const std::string& state) const;

  std::set<std::string> followed_;     ///< keys of the latches of the circuit
  std::map<std::string, bool> facts_;  ///< by key of a fact: whether the fact always holds
};

}  // namespace ldfi::forever
