// Finds the repository of a source. Includes with `..` may only reach files in this repository
// (docs/reference/dedalus.md). Programs come from strangers, so they must not read arbitrary files.
#pragma once

#include <filesystem>
#include <optional>

namespace ldfi::dedalus {

/// Returns the nearest folder, from `folder` upwards, that holds `.git`. Returns nullopt if no
/// folder does, or if that folder holds files of other projects: the root folder, the user's home or a
/// folder above it, and a folder that all users share, such as /tmp. Requires a canonical path.
[[nodiscard]] std::optional<std::filesystem::path> repository_of(
    const std::filesystem::path& folder);

/// Returns the smallest folder that holds both folders, in the form that the option -I takes in the
/// working directory. Returns nullopt if that folder holds files of other projects, as
/// repository_of() decides. Requires canonical paths.
[[nodiscard]] std::optional<std::filesystem::path> folder_to_name(
    const std::filesystem::path& one, const std::filesystem::path& other);

/// Returns true if the path is the folder or leads to something below it. Requires canonical paths.
[[nodiscard]] bool lies_below(const std::filesystem::path& path,
                              const std::filesystem::path& folder);

}  // namespace ldfi::dedalus
