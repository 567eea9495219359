// The states of one tick, each once, with the least fault set found so far that leads to it.
// Private to common/dedalus/explore.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/explore/fact_table.hpp"
#include "common/dedalus/explore/label.hpp"

namespace ldfi::explore {

/// One state: its facts are a range of all facts of the States.
struct State {
  std::size_t facts_begin = 0;
  std::uint32_t fact_count = 0;
  std::uint32_t crashes = 0;  ///< number of its list of crashes
  std::uint32_t hash = 0;
  Label label;  ///< fault set of the level at which the state was first found
};

class States {
 public:
  /// Adds the state. If it exists already with a label of the same size, keeps the smaller label.
  /// Does not change a state of a lower level. `facts` must be sorted.
  void add(std::span<const Fact> facts, std::uint32_t crashes, const Label& label);
  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] const State& operator[](std::size_t i) const { return states_[i]; }
  [[nodiscard]] std::span<const Fact> facts(const State& s) const {
    return {facts_.data() + s.facts_begin, s.fact_count};
  }
  [[nodiscard]] std::size_t bytes() const;

 private:
  [[nodiscard]] bool same(const State& s, std::span<const Fact> facts, std::uint32_t crashes) const;
  void grow();

  std::vector<State> states_;
  std::vector<Fact> facts_;
  std::vector<std::uint32_t> slots_;  ///< state + 1, or 0 if free; the size is a power of two
};

}  // namespace ldfi::explore
