#include "worker/systems/own_nursery.hpp"

#include <algorithm>
#include <memory>

#include "common/base/errors.hpp"
#include "common/config/config_file.hpp"

namespace ldfi::execute {
namespace {

/// Returns the only nursery of this process. There is only one, because only this process can wait
/// for its child processes.
std::unique_ptr<drive::Nursery>& nursery() {
  static std::unique_ptr<drive::Nursery> one;
  return one;
}

bool is_config(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

/// Returns true if the config may describe a real system. Ignores errors in the file, which are
/// reported when the command line reads the file again.
bool may_need_one(const std::string& path) {
  std::vector<Diagnostic> problems;
  try {
    const std::string text = config::read_config_bytes(path, FileId{}, problems);
    return !problems.empty() || text.find("system") != std::string::npos;
  } catch (const EnvironmentError&) {
    return true;
  }
}

}  // namespace

void begin_nursery(const std::vector<std::string>& arguments) {
  const auto config = std::ranges::find_if(arguments, is_config);
  if (config != arguments.end() && may_need_one(*config)) nursery() = drive::Nursery::begin();
}

drive::Nursery& own_nursery() {
  if (!nursery()) nursery() = drive::Nursery::begin();
  return *nursery();
}

}  // namespace ldfi::execute
