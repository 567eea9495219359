// The states of one tick, each once. Each has the least fault set found so far that leads to the
// state. Private to common/dedalus/explore.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/explore/fact_table.hpp"
#include "common/dedalus/explore/label.hpp"

namespace ldfi::explore {

/// One state. Its facts are a range of the facts that States holds.
struct State {
  std::size_t facts_begin = 0;
  std::uint32_t fact_count = 0;
  std::uint32_t crashes = 0;  ///< number of the state's list of crashes
  std::uint32_t hash = 0;
  Label label;  ///< least fault set that leads to the state; it has as few faults as possible
};

class States {
 public:
  /// Adds a state, whose `facts` must be sorted. If the state exists with a label of the same size,
  /// keeps the smaller label. If it exists with a smaller label, changes nothing.
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
  /// Hash table of states plus 1; 0 if free; the size is a power of two.
  std::vector<std::uint32_t> slots_;
};

}  // namespace ldfi::explore
