// Executions of a counterexample of a real system in which few messages between nodes arrive, and the others
// stay pending: what arrives is known by its channel, its type and its number there, whatever else happens,
// and what was not sent before stays pending, too [DEMi16 §3].
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
#include "common/systems/plan.hpp"
#include "common/systems/recording_reader.hpp"

namespace ldfi::app {

class DeliveryProbes {
 public:
  /// Whether a recording fails as the counterexample does.
  using Fails = std::function<bool(const systems::Recording&)>;

  /// `found`, under `faults`, fails. The plan, the options and the recording must outlive it. The plan is one of
  /// nodes that do the same each time.
  DeliveryProbes(const systems::Plan& plan, const config::Options& options,
                 const systems::Recording& found, const systems::FaultSet& faults, Fails fails);

  /// The messages that arrive in `found`: sets of them are numbers of places in this list.
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
  [[nodiscard]] Job job(minimise::Elements some) { return job({std::move(some), 0}); }
  /// The job of an execution that was invalid at its first try, or nullopt if there is none. It comes
  /// before other jobs: a node that a SIGKILL ends fails only if that happens again.
  [[nodiscard]] std::optional<Job> repeated();

  struct Answer {
    minimise::Elements some;
    systems::Recording recording;
    bool fails = false;
  };
  /// Returns the answer to one of these jobs, or nullopt if it has to be repeated.
  [[nodiscard]] std::optional<Answer> answer(const Report& report);

 private:
  struct Asked {
    minimise::Elements some;
    std::uint32_t tries_before = 0;
  };
  [[nodiscard]] Job job(Asked asked);

  const config::Options& options_;
  const systems::Recording& found_;
  systems::FaultSet faults_;
  Fails fails_;
  std::vector<systems::MessageId> all_;
  systems::RecordingReader reader_;
  std::map<std::uint64_t, Asked> asked_;  ///< jobs that are under way, by id
  std::deque<Asked> invalid_;             ///< executions that have to be repeated
  std::uint64_t last_id_ = 0;
};

}  // namespace ldfi::app
