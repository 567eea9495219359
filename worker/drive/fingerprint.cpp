#include "worker/drive/fingerprint.hpp"

#include <fmt/core.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>

#include "common/base/errors.hpp"
#include "common/systems/node_command.hpp"

namespace ldfi::drive {

std::string file_of(const systems::Plan& plan, const std::string& word) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (word.empty() || word.starts_with('/')) return "";
  const fs::path file = fs::absolute(fs::path(plan.folder) / word, error);
  return !error && fs::is_regular_file(file, error) ? file.lexically_normal().string() : "";
}

std::vector<NamedFile> named_files(const systems::Plan& plan) {
  std::vector<NamedFile> out;
  const std::vector<std::string> words = systems::words_of_all_nodes(plan);
  for (const auto* command : {&words, &plan.goals.command}) {
    for (const std::string& word : *command) {
      std::string file = file_of(plan, word);
      if (!file.empty() && ::access(file.c_str(), R_OK) == 0) {
        out.push_back({word, std::move(file)});
      }
    }
  }
  for (const auto* names : {&plan.files, &plan.goals.specs}) {
    for (const std::string& name : *names) out.push_back({name, file_of(plan, name)});
  }
  return out;
}

std::string fingerprint(const systems::Plan& plan, const std::string& config) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       &XXH3_freeState);
  XXH3_64bits_reset(state.get());
  XXH3_64bits_update(state.get(), config.data(), config.size());
  for (const std::string& one : plan.said) {
    XXH3_64bits_update(state.get(), one.data(), one.size() + 1);  // with the NUL: where it ends
  }
  const auto add = [&state](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    std::array<char, 1 << 16U> bytes{};
    std::uint64_t size = 0;
    while (file.read(bytes.data(), bytes.size()) || file.gcount() > 0) {
      const auto got = static_cast<std::size_t>(file.gcount());
      XXH3_64bits_update(state.get(), bytes.data(), got);
      size += got;
    }
    XXH3_64bits_update(state.get(), &size, sizeof size);  // where it ends
    return true;
  };
  for (const auto& [name, path] : named_files(plan)) {
    if (!path.empty() && add(path)) continue;
    throw InputError(
        {Severity::error,
         "system-files",
         {FileId(~0U), 0, 0, 1},
         fmt::format("the config names {}, which is no file beside it that can be read",
                     printable(name)),
         {}});
  }
  return fmt::format("{:016x}", XXH3_64bits_digest(state.get()));
}

}  // namespace ldfi::drive
