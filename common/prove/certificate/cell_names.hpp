// Whether the cells of a sweep are called what their claims say (docs/reference/certificate-format.md).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/prove/certificate/claim.hpp"

namespace ldfi::certificate {

/// A name is `EOT,EFF,crashes`, then the limits and parameters in which the cells differ, `,restarts=2,LEASE=3`:
/// it has to be true of the claim, and to tell the cell from all others.
class CellNames {
 public:
  /// `names`: of all cells, decided or not.
  explicit CellNames(std::vector<std::string> names) : names_(std::move(names)) {}

  /// The next cell. Throws Rejected if its claim is another one's than its name says.
  void add(const std::string& name, const Claim& claim);

 private:
  class Name;
  struct Seen {
    std::string name;
    std::vector<std::string> keys;
    bool cut = false;   ///< the name had to end before all was said
    bool twin = false;  ///< a number tells it from another name
    std::map<std::string, std::string> values;
  };
  static void limits(Name& rest, const Claim& claim, Seen& cell);
  static void parameters(Name& rest, const Claim& claim, Seen& cell);
  void require_eff(int eff, const Limits& limits);
  static bool same_keys(const Seen& one, const Seen& other);
  void require_told_apart(const Seen& cell);

  std::vector<std::string> names_;
  std::vector<Seen> seen_;
  bool inclusive_ = true;  ///< EFF may be the last tick at which messages are lost
  bool exclusive_ = true;  ///< or the first at which none is
};

}  // namespace ldfi::certificate
