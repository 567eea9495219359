// Dedalus specifications (`*.spec`) over what happened in one execution of a real system: its events
// are facts, which all hold at one tick, and say their times themselves (docs/reference/own-checkers.md#specifications).
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

/// Of one of the relations that specifications may read.
struct Fact {
  std::string_view relation;
  std::vector<Term> terms;
};

/// How much the specifications of one execution may take: some seconds.
struct Effort {
  std::uint64_t facts = 2'000'000;   ///< that they derive
  std::uint64_t steps = 40'000'000;  ///< of joins
};

class Specifications {
 public:
  /// Reads these files. Throws SourcedError if they are wrong, or say what no event can decide.
  explicit Specifications(const std::vector<std::string>& files);

  /// What violates those that count, each with what its specification says: sorted, and the same for the
  /// same facts. Requires facts of known relations. Throws InputError if a number is beyond all bounds,
  /// BudgetExceeded if there is too much to derive, and what `check` throws.
  [[nodiscard]] std::vector<std::string> violated(const std::vector<Fact>& facts,
                                                  const BudgetCheck& check,
                                                  const Effort& most = {}) const;

 private:
  dedalus::Program program_;  ///< without facts
};

}  // namespace ldfi::observe
