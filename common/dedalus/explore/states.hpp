// The different states of one tick. Each state has the smallest fault set found so far that leads
// to it. Private to common/dedalus/explore.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/explore/fact_table.hpp"
#include "common/dedalus/explore/label.hpp"

namespace ldfi::explore {

/// One state. Its facts are a range of the list of facts that class States stores.
struct State {
  std::size_t facts_begin = 0;
  std::uint32_t fact_count = 0;
  std::uint32_t crashes = 0;  ///< number of the list of crashes that belongs to the state
  std::uint32_t hash = 0;
  Label label;  ///< smallest fault set found so far that leads to the state
};

class States {
 public:
  /// Adds a state. `facts` must be sorted. If the state exists already with as many faults, keeps
  /// the smaller of both labels. If the state exists with fewer faults, changes nothing.
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
  /// Hash table with open addressing. A slot holds the index of a state plus 1, or 0 if it is free.
  /// The number of slots is a power of two.
  std::vector<std::uint32_t> slots_;
};

}  // namespace ldfi::explore
