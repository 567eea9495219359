// Decides which of the files that a config names may be shown to nodes
// (docs/reference/sandbox.md#files-that-a-config-may-name). Nodes may see files below the config's
// folder, programs, and folders of the system, but never a home folder.
//
//   const NamedPath found = named_path(folder_of_the_config, home + "/.ssh/key", false);
//   // found.reach == Reach::in_home
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ldfi::systems {

/// Location of the file that a word of a config names.
enum class Reach : std::uint8_t {
  nothing,  ///< the word is not a path, or the file does not exist
  beside,   ///< below the folder of the config, after links are resolved
  system,   ///< in a system folder, which every node sees
  own,      ///< a path that each node gets its own copy of, such as /tmp or /dev/null
  program,  ///< a program in another location: only this file may be shown
  in_home,  ///< in a home folder, and not below the folder of the config: never shown
  outside   ///< in any other location: never shown
};

struct NamedPath {
  Reach reach = Reach::nothing;
  std::string real;  ///< canonical path of the file; empty if the file does not exist
};

/// Finds out where the file is that a word of a config names. `is_program` is true for the first
/// word of a command.
[[nodiscard]] NamedPath named_path(const std::string& config_folder, const std::string& word,
                                   bool is_program);

/// Returns the folders of this machine that every node sees, such as /usr and /etc. Some may be
/// links.
[[nodiscard]] std::vector<std::string> system_folders();
/// Returns the canonical paths of all folders that are home folders or contain home folders.
/// Ignores the variable HOME if it names a system folder, or a folder above or below one.
[[nodiscard]] std::vector<std::string> home_folders();
/// Returns the innermost home folder that contains this canonical path. Empty if there is none.
[[nodiscard]] std::string home_of(const std::string& real);
/// Returns true if nodes must not see all of this folder, because it is or contains a home folder
/// or a temporary folder.
[[nodiscard]] bool may_not_be_shown(const std::string& real_folder);

/// Returns true if `path` is the folder itself or below it. Requires canonical paths.
[[nodiscard]] bool is_below(const std::string& path, const std::string& folder);
/// Returns the canonical path. Empty if the file does not exist.
[[nodiscard]] std::string real_path(const std::string& path);
/// Returns true if the file is a compiled program or library (ELF).
[[nodiscard]] bool is_compiled(const std::string& file);
/// Returns true if this canonical path is in a system folder, which every node sees.
[[nodiscard]] bool is_system_path(const std::string& real);

}  // namespace ldfi::systems
