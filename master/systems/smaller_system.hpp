// Finds the nodes and the earliest end (EOT) that a minimised counterexample of a real system needs
// [DEMi16 §3]. Each smaller system is executed with the same operations, faults and deliveries. The
// smaller system must also pass without faults.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/config/config_file.hpp"
#include "common/systems/faults/assignment.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/recording.hpp"
#include "master/systems/cell_search.hpp"

namespace ldfi::app {

/// Values of keys of the config.
using Values = std::vector<config::SystemValue>;

/// Returns `values` and `more` together. A value of `more` replaces a value of `values` with the
/// same name.
[[nodiscard]] Values replaced(Values values, const Values& more);

class SmallerSystem {
 public:
  /// Executes a fault set twice in the system with these values. Returns null if the config cannot
  /// have these values, or if its Fspec does not admit the faults.
  using Execute =
      std::function<std::unique_ptr<CellSearch>(const systems::Assignment&, const Values&)>;
  /// Returns true if each execution of the search violates the same promise as the counterexample.
  using Fails = std::function<bool(const search::SystemStrategy&)>;
  /// Returns the plan with these values, or nullopt if the config cannot have these values. The
  /// plan has all operations if `all`, otherwise only the remaining operations.
  using Read = std::function<std::optional<systems::Plan>(const Values&, bool all)>;

  /// `asked` has the faults and deliveries of the minimised counterexample. fewer_nodes() and earlier_end()
  /// each take at most about `most` executions.
  SmallerSystem(Read read, Execute execute, Fails fails, systems::Assignment asked,
                std::uint64_t most)
      : read_(std::move(read)),
        execute_(std::move(execute)),
        fails_(std::move(fails)),
        asked_(std::move(asked)),
        most_(most) {}

  /// Removes one node after another, the last one first, until no further node can be removed.
  /// `plan` is the plan of the minimised counterexample. Returns a text about what was proved.
  std::string fewer_nodes(const systems::Plan& plan);
  /// Finds the earliest EOT, among the times of events in `last` and times shortly after them, at
  /// which the counterexample still violates its promise. Returns a text about what was proved.
  std::string earlier_end(const systems::Plan& plan, const systems::Recording& last);

  /// Returns the execution of the smallest system that fewer_nodes() or earlier_end() found, or
  /// null if neither found a smaller system.
  [[nodiscard]] std::unique_ptr<CellSearch> take() { return std::move(found_); }
  /// Returns the number of executions of the last call of fewer_nodes() or earlier_end().
  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  /// Returns the name of the budget that ended a stage early, or an empty text.
  [[nodiscard]] const std::string& ended() const { return ended_; }

 private:
  /// Returns the values `more` and the operations of `plan`, with the numbers that the operations
  /// have in the smaller system. Returns nullopt if the smaller system lacks one of the operations.
  [[nodiscard]] std::optional<Values> with_operations(const systems::Plan& plan, Values more) const;
  std::unique_ptr<CellSearch> run(const Values& values, const systems::Assignment& asked);
  [[nodiscard]] bool may_go_on() const { return executions_ < most_ && ended_.empty(); }
  bool try_values(const Values& more, const systems::Assignment& asked);

  const Read read_;
  const Execute execute_;
  const Fails fails_;
  systems::Assignment asked_;
  const std::uint64_t most_;
  Values values_;  ///< values of the smallest system so far
  std::unique_ptr<CellSearch> found_;
  std::uint64_t executions_ = 0;
  std::string ended_;
};

}  // namespace ldfi::app
