// The text of recordings (docs/TRACES.md), line by line. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/check/judgement.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// Of a message's body, an object, without the ids of messages: the same when an execution is repeated.
struct Content {
  std::string fingerprint;
  std::size_t bytes = 0;
};
Content content_of(const nlohmann::json& body);

std::string line(const nlohmann::ordered_json& object);
std::string header(const systems::Plan& plan, const systems::FaultSet& faults, std::uint64_t seed);

/// The whole recording of an execution: what happened, and how what clients saw of it is judged.
/// Throws Misbehaved.
std::string recording(const systems::Plan& plan, const systems::FaultSet& faults,
                      std::uint64_t seed, const std::vector<nlohmann::ordered_json>& events,
                      const check::Judgement& judged);

/// The whole recording of an execution that came to no good end.
std::string invalid_recording(const systems::Plan& plan, const systems::FaultSet& faults,
                              std::uint64_t seed, const std::string& why);

}  // namespace ldfi::drive
