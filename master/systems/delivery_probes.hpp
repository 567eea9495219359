// Executes a counterexample of a real system so that only some of its messages between nodes are
// delivered. All other messages stay pending. A message is identified by its channel, its type and
// its number among the messages of this channel and type [DEMi16 §3].
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "common/config/options.hpp"
#include "common/minimise/ddmin.hpp"
#include "common/record/job.hpp"
#include "common/search/minimise/probes.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/recording_reader.hpp"

namespace ldfi::app {

class DeliveryProbes final : public search::Probes {
 public:
  /// Returns true if a recording violates the same promise as the counterexample.
  using Fails = std::function<bool(const systems::Recording&)>;

  /// `found` is the recording of the counterexample, and `faults` are its faults. Requires a plan
  /// with deterministic nodes. The plan, the options and the recording must outlive the object.
  DeliveryProbes(const systems::Plan& plan, const config::Options& options,
                 const systems::Recording& found, const systems::FaultSet& faults, Fails fails);

  [[nodiscard]] std::size_t count() const override { return all_.size(); }
  /// Returns the messages that arrive in the recording of the counterexample. Elements are indices of this
  /// list.
  [[nodiscard]] const std::vector<systems::MessageId>& all() const { return all_; }
  [[nodiscard]] std::set<systems::MessageId> named(const minimise::Elements& some) const;
  /// Returns the faults of the execution in which only these messages arrive.
  [[nodiscard]] systems::FaultSet faults_with(const minimise::Elements& some) const;

  /// Returns true if a node crashes or is paused in the recording of the counterexample. The
  /// moments of such faults are counted in activations (messages and timers that a node handles),
  /// so they depend on the messages that are delivered.
  [[nodiscard]] bool counts_activations() const {
    bool out = false;
    systems::each_kind_of<Place::node>(
        [&]<class Kind>(Kind*) { out = out || faults_.has_any<Kind>(); });
    return out;
  }

  /// Returns the job of an execution in which only these messages arrive.
  [[nodiscard]] Job job(minimise::Elements some) override { return job({std::move(some), 0}); }
  /// Returns the job that repeats an execution which was invalid at its first try, or nullopt if
  /// there is no such execution. Repetitions are executed before other jobs. A SIGKILL that ends a
  /// node counts as a failure of the node only if the repetition has it, too.
  [[nodiscard]] std::optional<Job> repeated() override;
  [[nodiscard]] std::optional<Answer> answer(const Report& report) override;

  /// Returns the faults that took effect in the execution in which no message is delivered. Nullopt
  /// if this execution did not fail.
  [[nodiscard]] const std::optional<systems::FaultSet>& struck_without() const { return struck_; }

 private:
  struct Asked {
    minimise::Elements some;
    std::uint32_t tries_before = 0;
  };
  [[nodiscard]] Job job(Asked asked);
  /// Returns the messages that can be added to `some`. A message can only arrive after it was sent, and
  /// messages that are sent before it arrives do not depend on it. So every set that can occur is reached by
  /// adding messages one by one in the order of their arrival, and only pending messages need to be added.
  [[nodiscard]] minimise::Elements more_than(const minimise::Elements& some,
                                             const systems::Recording& recording) const;

  const config::Options& options_;
  const systems::Recording& found_;
  systems::FaultSet faults_;
  Fails fails_;
  std::vector<systems::MessageId> all_;
  systems::RecordingReader reader_;
  std::map<std::uint64_t, Asked> asked_;  ///< jobs whose reports are missing, by id
  std::deque<Asked> invalid_;  ///< executions that have to be repeated because they were invalid
  std::uint64_t last_id_ = 0;
  std::optional<systems::FaultSet> struck_;
};

}  // namespace ldfi::app
