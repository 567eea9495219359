#include "worker/drive/recorder.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include "common/systems/fault_text.hpp"
#include "worker/drive/node.hpp"

namespace ldfi::drive {

using Ordered = nlohmann::ordered_json;

namespace {

/// What the reader of recordings takes.
constexpr std::size_t max_line = std::size_t{1} << 20U;

}  // namespace

Content content_of(const nlohmann::json& body) {
  std::string text = "{";
  for (const auto& [key, value] : body.items()) {
    if (key == "msg_id" || key == "in_reply_to") continue;
    if (text.size() > 1) text += ',';
    text += nlohmann::json(key).dump() + ':' + value.dump();
  }
  text += '}';
  return {fmt::format("{:016x}", XXH3_64bits(text.data(), text.size())), text.size()};
}

std::string line(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, Ordered::error_handler_t::replace) + "\n";
}

std::string header(const systems::Plan& plan, const systems::FaultSet& faults, std::uint64_t seed) {
  const systems::Fspec& fspec = plan.fspec;
  Ordered spec{{"nodes", fspec.nodes}, {"from", fspec.from}, {"eff", fspec.eff}};
  if (fspec.omissions) {
    spec["omissions"] = *fspec.omissions;
  } else {
    spec["omissions"] = "all";
  }
  spec["crashes"] = fspec.crashes;
  if (fspec.crashable) spec["crashable"] = *fspec.crashable;
  if (fspec.restarts > 0) spec["restarts"] = {{"most", fspec.restarts}, {"down", fspec.down}};
  if (!fspec.delays.empty()) {
    spec["delays"] = {{"values", fspec.delays}};
    if (fspec.delayed) spec["delays"]["count"] = *fspec.delayed;
  }
  if (!fspec.crash_times.empty()) spec["crash_times"] = fspec.crash_times;
  if (fspec.midway) spec["midway"] = true;
  if (fspec.duplicates > 0) {
    spec["duplicates"] = {{"most", fspec.duplicates}, {"after", fspec.again}};
  }
  if (fspec.partitions > 0) {
    Ordered cuts = Ordered::array();
    for (const systems::Border& one : fspec.borders) cuts.push_back(systems::to_text(one));
    spec["partitions"] = {
        {"most", fspec.partitions}, {"cuts", std::move(cuts)}, {"window", fspec.window}};
  }
  if (fspec.faults) spec["faults"] = *fspec.faults;
  Ordered out{{"ldfi_trace", 1},
              {"system", plan.name + " " + plan.fingerprint},
              {"seed", std::to_string(seed)}};
  if (!plan.deterministic()) out["deterministic"] = false;
  out["spec"] = spec;
  out["faults"] = systems::to_texts(faults);
  return line(out);
}

std::string recording(const systems::Plan& plan, const systems::FaultSet& faults,
                      std::uint64_t seed, const std::vector<Ordered>& events,
                      const check::Judgement& judged) {
  if (!judged.undecided.empty()) throw Misbehaved(judged.undecided);
  std::string out = header(plan, faults, seed);
  for (const Ordered& event : events) {
    const std::string one = line(event);
    if (one.size() > max_line) {
      throw Misbehaved("an answer is too long for a recording: it has more than a MiB");
    }
    out += one;
  }
  Ordered verdict{{"e", "verdict"}};
  verdict["result"] = !judged.violated.empty() ? "fail" : judged.promised ? "pass" : "vacuous";
  if (!judged.violated.empty()) verdict["violated"] = judged.violated;
  return out + line(verdict);
}

std::string invalid_recording(const systems::Plan& plan, const systems::FaultSet& faults,
                              std::uint64_t seed, const std::string& why) {
  return header(plan, faults, seed) +
         line({{"e", "verdict"}, {"result", "invalid"}, {"x_why", why}});
}

}  // namespace ldfi::drive
