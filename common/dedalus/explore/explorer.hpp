// Explores small fault sets by execution: everything that a program can do under 0, 1, 2, … faults,
// without a grounding and without a solver
// (docs/explanation/search-shortcuts.md#small-fault-sets-by-execution).
//
// Executions with few faults have much in common. They share the ticks before the faults, and most
// reach the same states again some ticks after the faults. So states are explored, not fault sets.
// A state consists of all rows that one tick passes to the next. Only the least fault set that
// leads to a state is kept. Each state is evaluated once, level by level (number of faults) and
// tick by tick.
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
  std::size_t max_faults = 8;       ///< largest number of faults that is explored; at most 8
  std::size_t bytes = 256U << 20U;  ///< approximate limit for the memory of states, in bytes
  /// Called from time to time. If it throws, go_on() passes the exception on, and the explorer must
  /// not be used afterwards.
  BudgetCheck check{};
};

/// The result of the exploration so far.
enum class Standing : std::uint8_t {
  going,  ///< no fault set of at most level() faults violates a promise
  found,  ///< least() violates a promise, and no fault set before least() in FaultSet order does
  /// No fault set of at most level() faults violates a promise, and the Limits end the exploration.
  exhausted,
  /// The explorer cannot continue, because some executions have arithmetic errors or do not end.
  /// Other parts of the search report such executions.
  unable,
};

class Explorer {
 public:
  /// `failure_free` is the failure-free run, which must not violate anything; only the constructor
  /// reads it. `program` and `fspec` must outlive the explorer.
  Explorer(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
           const Limits& limits);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Explores the fault sets with one more fault than before, beginning with one fault. Does
  /// nothing unless standing() is `going`.
  Standing go_on();
  [[nodiscard]] Standing standing() const;
  /// Returns the largest number of faults for which all fault sets have been explored.
  [[nodiscard]] std::size_t level() const;
  [[nodiscard]] const std::optional<FaultSet>& least() const;
  /// Returns the number of states that were evaluated. bytes() returns the memory of all states.
  [[nodiscard]] std::uint64_t states() const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::explore
