// Specifications with names [FTS10 §3]: what each says, and what a search found of it. One that is
// violated has tuples in its relation (docs/explanation/verdicts.md).
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

/// `spec NAME SEVERITY WHEN [explains PARENT] ["TEXT"];`
struct Specification {
  /// How bad it is if it is violated. The worst last.
  enum class Severity : std::uint8_t { info, minor, major, critical };

  std::string name;
  Severity severity = Severity::critical;
  /// Judged at the ticks after this one: 0 is `always`; nothing is `finally`, at EOT alone.
  std::optional<int> after;
  std::optional<std::uint32_t> explains;  ///< index of its parent among all of a program
  std::string text;                       ///< for people; may be empty
  FailOn fail_on = FailOn::major;         ///< of the run
  bool known = false;                     ///< to the run (--known): its violations are no news

  /// True if a violation decides the verdict of the run.
  [[nodiscard]] bool counts() const;
  /// The first tick at which it is judged; the last is EOT.
  [[nodiscard]] Time first(int eot) const {
    return Time(after && *after < std::numeric_limits<int>::max() ? *after + 1 : eot);
  }
  /// As written: `always`, `finally` or `after 5`.
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
  /// Its minimal falsifiers, or the first: indexes into those of the search, ascending.
  std::vector<std::uint32_t> falsifiers;
  bool operator==(const SpecificationResult&) const = default;
};

/// Of a run: the worst verdict of those that count; `certified` if none of them does.
[[nodiscard]] Verdict worst(const std::vector<SpecificationResult>& results);

/// True if a violated tuple, such as `lost("f")@7`, is one of the specification.
[[nodiscard]] bool is_of(std::string_view violated, const Specification& specification);

}  // namespace ldfi
