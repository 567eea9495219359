// Which nodes does what is left of a counterexample of a real system take, and until when does it have to
// go on [DEMi16 §3]? Each smaller system is executed with the same operations, faults and deliveries, and
// without faults, which it has to pass.
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

/// What is said in place of what a config says.
using Values = std::vector<config::SystemValue>;

/// `more` in place of what `values` say of the same.
[[nodiscard]] Values replaced(Values values, const Values& more);

class SmallerSystem {
 public:
  /// Executes that of the system with these values, twice; null if there is no such system, or its Fspec does
  /// not admit the faults.
  using Execute =
      std::function<std::unique_ptr<CellSearch>(const systems::Assignment&, const Values&)>;
  /// Whether it fails as the counterexample does, each time.
  using Fails = std::function<bool(const search::SystemStrategy&)>;
  /// The system with these values, and with all operations or those that are left; nothing if there is none.
  using Read = std::function<std::optional<systems::Plan>(const Values&, bool all)>;

  /// At most so many executions for each question.
  SmallerSystem(Read read, Execute execute, Fails fails, systems::Assignment asked,
                std::uint64_t most)
      : read_(std::move(read)),
        execute_(std::move(execute)),
        fails_(std::move(fails)),
        asked_(std::move(asked)),
        most_(most) {}

  /// Takes one node after the other away, the last one first, until none can go. `plan` is that of the
  /// execution until now. Returns what is known then, as a stage claims it.
  std::string fewer_nodes(const systems::Plan& plan);
  /// Ends when something happens in `last`, the execution until now, as early as can be.
  std::string earlier_end(const systems::Plan& plan, const systems::Recording& last);

  /// The execution of the smallest system that the last question found; null: none is smaller.
  [[nodiscard]] std::unique_ptr<CellSearch> take() { return std::move(found_); }
  /// Of the last question.
  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  /// The budget of the run that ended it; empty: none did.
  [[nodiscard]] const std::string& ended() const { return ended_; }

 private:
  /// These values, and the numbers that the same operations have with them; nothing if they are not there.
  [[nodiscard]] std::optional<Values> with_operations(const systems::Plan& plan, Values more) const;
  std::unique_ptr<CellSearch> run(const Values& values, const systems::Assignment& asked);
  [[nodiscard]] bool may_go_on() const { return executions_ < most_ && ended_.empty(); }
  bool try_values(const Values& more, const systems::Assignment& asked);

  const Read read_;
  const Execute execute_;
  const Fails fails_;
  systems::Assignment asked_;
  const std::uint64_t most_;
  Values values_;  ///< of the smallest system
  std::unique_ptr<CellSearch> found_;
  std::uint64_t executions_ = 0;
  std::string ended_;
};

}  // namespace ldfi::app
