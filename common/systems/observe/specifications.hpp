// Judges the events of one execution of a real system by Dedalus specifications (`*.spec`). Each
// event becomes a fact, with its time as an argument. All facts hold at the same tick
// (docs/reference/own-checkers.md#specifications).
//
//   const Specifications specs({"safe.spec"});
//   specs.violated({{"sent", {"n0", "n1", "gossip", 0, 50'000'000}}, …}, interrupt)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/meter.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::observe {

using Term = std::variant<std::int64_t, std::string>;

/// An event as a Dedalus fact: a relation that specifications may read, and its arguments.
struct Fact {
  std::string_view relation;
  std::vector<Term> terms;
};

/// Limits of the work for judging one execution, which takes at most a few seconds.
struct Effort {
  std::uint64_t facts = 2'000'000;   ///< largest number of derived facts
  std::uint64_t steps = 40'000'000;  ///< largest number of steps for matching rules with facts
};

class Specifications {
 public:
  /// Reads these files. Throws SourcedError if a file has a mistake, or uses a feature that makes
  /// no sense for events of real systems.
  explicit Specifications(const std::vector<std::string>& files);

  /// Returns the violations of the specifications that decide the verdict, sorted, as texts.
  /// Requires that the relations of all facts exist. Throws InputError if a number is out of range,
  /// and BudgetExceeded if a limit is exceeded. Exceptions of `check` pass through.
  [[nodiscard]] std::vector<std::string> violated(const std::vector<Fact>& facts,
                                                  const BudgetCheck& check,
                                                  const Effort& most = {}) const;

 private:
  dedalus::Program program_;  ///< the checked specifications, without facts
};

}  // namespace ldfi::observe
