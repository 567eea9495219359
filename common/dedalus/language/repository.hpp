// Finds the repository of a source, which limits the files that its includes may reach with `..`
// (docs/reference/dedalus.md). Programs come from strangers, so they must not read arbitrary files.
#pragma once

#include <filesystem>
#include <optional>

namespace ldfi::dedalus {

/// Returns the nearest folder, from `folder` upwards, that holds `.git`. Returns nullopt if there is
/// none, or if that folder holds files of other projects: the root folder, the user's home or what
/// holds it, and a folder that all users share, such as /tmp. Requires a canonical path.
[[nodiscard]] std::optional<std::filesystem::path> repository_of(
    const std::filesystem::path& folder);

/// Returns the smallest folder that holds both folders, as `-I` takes it in the working directory.
/// Returns nullopt if that folder holds files of other projects, as above. Requires canonical paths.
[[nodiscard]] std::optional<std::filesystem::path> folder_to_name(
    const std::filesystem::path& one, const std::filesystem::path& other);

/// True if the path leads to the folder or below. Requires canonical paths.
[[nodiscard]] bool lies_below(const std::filesystem::path& path,
                              const std::filesystem::path& folder);

}  // namespace ldfi::dedalus
