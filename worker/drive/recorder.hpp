// Writes recordings (docs/reference/recording-format.md), line by line. Private to worker/drive.
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

/// Writes the recordings of one plan and one seed. They all have the same beginning, so it is built
/// only once.
class Recorder {
 public:
  /// `plan` must outlive the recorder.
  Recorder(const systems::Plan& plan, std::uint64_t seed);

  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] std::string header(const systems::Assignment& assigned) const;
  /// Returns the recording of an execution: its events, and the verdict on what clients observed. Throws
  /// Misbehaved.
  [[nodiscard]] std::string recording(const systems::Assignment& assigned,
                                      const std::vector<Happening>& events,
                                      const check::Judgement& judged) const;
  /// Returns the recording of an execution that is invalid for this reason.
  [[nodiscard]] std::string invalid_recording(const systems::Assignment& assigned,
                                              const std::string& why) const;
  /// Returns the recording of an execution that its checker could not judge within its budget.
  [[nodiscard]] std::string undecided_recording(const systems::Assignment& assigned,
                                                const std::string& why) const;

 private:
  std::uint64_t seed_;
  std::string beginning_;
};

}  // namespace ldfi::drive
