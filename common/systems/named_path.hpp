// Classifies the files that a config names: which of them nodes of its system may see
// (docs/reference/sandbox.md#files-that-a-config-may-name). Nodes may see files below the config's
// folder, programs, and folders of the system, but never a home.
//
//   const NamedPath found = named_path(folder_of_the_config, home + "/.ssh/key", false);
//   // found.reach == Reach::in_home
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ldfi::systems {

/// The kind of place that a word of a config refers to.
enum class Reach : std::uint8_t {
  nothing,  ///< not a path, or there is no such file
  beside,   ///< below the folder of the config, with all links resolved
  system,   ///< in a system folder, which every node sees
  own,      ///< a place that each node has for itself, such as /tmp or /dev/null
  program,  ///< a program elsewhere: only this file may be shown
  in_home,  ///< in a home, outside of the folder of the config: never shown
  outside   ///< elsewhere: never shown
};

struct NamedPath {
  Reach reach = Reach::nothing;
  std::string real;  ///< the canonical path; empty if there is no such file
};

/// Classifies one word of a config. `is_program` is true for the first word of a command.
[[nodiscard]] NamedPath named_path(const std::string& config_folder, const std::string& word,
                                   bool is_program);

/// Returns the system folders of this machine that every node sees, such as /usr and /etc. Some may
/// be links.
[[nodiscard]] std::vector<std::string> system_folders();
/// Returns the canonical paths of all folders that are homes or hold homes. Leaves out a HOME that
/// is a system folder, contains one, or is inside one.
[[nodiscard]] std::vector<std::string> home_folders();
/// Returns the innermost home that contains this canonical path, or an empty text.
[[nodiscard]] std::string home_of(const std::string& real);
/// Returns true if the folder as a whole must not be shown: it is or contains a home or a temporary
/// folder.
[[nodiscard]] bool is_too_much(const std::string& real_folder);

/// Returns true if the canonical `path` is `folder` or below it.
[[nodiscard]] bool is_below(const std::string& path, const std::string& folder);
/// Returns the canonical path, or an empty text if there is no such file.
[[nodiscard]] std::string real_path(const std::string& path);
/// Returns true if the file is a compiled program or library (ELF).
[[nodiscard]] bool is_compiled(const std::string& file);
/// Returns true if this canonical path is in a system folder, which every node sees.
[[nodiscard]] bool is_system_path(const std::string& real);

}  // namespace ldfi::systems
