// Which messages between nodes does a counterexample of a real system take? Delta debugging over the messages
// that arrive in it, by executions in which the others stay pending: what arrives is known by its channel, its
// type and its number there, whatever else happens, and what was not sent before stays pending, too
// [DEMi16 §3]. The executions are spread over all ranks, and the result is that of one (docs/SEARCH.md,
// section 11).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/minimise/speculation.hpp"
#include "common/search/strategy.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/recording_reader.hpp"

namespace ldfi::app {

class FewerDeliveries final : public search::Strategy {
 public:
  /// Whether a recording fails as the counterexample does.
  using Fails = std::function<bool(const systems::Recording&)>;

  /// `found`, under `faults`, fails. The plan, the options and the recording must outlive it. `most`: executions
  /// that may count, at least one.
  FewerDeliveries(const systems::Plan& plan, const config::Options& options,
                  const systems::Recording& found, const systems::FaultSet& faults, Fails fails,
                  std::uint64_t most);

  std::optional<wire::Job> next_job() override;
  void accept(const wire::Report& report) override;
  [[nodiscard]] bool finished() const override { return !reason_.empty() || path_.finished(); }
  void give_up(const std::string& reason) override { reason_ = reason; }
  /// In numbers: what is left is deliveries().
  [[nodiscard]] SearchResult result() const override;

  /// Why it ended before delta debugging came to its end; empty if it did not.
  [[nodiscard]] std::string reason() const;
  /// The fewest with which it is known to fail; each alone is needed if there is no reason().
  [[nodiscard]] std::set<systems::MessageId> deliveries() const;
  /// The faults of that execution.
  [[nodiscard]] systems::FaultSet faults() const;
  /// Those that count: the same on any number of ranks.
  [[nodiscard]] std::uint64_t executions() const { return path_.tests(); }
  [[nodiscard]] std::uint64_t wasted() const { return path_.wasted(); }

 private:
  [[nodiscard]] std::set<systems::MessageId> named(const minimise::Elements& some) const;
  [[nodiscard]] systems::FaultSet faults_with(const minimise::Elements& some) const;

  const config::Options& options_;
  const systems::Recording& found_;
  systems::FaultSet faults_;
  Fails fails_;
  std::vector<systems::MessageId> all_;
  minimise::Speculation path_;
  systems::RecordingReader reader_;
  std::map<std::uint64_t, minimise::Elements> asked_;  ///< by the ids of jobs that are under way
  std::uint64_t last_id_ = 0;
  std::string reason_;
};

}  // namespace ldfi::app
