// What a search of one Fspec begins with: the possible world; or, if that is not to be had, the
// reason; or, if small fault sets had it first, the answer.
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
  /// All but `settings` must outlive it. `setup` tells limits and pruning, but not the Fspec; `failure_free`
  /// holds; `check` is asked while it grounds, and may throw.
  World(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
        const wire::Setup& setup, const SearchSettings& settings, BudgetCheck check);

  /// Throws what `check` throws.
  void ground();
  /// Nothing if there is an answer, or if the world is too large: executions need none, and then
  /// the program itself is run.
  [[nodiscard]] const ground::Universe* universe() const {
    return universe_ ? &*universe_ : nullptr;
  }
  /// The least falsifier, if that was found before the world was grounded.
  [[nodiscard]] const std::optional<SearchResult>& answer() const { return answer_; }
  /// Goes on looking beside the search; none if it cannot help. Where arithmetic may fail, the
  /// search is to name a fault set that ends in an error as well, which a scout does not.
  [[nodiscard]] explore::Scout* scout() { return helps_ && safe_ && universe_ ? &scout_ : nullptr; }
  /// Adds to a result that proves nothing why there was no world.
  void explain(SearchResult& result) const;
  /// "3,727 states of at most 2 faults explored", if that gave the answer; empty otherwise.
  [[nodiscard]] std::string explored() const;

 private:
  [[nodiscard]] ground::Universe ground_program();

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const wire::Setup& setup_;
  const SearchSettings settings_;
  const BudgetCheck check_;
  const bool helps_;
  const bool safe_;  ///< no arithmetic can fail
  std::optional<ground::Universe> universe_;
  std::string too_large_;  ///< what is; empty if nothing
  std::optional<SearchResult> answer_;
  explore::Scout scout_;
};

}  // namespace ldfi::execute
