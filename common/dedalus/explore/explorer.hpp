// Small fault sets by execution: all that a program can do under 0, 1, 2, … faults, without a
// grounding and without a solver (SEARCH §9).
//
// The executions of a few faults have much in common: they share what lies before the faults, and
// most run into the same states again some ticks after them. So states are explored, not fault
// sets: a state is what one tick hands on to the next, and of the fault sets that lead to it the
// least is kept. Level by level (number of faults) and tick by tick, each state is evaluated once.
//
//   Explorer explorer(program, fspec, failure_free, limits);
//   while (explorer.go_on()) …                // a level each
//   explorer.least()                          // the least falsifier, if there is one so small
#pragma once

#include <memory>
#include <optional>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::explore {

struct Limits {
  std::size_t max_faults = 8;       ///< levels; 8 at most
  std::size_t bytes = 256U << 20U;  ///< of states, about
  BudgetCheck check{};  ///< what it throws leaves go_on(), and the explorer is of no more use
};

enum class Standing : std::uint8_t {
  going,      ///< all fault sets of at most level() faults are harmless
  found,      ///< least() violates, and nothing before it in FaultSet order does
  exhausted,  ///< as `going`, but `Limits` end here
  unable,     ///< the same; executions end in arithmetic errors or without end, which others report
};

class Explorer {
 public:
  /// `failure_free` holds. `program` and `fspec` must outlive the explorer.
  Explorer(const dedalus::Program& program, const Fspec& fspec, const eval::Model& failure_free,
           const Limits& limits);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Explores the next level, beginning with one fault, if it is `going`.
  Standing go_on();
  [[nodiscard]] Standing standing() const;
  /// The number of faults up to which everything has been looked at.
  [[nodiscard]] std::size_t level() const;
  [[nodiscard]] const std::optional<FaultSet>& least() const;
  /// States evaluated, and what all of them take.
  [[nodiscard]] std::uint64_t states() const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ldfi::explore
