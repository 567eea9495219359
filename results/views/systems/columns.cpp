#include "results/views/systems/columns.hpp"

#include <algorithm>
#include <set>

#include "common/systems/services.hpp"

namespace ldfi::results {
namespace {

constexpr std::size_t most_columns = 40;

}  // namespace

std::vector<std::string> columns_of(const History& history) {
  const std::vector<std::string>& services = systems::service_names();
  std::set<std::string> used;
  for (const systems::Event& event : history.events()) {
    used.insert(event.node);
    used.insert(event.message.to);
  }
  std::vector<std::string> out;
  for (const std::string& node : history.recording.fspec.nodes) {
    const bool process = std::ranges::find(services, node) == services.end();
    if ((process || used.contains(node)) && out.size() < most_columns) out.push_back(node);
  }
  return out;
}

}  // namespace ldfi::results
