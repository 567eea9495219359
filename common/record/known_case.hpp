// A falsifier that an earlier run stored (--known FILE): it is executed again before the search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi {

/// As it stands in the file.
struct StoredFalsifier {
  std::string name;    ///< the file, and which one of it: `once.h5 f2`
  std::string faults;  ///< in written form
  std::vector<std::string> violated{};
};

struct KnownCase {
  enum class Outcome : std::uint8_t {
    violated,      ///< the program violates what is judged under these faults
    not_violated,  ///< it does not
    not_admitted,  ///< the faults are no fault set of the Fspec
    not_executed   ///< its execution had no end: an arithmetic error, or the budget
  };
  std::string name;
  std::string faults;
  Outcome outcome = Outcome::not_executed;
  std::string why{};                    ///< it is not admitted, not executed, or not left out
  std::vector<std::string> violated{};  ///< by this execution
  bool left_out = false;                ///< the search leaves out every fault set that contains it
  bool operator==(const KnownCase&) const = default;
};

[[nodiscard]] const std::string& name_of(KnownCase::Outcome outcome);

[[nodiscard]] std::optional<KnownCase::Outcome> known_outcome_named(std::string_view name);

/// How many there are of each outcome: `3 violated, 1 not violated`.
[[nodiscard]] std::string counts_of(const std::vector<KnownCase>& cases);
/// `once.h5 f2 O(a,b,1): not admitted: a message is lost after EFF`
[[nodiscard]] std::string text_of(const KnownCase& one);

}  // namespace ldfi
