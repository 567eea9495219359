// The text of recordings (docs/reference/recording-format.md), line by line. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/systems/check/judgement.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/happening.hpp"

namespace ldfi::drive {

std::string line(const nlohmann::ordered_json& object);

/// The beginning of recordings that have all but their faults in common.
class Recorder {
 public:
  /// `plan` must outlive it.
  Recorder(const systems::Plan& plan, std::uint64_t seed);

  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] std::string header(const systems::Assignment& assigned) const;
  /// The whole recording of an execution: what happened, and how what clients saw of it is judged.
  /// Throws Misbehaved.
  [[nodiscard]] std::string recording(const systems::Assignment& assigned,
                                      const std::vector<Happening>& events,
                                      const check::Judgement& judged) const;
  /// The whole recording of an execution that came to no good end.
  [[nodiscard]] std::string invalid_recording(const systems::Assignment& assigned,
                                              const std::string& why) const;
  /// The whole recording of an execution that its checker could not judge within its budget.
  [[nodiscard]] std::string undecided_recording(const systems::Assignment& assigned,
                                                const std::string& why) const;

 private:
  std::uint64_t seed_;
  std::string beginning_;
};

}  // namespace ldfi::drive
