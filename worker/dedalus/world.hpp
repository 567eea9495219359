// The start of the search of one Fspec. A scout (a thread that executes small fault sets) runs
// while the program is grounded. The result is the answer, if the scout finds it first, or a
// universe, or the reason why there is no universe.
//
//   World world(program, fspec, failure_free, setup, settings, check);
//   world.ground();
//   if (world.answer()) return *world.answer();
//   … search::make_strategy(fspec, world.universe(), settings, check, world.scout()) …
#pragma once

#include <optional>
#include <string>

#include "common/dedalus/explore/scout.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::execute {

class World {
 public:
  /// All references except `settings` must outlive the object. `setup` has the limits and says how
  /// to ground; its Fspec is ignored. Requires that the failure-free run keeps all promises.
  /// `check` is called during grounding, and may throw.
  World(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        const wire::Setup& setup, const SearchSettings& settings, BudgetCheck check);

  /// Grounds the program. Throws all exceptions of `check`.
  void ground();
  /// Returns the universe. Null if the scout found the answer, or if the universe is too large. In
  /// the second case, the plain evaluator executes fault sets.
  [[nodiscard]] const ground::Universe* universe() const {
    return universe_ ? &*universe_ : nullptr;
  }
  /// Returns the answer, if the scout found the least counterexample before the program was
  /// grounded.
  [[nodiscard]] const std::optional<SearchResult>& answer() const { return answer_; }
  /// Returns a scout that continues during the search, or null if a scout cannot help. A scout
  /// ignores fault sets under which arithmetic fails, but the search must report them. So there is
  /// no scout if arithmetic may fail.
  [[nodiscard]] explore::Scout* scout() { return helps_ && safe_ && universe_ ? &scout_ : nullptr; }
  /// If the result is inconclusive because there is no universe, adds the reason.
  void explain(SearchResult& result) const;
  /// Returns a text such as "3,727 states of at most 2 faults explored" if the scout found the
  /// answer, otherwise an empty text.
  [[nodiscard]] std::string explored() const;

 private:
  [[nodiscard]] ground::Universe ground_program();

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const wire::Setup& setup_;
  const SearchSettings settings_;
  const BudgetCheck check_;
  const bool helps_;
  const bool safe_;  ///< true if arithmetic cannot fail under any faults
  std::optional<ground::Universe> universe_;
  std::string too_large_;  ///< name of the limit that the universe exceeds; empty if it exceeds
                           ///< none
  std::optional<SearchResult> answer_;
  explore::Scout scout_;
};

}  // namespace ldfi::execute
