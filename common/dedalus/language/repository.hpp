// Finds the repository that contains a program file. An include with `..` may only reach files in
// this repository (docs/reference/dedalus.md). Strangers may have written the program, so it must
// not read arbitrary files.
#pragma once

#include <filesystem>
#include <optional>

namespace ldfi::dedalus {

/// Returns the nearest folder, from `folder` upwards, that contains `.git`. Returns nullopt if
/// there is none. Also returns nullopt if the found folder may hold files of other projects: the
/// root folder, the user's home or a folder above it, or a folder that all users share, such as
/// /tmp. Requires a canonical path.
[[nodiscard]] std::optional<std::filesystem::path> repository_of(
    const std::filesystem::path& folder);

/// Returns the smallest folder that contains both folders, in the form that the option -I takes in
/// the working directory. Returns nullopt if that folder may hold files of other projects, as for
/// repository_of(). Requires canonical paths.
[[nodiscard]] std::optional<std::filesystem::path> folder_to_name(
    const std::filesystem::path& one, const std::filesystem::path& other);

/// Returns true if `path` is `folder` or is below it. Requires canonical paths.
[[nodiscard]] bool lies_below(const std::filesystem::path& path,
                              const std::filesystem::path& folder);

}  // namespace ldfi::dedalus
