// Judges the events of one execution of a real system by Dedalus specifications (`*.spec`). The
// events are facts at one tick, with their times as arguments
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

/// An event as a fact: one of the relations that specifications may read, and its arguments.
struct Fact {
  std::string_view relation;
  std::vector<Term> terms;
};

/// Limits of the work for judging one execution. They correspond to a few seconds.
struct Effort {
  std::uint64_t facts = 2'000'000;   ///< largest number of derived facts
  std::uint64_t steps = 40'000'000;  ///< largest number of steps of joins
};

class Specifications {
 public:
  /// Reads these files. Throws SourcedError if they have mistakes, or if they use something that
  /// events cannot decide.
  explicit Specifications(const std::vector<std::string>& files);

  /// Returns the violations of the specifications whose severity counts, sorted, each with its
  /// text. Requires that the relations of all facts exist. Throws InputError if a number is out of
  /// range, and BudgetExceeded if the limits are exceeded. Exceptions of `check` pass through.
  [[nodiscard]] std::vector<std::string> violated(const std::vector<Fact>& facts,
                                                  const BudgetCheck& check,
                                                  const Effort& most = {}) const;

 private:
  dedalus::Program program_;  ///< the checked specifications, without facts
};

}  // namespace ldfi::observe
