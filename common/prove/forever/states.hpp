// A proof in the words of a certificate (docs/reference/certificate-format.md). Who checks one follows more states than the
// proof: what always holds, and what only seems possible without the proof.
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
  /// `circuit`: of the system.
  States(const System& system, const Circuit& circuit);

  /// Whether it always or never holds, as far as the proof has no clauses about it.
  [[nodiscard]] std::optional<bool> known(const std::string& state) const;
  /// A line a clause: those of the proof, and what is known of these states.
  [[nodiscard]] std::string invariant(const std::vector<std::vector<Word>>& clauses,
                                      const std::vector<std::string>& states) const;

 private:
  [[nodiscard]] int past_of_constant(const std::string& state) const;

  std::set<std::string> followed_;
  std::map<std::string, bool> facts_;  ///< and whether it always holds
};

}  // namespace ldfi::forever
