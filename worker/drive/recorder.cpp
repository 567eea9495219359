#include "worker/drive/recorder.hpp"

#include <fmt/core.h>
#include <xxhash.h>

namespace ldfi::drive {

using Ordered = nlohmann::ordered_json;

std::string fingerprint(nlohmann::json body) {
  body.erase("msg_id");
  body.erase("in_reply_to");
  const std::string text = body.dump();
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
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
  if (fspec.faults) spec["faults"] = *fspec.faults;
  return line({{"ldfi_trace", 1},
               {"system", plan.name + " " + plan.fingerprint},
               {"seed", std::to_string(seed)},
               {"spec", spec},
               {"faults", systems::to_texts(faults)}});
}

std::string invalid_recording(const systems::Plan& plan, const systems::FaultSet& faults,
                              std::uint64_t seed, const std::string& why) {
  return header(plan, faults, seed) +
         line({{"e", "verdict"}, {"result", "invalid"}, {"x_why", why}});
}

}  // namespace ldfi::drive
