// Checks that the names of a sweep's cells agree with their certificates. A cell is a run with one
// set of limits, and its name lists these limits (docs/reference/certificate-format.md).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// Checks the names of the cells (the runs of a sweep) one after the other. A name is
/// `EOT,EFF,crashes`, then the limits and parameters in which the cells differ, for example
/// `,restarts=2,LEASE=3`. The name must agree with the certificate's claim, and must differ from
/// the names of all other cells.
class CellNames {
 public:
  /// `names` has the names of all cells, with or without a certificate.
  explicit CellNames(std::vector<std::string> names) : names_(std::move(names)) {}

  /// Checks the next cell. Throws Rejected if its name does not agree with its claim.
  void add(const std::string& name, const Claim& claim);

 private:
  class Name;
  struct Seen {
    std::string name;
    std::vector<std::string> keys;
    bool cut = false;   ///< true if the name was cut off at the maximal length
    bool twin = false;  ///< true if a number at the end distinguishes the name from another one
    std::map<std::string, std::string> values;
  };
  static void limits(Name& rest, const Claim& claim, Seen& cell);
  static void parameters(Name& rest, const Claim& claim, Seen& cell);
  void require_eff(int eff, const Limits& limits);
  static bool same_keys(const Seen& one, const Seen& other);
  void require_distinct(const Seen& cell);

  std::vector<std::string> names_;
  std::vector<Seen> seen_;
  /// True if EFF may still mean the last tick at which messages may be lost.
  bool inclusive_ = true;
  /// True if EFF may still mean the first tick at which no message may be lost.
  bool exclusive_ = true;
};

}  // namespace ldfi::certificate
