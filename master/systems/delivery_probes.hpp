// Executions of a counterexample of a real system in which only some messages between nodes are delivered. All
// others stay pending. A message is known by its channel, its type and its number there, whatever else happens, and
// a message that the counterexample does not have stays pending, too [DEMi16 §3].
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
  /// Whether a recording fails as the counterexample does.
  using Fails = std::function<bool(const systems::Recording&)>;

  /// `found`, under `faults`, fails. The plan, the options and the recording must outlive it. The plan is one of
  /// nodes that do the same each time.
  DeliveryProbes(const systems::Plan& plan, const config::Options& options,
                 const systems::Recording& found, const systems::FaultSet& faults, Fails fails);

  [[nodiscard]] std::size_t count() const override { return all_.size(); }
  /// The messages that arrive in `found`, by their numbers as elements.
  [[nodiscard]] const std::vector<systems::MessageId>& all() const { return all_; }
  [[nodiscard]] std::set<systems::MessageId> named(const minimise::Elements& some) const;
  /// The faults of the execution in which some arrive.
  [[nodiscard]] systems::FaultSet faults_with(const minimise::Elements& some) const;

  /// Whether a node crashes in `found`, for good or not, or stands still: that is told by what it did
  /// before, so it depends on messages that are taken away.
  [[nodiscard]] bool counts_activations() const {
    bool out = false;
    systems::each_kind_of<Place::node>(
        [&]<class Kind>(Kind*) { out = out || faults_.has_any<Kind>(); });
    return out;
  }

  /// The job of an execution in which no others arrive.
  [[nodiscard]] Job job(minimise::Elements some) override { return job({std::move(some), 0}); }
  /// The job of an execution that was invalid at its first try, or nullopt if there is none. It comes
  /// before other jobs: a node that a SIGKILL ends fails only if that happens again.
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
  /// Returns the messages that can be added. A message can only arrive after it is sent, and what is sent before
  /// something arrives does not depend on it. So each set that can occur results from adding messages one by one, in
  /// the order in which they arrive, and only those that are sent and pending need to be added.
  [[nodiscard]] minimise::Elements more_than(const minimise::Elements& some,
                                             const systems::Recording& recording) const;

  const config::Options& options_;
  const systems::Recording& found_;
  systems::FaultSet faults_;
  Fails fails_;
  std::vector<systems::MessageId> all_;
  systems::RecordingReader reader_;
  std::map<std::uint64_t, Asked> asked_;  ///< jobs that are under way, by id
  std::deque<Asked> invalid_;             ///< executions that have to be repeated
  std::uint64_t last_id_ = 0;
  std::optional<systems::FaultSet> struck_;
};

}  // namespace ldfi::app
