// Executions of a counterexample of a real system in which only some messages between nodes are delivered.
// All others stay pending, and so do messages that the counterexample does not have. A message is identified
// by its channel, its type and its number there [DEMi16 §3].
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
  /// Returns whether a recording fails like the counterexample.
  using Fails = std::function<bool(const systems::Recording&)>;

  /// `found` is the failing recording under `faults`. Requires a plan with deterministic nodes. The plan, the
  /// options and the recording must outlive the object.
  DeliveryProbes(const systems::Plan& plan, const config::Options& options,
                 const systems::Recording& found, const systems::FaultSet& faults, Fails fails);

  [[nodiscard]] std::size_t count() const override { return all_.size(); }
  /// The messages that arrive in `found`. An element is an index of this list.
  [[nodiscard]] const std::vector<systems::MessageId>& all() const { return all_; }
  [[nodiscard]] std::set<systems::MessageId> named(const minimise::Elements& some) const;
  /// Returns the faults of the execution in which only these messages arrive.
  [[nodiscard]] systems::FaultSet faults_with(const minimise::Elements& some) const;

  /// Returns whether a node crashes or is paused in `found`. The moments of such faults are numbers of
  /// activations, so they depend on the messages that are delivered.
  [[nodiscard]] bool counts_activations() const {
    bool out = false;
    systems::each_kind_of<Place::node>(
        [&]<class Kind>(Kind*) { out = out || faults_.has_any<Kind>(); });
    return out;
  }

  /// Returns the job of an execution in which only these messages arrive.
  [[nodiscard]] Job job(minimise::Elements some) override { return job({std::move(some), 0}); }
  /// Returns the job that repeats an execution that was invalid at its first try, or nullopt if there is
  /// none. Such jobs precede others. A node that SIGKILL ended counts as failed only if that happens again.
  [[nodiscard]] std::optional<Job> repeated() override;
  [[nodiscard]] std::optional<Answer> answer(const Report& report) override;

  /// Returns the faults that struck in the execution in which no message is delivered, if it failed.
  [[nodiscard]] const std::optional<systems::FaultSet>& struck_without() const { return struck_; }

 private:
  struct Asked {
    minimise::Elements some;
    std::uint32_t tries_before = 0;
  };
  [[nodiscard]] Job job(Asked asked);
  /// Returns the messages that can be added. A message can only arrive after it is sent, and what is sent
  /// before something arrives does not depend on it. So each set that can occur results from adding messages
  /// one by one, in the order in which they arrive, and only those that are sent and pending need to be
  /// added.
  [[nodiscard]] minimise::Elements more_than(const minimise::Elements& some,
                                             const systems::Recording& recording) const;

  const config::Options& options_;
  const systems::Recording& found_;
  systems::FaultSet faults_;
  Fails fails_;
  std::vector<systems::MessageId> all_;
  systems::RecordingReader reader_;
  std::map<std::uint64_t, Asked> asked_;  ///< jobs without a report yet, by id
  std::deque<Asked> invalid_;             ///< executions that have to be repeated
  std::uint64_t last_id_ = 0;
  std::optional<systems::FaultSet> struck_;
};

}  // namespace ldfi::app
