#include "worker/systems/system_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/text.hpp"

namespace ldfi::execute {
namespace {

namespace fs = std::filesystem;

/// Returns by how many folders this relative path leads above its start.
std::size_t ups_in(const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal();
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), fs::path("..")));
}

bool is_program(const std::string& path) {
  std::error_code error;
  const fs::perms any = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  return (fs::status(path, error).permissions() & any) != fs::perms::none;
}

/// Returns the contents of the file, or nullopt if the file cannot be read or has more than `most` bytes.
std::optional<std::string> bytes_of(const std::string& path, std::uint64_t most) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || size > most || !file) return std::nullopt;
  std::string out(size, '\0');
  file.read(out.data(), static_cast<std::streamsize>(size));
  out.resize(static_cast<std::size_t>(file.gcount()));
  return out;
}

void write(const wire::SystemFile& file, const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out.write(file.bytes.data(), static_cast<std::streamsize>(file.bytes.size()));
  out.close();
  if (error || !out) throw EnvironmentError(fmt::format("write {}", path.string()));
  if (file.program) fs::permissions(path, fs::perms::owner_all, error);
}

}  // namespace

std::vector<wire::SystemFile> pack(const systems::Plan& plan, std::uint64_t most) {
  std::vector<wire::SystemFile> out;
  std::uint64_t left = most;
  for (const drive::NamedFile& one : drive::named_files(plan)) {
    auto bytes = bytes_of(one.path, left);
    if (!bytes) {
      throw EnvironmentError(fmt::format(
          "{} cannot be sent to the other ranks: it cannot be read, or the files of the "
          "system have more than {} bytes",
          word_or_quoted(one.path), most));
    }
    left -= bytes->size();
    out.push_back({one.name, *std::move(bytes), is_program(one.path)});
  }
  return out;
}

std::string unpack(const std::vector<wire::SystemFile>& files, const std::string& folder) {
  std::size_t ups = 0;
  for (const wire::SystemFile& one : files) ups = std::max(ups, ups_in(one.name));
  fs::path home = fs::path(folder);
  for (std::size_t i = 0; i <= ups; ++i) home /= "system";
  std::error_code error;
  fs::create_directories(home, error);
  if (error) throw EnvironmentError("mkdir " + home.string() + ": " + error.message());
  for (const wire::SystemFile& one : files) {
    const fs::path name(one.name);
    const fs::path path = (home / name).lexically_normal();
    const fs::path inside = path.lexically_relative(folder);
    LDFI_ENSURE(name.is_relative() && !inside.empty() && *inside.begin() != "..",
                "the files of a system stay in their folder");
    write(one, path);
  }
  return home.string();
}

std::uint64_t number_of(const std::string& fingerprint) {
  return std::stoull(fingerprint, nullptr, 16);
}

}  // namespace ldfi::execute
