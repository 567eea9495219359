// Which files a config may show to the nodes of its system (docs/reference/sandbox.md#files-that-a-config-may-name):
// files below its own folder, programs, and folders of the system. Never a folder of a home.
//
//   const NamedPath found = named_path(folder_of_the_config, home + "/.ssh/key", false);
//   // found.reach == Reach::in_home
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ldfi::systems {

/// What a word of a config leads to.
enum class Reach : std::uint8_t {
  nothing,  ///< not a path, or there is no such file
  beside,   ///< below the folder of the config, with all links resolved
  system,   ///< in a folder of the system, which every node sees
  own,      ///< a place that each node has for itself, such as /tmp or /dev/null
  program,  ///< a program elsewhere: this file may be shown, and nothing beside it
  in_home,  ///< in a home, outside of the folder of the config: never shown
  outside   ///< elsewhere: never shown
};

struct NamedPath {
  Reach reach = Reach::nothing;
  std::string real;  ///< the canonical path; empty if there is no such file
};

/// `is_program`: the word is the first one of a command.
[[nodiscard]] NamedPath named_path(const std::string& config_folder, const std::string& word,
                                   bool is_program);

/// The folders of the system that every node sees: those of this machine among /usr, /etc and so on.
/// Some may be links.
[[nodiscard]] std::vector<std::string> system_folders();
/// Canonical paths of all folders that are homes or hold homes. A HOME that is a folder of the system,
/// lies above one or is part of one is not among them.
[[nodiscard]] std::vector<std::string> home_folders();
/// The innermost home that holds this canonical path, or an empty text.
[[nodiscard]] std::string home_of(const std::string& real);
/// True if the folder as a whole must not be shown: it is a home, a temporary folder, or above one.
[[nodiscard]] bool is_too_much(const std::string& real_folder);

/// True if the canonical `path` is `folder` or below it.
[[nodiscard]] bool is_below(const std::string& path, const std::string& folder);
/// The canonical path, or an empty text if there is no such file.
[[nodiscard]] std::string real_path(const std::string& path);
/// True if the file is a compiled program or library (ELF).
[[nodiscard]] bool is_compiled(const std::string& file);
/// True if every node sees this canonical path, as part of the system.
[[nodiscard]] bool is_system_path(const std::string& real);

}  // namespace ldfi::systems
