// Do fewer of the messages that arrive in a counterexample of a real system do, too? All sets with fewer of them
// are executed, the smallest first, on all ranks. A message can only arrive once it is sent, and what is sent
// before something arrives does not depend on it; so a set that can be had at all can be had by adding its
// messages one by one, in the order in which they arrive, and only those are added that are sent and pending.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/minimise/smaller_sets.hpp"
#include "common/search/strategy.hpp"
#include "master/systems/delivery_probes.hpp"

namespace ldfi::app {

class FewestDeliveries final : public search::Strategy {
 public:
  /// The probes must outlive it. With `few` of the messages it fails. `most`: executions that may count.
  FewestDeliveries(DeliveryProbes& probes, const minimise::Elements& few, std::uint64_t most);

  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return !reason_.empty() || sets_.finished(); }
  void give_up(const std::string& reason) override { reason_ = reason; }
  /// In numbers: what is left is deliveries().
  [[nodiscard]] SearchResult result() const override;

  /// Empty if no budget of the run ended it.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// The fewest with which it is known to fail.
  [[nodiscard]] const minimise::Elements& deliveries() const {
    return sets_.found() ? *sets_.found() : few_;
  }
  /// With fewer it does not fail.
  [[nodiscard]] std::uint64_t bound() const { return sets_.bound(); }
  /// Those that count: the same on any number of ranks.
  [[nodiscard]] std::uint64_t executions() const { return sets_.tests(); }

 private:
  /// What may be added to some of the messages.
  [[nodiscard]] minimise::Elements more_than(const minimise::Elements& some,
                                             const systems::Recording& recording) const;

  DeliveryProbes& probes_;
  minimise::Elements few_;
  minimise::SmallerSets sets_;
  std::string reason_;
};

}  // namespace ldfi::app
