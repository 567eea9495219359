#include "results/report/system_detail.hpp"

#include <algorithm>

#include "common/systems/course.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/report/system_moments.hpp"
#include "results/views/systems/diagram.hpp"

namespace ldfi::results {
namespace {

/// Returns the faults that were requested but did not happen.
std::vector<std::string> idle_faults(const systems::Recording& recording) {
  std::vector<Diagnostic> problems;
  const std::vector<std::string> struck =
      systems::to_texts(systems::follow(recording, problems).struck);
  std::vector<std::string> out;
  for (const std::string& one : systems::to_texts(recording.faults)) {
    if (std::ranges::find(struck, one) == struck.end()) out.push_back(one);
  }
  return out;
}

}  // namespace

Json system_detail_json(const SystemResult& system, const ChosenExecution& chosen) {
  const History history = history_of(system, chosen.number);
  const auto good = good_run_for(system, chosen.number);
  const History* const with = good ? &*good : nullptr;
  const systems::Recording& recording = history.recording;
  Json story = Json::array();
  if (history.failed()) {
    for (const Step& step : steps_of(system, chosen.number)) {
      story.push_back({{"time_ns", step.time}, {"text", step.text}, {"fault", step.fault}});
    }
  }
  return {{"name", chosen.name},
          {"faults", systems::to_text(recording.faults)},
          {"idle", idle_faults(recording)},
          {"result", name_of(recording.result)},
          {"violated", recording.violated},
          {"why", recording.why},
          {"deterministic", recording.deterministic},
          {"good", good ? Json(systems::to_text(good->recording.faults)) : Json(nullptr)},
          {"story", std::move(story)},
          {"lamport", diagram(history, with, chosen.name).fragment()},
          {"moments", moments_json(history, with)}};
}

}  // namespace ldfi::results
