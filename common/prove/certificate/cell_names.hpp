// Checks that the names of a sweep's cells match their claims
// (docs/reference/certificate-format.md).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Checks one cell after the other. A name is `EOT,EFF,crashes`, then the limits and parameters in
/// which the cells differ, for example `,restarts=2,LEASE=3`. The name must be true of the claim,
/// and must distinguish the cell from all others.
class CellNames {
 public:
  /// `names` holds the names of all cells, decided or not.
  explicit CellNames(std::vector<std::string> names) : names_(std::move(names)) {}

  /// Adds the next cell. Throws Rejected if its name does not match its claim.
  void add(const std::string& name, const Claim& claim);

 private:
  class Name;
  struct Seen {
    std::string name;
    std::vector<std::string> keys;
    bool cut = false;   ///< true if the name was cut off at its maximal length
    bool twin = false;  ///< true if a number at the end distinguishes the name from an equal one
    std::map<std::string, std::string> values;
  };
  static void limits(Name& rest, const Claim& claim, Seen& cell);
  static void parameters(Name& rest, const Claim& claim, Seen& cell);
  void require_eff(int eff, const Limits& limits);
  static bool same_keys(const Seen& one, const Seen& other);
  void require_told_apart(const Seen& cell);

  std::vector<std::string> names_;
  std::vector<Seen> seen_;
  bool inclusive_ = true;  ///< true if EFF may be the last tick at which messages are lost
  bool exclusive_ = true;  ///< true if EFF may be the first tick at which no message is lost
};

}  // namespace ldfi::certificate
