// The start of a search of one Fspec: its possible world, the reason why it is missing, or the answer
// if a scout found it among small fault sets first.
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
  /// All arguments except `settings` must outlive it. `setup` gives limits and pruning, but not the
  /// Fspec. The failure-free run keeps all promises. `check` is called during grounding, and may throw.
  World(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        const wire::Setup& setup, const SearchSettings& settings, BudgetCheck check);

  /// Grounds the program. Throws what `check` throws.
  void ground();
  /// Returns null if there is an answer, or if the world is too large. Executions do not need it: the
  /// program itself is run then.
  [[nodiscard]] const ground::Universe* universe() const {
    return universe_ ? &*universe_ : nullptr;
  }
  /// Returns the least falsifier if it was found before the world was grounded.
  [[nodiscard]] const std::optional<SearchResult>& answer() const { return answer_; }
  /// Returns a scout that continues beside the search, or null if it cannot help. It cannot help if
  /// arithmetic may fail: the search must also report a fault set that ends in an error, which a scout
  /// does not find.
  [[nodiscard]] explore::Scout* scout() { return helps_ && safe_ && universe_ ? &scout_ : nullptr; }
  /// Adds to an inconclusive result why there was no world.
  void explain(SearchResult& result) const;
  /// Returns "3,727 states of at most 2 faults explored" if the scout has an answer, otherwise an empty
  /// text.
  [[nodiscard]] std::string explored() const;

 private:
  [[nodiscard]] ground::Universe ground_program();

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const wire::Setup& setup_;
  const SearchSettings settings_;
  const BudgetCheck check_;
  const bool helps_;
  const bool safe_;  ///< arithmetic cannot fail
  std::optional<ground::Universe> universe_;
  std::string too_large_;  ///< which limit the world exceeds; empty if none
  std::optional<SearchResult> answer_;
  explore::Scout scout_;
};

}  // namespace ldfi::execute
