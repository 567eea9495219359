// Which messages between nodes does a counterexample of a real system take? Delta debugging over the messages
// that arrive in it [DEMi16 §3]. The executions are spread over all ranks, and the result is that of one
// (docs/SEARCH.md, section 11).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/minimise/speculation.hpp"
#include "common/search/strategy.hpp"
#include "master/systems/delivery_probes.hpp"

namespace ldfi::app {

class FewerDeliveries final : public search::Strategy {
 public:
  /// The probes must outlive it. `most`: executions that may count, at least one.
  FewerDeliveries(DeliveryProbes& probes, std::uint64_t most);

  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return !reason_.empty() || path_.finished(); }
  void give_up(const std::string& reason) override { reason_ = reason; }
  /// In numbers: what is left is deliveries().
  [[nodiscard]] SearchResult result() const override;

  /// Why it ended before delta debugging came to its end; empty if it did not.
  [[nodiscard]] std::string reason() const;
  /// The fewest with which it is known to fail; each alone is needed if there is no reason().
  [[nodiscard]] const minimise::Elements& deliveries() const { return path_.result(); }
  /// Where none has to arrive: the faults that strike then.
  [[nodiscard]] const std::optional<systems::FaultSet>& struck() const { return struck_; }
  /// Those that count: the same on any number of ranks.
  [[nodiscard]] std::uint64_t executions() const { return path_.tests(); }

 private:
  DeliveryProbes& probes_;
  minimise::Speculation path_;
  std::string reason_;
  std::optional<systems::FaultSet> struck_;
};

}  // namespace ldfi::app
