// Writes a proof as the invariant of a certificate (docs/reference/certificate-format.md). The
// checker of certificates has more states than the proof: facts that always hold, and facts that
// the grounding left out.
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
  /// Requires that make_circuit() made the circuit for the system.
  States(const System& system, const Circuit& circuit);

  /// Returns true if this part of the state always holds, and false if it never does. Returns
  /// nullopt if the circuit has a latch for it, or if nothing is known about it.
  [[nodiscard]] std::optional<bool> known(const std::string& state) const;
  /// Returns the text of the invariant, with one line for each clause: the clauses of the proof,
  /// and clauses for the parts in `states` whose value is known.
  [[nodiscard]] std::string invariant(const std::vector<std::vector<Word>>& clauses,
                                      const std::vector<std::string>& states) const;

 private:
  [[nodiscard]] int past_of_constant(const std::string& state) const;

  std::set<std::string> followed_;  ///< names of the circuit's latches in certificates
  /// For each fact, by its name in certificates, true if it always holds and false if it never
  /// does.
  std::map<std::string, bool> facts_;
};

}  // namespace ldfi::forever
