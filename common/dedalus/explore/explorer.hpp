// Finds the smallest falsifier by executing small fault sets: first all executions with 0 faults,
// then those with 1, 2, … faults. This needs neither a grounding nor a solver
// (docs/explanation/search-shortcuts.md#small-fault-sets-by-execution).
//
// Executions with few faults have much in common. They share the ticks before the faults, and most
// reach the same states some ticks after the faults. So the explorer follows states instead of
// fault sets. A state consists of all rows that one tick passes to the next. For each state, the
// explorer keeps only the smallest fault set that leads to the state. Each state is evaluated once:
// level by level (number of faults), and within a level tick by tick.
//
//   Explorer explorer(program, fspec, failure_free, limits);
//   while (explorer.go_on() == Standing::going) …   // one level for each call
//   explorer.least()                          // the least falsifier, if it has so few faults
#pragma once

#include <memory>
#include <optional>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::explore {

struct Limits {
  std::size_t max_faults = 8;  ///< fault sets with more faults are not explored; at most 8
  /// Exploration ends when states need about this much memory, in bytes.
  std::size_t bytes = 256U << 20U;
  /// Called from time to time. If `check` throws, go_on() passes the exception on, and the explorer
  /// must not be used afterwards.
  BudgetCheck check{};
};

/// The state of the exploration.
enum class Standing : std::uint8_t {
  going,  ///< no fault set of at most level() faults violates a promise
  found,  ///< least() violates a promise, and no fault set before least() in FaultSet order does
  /// No fault set of at most level() faults violates a promise, and the Limits allow no more faults
  /// or memory.
  exhausted,
  /// The explorer cannot continue, because some executions have arithmetic errors or do not end.
  /// Other parts of the search report such executions.
  unable,
};

class Explorer {
 public:
  /// `failure_free` is the failure-free run, which must violate nothing; only the constructor reads
  /// it. `program` and `fspec` must outlive the explorer.
  Explorer(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
           const Limits& limits);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Explores all fault sets with one more fault than the previous call did; the first call
  /// explores those with one fault. Does nothing unless standing() is `going`.
  Standing go_on();
  [[nodiscard]] Standing standing() const;
  /// Returns the number of faults up to which all fault sets have been explored.
  [[nodiscard]] std::size_t level() const;
  [[nodiscard]] const std::optional<FaultSet>& least() const;
  /// Returns the number of states that were evaluated so far.
  [[nodiscard]] std::uint64_t states() const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::explore
