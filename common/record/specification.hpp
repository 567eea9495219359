// Named specifications [FTS10 §3], and what a search found about each. A specification is violated
// if its relation has tuples (docs/explanation/verdicts.md).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/settings.hpp"
#include "common/record/verdict.hpp"

namespace ldfi {

/// A declaration `spec NAME SEVERITY WHEN [explains PARENT] ["TEXT"];`.
struct Specification {
  /// How bad a violation is, the worst last.
  enum class Severity : std::uint8_t { info, minor, major, critical };

  std::string name;
  Severity severity = Severity::critical;
  /// The specification is judged at all ticks after this one: 0 is `always`, nullopt is `finally`,
  /// at EOT alone.
  std::optional<int> after;
  std::optional<std::uint32_t> explains;  ///< index of its parent among the specifications of the
                                          ///< program
  std::string text;                       ///< explanation for people; may be empty
  FailOn fail_on = FailOn::major;         ///< lowest severity that counts in this run
  bool known = false;                     ///< named by --known: its violations are not reported as
                                          ///< new

  /// Returns true if a violation decides the verdict of the run.
  [[nodiscard]] bool counts() const;
  /// Returns the first tick at which the specification is judged; the last one is EOT.
  [[nodiscard]] Time first(int eot) const {
    return Time(after && *after < std::numeric_limits<int>::max() ? *after + 1 : eot);
  }
  /// Returns the WHEN part as written: `always`, `finally` or `after 5`.
  [[nodiscard]] std::string when() const;
  bool operator==(const Specification&) const = default;
};

[[nodiscard]] const std::string& name_of(FailOn severity);
[[nodiscard]] std::optional<FailOn> fail_on_named(std::string_view name);
[[nodiscard]] const std::string& name_of(Specification::Severity severity);
[[nodiscard]] std::optional<Specification::Severity> severity_named(std::string_view name);

struct SpecificationResult {
  Specification says;
  Verdict verdict = Verdict::inconclusive;
  /// Indices of its minimal falsifiers, or of the first one, in those of the search; ascending.
  std::vector<std::uint32_t> falsifiers;
  bool operator==(const SpecificationResult&) const = default;
};

/// Returns the worst verdict of the specifications that count, or `certified` if none counts.
[[nodiscard]] Verdict worst(const std::vector<SpecificationResult>& results);

/// Returns true if a violated tuple, such as `lost("f")@7`, belongs to the specification.
[[nodiscard]] bool is_of(std::string_view violated, const Specification& specification);

}  // namespace ldfi
