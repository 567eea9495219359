// Writes a proof as the invariant of a certificate (docs/reference/certificate-format.md). The
// checker of certificates has more states than the proof. So the invariant also has clauses about
// facts that always hold, and about facts that the grounding left out.
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

  /// Returns true if the part of the state with this name always holds, and false if it never
  /// holds. Returns nullopt if the circuit has a latch for it, or if nothing is known about it.
  [[nodiscard]] std::optional<bool> known(const std::string& state) const;
  /// Returns the text of the invariant, with one line for each clause. The clauses are those of the
  /// proof, and one for each part in `states` whose value never changes.
  [[nodiscard]] std::string invariant(const std::vector<std::vector<Word>>& clauses,
                                      const std::vector<std::string>& states) const;

 private:
  [[nodiscard]] int past_of_constant(const std::string& state) const;

  std::set<std::string> followed_;  ///< names of the states that have a latch
  /// For each fact, by its name in certificates, true if it always holds and false if it never
  /// does.
  std::map<std::string, bool> facts_;
};

}  // namespace ldfi::forever
