#include "results/views/systems/replay.hpp"

#include <fmt/core.h>

#include "common/base/shell_words.hpp"

namespace ldfi::results {

std::string replay_command(const std::string& config, const std::string& faults, std::uint64_t seed,
                           const std::vector<std::string>& said,
                           const std::optional<std::string>& deliveries) {
  std::string out = shell_command({"ldfi-farm", config, "--replay", faults});
  if (deliveries) out += " " + shell_command({"--deliveries", *deliveries});
  for (const std::string& one : said) out += " " + shell_quoted("--" + one);
  return seed == 1 ? out : out + fmt::format(" --seed {}", seed);
}

}  // namespace ldfi::results
