#include "results/systems/replay.hpp"

#include <fmt/core.h>

namespace ldfi::results {

std::string replay_command(const std::string& config, const std::string& faults, std::uint64_t seed,
                           const std::vector<std::string>& said) {
  std::string out = faults == "none" ? fmt::format("ldfi-farm {} --replay none", config)
                                     : fmt::format("ldfi-farm {} --replay '{}'", config, faults);
  for (const std::string& one : said) out += " --" + one;
  return seed == 1 ? out : out + fmt::format(" --seed {}", seed);
}

}  // namespace ldfi::results
