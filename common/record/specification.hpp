// Specifications, which are named promises of a program [FTS10 §3], and the result of a search for
// each. A specification is violated if its relation has tuples (docs/explanation/verdicts.md).
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

/// A specification, which a program declares as `spec NAME SEVERITY WHEN [explains PARENT]
/// ["TEXT"];`.
struct Specification {
  /// How bad a violation of the specification is.
  enum class Severity : std::uint8_t { info, minor, major, critical };

  std::string name;
  Severity severity = Severity::critical;
  /// The last tick at which the specification is not judged yet; 0 if it is judged at all ticks
  /// (`always`). Nullopt if it is judged only at EOT (`finally`).
  std::optional<int> after;
  /// Index of the specification whose violations this one explains; nullopt if there is none.
  std::optional<std::uint32_t> explains;
  std::string text;                ///< explanation for users; may be empty
  FailOn fail_on = FailOn::major;  ///< lowest severity that decides the verdict of this run
  /// True if the option --known names the specification. Its violations are not reported as new.
  bool known = false;

  /// Returns true if a violation decides the verdict of the run.
  [[nodiscard]] bool counts() const;
  /// Returns the first tick at which the specification is judged. The last such tick is EOT.
  [[nodiscard]] Time first(int eot) const {
    return Time(after && *after < std::numeric_limits<int>::max() ? *after + 1 : eot);
  }
  /// Returns the WHEN part of the declaration: `always`, `finally` or `after 5`.
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
  /// Indices of its counterexamples in SearchResult::falsifiers, ascending. Contains all minimal
  /// ones, or only the first if the search stops there.
  std::vector<std::uint32_t> falsifiers;
  bool operator==(const SpecificationResult&) const = default;
};

/// Returns the worst verdict of all specifications that decide the run, or `certified` if none
/// does.
[[nodiscard]] Verdict worst(const std::vector<SpecificationResult>& results);

/// Returns true if a violated tuple, such as `lost("f")@7`, is a tuple of the specification's
/// relation.
[[nodiscard]] bool is_of(std::string_view violated, const Specification& specification);

}  // namespace ldfi
