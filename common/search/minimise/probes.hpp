// The executions by which a minimisation tests which elements a counterexample needs. Elements are
// messages that are delivered, operations, or faults. A class for each kind of element implements
// the interface, and a strategy chooses sets of elements.
#pragma once

#include <optional>

#include "common/minimise/ddmin.hpp"
#include "common/record/job.hpp"

namespace ldfi::search {

class Probes {
 public:
  virtual ~Probes() = default;

  /// Returns the number of elements. A set of elements is an ascending list of their numbers, from
  /// 0.
  [[nodiscard]] virtual std::size_t count() const = 0;
  /// Returns the job that executes the counterexample with only these elements.
  [[nodiscard]] virtual Job job(minimise::Elements some) = 0;
  /// Returns the job of an execution that must be repeated, or nullopt if there is none. Such jobs
  /// come before others.
  [[nodiscard]] virtual std::optional<Job> repeated() { return std::nullopt; }

  struct Answer {
    minimise::Elements some;
    bool fails = false;  ///< true if the execution violates the same promise as the counterexample
    minimise::Elements
        more{};  ///< elements that can be added to the set, if not every set of elements can occur
  };
  /// Returns the answer that a report gives, or nullopt if its execution must be repeated. Requires
  /// the report of a job of this object.
  [[nodiscard]] virtual std::optional<Answer> answer(const Report& report) = 0;
};

}  // namespace ldfi::search
